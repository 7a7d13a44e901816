package intents

// cue is what a clause may want, told by its words.
type cue int

// The cues, in the order in which they win when a clause has several.
const (
	cueNone cue = iota
	cueEmpty
	cueReplace
	cueRemove
	cueUpdate
	cueCancel
	cueOrder
	cueCompare
	cueCart
	cuePrice
	cuePay
	cueSearch
	cueAvailable
	cueHelp
	cueCoupon
	cueAdd
)

// cuePhrases are the words of each cue in Portuguese, English and Spanish, folded.
var cuePhrases = []struct {
	cue   cue
	words phrases
}{
	{cueEmpty, table(`
		esvazia|esvaziar|esvazie|limpa o carrinho|limpar o carrinho|limpe o carrinho|limpa a carrinho|limpa tudo|tira tudo|tirar tudo|tire tudo|remove tudo
		remova tudo|remover tudo|exclui tudo|apaga tudo|apagar tudo|deleta tudo|zera o carrinho|zerar o carrinho|zera tudo|tira todos os itens
		remova todos os itens|remove todos os itens|empty my cart|empty the cart|empty cart|empty my bag|empty the bag|clear my cart|clear the cart|clear cart|clear everything
		remove everything|delete everything|take everything out|remove all items|remove all|vacia el carrito|vaciar el carrito|vacia|quita todo|saca todo|elimina todo|borra todo`)},
	{cueReplace, table(`
		troca|trocar|troque|troco|substitui|substituir|substitua|swap|replace|switch|exchange|cambia|cambiar|cambie|reemplaza|sustituye|em vez do|em vez da|ao inves do|ao inves da`)},
	{cueRemove, table(`
		tira|tirar|tire|retira|retire|remove|remova|remover|exclui|excluir|exclua|apaga|apagar|apague|deleta|deletar|delete|elimina|eliminar|elimine|desfaz
		nao quero mais|nao quero o|nao quero a|nao preciso mais|nao precisa mais|sem o|sem a|desisti do|desisti da|desisto do|desisto da|arranca|descarta|joga fora
		take out|take off|take away|get rid of|drop|never mind the|nevermind the|never mind|forget the|i don t want|don t want|no longer want|no longer need|without the
		quita|quitar|quite|quitame|saca|sacar|saque|sacame|borra|borrar|ya no quiero|no quiero el|no quiero la|no quiero mas|olvida el|olvida la|sin el|sin la`)},
	{cueUpdate, table(`
		muda|mudar|mude|altera|alterar|altere|ajusta|ajustar|ajuste|corrige|corrigir|aumenta|aumentar|aumente|diminui|diminuir|diminua|reduz|reduzir|reduza|sobe|baixa
		deixa so|deixar so|deixe so|deixa apenas|deixa somente|deixa|deixe|fica com so|atualiza|atualizar|atualize|passa para|passa pra
		change|update|make it|make that|increase|decrease|reduce|raise|lower|keep only|just keep|leave only|bump
		modifica|modificar|actualiza|actualizar|sube|aumentar a|reduce a|reducir|que sean|deja solo|deja|pon solo`)},
	{cueCancel, table(`
		cancela|cancelar|cancele|desisto|desisti|desistir|cancel|abort|abandona|abandonar|anula|anular|anule|nao quero mais nada|nao quero mais comprar|nao quero comprar mais|ya no quiero nada|forget the whole thing|forget the order`)},
	{cueOrder, table(`
		cade meu pedido|cade o meu pedido|cade o pedido|onde esta meu pedido|onde esta o meu pedido|onde ta meu pedido|onde anda meu pedido|status do pedido|status do meu pedido|situacao do pedido|meu pedido ja|quando chega meu pedido
		quando chega o meu pedido|quando chega|acompanhar pedido|acompanhar meu pedido|acompanhar o pedido|rastrear|rastreia|rastreio|rastreamento|codigo de rastreio|consultar pedido|consulta o pedido|ver meu pedido|meu pedido chegou|ja enviaram
		pedido saiu|pedido foi enviado|where is my order|where s my order|order status|status of my order|status of order|track my order|track order|tracking|track|when will my order|has my order|my last order|ultimo pedido
		donde esta mi pedido|estado de mi pedido|estado del pedido|rastrea|seguimiento|mi pedido llego|cuando llega mi pedido|cuando llega`)},
	{cueCompare, table(`
		diferenca entre|diferencas entre|diferenca do|compara|comparar|compare|comparacao|qual e mais barato|qual e o mais barato|qual o mais barato|qual a mais barata|qual e mais caro|qual e melhor|qual o melhor|which is cheaper|which one is cheaper|which is better|which is the cheapest|cual es mas barato|cual es mejor|difference between|differences between|diferencia entre|versus|vs`)},
	{cuePrice, table(`
		quanto custa|quanto custam|quanto e|quanto sao|quanto sai|quanto ta|quanto esta|quanto vale|quanto fica|quanto q e|quanto que e|qual o preco|qual o valor|qual e o preco|qual e o valor|preco do|preco da|preco de|valor do|valor da
		me fala do|me fala da|me fale do|me fale da|me fala sobre|fala mais sobre|detalhes do|detalhes da|detalhes sobre|me conta do|informacoes do|informacoes sobre|quais as cores|quais cores|que cores|quais os tamanhos|quais tamanhos|que tamanhos|qual a garantia|qual o tamanho|ficha tecnica|especificacoes|como e o|como e a
		how much is|how much are|how much does|how much do|how much for|how much|price of|what s the price|what is the price|tell me about|tell me more about|details of|details on|details about|more about|what colors|what colours|which colors|what sizes|which sizes|specs
		cuanto cuesta|cuanto cuestan|cuanto vale|cuanto es|cuanto sale|precio del|precio de|que precio|a cuanto|que colores|que tallas|dime sobre|detalles del|detalles de|cuentame`)},
	{cueCart, table(`
		mostra o carrinho|mostra meu carrinho|mostrar carrinho|mostre o carrinho|mostre meu carrinho|mostra a carrinho|ver carrinho|ver o carrinho|ver meu carrinho|ver a carrinho|ver minha carrinho|o que tem no|oq tem no|o que ta no|o que tenho no
		que tem no carrinho|quanto deu|quanto ficou|quanto deu o total|quanto deu tudo|quanto ta dando|qual o total|qual e o total|valor total|total da compra|total do pedido|quanto e o total|resumo|resumo do pedido|resumo da compra|listar carrinho|como esta meu carrinho
		what s in my|what is in my|what do i have|show my cart|show me my cart|show the cart|show cart|view cart|view my cart|see my cart|my cart so far|what s the total|what is the total|how much is the total|how much is it all|order summary|summary|my total|total so far
		muestrame el carrito|muestra el carrito|muestra mi carrito|ver el carrito|ver mi carrito|que hay en mi|que hay en el|que tengo en|cuanto es el total|cual es el total|total del pedido|resumen`)},
	{cuePay, table(`
		pagar|pago|pague|paga|pagarei|pagamento|finalizar|finaliza|finalize|finalizo|fechar|fecha|feche|fechamos|concluir|conclui|conclua|encerrar|pode cobrar|cobra|cobre|cobrar|cobranca|gera o pix|gerar o pix|gere o pix|gera um pix|gera pix|manda o pix|passa o pix|faz o pix|parcela|parcelar|parcele|parcelado|parcelas
		pay|paying|payment|check out|checkout please|proceed to checkout|go to checkout|place the order|place my order|place order|complete the order|complete my order|complete my purchase|complete the purchase|finish|finalize|charge me|charge it|charge my|i m ready to buy|buy now|generate the pix|generate a pix
		quiero pagar|pagare|pagar con|finaliza la compra|terminar|termina la compra|cerrar|cierra|concluye|cobrame|cuotas|genera el pix|generar el pix|comprar ahora|confirmar compra|confirmar pedido|confirmar a compra|confirmar o pedido|confirma o pedido`)},
	{cueSearch, table(`
		procura|procurar|procuro|procurando|procure|busca|buscar|busco|buscando|busque|pesquisa|pesquisar|pesquise|me mostra|mostra|mostre|mostrar|me mostre|lista|listar|liste|quais|que tipos de|tem opcoes de|opcoes de|vendem|vende|voces vendem|quero ver|queria ver|ver opcoes|tem algum|tem alguma|tem alguns|me indica|indica|recomenda|recomende|me recomenda|sugere|me sugere|sugestao|sugestoes|encontra|encontre|acha|ache|me acha|preciso achar
		show me|show|search|search for|find|find me|look for|looking for|i m looking for|browse|do you sell|do you carry|recommend|suggest|list|which|what kind of
		muestrame|muestra|busca|encuentra|venden|que opciones|recomiendas|recomienda|cuales|quiero ver|estoy buscando|estoy buscando un|necesito encontrar`)},
	{cueAvailable, table(`
		tem|voces tem|vcs tem|vc tem|voce tem|do you have|got any|have you got|any|tienen|tienes|hay|tera|existe|disponivel|em estoque|is there|available|in stock|does|comes in|come in|disponible|viene en|vem em|vem no`)},
	{cueHelp, table(`
		ajuda|me ajuda|ajude|me ajude|ajudar|como funciona|como faco|o que voce faz|o que vc faz|oq vc faz|o que voce pode fazer|o que da pra fazer|quais comandos|menu|socorro|como compro|como eu compro|como comprar
		help|help me|what can you do|how does this work|how do i|how does it work|what do you do|ayuda|ayudame|que puedes hacer|como funciona esto|que haces|como compro`)},
	{cueCoupon, table(`
		usa|usar|use|uso|aplica|aplicar|aplique|apply|tenho um cupom|tenho o cupom|tenho um codigo|tenho cupom|com o cupom|com cupom|i have a coupon|i have a code|i have a promo|with coupon|with code|tengo un cupon|con el cupon`)},
	{cueAdd, table(`
		adiciona|adicionar|adicione|adicionem|adiciono|acrescenta|acrescentar|acrescente|inclui|incluir|inclua|coloca|colocar|coloque|bota|botar|bote|poe|ponha|pon|mete|meter|joga|jogar|jogue|manda|mandar|mande|me ve|separa|separar|separe|arruma|traz|traga|quero|qro|queria|gostaria|gostaria de|desejo|preciso|precisava|levo|levar|vou levar|vou querer|vou de|bora de|fico com|compra|comprar|compre|compro|me da|me arranja|pega|pegar|pegue|reserva|encomenda
		add|put|get|get me|give me|i want|i d like|i would like|i ll take|i ll have|i need|can i get|can i have|could i get|could i have|take|buy|buying|order me|throw in|include|grab|toss in|send me|let me get|let me have|i ll get|want|need
		agrega|agregar|agregame|anade|anadir|anademe|ponme|poner|pongame|quiero|quisiera|me llevo|llevo|llevar|llevame|dame|deme|necesito|mete|meteme|incluye|incluir|compra|comprar|me gustaria|echa|echame|sumale|suma`)},
}

// shippingWords speak of delivery; shippingActs choose one.
var (
	shippingWords = table(`
		entrega|frete|envio|envia|postagem|shipping|delivery|ship|despacho|opcao de entrega|opcao de frete|transporte|correio|correios|modalidade`)
	pickupWords = table(`
		retirar na loja|retiro na loja|retirada|retirar no balcao|retirar ai|buscar na loja|busco na loja|pegar na loja|pego na loja|vou retirar|vou buscar|retiro ai|pick up|pickup|pick it up|collect in store|collect it|i ll collect
		recoger|recojo|retiro en tienda|retirar en tienda|recogida|paso a buscar`)
	expressWords  = table(`sedex|expresso|expressa|express|expreso|sedex 10`)
	standardWords = table(`pac|normal|padrao|standard|economica|economico|comum|convencional|regular|estandar|simples`)
	cheapestWords = table(`mais barato|mais barata|mais em conta|menor preco|menor valor|cheapest|least expensive|mas barato|mas barata|mais economica|mais economico|mas economico`)
	dearestWords  = table(`mais caro|mais cara|maior preco|most expensive|priciest|mas caro|mas cara`)
	fastestWords  = table(`mais rapido|mais rapida|mais ligeiro|chega antes|chegar antes|mais veloz|fastest|quickest|soonest|mas rapido|mas rapida|mais cedo`)
)

// methodWords are the ways of paying.
var methodWords = []struct {
	method string
	words  phrases
}{
	{"pix", table("pix")},
	{"debit_card", table("debito|debit|cartao de debito|debit card|tarjeta de debito|no debito")},
	{"wallet", table("google pay|gpay|apple pay|carteira digital|wallet|samsung pay|billetera|mercado pago")},
	{"boleto", table("boleto|boleto bancario")},
	{"credit_card", table("cartao|credito|credit|card|credit card|tarjeta|cartao de credito|mastercard|visa")},
}

// moreWords ask for further pieces of what was spoken of.
var moreWords = table("mais|more|another|otro|otra|outro|outra|mas")

// correctionWords open a clause that restates something.
var correctionWords = table(`
	na verdade|alias|quer dizer|ou melhor|melhor|minto|ops|opa|corrigindo|errei|digo|nao pera|perai
	actually|i mean|no wait|wait|sorry|rather|make that|oops|scratch that
	mejor|mejor dicho|en realidad|perdon|digo|no espera`)

// insteadWords close a clause with what it no longer is.
var insteadWords = table("em vez de|ao inves de|no lugar de|instead of|rather than|en vez de|en lugar de")

// exceptWords name what stays when everything else goes.
var exceptWords = table("menos|exceto|fora|tirando|salvo|except|except for|but|but not|excepto|a excepcion de")

// negations turn the verb that follows around.
var negations = wordSet("nao no not don dont never nunca jamais nem n num")

// connectors may stand between two clauses, joiners between the parts of a list.
var (
	connectors = wordSet("e and y depois then luego entao tambem also mas but pero ai plus despues")
	joiners    = wordSet("e and y mais plus")
)
