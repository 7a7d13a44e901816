package intents

import "strings"

// Words that end in one of these marks stand in the tables for all forms of a verb,
// written as its infinitive: tirar~ is Portuguese, quitar^ Spanish.
const (
	portugueseVerb = "~"
	spanishVerb    = "^"
)

// forms returns what a word of a table stands for: all forms of a marked verb, else the
// word itself.
func forms(word string) []string {
	if verb, ok := strings.CutSuffix(word, portugueseVerb); ok {
		return conjugate(verb, portugueseForms, portugueseIrregular)
	}
	if verb, ok := strings.CutSuffix(word, spanishVerb); ok {
		return withPronouns(conjugate(verb, spanishForms, spanishIrregular))
	}
	return []string{word}
}

// The endings of the regular verbs, folded: the forms in which people ask, say what they
// do, and what they want ("bota", "bote", "botar", "botando", "botaria"). What was done asks
// for nothing: "botei" is no form here.
// Without accents the voseo of Spanish (agregá) is the same as the tuteo.
var (
	portugueseForms = map[string][]string{
		"ar": strings.Fields("ar a e o ando am em amos emos as aria"),
		"er": strings.Fields("er e a o endo em am emos es eria"),
		"ir": strings.Fields("ir e a o indo em am imos es iria"),
	}
	spanishForms = map[string][]string{
		"ar": strings.Fields("ar a e o ando as es amos emos an en aria"),
		"er": strings.Fields("er e a o iendo es as emos en an eria i"),
		"ir": strings.Fields("ir e a o iendo es as imos en an iria i"),
	}
)

// The verbs that no rule makes, with their forms.
var (
	portugueseIrregular = map[string]string{
		"por":       "poe ponha pondo ponho punha poem ponham poes",
		"ver":       "ver ve veja vendo vejo vemos",
		"fazer":     "fazer faz faca fazendo faco fazemos faria",
		"trazer":    "trazer traz traga trazendo trago",
		"querer":    "querer quero quer queria querendo queremos quis quiser quisesse",
		"pedir":     "pedir pede peca pedindo peco pedimos",
		"preferir":  "preferir prefiro prefere prefira preferia preferimos",
		"conferir":  "conferir confere confira confiro conferindo",
		"subir":     "subir sobe suba subo subindo",
		"reduzir":   "reduzir reduz reduza reduzo reduzindo",
		"produzir":  "produzir",
		"inserir":   "inserir insere insira insiro inserindo",
		"repetir":   "repetir repete repita repito repetindo",
		"desfazer":  "desfazer desfaz desfaca desfazendo",
		"perder":    "perder",
		"dar":       "dar",
		"ir":        "ir vamos bora",
		"manter":    "manter mantem mantenha mantenho",
		"sugerir":   "sugerir sugere sugira sugerem",
		"exibir":    "exibir exibe exiba exibindo",
		"despedir":  "despedir",
		"adquirir":  "adquirir adquire adquira adquiro adquirindo",
		"corrigir":  "corrigir corrige corrija corrijo corrigindo",
		"dividir":   "dividir divide divida divido dividindo dividido",
		"resumir":   "resumir resume resuma",
		"desistir":  "desistir desisto desisti desiste desistimos desistindo",
		"despachar": "despachar despacha despache despacharam",
	}
	spanishIrregular = map[string]string{
		"poner":      "poner pon pone ponga pongo poniendo pones pongan pongas",
		"querer":     "querer quiero quiere quisiera queria queremos quieres querria",
		"hacer":      "hacer haz hace haga hago haces hagas",
		"mostrar":    "mostrar muestra mostra muestre muestro mostrando muestras muestres mostras",
		"mover":      "mover",
		"reducir":    "reducir reduce reduzca reduzco reducis",
		"anadir":     "anadir anade anada anado anades anadas anadiendo anadi",
		"incluir":    "incluir incluye incluya incluyo incluyes incluyas inclui",
		"sustituir":  "sustituir sustituye sustituya",
		"concluir":   "concluir concluye concluya",
		"vaciar":     "vaciar vacia vacie vacias",
		"cerrar":     "cerrar cierra cerra cierre cierro cierras cierres",
		"enviar":     "enviar envia envie envio envias",
		"recoger":    "recoger recojo recoge recoja",
		"contar":     "contar cuenta conta cuente cuentas",
		"decir":      "decir di dime decime diga digame",
		"encontrar":  "encontrar encuentra encontra encuentre",
		"recomendar": "recomendar recomienda recomenda recomiende recomiendas recomendas recomiendan",
		"confirmar":  "confirmar confirma confirme confirmo confirmas",
		"sumar":      "sumar suma sume sumo sumas sumes",
		"conseguir":  "conseguir consigue consiga consigo",
		"probar":     "probar",
		"subir":      "subir sube suba subo subi subes",
		"duplicar":   "duplicar duplica duplique",
		"ver":        "ver vea veo",
	}
)

// spanishPronouns are written together with the verb before them: agregame, quitalo.
var spanishPronouns = []string{"me", "lo", "la", "los", "las", "le", "nos", "te", "melo", "mela", "melos", "melas"}

func conjugate(verb string, endings map[string][]string, irregular map[string]string) []string {
	if list, ok := irregular[verb]; ok {
		return strings.Fields(list)
	}
	if len(verb) < 3 {
		return []string{verb}
	}
	stem, class := verb[:len(verb)-2], verb[len(verb)-2:]
	out := make([]string, 0, len(endings[class])+2)
	for _, ending := range endings[class] {
		for _, s := range softened(stem, class, ending) {
			out = append(out, s+ending)
		}
	}
	if strings.HasSuffix(verb, "uir") {
		out = append(out, stem+"i")
	}
	return out
}

// softened writes the end of a stem as its sound before e and i demands: colocar, coloque;
// pagar, pague; lançar, lance.
func softened(stem, class, ending string) []string {
	if class != "ar" || ending[0] != 'e' {
		return []string{stem}
	}
	switch stem[len(stem)-1] {
	case 'c':
		return []string{stem[:len(stem)-1] + "qu", stem}
	case 'g':
		return []string{stem + "u"}
	case 'z':
		return []string{stem[:len(stem)-1] + "c", stem}
	}
	return []string{stem}
}

func withPronouns(list []string) []string {
	out := list
	for _, form := range list {
		for _, p := range spanishPronouns {
			out = append(out, form+p)
		}
	}
	return out
}
