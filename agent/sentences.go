package agent

import "balcao/internal/lang"

// say fills a sentence of the shop in the language; pairs are names and values in turn.
func say(language string, s lang.Text, pairs ...string) string { return s.Fill(language, pairs...) }

// What the shop says of itself and of its goods.
var (
	sayHello = lang.Text{
		"Olá! Aqui é a loja {shop}. O que você procura hoje?",
		"Hi! This is {shop}. What are you looking for today?",
		"¡Hola! Te atiende la tienda {shop}. ¿Qué buscas hoy?",
	}
	sayHelp = lang.Text{
		"Posso procurar produtos, montar e mudar o seu carrinho, calcular o frete pelo CEP, aplicar cupons, gerar o Pix e dizer como está o seu pedido.",
		"I can look for products, fill and change your cart, quote shipping by postal code (CEP), apply coupons, create the Pix charge and tell you how your order stands.",
		"Puedo buscar productos, armar y cambiar tu carrito, calcular el envío por código postal (CEP), aplicar cupones, generar el Pix y decirte cómo va tu pedido.",
	}
	// sayHelpMandated is for purchases that only a mandate completes (AP2).
	sayHelpMandated = lang.Text{
		"Posso procurar produtos, montar e mudar o seu carrinho, calcular o frete pelo CEP, aplicar cupons e dizer como está o seu pedido.",
		"I can look for products, fill and change your cart, quote shipping by postal code (CEP), apply coupons and tell you how your order stands.",
		"Puedo buscar productos, armar y cambiar tu carrito, calcular el envío por código postal (CEP), aplicar cupones y decirte cómo va tu pedido.",
	}
	sayIdentify = lang.Text{
		"Para comprar aqui, o agente precisa se identificar com o cabeçalho BCP-Agent. Posso procurar produtos e tirar dúvidas.",
		"To buy here the agent must identify itself with the BCP-Agent header. I can look for products and answer questions.",
		"Para comprar aquí, el agente debe identificarse con el encabezado BCP-Agent. Puedo buscar productos y responder preguntas.",
	}

	sayFound    = lang.Text{"Encontrei estas opções:", "I found these:", "Encontré estas opciones:"}
	sayFoundOne = lang.Text{"Encontrei {name}, por {price}.", "I found {name}, for {price}.", "Encontré {name}, a {price}."}
	sayWares    = lang.Text{"Por exemplo, temos:", "We have, for example:", "Por ejemplo, tenemos:"}
	sayKinds    = lang.Text{
		"Aqui você encontra {names}. Por exemplo:", "Here you can find {names}. For example:", "Aquí encuentras {names}. Por ejemplo:",
	}
	sayMore = lang.Text{
		"Tenho mais {count}. Se não for nenhum destes, me diga um pouco mais.",
		"I have {count} more. If it's none of these, tell me a bit more.",
		"Tengo {count} más. Si no es ninguno de estos, dime un poco más.",
	}
	sayNothing = lang.Text{
		"Não encontrei nada assim. Pode descrever de outro jeito?",
		"I couldn't find anything like that. Could you put it another way?",
		"No encontré nada así. ¿Puedes describirlo de otra forma?",
	}
	sayUnknownProduct = lang.Text{
		"Não encontrei[ “{said}”] aqui na loja. Como mais posso procurar?",
		"I couldn't find[ “{said}”] in the shop. What else could I look for?",
		"No encontré[ “{said}”] en la tienda. ¿De qué otra forma lo busco?",
	}
	sayProduct   = lang.Text{"{title}: {price}.", "{title}: {price}.", "{title}: {price}."}
	sayFrom      = lang.Text{"a partir de {price}", "from {price}", "desde {price}"}
	saySoldOut   = lang.Text{"(esgotado)", "(sold out)", "(agotado)"}
	sayElsewhere = lang.Text{"(não é vendido para {state})", "(not sold to {state})", "(no se vende a {state})"}

	sayNotSoldThere = lang.Text{
		"Este produto não é vendido para {state}.",
		"This product is not sold to {state}.",
		"Este producto no se vende a {state}.",
	}
	sayNoneLeft = lang.Text{
		"Só que está esgotado no momento. Quer ver outra coisa?",
		"It is sold out at the moment, though. Would you like to see something else?",
		"Pero por ahora está agotado. ¿Quieres ver otra cosa?",
	}
	sayOrder = lang.Text{
		"O pagamento foi confirmado e o seu pedido {number}, de {total}, está em preparação. Acompanhe em {url}",
		"The payment is confirmed and your order {number}, for {total}, is being prepared. Follow it at {url}",
		"El pago está confirmado y tu pedido {number}, de {total}, está en preparación. Síguelo en {url}",
	}
	sayOrderPart = lang.Text{
		"Uma parte do seu pedido {number}, de {total}, já foi enviada. Acompanhe em {url}",
		"Part of your order {number}, for {total}, is on its way. Follow it at {url}",
		"Una parte de tu pedido {number}, de {total}, ya fue enviada. Síguelo en {url}",
	}
	sayOrderSent = lang.Text{
		"O seu pedido {number}, de {total}, já foi enviado. Acompanhe em {url}",
		"Your order {number}, for {total}, has been sent. Follow it at {url}",
		"Tu pedido {number}, de {total}, ya fue enviado. Síguelo en {url}",
	}
)

// axes are the names of options in the three languages.
var axes = map[string]lang.Text{
	"cor": {"Cor", "Color", "Color"}, "tamanho": {"Tamanho", "Size", "Talla"},
}

// What the shop has done.
var (
	sayAdded      = lang.Text{"Coloquei no carrinho: {line}.", "Added to your cart: {line}.", "Agregué al carrito: {line}."}
	sayQuantity   = lang.Text{"Agora no carrinho: {line}.", "Now in your cart: {line}.", "Ahora en el carrito: {line}."}
	sayCreated    = lang.Text{"Montei o carrinho.", "I set up your cart.", "Armé el carrito."}
	sayUpdated    = lang.Text{"Atualizei o carrinho.", "I updated your cart.", "Actualicé el carrito."}
	sayRemoved    = lang.Text{"Tirei do carrinho: {title}.", "Removed from your cart: {title}.", "Quité del carrito: {title}."}
	sayRemovedOne = lang.Text{"Tirei do carrinho.", "I took it out of your cart.", "Lo quité del carrito."}
	sayEmptied    = lang.Text{"Esvaziei o carrinho.", "I emptied your cart.", "Vacié el carrito."}
	saySubtotal   = lang.Text{
		"Os produtos somam {amount}.", "Your items come to {amount}.", "Los productos suman {amount}.",
	}
	sayBuyer     = lang.Text{"Anotei {names}.", "I've noted {names}.", "Anoté {names}."}
	sayAddress   = lang.Text{"Anotei o endereço de entrega.", "I've noted the delivery address.", "Anoté la dirección de entrega."}
	sayAddressTo = lang.Text{"Entrega em: {address}.", "Delivery to: {address}.", "Entrega en: {address}."}
	sayShipping  = lang.Text{"Vai por {title}: {price}, {when}.", "Shipping by {title}: {price}, {when}.", "Va por {title}: {price}, {when}."}
	sayPickup    = lang.Text{
		"Combinado, retirada na loja, sem frete[: {address}].",
		"Great, pickup at the shop, no shipping fee[: {address}].",
		"Perfecto, retiro en la tienda, sin costo de envío[: {address}].",
	}
	sayDiscount = lang.Text{
		"Cupom {code} aplicado: você economiza {amount}.",
		"Coupon {code} applied: you save {amount}.",
		"Cupón {code} aplicado: ahorras {amount}.",
	}
	sayNoCoupon = lang.Text{"Tirei o cupom.", "I took the coupon off.", "Quité el cupón."}
	sayPixLater = lang.Text{
		"Combinado, vai ser no Pix. Antes, só preciso disto:",
		"Pix it is. I just need this first:",
		"De acuerdo, con Pix. Antes solo necesito esto:",
	}
	sayDeclined = lang.Text{
		"Tudo bem, fica como está. Quer mais alguma coisa?",
		"No problem, I'll leave it as it is. Would you like anything else?",
		"Está bien, lo dejo como está. ¿Quieres algo más?",
	}
)

// buyerNames are the buyer's data by name.
var buyerNames = map[needs]lang.Text{
	"name": {"o seu nome", "your name", "tu nombre"}, "cpf": {"o CPF", "your CPF", "tu CPF"},
	"email": {"o e-mail", "your e-mail address", "tu correo"}, "phone": {"o telefone", "your phone number", "tu teléfono"},
}

// How the purchase stands.
var (
	sayEmpty   = lang.Text{"O seu carrinho está vazio.", "Your cart is empty.", "Tu carrito está vacío."}
	sayCart    = lang.Text{"No seu carrinho:", "In your cart:", "En tu carrito:"}
	sayLine    = lang.Text{"{count} × {title} ({price})", "{count} × {title} ({price})", "{count} × {title} ({price})"}
	sayLineOne = lang.Text{"{title} ({price})", "{title} ({price})", "{title} ({price})"}

	saySum       = lang.Text{"{name}: {amount}", "{name}: {amount}", "{name}: {amount}"}
	nameShipping = lang.Text{"Frete[ ({title})]", "Shipping[ ({title})]", "Envío[ ({title})]"}
	nameDiscount = lang.Text{"Cupom {code}", "Coupon {code}", "Cupón {code}"}
	nameTotal    = lang.Text{"Total até aqui", "Total so far", "Total hasta ahora"}

	sayTotal = lang.Text{
		"O total é {total}. Quer que eu gere o Pix?",
		"The total is {total}. Shall I create the Pix charge?",
		"El total es {total}. ¿Quieres que genere el Pix?",
	}
	sayTotalFreight = lang.Text{
		"{total}, com frete de {freight}", "{total}, including {freight} for shipping", "{total}, con envío de {freight}",
	}
	sayTotalOff  = lang.Text{"{total}, já com desconto de {off}", "{total}, with {off} off", "{total}, ya con descuento de {off}"}
	sayTotalBoth = lang.Text{
		"{total}, com frete de {freight} e desconto de {off}",
		"{total}, including {freight} for shipping and {off} off",
		"{total}, con envío de {freight} y descuento de {off}",
	}
	// sayMandate is for a purchase that only a mandate completes (AP2).
	sayMandate = lang.Text{
		"O total é {total}. Para concluir, falta só a sua autorização.",
		"The total is {total}. All that is missing is your authorization.",
		"El total es {total}. Para concluir, solo falta tu autorización.",
	}
	sayCharge = lang.Text{
		"O Pix de {total} está pronto. Pague até as {time} (horário de Brasília) com este código copia e cola:",
		"The Pix charge of {total} is ready. Pay by {time} (Brasília time) with this copy-and-paste code:",
		"El Pix de {total} está listo. Paga hasta las {time} (hora de Brasilia) con este código para copiar y pegar:",
	}
	sayChargeStill = lang.Text{
		"O Pix de {total} vale até as {time} (horário de Brasília). O código copia e cola é:",
		"The Pix charge of {total} is good until {time} (Brasília time). The copy-and-paste code is:",
		"El Pix de {total} vale hasta las {time} (hora de Brasilia). El código para copiar y pegar es:",
	}
	sayMaking = lang.Text{
		"Estou gerando o Pix de {total}. O código sai em instantes: é só me chamar.",
		"I'm creating the Pix charge of {total}. The code will be ready in a moment: just ask me for it.",
		"Estoy generando el Pix de {total}. El código estará listo en un momento: solo pídemelo.",
	}
	sayOtherCharge = lang.Text{
		"O valor mudou: o código anterior não vale mais.",
		"The amount has changed: the earlier code is no longer good.",
		"El monto cambió: el código anterior ya no vale.",
	}
	sayWaiting = lang.Text{
		"Estou aguardando o pagamento de {total}. Assim que ele chegar, confirmo o pedido.",
		"I am waiting for the payment of {total}. As soon as it arrives I confirm the order.",
		"Estoy esperando el pago de {total}. En cuanto llegue, confirmo el pedido.",
	}
	sayCompleted = lang.Text{
		"Pagamento confirmado, obrigado! Acompanhe o pedido em {url}",
		"Payment confirmed, thank you! Follow your order at {url}",
		"¡Pago confirmado, gracias! Sigue tu pedido en {url}",
	}
	sayCanceled = lang.Text{
		"Pronto, cancelei a compra. Se quiser começar outra, é só me dizer o que procura.",
		"Done, the purchase is canceled. To start another one, just tell me what you are looking for.",
		"Listo, cancelé la compra. Si quieres empezar otra, dime qué buscas.",
	}
	sayWasCanceled = lang.Text{
		"Essa compra está cancelada. Para começar outra, me diga o que procura.",
		"That purchase is canceled. To start another one, tell me what you are looking for.",
		"Esa compra está cancelada. Para empezar otra, dime qué buscas.",
	}
	sayEscalate = lang.Text{"Para continuar, abra {url}", "To go on, please open {url}", "Para continuar, abre {url}"}
	sayNoOrder  = lang.Text{
		"Ainda não há nenhum pedido nesta conversa. O que você procura?",
		"There is no order in this conversation yet. What are you looking for?",
		"Todavía no hay ningún pedido en esta conversación. ¿Qué buscas?",
	}
	sayNotPaid = lang.Text{
		"Ainda não há pedido: falta concluir a compra.",
		"There is no order yet: the purchase isn't finished.",
		"Todavía no hay pedido: falta terminar la compra.",
	}
	sayNotThere = lang.Text{
		"O Pix de {total} ainda não caiu. Ele vale até as {time} (horário de Brasília); assim que o banco confirmar, eu fecho o pedido.",
		"The Pix payment of {total} is not here yet. The code is good until {time} (Brasília time); as soon as the bank confirms it, your order goes through.",
		"El Pix de {total} todavía no llegó. Vale hasta las {time} (hora de Brasilia); en cuanto el banco lo confirme, cierro el pedido.",
	}
)
