package intents

// fillerWords name no product: interjections, words of address, time, manner and feeling,
// and the small talk around a wish. In the phrase of a product they are passed over, so
// that "oxente, bota logo um pixel aí, caramba" is as clear as "bota um pixel". One that a
// title of the catalogue has keeps its meaning.
var fillerWords = wordSet(`
	bah tche oxente oxe uai so vixe eita ave maria mermao mano mana manos parca parceiro parceira chefe chefia patrao querido querida amigo amiga amor meu minha velho veio cara galera gente
	moco moca senhor senhora seu dona tio tia rei visse viu ta ne hein hem ok okay beleza sim claro certo perfeito otimo show entao poxa puxa caramba cacete porra nossa opa oba eba ah ahn hum hmm eh ei ow oi ola alo
	fazendo faz fazer favorzinho gentil obrigado obrigada grato grata valeu abraco abracos kkk kkkk kkkkk rs rsrs rsrsrs haha hahaha hehe jaja
	antes depois logo rapidinho rapido agora ja hoje amanha urgente urgencia primeiro tambem ainda mesmo mesma msm bem bom boa boas vez so apenas somente
	gostei adorei amei curti curtir achei acho decidi resolvi pensei pensando pensar melhor verdade vdd real enfim tipo assim tal coisa coisas negocio trem bagulho parada paradinha lance
	aquele aquela aqueles aquelas daquele daquela aquilo dai daqui dali ali la aqui ca ai aih ate
	mim gente comigo conosco pessoal casa filho filha mae pai esposa marido vo vovo avo namorada namorado sobrinho presente aniversario viagem trabalho
	mas espera pera perai calma porque pois se quando onde como vai vou vamos iria ia posso pode podia conta
	please kindly just maybe actually really also too now today first hey hi hello yo dude bro guys man mate sir thanks cheers ok okay there here go ahead sure yes yeah well so then
	lol haha omg damn guess think hmm um uh btw asap quick quickly something thing stuff
	igualzinho igualzinha igualito igualita identico identica casero casera causa caserita mijo mija mijito mijita po pues pos anda venga majo maja guapo guapa altiro porfi parcerito compadre comadre minino guri guria piá sô arretado uei
	che boludo wey guey parce veci amigo hermano oiga oye mira porfis gracias ahora hoy tambien solo luego primero bueno pues entonces ya nomas igual dale claro
	e es sao era eram seria estou to tou estava quero queria levar
	total carrinho sacola cesta cart basket bag carrito bolsa pedido compra lista checkout order session active current atual
	sku ref referencia codigo nome chamado chamada called id
	i ll re ve am be been being do does did
	lista ele ela eles elas it them one ones those these that lo
	aquela aquele famoso famosa tal bonito bonita lindo linda baratinho 
	nice cool junto juntos juntinho together obsequio
	quente pq porque legal irado maneiro massa topzera
	provide retrieve return fetch display list availability details product products item items line request requests requesting requested user users buyer set unit kindly order customer client principal behalf active current session via unit
	carissimo expensive
	nova novo novas novos nuevo nueva nuevos nuevas new
	tava estava andava muito demais bastante let lets instead me down
	sabe dizer informar saber dizes sabes couple par pair dupla
	quantidade quantity cantidad
	necesito necesita preciso precisa dele dela
	todos todas todo toda all both`)

// withoutNoise returns the tokens that may speak of a product.
func (x *Index) withoutNoise(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		if placeWords[t.word] && i+1 < len(tokens) && isNumber(tokens[i+1].word) {
			out = append(out, t) // "item 2"
			continue
		}
		if t.word == "pro" && i+1 < len(tokens) && receivers[tokens[i+1].word] {
			t.word = "para" // "39 pro meu filho" is no model
		}
		if t.word == "mas" && i+1 < len(tokens) && i > 0 && determiners[tokens[i-1].word] {
			out = append(out, t) // "el más corto"
			continue
		}
		if (t.word == "caro" || t.word == "cara" || t.word == "barato" || t.word == "barata") && i > 0 && (tokens[i-1].word == "ta" || tokens[i-1].word == "muito" || tokens[i-1].word == "esta") {
			continue // "tá caro" says nothing of which
		}
		if i > 0 && contracted[tokens[i-1].word] && len(t.word) <= 2 && !hasDigit(t.word) || t.word == "first" && i == len(tokens)-1 && i > 0 && !determiners[tokens[i-1].word] {
			continue
		}
		if _, place := ordinals[t.word]; place || !fillerWords[t.word] || x.inTitle(t.word) {
			out = append(out, t)
		}
	}
	return out
}

// inTitle reports whether a title of the catalogue, other than by a stop word, has the
// word.
func (x *Index) inTitle(word string) bool {
	if stopWords[word] {
		return false
	}
	id, known := x.carried(form(word))
	return known && x.best[id] >= fieldFor
}
