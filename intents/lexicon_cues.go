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

// cuePhrases are the words of each cue in Portuguese, English and Spanish, folded. Words
// of glue may stand between those of a phrase; marked verbs have all their forms.
var cuePhrases = []struct {
	cue   cue
	words phrases
}{
	{cueEmpty, table(`
		esvaziar~|esvazia|limpar~ carrinho|limpar~ tudo|limpar~ lista|zerar~ carrinho|zerar~ tudo|tirar~ tudo|tirar~ todos|tirar~ todos itens|tirar~ todos produtos|tirar~ as coisas todas
		remover~ tudo|remover~ todos itens|remover~ todos produtos|remover~ todos os itens|remover~ todos os produtos|retirar~ tudo|retirar~ todos itens|excluir~ tudo|apagar~ tudo|deletar~ tudo|eliminar~ tudo|jogar~ tudo fora
		deixa carrinho vazio|deixar carrinho vazio|comecar~ do zero|comecar~ de zero|comecar~ de novo|comecar~ tudo de novo|recomecar~|recomeca|reiniciar~ carrinho|reiniciar~ compra|descartar~ tudo|tudo fora|quero nada disso no carrinho
		empty cart|empty bag|empty the whole cart|clear cart|clear bag|clear out cart|clear everything|clear it all|clear all|wipe cart|wipe everything|remove everything|remove it all|delete everything|delete all items|delete all
		take everything out|take it all out|take everything off|remove all items|remove all products|remove all of it|remove all|dump everything|dump it all|start over|start from scratch|reset cart|get rid of everything|everything goes|everything out|drop everything
		vaciar^ carrito|vaciar^|vaciar^ todo|limpiar^ carrito|limpiar^ todo|quitar^ todo|sacar^ todo|eliminar^ todo|borrar^ todo|retirar^ todo|remover^ todo|empezar de cero|empezar de nuevo|empieza de nuevo|empecemos de nuevo`)},
	{cueReplace, table(`
		trocar~|substituir~|swap|replace|switch|exchange|substitute|cambiar^|reemplazar^|sustituir^`)},
	{cueRemove, table(`
		tirar~|retirar~|remover~|excluir~|apagar~|deletar~|delete|eliminar~|desfazer~|arrancar~|descartar~|jogar~ fora|sacar~ fora|cortar~|dispensar~|esquecer~ o|esquece o|esquece a|esquece do|esquece da|tirar~ fora|zerar~ o|zerar~ a|risca o|risca a|riscar~
		nao quero mais|nao quero o|nao quero a|nao quero os|nao quero as|nao quero esse|nao quero essa|nao quero este|nao quero esta|nao preciso mais|nao precisa mais|nao vou querer|nao vou querer mais|nao vou mais querer|nao vou levar|nao vou mais levar|nao vou mais
		sem o|sem a|sem os|sem as|menos o|menos a|desistir~ do|desistir~ da|desisti do|desisti da|pode levar embora|abrir~ mao do|abrir~ mao da
		remove|take out|take off|take away|get rid of|drop|ditch|scratch the|scrap the|scrap|nix the|bin the|lose the|lose that|skip the|leave out|kick out|never mind the|nevermind the|never mind|forget the|i don t want|don t want|don t need the|don t need|no longer want|no longer need|without the|no more|pull the|undo
		quitar^|sacar^|borrar^|eliminar^|retirar^|remover^|ya no quiero|ya no necesito|no quiero el|no quiero la|no quiero los|no quiero las|no quiero mas|olvidar^ el|olvida el|olvida la|olvidate del|olvidate de la|sin el|sin la|deshacer|deshaz`)},
	{cueUpdate, table(`
		mudar~|alterar~|ajustar~|corrigir~|aumentar~|diminuir~|reduzir~|subir~|baixar~|abaixar~|deixar~ so|deixar~ apenas|deixar~ somente|deixar~|ficar~ so com|ficar~ so|fica com so|fica so|atualizar~|passa para|passa pra|passar para|passar pra|passe para|passe pra
		passar~ pra|passar~ para|manter~|mantem|dobrar~|duplicar~|triplicar~|quero dizer|modificar~
		change|update|make it|make that|make the|set the|set|increase|decrease|reduce|raise|lower|keep only|just keep|leave only|keep just|bump|bump up|turn the|adjust|double|halve|triple|cut down|cut the|should be
		modificar^|actualizar^|subir^|bajar^|aumentar^|disminuir^|reducir^|que sean|que sea|dejar^ solo|dejar^|pon solo|ajustar^|corregir^|duplicar^`)},
	{cueCancel, table(`
		cancelar~|desistir~|abortar~|aborta|anular~|abandonar~ compra|abandonar~ carrinho|abandonar~ pedido|abandonar~ tudo|nao quero mais nada|nao quero mais nada disso|nao quero mais comprar|nao quero comprar mais|nao vou mais comprar|nao vou comprar mais|nao vou comprar mais nada|nao vou querer mais nada|nao quero comprar mais nada|nao vou levar mais nada
		desistir~ da compra|desistir~ do pedido|desistir~ de tudo|desfazer~ pedido|desfazer~ compra|desfazer~ pedido todo
		cancel|abort|call it off|call the whole thing off|scrap the order|scrap the purchase|forget the whole thing|forget the order|forget it all|don t want to buy anything|don t want anything anymore|don t want to buy|no longer want to buy
		cancelar^|anular^|abandonar^|ya no quiero nada|ya no quiero comprar|no quiero comprar nada|ya no voy a comprar|no quiero nada mas`)},
	{cueOrder, table(`
		rastrear~|rastreia|rastreio|rastreamento|codigo de rastreio|acompanhar~ pedido|acompanhar~ entrega|acompanhar~ encomenda|acompanhar~ compra|consultar~ pedido|ultimo pedido|ultima compra|meus pedidos|minhas compras|pedido anterior|compra anterior
		quando chega|quando vai chegar|quando e que chega|que dia chega|quando entrega|quando voces entregam|ja enviaram|ja enviou|ja despacharam|ja despachou|ja mandaram|ja postaram|ja foi enviado|ja foi despachado|ja foi postado|ja saiu para entrega|ja saiu pra entrega|saiu para entrega|saiu pra entrega|ja saiu|nao chegou|nao chega|nao recebi|cade o que comprei|status|status do pedido
		where is my order|where s my order|where is my stuff|where s my stuff|order status|status of my order|status of order|track my order|track order|track my package|track|tracking|tracking number|tracking code|when will my order|has my order|my last order|last order|previous order|has it shipped|has it been shipped|did it ship|hasn t arrived|haven t received|didn t arrive|not arrived|past orders|my orders
		donde esta mi pedido|estado del pedido|rastrear^|rastrea|seguimiento|mi pedido llego|cuando llega|cuando me llega|cuando va a llegar|ya salio|ya enviaron|ya despacharon|no llego|no ha llegado|no me llego|no recibi|ultimo pedido|ultima compra|mis pedidos|numero de seguimiento`)},
	{cueCompare, table(`
		diferenca entre|diferencas entre|diferenca do|diferenca de|diferenca da|comparar~|comparacao entre|comparacao|qual e mais barato|qual o mais barato|qual a mais barata|qual e mais caro|qual o mais caro|qual e melhor|qual o melhor|qual a melhor|que muda do|o que muda entre
		which is cheaper|which one is cheaper|which is better|which one is better|which is the cheapest|compare|difference between|differences between|cual es mas barato|cual es mejor|cual es el mas barato|diferencia entre|diferencias entre|comparar^|versus|vs`)},
	{cuePrice, table(`
		quanto custa|quanto custam|quanto que custa|custa quanto|custam quanto|quanto e|quanto sao|e quanto|sao quanto|quanto sai|sai quanto|sai por quanto|quanto saem|quanto ta|quanto tao|quanto que ta|ta quanto|ta por quanto|ta saindo por quanto|ta saindo quanto|quanto esta|quanto estao|esta quanto|esta por quanto|quanto vale|vale quanto|quanto fica|fica quanto|fica por quanto|quanto ficam|quanto que e|quanto que sai|quanto que fica|por quanto sai|por quanto ta|por quanto|quanto cobra|quanto voces cobram|quanto pedem|quanto
		qual o preco|qual o valor|qual e o preco|qual e o valor|qual preco|qual valor|que preco|preco do|preco da|preco de|preco dos|preco das|valor do|valor da|valor de|valor dos|valor das|saber o preco|saber preco|saber o valor|saber valor|preco|precos|precinho do|precinho da
		fala mais|fala dele|fala dela|conta mais|sobre ele|sobre ela|fala do|fala da|fala mais do|fala mais da|fala mais sobre|fala sobre|fale do|fale da|fale sobre|fale mais sobre|falar do|falar mais sobre|falar sobre|conta do|conta da|conta sobre|conta mais sobre|conta mais do|conta mais da|conte sobre|saber sobre|saber mais sobre|saber mais do|saber mais da|saber do|mais sobre
		detalhes|detalhe|informacao|informacoes|info|infos|infos do|descricao do|descricao da|ficha tecnica|ficha|especificacoes|especificacao|configuracao|configuracoes|caracteristicas|como e o|como e a|quais as cores|quais cores|que cores|quais sao as cores|quais os tamanhos|quais tamanhos|que tamanhos|quais sao os tamanhos|quais numeros|que numeros|tem em quais cores
		qual a garantia|qual o tamanho|qual o peso|qual a marca|qual a cor|qual a bateria|qual a memoria|qual a potencia|qual a voltagem|qual a validade|qual a autonomia|qual a capacidade|tem garantia|tem quantos|tem quantas|tem quanto|quantos|quantas|e bom|e boa|vale a pena|e original|e resistente|e a prova|vem com|vem quantos|vem quantas|funciona com|funciona no|serve no|serve na|serve para|serve pra|serve em|compativel com|e compativel|pega no|dura quanto|quanto dura|quanto tempo|quanto pesa|pesa quanto|abrir~ o|abrir~ a
		how much is|how much are|how much does|how much do|how much for|how much s|how much|price of|price for|price on|price|what s the price|what is the price|what does|what do you charge|cost of|costs|tell me about|tell me more about|tell me more|details of|details on|details about|details for|details|more about|more info|information on|information about|describe|description of|what colors|what colours|which colors|which colours|what sizes|which sizes|specs|specification|specifications|warranty|how long|how big|how heavy|how many|any good|is it good|worth it|compatible with|does it work|does it come
		cuanto cuesta|cuanto cuestan|cuesta|cuanto vale|cuanto valen|cuanto es|cuanto sale|cuanto salen|cuanto esta|cuanto estan|cuanto cobran|cuanto|a cuanto|precio del|precio de|precio|que precio|que colores|que tallas|que talles|que numeros|dime sobre|dime mas|detalles del|detalles de|detalles|contar^ del|contar^ de|contar^ sobre|contar^ mas|informacion del|informacion de|informacion|especificaciones|caracteristicas|cuantos|cuantas|tiene garantia|es bueno|viene con|sirve para`)},
	{cueCart, table(`
		mostrar~ carrinho|ver carrinho|ver o carrinho|olhar carrinho|abrir~ carrinho|exibir~ carrinho|listar~ carrinho|listar~ itens|listar~ itens do carrinho|conferir~ carrinho|conferir~ pedido|conferir~ compra|revisar~ pedido|revisar~ carrinho|revisar~ compra|checar carrinho|ver itens|ver pedido completo|ver resumo|ver total|ver quanto|visualizar carrinho
		que eu tenho|que tenho ai|que tem ai|que tem no|que tem em|que ta no carrinho|que esta no carrinho|que tenho no|que tenho em|que tem no carrinho|que tem dentro|que ja tem ai|que ja tem|que ja coloquei|que eu coloquei|que coloquei|que ja pedi|que eu pedi|que pedi ate|que eu ja escolhi|que escolhi|que tem ate agora|que ja adicionei|que eu adicionei|que ja peguei|que eu peguei|que ta la|itens no carrinho|itens do carrinho|produtos no carrinho|produtos do carrinho|produtos tem no carrinho|itens eu tenho|itens tenho|quantos itens|quantas coisas|quantos produtos tem no carrinho
		olhada no carrinho|olhada carrinho|uma conferida|dar uma conferida|me lembra o que|lembra o que|esqueci o que|vou ter que desembolsar|to gastando|estou gastando|quanto gastei|ja gastei|quanto olhada no carrinho|olhada carrinho|uma conferida|dar uma conferida|me lembra o que|lembra o que|esqueci o que|vou ter que desembolsar|to gastando|quanto vou gastar|tudo certo no carrinho|quanto deu|quanto que deu|deu quanto|quanto ficou|quanto que ficou|ficou quanto|ficou em quanto|quanto ficou o total|quanto da|da quanto|quanto vai dar|vai dar quanto|quanto vai ficar|quanto ta dando|quanto ta ficando|quanto e tudo|quanto fica tudo|quanto deu tudo|quanto ta tudo|quanto sai tudo|tudo da quanto|tudo fica quanto|tudo quanto|quanto no total|quanto e o total|quanto ta o total|quanto devo|quanto eu devo|devo quanto|quanto to devendo|quanto tenho que pagar|quanto tenho de pagar|quanto vou pagar|quanto que vou pagar|quanto pago|quanto eu pago|quanto fica com frete|quanto da com frete|frete quanto da|quanto fica com o frete|quanto com o frete|quanto com frete
		qual o total|qual e o total|qual total|valor total|valor final|valor da compra|valor do pedido|valor do carrinho|total da compra|total do pedido|total do carrinho|total|o total|subtotal|resumo|resumo do pedido|resumo da compra|resumir~ pedido|resume|recapitula|recapitular|recapitulando|somar~ tudo|somar~ tudo pra|a conta ate agora|como ta carrinho|como esta carrinho|como ficou carrinho|como ficou pedido|como ficou compra|como anda carrinho|como ta o carrinho
		remind me what|remind me|the damage|what am i buying|what i m buying|how many items|am i spending|have i spent|what s in my|what is in my|what s in cart|what is in cart|what do i have|what have i got|what did i add|what i have so far|what i added|show cart|show me cart|show bag|view cart|view bag|see cart|see bag|see what s in|open cart|open bag|display cart|display checkout|list cart|list the items|list items in|cart contents|contents of cart|cart so far|state of cart|state of checkout|current state of|current checkout|current cart|checkout state|cart state|cart status|review order|review cart|check cart
		what s the total|what is the total|what s my total|how much is the total|how much is it all|how much is everything|how much is it in total|how much in total|how much so far|how much do i owe|how much will it be|how much will that be|how much am i paying|do i owe|come to|comes to|add up to|grand total|order summary|summary|summarize|summarise|summarize order|my total|total so far|total|recap
		mostrar^ carrito|ver carrito|ver el carrito|abrir^ carrito|ensenar^ carrito|ensename carrito|listar^ carrito|revisar^ pedido|tengo hasta|llevo gastado|estoy gastando|que hay en mi|que hay en el|que hay en carrito|que tengo en|que llevo|que pedi|que agregue|cuanto es el total|cuanto es total|cuanto es todo|cuanto seria|cuanto seria todo|cuanto va|cuanto llevo|cuanto debo|cuanto tengo que pagar|cuanto voy a pagar|cuanto es en total|cuanto sale todo|cual es el total|total del pedido|resumen|el total`)},
	{cuePay, table(`
		pagar~|pago|pagamento|finalizar~|fechar~|fechamos|concluir~|encerrar~|pode cobrar|cobrar~|cobranca|gerar~ pix|gerar~ um pix|gerar~ codigo|gerar~ codigo pix|gerar~ codigo do pix|gerar~ qr code|gerar~ qrcode|gerar~ qr|gerar~ um qr code|gerar~ boleto|gerar~ um boleto|gerar~ pagamento|gerar~ cobranca|gerar~ uma cobranca|emitir cobranca|emite cobranca|mandar~ cobranca|enviar~ cobranca|emitir boleto|emite boleto|emita boleto|mandar~ pix|mandar~ chave|mandar~ chave pix|mandar~ codigo pix|mandar~ codigo do pix|mandar~ qr code|mandar~ qr|mandar~ boleto|mandar~ copia e cola|mandar~ link de pagamento|mandar~ link|enviar~ pix|enviar~ boleto|enviar~ qr code|passar~ pix|passar~ chave|passar~ chave pix|passar~ copia e cola|passar~ codigo pix|fazer~ pix|fazer~ um pix|fazer~ pagamento|qual chave pix|qual a chave|qual e o pix|chave pix|copia e cola|qr code do pix|qr code|efetuar pagamento|realizar pagamento
		parcelar~|parcelado|parcelas|dividir~ em|divide em|passar~ cartao|passar~ no cartao|passar~ credito|passar~ debito|passar~ no credito|passar~ no debito|passar~ caixa|passar~ regua|passar~ a regua|acertar a conta|acertar conta|fechar~ a conta|comprar agora|efetivar compra|confirmar~ compra|confirmar~ pedido|confirmar~ a compra|confirmar~ o pedido|ir para o pagamento|pro caixa
		pay|paying|payment|check out|check me out|checkout please|proceed to checkout|go to checkout|place order|place the order|place my order|complete order|complete my order|complete the order|complete my purchase|complete the purchase|finish|finalize|finalise|close order|close the order|wrap it up|wrap up order|wrap this up|charge me|charge it|charge my|charge card|ring me up|ring it up|ring this up|take my money|ready to buy|buy now|generate pix|generate the pix|generate a pix|generate pix code|send me pix|send pix|send pix code|send me pix code|give me pix|pix code|pix qr code|installments|split it into|split into|split it in
		pagar^|pagar con|finalizar^|terminar^|terminar compra|cerrar^|concluir^|concretar^|cobrar^|cuotas|generar^ pix|generar^ qr|pasar^ pix|mandar^ pix|comprar ahora|confirmar^ compra|confirmar^ pedido|confirmar compra`)},
	{cueSearch, table(`
		procurar~|procura|buscar~|pesquisar~|mostrar~|listar~|lista|quais|que tipos de|que tipo de|tem opcoes de|opcoes de|opcao de|vender~|vende|vendem|trabalhar~ com|trabalham com|trabalha com|querer~ ver|queria ver|gostaria de ver|preciso ver|poder ver|posso ver|deixa eu ver|deixa ver|ver opcoes|ver uns|ver umas|ver os|ver as|vamos ver|dar uma olhada|olhadinha|dar uma espiada|tem algum|tem alguma|tem alguns|tem algumas|indicar~|indica|recomendar~|sugerir~|sugestao|sugestoes|encontrar~|achar~|preciso achar|escolher um|escolher uma|em busca de|atras de|atras duma|a procura de|conhecer os|conhecer as|ver o|ver a|ver um|ver uma
		show me|show|search|search for|find|find me|look for|looking for|i m looking for|looking at|i m after|browse|do you sell|do you carry|you carry|recommend|suggest|list|which|what kind of|kinds of|types of|let me see|can i see|want to see|like to see|return a list|available
		mostrar^|buscar^|encontrar^|vender^|manejar^|venden|que opciones|recomendar^|recomiendas|cuales|querer^ ver|quisiera ver|estoy buscando|ando buscando|necesito encontrar|ensename|ensenar^|que tipos`)},
	{cueAvailable, table(`
		tem|tens|voces tem|voce tem|ter|teria|teriam|tera|existe|existem|ha|disponivel|disponiveis|em estoque|estoque|trabalham|vem em|vem no|vem na|que tem de|ainda tem|sobrou
		do you have|do you guys have|you guys have|you have|got any|have you got|any|is there|are there|available|in stock|does|comes in|come in
		tienen|tienes|tenes|tiene|tendran|tendras|hay|habra|disponible|disponibles|en stock|stock|viene en`)},
	{cueHelp, table(`
		ajuda|me ajudar~|ajudar~|ajuda ai|como funciona|como isso funciona|como que funciona|como que isso funciona|como e que funciona|como faco|como faz|como que faz|como fazer|como que faco|que voce faz|que voce sabe|que voce sabe fazer|que voce consegue|que voce consegue fazer|que voce pode|que voce pode fazer|que tu faz|que tu sabe|que da para fazer|que da pra fazer|que posso fazer|que consigo fazer|que eu posso|quais comandos|quais sao comandos|quais os comandos|quais sao os comandos|quais opcoes eu tenho|quais as opcoes|menu|socorro|como compro|como eu compro|como comprar|como se compra|como e que compra|como que compra|como e que compra|como e que se compra|como pedir|que comandos|quais opcoes tenho|como se usa|como usar|nao entendi|nao sei usar|nao sei como|nao sei como usar|to perdido|to perdida|estou perdido
		help|help me|what can you do|what can i do|what can i ask|how does this work|how does it work|how do i|how can i buy|how can i order|how to buy|what do you do|what are my options|capabilities|what can this|what does this agent|what do you offer|what commands|i m lost|don t know how
		ayuda|ayudar^|que puedes hacer|que podes hacer|que sabes hacer|que haces|como funciona esto|como compro|como hago|como puedo comprar|como se compra|no entiendo`)},
	{cueCoupon, table(`
		usar~|aplicar~|inserir~|ativar~|resgatar~|apply|use|redeem|enter|activate|tenho um cupom|tenho o cupom|tenho um codigo|tenho cupom|com o cupom|com cupom|i have a coupon|i have a code|i have a promo|with coupon|with code|usar^|aplicar^|tengo un cupon|con el cupon`)},
	{cueAdd, table(`
		adicionar~|adicionem|acrescentar~|incluir~|inclusao|colocar~|botar~|por~|pode por|meter~|jogar~|tacar~|socar~|lancar~|tascar~|mandar~|me ve|me ver um|me ver uma|me ver dois|me ver duas|ve um|ve uma|ve dois|ve duas|ve ai um|ve ai uma|ve se bota|ve pra mim|separar~|arrumar~|trazer~|querer~|qro|gostaria|gostaria de|desejar~|precisar~|levar~|vou levar|vou querer|vou de|bora de|ficar~ com|vou ficar com|comprar~|adquirir~|me da|me arranjar~|arranjar~|pegar~|reservar~|guardar~|encomendar~|somar~|anotar~|pedir~|faz um pedido|fazer um pedido|solicitar~|favor incluir|me da um|da um|da uma|afim de|a fim de|interesse no|interesse na|interessado no|repetir~|repete
		add|append|insert|put me down for|put|get|get me|give me|give|i want|i only need|i only want|i just want|i just need|only need|only want|i d like|i would like|i ll take|i ll have|i need|can i get|can i have|could i get|could i have|may i have|take|buy|buying|purchase|order|order me|throw|throw in|stick|chuck|pop|include|grab|toss|toss in|send me|let me get|let me have|i ll get|i ll go for|i ll go with|we ll go with|go with the|hook me up with|drop a|drop one|want|need|would like|place one|place two|addition of|interested in buying|same again
		agregar^|anadir^|poner^|querer^|quisiera|me llevo|llevar^|dame|darme|deme|necesitar^|meter^|incluir^|comprar^|me gustaria|echar^|sumar^|apartar^|reservar^|me regala|regaleme|me das|me da|me pones|me pone|mandar^|enviame|solicitar^|voy a llevar|voy a querer`)},
}
