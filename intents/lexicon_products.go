package intents

// synonyms give the Portuguese word that a shop's catalogue has for a word of another
// language or a colloquial one. Keys are folded and stemmed.
var synonyms = map[string]string{
	// English
	"cable": "cabo", "cord": "cabo", "coffee": "cafe", "decaf": "descafeinado", "decaffeinated": "descafeinado",
	"bean": "grao", "phone": "celular", "cellphone": "celular", "filter": "filtro", "paper": "papel",
	"charger": "carregador", "case": "capinha", "cover": "capinha", "screen": "pelicula", "protector": "pelicula",
	"glass": "vidro", "shoe": "tenis", "sneaker": "tenis", "trainer": "tenis", "running": "corrida", "run": "corrida",
	"headphone": "fone", "earphone": "fone", "earbud": "fone", "headset": "fone", "speaker": "caixinha",
	"keyboard": "teclado", "laptop": "notebook", "computer": "notebook", "wireless": "sem fio",
	"external": "externo", "drive": "ssd", "portable": "portatil", "battery": "bateria", "backpack": "mochila",
	"waterproof": "impermeavel", "shirt": "camiseta", "tshirt": "camiseta", "tee": "camiseta", "sock": "meia",
	"boot": "bota", "leather": "couro", "sandal": "chinelo", "flipflop": "chinelo", "flop": "chinelo", "slipper": "chinelo",
	"flat": "sapatilha", "cotton": "algodao", "basic": "basica", "dark": "amargo", "bitter": "amargo",
	"ground": "moido", "traditional": "tradicional", "special": "especial", "specialty": "especial", "capsule": "capsula", "pod": "capsula",
	"press": "prensa", "french": "francesa", "italian": "italiana", "pot": "cafeteira", "maker": "cafeteira",
	"bottle": "garrafa", "flask": "garrafa", "thermo": "termica", "thermal": "termica", "book": "livro", "novel": "romance",
	"sport": "esportiva", "programming": "programacao", "language": "linguagem",
	// Spanish
	"movil": "celular", "telefono": "celular", "cargador": "carregador", "funda": "capinha", "carcasa": "capinha",
	"vidrio": "vidro", "zapatilla": "tenis", "zapato": "tenis", "deportiva": "esportiva", "correr": "corrida",
	"auricular": "fone", "audifono": "fone", "altavoz": "caixinha", "parlante": "caixinha", "raton": "mouse", "portatile": "notebook",
	"bocina": "caixinha", "grano": "grao", "molido": "moido", "papele": "papel", "libro": "livro",
	"inalambrico": "sem fio", "botella": "garrafa", "termo": "garrafa", "cuero": "couro", "calcetin": "meia", "calcetine": "meia",
	"camisa": "camiseta", "yerba": "erva", "hierba": "erva", "descafeinada": "descafeinado", "disco": "ssd",
	"tradicionale": "tradicional", "chancla": "chinelo", "ojota": "chinelo",
	"externa": "externo", "lapiz": "caneta", "portatil": "portatil",
	// Portuguese, colloquial
	"smartphone": "celular", "fonezinho": "fone", "cafezinho": "cafe", "capa": "capinha", "hd": "ssd",
	"powerbank": "bateria", "carregadorzinho": "carregador", "havaiana": "havaianas",
	"desca": "descafeinado", "fonte": "carregador", "headfone": "fone", "blusinha": "camiseta",
}

// colors give one folded Portuguese form for each colour word.
var colors = map[string]string{
	"preto": "preto", "preta": "preto", "black": "preto", "negro": "preto", "negra": "preto",
	"branco": "branco", "branca": "branco", "white": "branco", "blanco": "branco", "blanca": "branco",
	"azul": "azul", "azui": "azul", "blue": "azul", "azule": "azul",
	"vermelho": "vermelho", "vermelha": "vermelho", "red": "vermelho", "rojo": "vermelho", "roja": "vermelho",
	"rosa": "rosa", "pink": "rosa", "verde": "verde", "green": "verde",
	"cinza": "cinza", "gray": "cinza", "grey": "cinza", "gri": "cinza",
	"marrom": "marrom", "brown": "marrom", "marron": "marrom", "nude": "nude",
	"amarelo": "amarelo", "amarela": "amarelo", "yellow": "amarelo", "amarillo": "amarelo", "amarilla": "amarelo",
	"laranja": "laranja", "orange": "laranja", "naranja": "laranja",
	"roxo": "roxo", "roxa": "roxo", "purple": "roxo", "morado": "roxo", "bege": "bege", "beige": "bege",
}

// stopWords carry no meaning for a product.
var stopWords = wordSet(`
	a o as os um uma uns umas de da do das dos e ou em no na nos nas ao aos com pra pras pros para por pelo pela
	que qual meu minha meus minhas seu sua teu tua nosso eu me mim te se lhe voce voces vc vcs ai la ja so tambem tb tbm entao agora
	favor gentileza pf pfv pfvr pls plz obrigado obrigada ola oi bom boa dia tarde noite esse essa este esta isso isto aquele aquela
	desse dessa deste desta dele dela deles delas ser eh ne viu mesmo ainda mais numero num nr n tamanho tam numeracao cor
	the size color colour an of for to in on my your our i it is are and or with please some this that these those one ones you me us can could would
	talla el los las un una unos unas del al y con mi mis tu su por se lo le que esta este ese esa eso
	carrinho sacola cesta pedido compra checkout cart basket bag order carrito bolsa cesta lista
	produto produtos item itens product products items articulo producto productos modelo tipo marca
	bags bag unidade unidades pacote pacotes unit units pack packs pcs paquete paquetes unidad box boxes par pares pair pairs
	sera seria gostaria preciso desejo necesito need want essas esses estas estes aqueles aquelas desses dessas destes destas esas esos estos what which who
	pode poderia podia podes podem consegue conseguir como voltar queria can could would will may puede puedes podria podrias quer quero diz diga
	hi hello hey hola gracias thanks lugar instead cada tudo bem
`)

// sizeCues come before a size.
var sizeCues = table("tamanho|tam|size|talla|numero|numeracao|nr|n")
