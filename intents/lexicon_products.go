package intents

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
var sizeCues = table("calcar~|vestir~|calca|calco|veste|visto|calza|calzo|calzan|wears|wear a|wear size|shoe size|talle|talles|del numero|de numero|el numero|tamanho|tam|size|talla|numero|numeracao|nr|n")
