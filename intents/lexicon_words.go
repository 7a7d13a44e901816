package intents

// shippingWords speak of delivery; shippingActs choose one.
var (
	shippingWords = table(wordList("words shippingWords"))
	pickupWords   = table(wordList("words pickupWords"))
	expressWords  = table(wordList("words expressWords"))
	standardWords = table(wordList("words standardWords"))
	cheapestWords = table(wordList("words cheapestWords"))
	dearestWords  = table(wordList("words dearestWords"))
	fastestWords  = table(wordList("words fastestWords"))
)

// methodWords are the ways of paying.
var methodWords = []struct {
	method string
	words  phrases
}{
	{"pix", table("pix|qr code|qrcode|qr|copia e cola")},
	{"debit_card", table(wordList("words methodWords debit_card"))},
	{"wallet", table(wordList("words methodWords wallet"))},
	{"boleto", table("boleto|boletinho|boletao|boleto bancario")},
	{"credit_card", table(wordList("words methodWords credit_card"))},
}

// moreWords ask for further pieces of what was spoken of.
var moreWords = table(wordList("words moreWords"))

// correctionWords open a clause that restates something.
var correctionWords = table(wordList("words correctionWords"))

// asides name what comes later and is not asked for now.
var asides = table("no more items|no more products|no more things|o resto mantem|mantem o resto|o resto fica|o resto deixa|deixa o resto|o resto continua|the rest stays|keep the rest|leave the rest|el resto queda|deja el resto|em vez disso|ao inves disso|en cambio|en vez de eso|no lugar dele|no lugar dela|antes de fechar~|antes de finalizar~|antes de pagar~|antes de confirmar~|antes de concluir~|antes de cobrar~|antes de gerar pix|antes de gerar o pix|before paying|before i pay|before you charge|before checkout|before checking out|before i check out|before confirming|antes de pagar^|antes de cerrar^|nem precisa confirmar|nao precisa confirmar|sem precisar confirmar|sem confirmar|no need to confirm|no hace falta confirmar|fazendo favor" +
	"|tava vendo aqui|estava vendo aqui|tava olhando aqui|estava olhando aqui|tava vendo|estava vendo|tava olhando|estava olhando|i was looking at|was looking at|estuve viendo|estaba viendo|estaba mirando|after all|afinal de contas|no fim das contas|al final de cuentas|if possible|se possivel|se der|se puder|deus lhe pague|deus te pague|deus que lhe pague|deus abencoe|deus te abencoe|deus lhe abencoe|que deus te abencoe|deus te ajude|fica com deus|fique com deus|vai com deus|gracas a deus|se deus quiser|pelo amor de deus|em nome de jesus|deus me livre|nossa senhora|god bless|god bless you|bless you|bless your heart|thank god|dios se lo pague|dios te lo pague|dios te bendiga|dios lo bendiga|gracias a dios|si dios quiere" +
	"|faca a gentileza de|faca gentileza de|faz a gentileza de|fazer a gentileza de|faca o favor de|faz o favor de|fazer o favor de|tenha a bondade de|tem a bondade de|teria a bondade de|por obsequio|teria a gentileza de|tenha a gentileza de|com sua licenca|desculpa incomodar|desculpe incomodar|desculpa o incomodo|sem querer incomodar|sem pressa|quando puder|assim que puder|quando der|be so kind as to|be so kind and|do me a favor and|would you mind|if it s not too much trouble|sorry to bother you|whenever you can|no rush|hagame el favor de|hazme el favor de|me hace el favor de|me haces el favor de|tenga la amabilidad de|seria tan amable de|sin apuro|cuando puedas|cuando pueda")

// restated are the words between a correction and what it restates.
var restated = table(wordList("words restated"))

// insteadWords close a clause with what it no longer is.
var insteadWords = table(wordList("words insteadWords"))

// exceptWords name what stays when everything else goes.
var exceptWords = table(wordList("words exceptWords"))

// negations turn the verb that follows around.
var negations = wordSet(wordList("words negations"))

// connectors may stand between two clauses, joiners between the parts of a list.
var (
	connectors = wordSet(wordList("words connectors"))
	joiners    = wordSet(wordList("words joiners"))
)
