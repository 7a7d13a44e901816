package catalog

import (
	"maps"
	"slices"
	"strings"
)

// units are the units of measure that belong to the number before them, by every
// spelling (folded) with the symbol.
var units = spellings(`
	gb giga gigas gigabyte gigabytes
	tb tera teras terabyte terabytes
	mb mega megas megabyte megabytes
	kg quilo quilos kilo kilos kilogramo kilogramos quilograma quilogramas
	g grama gramas gramo gramos gram grams gr
	mg miligrama miligramas
	l litro litros liter liters litre litres lt lts
	ml mililitro mililitros
	m metro metros meter meters metre metres mt mts
	cm centimetro centimetros
	mm milimetro milimetros
	w watt watts
	v volt volts
	mah
	hz hertz
	mp megapixel megapixels megapixeis
	pol polegada polegadas pulgada pulgadas inch inches
`)

// unitSymbols are the symbols of the units, each once.
var unitSymbols = slices.Compact(slices.Sorted(maps.Values(units)))

// synonyms lead the stems of the words on a line to the stem of the first: colours, the
// names of options, and common goods and materials by their English and Spanish names. A
// word that means different goods in two of the languages (copa, vaso) is on no line.
var synonyms = stems(spellings(synonymLines))

const synonymLines = `
	vermelho red rojo roja
	azul blue
	preto black negro
	branco white blanco
	cinza gray grey gris
	verde green
	amarelo yellow amarillo
	rosa pink rosado
	roxo roxa purple morado
	laranja orange naranja
	marrom brown marron
	bege beige
	dourado gold golden dorado
	prata prateado silver plateado

	cor color colour
	tamanho tamano size talla

	algodao cotton algodon
	bolsa bag handbag bolso
	bota boot
	cabo cable
	cafe coffee
	calca pants trousers pantalon
	camiseta tshirt shirt remera playera polera
	capa capinha case cover funda
	capsula capsule
	chuva rain lluvia
	carregador charger cargador
	calcado footwear calzado
	celular smartphone phone cellphone telefone telefono movil
	chinelo slipper chancla flop flipflop sandalia
	corrida running
	couro leather cuero
	descafeinado decaf decaffeinated
	fone headphone headset earphone earbud auricular audifono
	som speaker altavoz parlante bocina loudspeaker
	garrafa bottle botella
	grao grano granos
	jeans jean
	moido ground molido
	impermeavel waterproof impermeable
	geladeira fridge refrigerator refrigerador nevera heladera
	livro book libro
	meia sock calcetin
	mochila backpack rucksack
	mouse raton
	panela pan pot olla sarten
	perfume fragrance fragancia
	notebook laptop
	relogio watch reloj
	programacao programming programacion
	sapato shoe zapato
	tela screen pantalla
	termico thermal thermos termo
	treino training workout entrenamiento
	teclado keyboard
	tenis sneaker trainer zapatilla
	vidro glass vidrio

	acessorio accessory accesorio
	cozinha kitchen cocina
	mercearia grocery abarrote
	roupa clothes clothing apparel ropa vestuario

	acucar sugar azucar
	aluminio aluminum aluminium
	amendoim peanut cacahuate
	anel ring anillo
	arroz rice
	aspirador vacuum aspiradora
	avental apron delantal
	azeite olive oliva
	bambu bamboo
	bandeja tray
	batedeira mixer batidora
	bateria battery
	batom lipstick labial
	bebe baby
	bicicleta bike bicycle bici
	biscoito cookie biscuit galleta
	bola ball pelota balon
	bolo cake
	bone cap gorra
	boneca doll muneca
	borracha rubber goma
	brinco earring arete
	brinquedo toy juguete
	cachecol scarf bufanda
	cachorro dog perro
	cadeira chair silla
	cafeteira coffeemaker cafetera
	cama bed
	camera camara
	caneca mug tazon
	carne meat
	carteira wallet billetera
	casaco coat abrigo
	cebola onion cebolla
	ceramica ceramic
	cerveja beer cerveza
	cesta basket canasta
	cha tea
	chaleira kettle tetera pava
	chapeu hat sombrero
	cinto belt cinturon
	coador strainer colador
	colar necklace
	colchao mattress colchon
	colher spoon cuchara
	condicionador conditioner acondicionador
	cortina curtain
	creme cream crema
	crianca child children kid nino
	doce sweet dulce
	escada ladder escalera
	escova brush cepillo
	espelho mirror espejo
	faca knife knives cuchillo
	farinha flour harina
	feijao frijol
	ferro iron hierro
	fogao stove
	forno oven horno
	frango chicken pollo
	frigideira skillet frying
	furadeira drill taladro
	garfo fork tenedor
	gato cat
	geleia jam mermelada
	homem masculino man men hombre
	impressora printer impresora
	jaqueta jacket chaqueta chamarra
	lapis pencil lapiz
	leite milk leche
	lencol sheet sabana
	linho linen lino
	liquidificador blender licuadora
	luminaria lamp lampara
	luva glove guante
	madeira wood wooden madera
	mala suitcase luggage maleta valija
	manta blanket frazada cobija
	manteiga butter mantequilla
	maquiagem makeup maquillaje
	martelo hammer martillo
	mel honey miel
	mesa table
	microfone microphone microfono
	moedor grinder molinillo
	moletom hoodie sweatshirt sudadera
	mulher feminino woman women mujer femenino
	oculos sunglasses eyeglasses gafas anteojos
	oleo oil aceite
	ovo egg huevo
	pao bread
	papel paper
	parafuso screw tornillo
	peixe fish pescado
	pijama pajamas pyjamas
	pimenta pepper pimienta
	plastico plastic
	porcelana porcelain
	prato plate plato
	pulseira bracelet pulsera
	queijo cheese queso
	rede hammock hamaca
	sabonete soap jabon
	saia skirt falda
	sal salt
	seda silk
	suco juice jugo zumo
	tabua board
	tapete rug carpet alfombra
	tempero seasoning spice especia
	tesoura scissors tijera
	toalha towel toalla
	tomate tomato
	torradeira toaster tostadora
	travesseiro pillow almohada
	tv television televisao televisor
	vassoura broom escoba
	vela candle
	ventilador fan
	vestido dress
	vinagre vinegar
	vinho wine vino
	xampu shampoo champu
	xicara cup taza
`

// wider is what else will do where no product has a word, by terms: shoes are footwear.
var wider = map[string]string{term("sapato"): term("calcado")}

// aboutWords begin the part of a query that tells what the goods go with or are about: a
// "carregador de notebook" is a charger.
var aboutWords = wordSet("de do da dos das para pra pro del for of")

// stopWords carry no information about a product: articles, prepositions, the verbs of
// asking, greetings, and the names of options.
var stopWords = wordSet(`
	a o as os um uma uns umas de da do das dos e em no na nos nas num numa para pra por
	pelo pela com nao que qual quais se ao aos eu voce voces vc vcs meu minha me tem ter tenho
	algum alguma alguns algumas quero queria querendo gostaria preciso procuro procura
	procurando busco busca buscando buscar acha achar encontra encontrar mostra mostre
	mostrar ver vende vendem comprar compro estou to favor oi ola obrigado obrigada esse
	essa este esta isso produto produtos gastar gasto orcamento tamanho tamanhos cor cores numero modelo ate reais

	the an and or of for with in from i im want need looking look show find search buy get
	have not spend budget what which you your my please some any is are there can could would like size sizes color
	colors colour colours hi hello thanks

	el la los las un unos unas del y con quiero quisiera necesito tienen tiene hay gastar presupuesto muestra
	muestrame talla tallas colores hola gracias mi
`)

// spellings maps each word of a line to the line's first.
func spellings(lines string) map[string]string {
	table := make(map[string]string)
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		for _, word := range words {
			table[word] = words[0]
		}
	}
	return table
}

// stems is the table between the stems of its words.
func stems(table map[string]string) map[string]string {
	stemmed := make(map[string]string, len(table))
	for word, canonical := range table {
		stemmed[stem(word)] = stem(canonical)
	}
	return stemmed
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}
