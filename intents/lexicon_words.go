package intents

// shippingWords speak of delivery; shippingActs choose one.
var (
	shippingWords = table(`
		mandar~ do jeito|do jeito mais|mandar~ por|mandar~ no|mandar~ pelo|mandar~ pela|enviar~|postar~|despachar~|enviar^|mandar^ por|fulfillment|fulfilment|correo|entrega|frete|envio|envia|postagem|shipping|delivery|ship|despacho|opcao de entrega|opcao de frete|transporte|correio|correios|modalidade`)
	pickupWords = table(`
		retirar~ na loja|passar~ na loja|buscar~ na loja|pegar~ na loja|retirar~ pessoalmente|buscar~ pessoalmente|retirar~ em maos|retirar na loja|retiro na loja|retirada|retirar no balcao|retirar ai|buscar na loja|busco na loja|pegar na loja|pego na loja|vou retirar|vou buscar|retiro ai|pick up|pickup|pick it up|collect in store|store pickup|instore|collect it|i ll collect
		recoger^ en tienda|recoger^ en la tienda|retirar^ en tienda|retirar^ en la tienda|pasar^ por la tienda|pasar^ a buscar|pasar^ a recoger|recoger|recojo|retiro en tienda|retirar en tienda|recogida|paso a buscar`)
	expressWords  = table(`rapida|rapido|rapidinha|fast|expresa|expres|sedex|expresso|expressa|express|expreso|sedex 10`)
	standardWords = table(`pac|normal|padrao|standard|economica|economico|comum|convencional|regular|estandar|simples`)
	cheapestWords = table(`mais barato|mais barata|mais baratos|mais baratas|mais baratinho|mais baratinha|mais em conta|menor preco|menor valor|menor custo|menos custo|baratinho|baratinha|cheapest|lowest cost|low cost|lowest price|least expensive|the cheaper|cheaper|cheaper one|mas baratito|mas barato|mas barata|mas economica|mais economica|mais economico|mas economico`)
	dearestWords  = table(`mais caro|mais caros|mais caras|mais carinh*|mais salgado|mais salgada|mais cara|maior preco|most expensive|more expensive|pricier|priciest|mas caro|mas cara`)
	fastestWords  = table(`mais rapido|mais rapida|mais ligeiro|chega antes|chegar antes|mais veloz|fastest|quickest|soonest|mas rapido|mas rapida|mais cedo`)
)

// methodWords are the ways of paying.
var methodWords = []struct {
	method string
	words  phrases
}{
	{"pix", table("pix|qr code|qrcode|qr|copia e cola")},
	{"debit_card", table("debito|debit|cartao de debito|debit card|tarjeta de debito|no debito")},
	{"wallet", table("google pay|gpay|apple pay|carteira digital|wallet|samsung pay|billetera|mercado pago")},
	{"boleto", table("boleto|boletinho|boletao|boleto bancario")},
	{"credit_card", table("cartao|credito|credit|card|credit card|tarjeta|cartao de credito|mastercard|visa")},
}

// moreWords ask for further pieces of what was spoken of.
var moreWords = table("mais|more|another|otro|otra|outro|outra|mas")

// correctionWords open a clause that restates something.
var correctionWords = table(`
	botei demais|coloquei demais|coloquei errado|botei errado|pedi errado|errei a quantidade|quantidade ta errada|quantidade esta errada|quantidade veio errada|quantidade ficou errada|quantidade errada|errei o numero|numero errado|wrong quantity|quantity is wrong|quantity is off|wrong number|cantidad esta mal|cantidad equivocada|cantidad incorrecta|cantidad errada|puse de mas|puse mal|tava errado|ta errado|esta errado|estava errado|that s wrong|esta mal|na verdade|na real|alias|quer dizer|quero dizer|quis dizer|ou melhor|melhor|minto|ops|opa|opa errei|ops errei|eita|corrigindo|correcao|errei|me enganei|enganei|digo|nao pera|pera|perai|pera ai|espera|pensando bem|pensando melhor|repensando|mudei de ideia|desculpa|perdao|ah nao|nao nao|ih nao|ih|xi nao|vixe nao|eita nao|putz nao|putz|oxe nao|nossa nao|calma nao|nao espera|nao calma|nao minto|nao perdao|espera ai|calma ai|retificando|foi mal
	actually|i mean|i meant|oops i meant|no wait|wait|sorry|rather|make that|oops|oh no|no sorry|wait no|hold on|scratch that|on second thought|correction|my bad|let me correct
	mejor|mejor dicho|en realidad|perdon|digo|quise decir|no espera|espera|me equivoque|pensandolo bien|corrijo|ay no`)

// asides name what comes later and is not asked for now.
var asides = table("no more items|no more products|no more things|o resto mantem|mantem o resto|o resto fica|o resto deixa|deixa o resto|o resto continua|the rest stays|keep the rest|leave the rest|el resto queda|deja el resto|em vez disso|ao inves disso|en cambio|en vez de eso|no lugar dele|no lugar dela|antes de fechar~|antes de finalizar~|antes de pagar~|antes de confirmar~|antes de concluir~|antes de cobrar~|antes de gerar pix|antes de gerar o pix|before paying|before i pay|before you charge|before checkout|before checking out|before i check out|before confirming|antes de pagar^|antes de cerrar^|nem precisa confirmar|nao precisa confirmar|sem precisar confirmar|sem confirmar|no need to confirm|no hace falta confirmar|fazendo favor" +
	"|tava vendo aqui|estava vendo aqui|tava olhando aqui|estava olhando aqui|tava vendo|estava vendo|tava olhando|estava olhando|i was looking at|was looking at|estuve viendo|estaba viendo|estaba mirando|after all|afinal de contas|no fim das contas|al final de cuentas|if possible|se possivel|se der|se puder|deus lhe pague|deus te pague|deus que lhe pague|deus abencoe|deus te abencoe|deus lhe abencoe|que deus te abencoe|deus te ajude|fica com deus|fique com deus|vai com deus|gracas a deus|se deus quiser|pelo amor de deus|em nome de jesus|deus me livre|nossa senhora|god bless|god bless you|bless you|bless your heart|thank god|dios se lo pague|dios te lo pague|dios te bendiga|dios lo bendiga|gracias a dios|si dios quiere" +
	"|faca a gentileza de|faca gentileza de|faz a gentileza de|fazer a gentileza de|faca o favor de|faz o favor de|fazer o favor de|tenha a bondade de|tem a bondade de|teria a bondade de|por obsequio|teria a gentileza de|tenha a gentileza de|com sua licenca|desculpa incomodar|desculpe incomodar|desculpa o incomodo|sem querer incomodar|sem pressa|quando puder|assim que puder|quando der|be so kind as to|be so kind and|do me a favor and|would you mind|if it s not too much trouble|sorry to bother you|whenever you can|no rush|hagame el favor de|hazme el favor de|me hace el favor de|me haces el favor de|tenga la amabilidad de|seria tan amable de|sin apuro|cuando puedas|cuando pueda")

// restated are the words between a correction and what it restates.
var restated = table("eu disse|disse|falei|eu falei|i said|dije|yo dije|pode ser|na verdade|actually|en realidad|era|eram|era para ser|era pra ser|eram para ser|eram pra ser|sao|seria|seriam|sejam|seja|e|foram|quero|queria|it s|it was|they re|should be|should have been|be|i want|es|eran|son|sean|serian|quiero|so|apenas|somente|only|just|solo")

// insteadWords close a clause with what it no longer is.
var insteadWords = table("em vez de|em vez do|em vez da|em vez dos|em vez das|ao inves de|ao inves do|ao inves da|no lugar de|no lugar do|no lugar da|instead of|rather than|en vez de|en vez del|en lugar de|en lugar del")

// exceptWords name what stays when everything else goes.
var exceptWords = table(`
	o que nao for|que nao for|o que nao forem|que nao forem|que nao seja|que nao sejam|o que nao e|que nao e|o que nao sao|que nao sao|com excecao do|com excecao da|a excecao do|a excecao da|a nao ser|menos|exceto|fora|tirando|salvo
	that isn t|that is not|that aren t|that are not|which isn t|which aren t|other than|apart from|aside from|bar|excluding|save|except|except for|but|but not
	que no sea|que no sean|que no es|que no son|lo que no sea|lo que no sean|salvo|menos|excepto|a excepcion de|a excepcion del|fuera de`)

// negations turn the verb that follows around.
var negations = wordSet("nao no not don dont never nunca jamais nem n num")

// connectors may stand between two clauses, joiners between the parts of a list.
var (
	connectors = wordSet("e and y depois then luego entao tambem also mas but pero ai plus despues")
	joiners    = wordSet("nem ni nor e and y mais plus")
)
