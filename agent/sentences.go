package agent

import "balcao/internal/lang"

// say fills a sentence of the shop in the language; pairs are names and values in turn.
func say(language string, s lang.Text, pairs ...string) string { return s.Fill(language, pairs...) }

// What the shop says of its own accord.
var (
	sayHelp = lang.Text{
		"Posso procurar produtos, montar o seu carrinho, calcular o frete pelo CEP, aplicar cupons e gerar a cobrança Pix. O que você procura?",
		"I can look for products, fill your cart, quote shipping by postal code, apply coupons and make the Pix charge. What are you looking for?",
		"Puedo buscar productos, armar tu carrito, calcular el envío por código postal, aplicar cupones y generar el cobro Pix. ¿Qué buscas?",
	}
	sayDeclined = lang.Text{"Tudo bem, não mudei nada.", "All right, I changed nothing.", "Está bien, no cambié nada."}
	sayIdentify = lang.Text{
		"Para comprar aqui, o agente precisa se identificar com o cabeçalho BCP-Agent. Posso procurar produtos e tirar dúvidas.",
		"To buy here the agent must identify itself with the BCP-Agent header. I can look for products and answer questions.",
		"Para comprar aquí, el agente debe identificarse con el encabezado BCP-Agent. Puedo buscar productos y responder preguntas.",
	}
	sayFound   = lang.Text{"Encontrei {names}.", "I found {names}.", "Encontré {names}."}
	sayMore    = lang.Text{"Outros resultados: {count}.", "Other results: {count}.", "Otros resultados: {count}."}
	sayNothing = lang.Text{
		"Não encontrei nada assim. Pode descrever de outro jeito?",
		"I found nothing like that. Could you put it another way?",
		"No encontré nada así. ¿Puedes describirlo de otra forma?",
	}
	sayProduct = lang.Text{"{title}: {price}.", "{title}: {price}.", "{title}: {price}."}
	sayFrom    = lang.Text{"a partir de {price}", "from {price}", "desde {price}"}
	sayChoices = lang.Text{"{name}: {labels}.", "{name}: {labels}.", "{name}: {labels}."}
	sayOrder   = lang.Text{
		"{label}: {total}. Acompanhe em {url}",
		"{label}: {total}. Follow it at {url}",
		"{label}: {total}. Síguelo en {url}",
	}

	sayAdded    = lang.Text{"Coloquei no carrinho: {title}.", "I put in your cart: {title}.", "Puse en el carrito: {title}."}
	sayCreated  = lang.Text{"Montei o carrinho.", "I set up your cart.", "Armé el carrito."}
	sayUpdated  = lang.Text{"Atualizei o carrinho.", "I updated your cart.", "Actualicé el carrito."}
	sayRemoved  = lang.Text{"Tirei do carrinho.", "I took it out of your cart.", "Lo quité del carrito."}
	sayBuyer    = lang.Text{"Anotei os dados de quem compra.", "I noted the buyer's details.", "Anoté los datos de quien compra."}
	sayAddress  = lang.Text{"Anotei o endereço de entrega.", "I noted the delivery address.", "Anoté la dirección de entrega."}
	sayShipping = lang.Text{"Entrega escolhida: {title}.", "Delivery chosen: {title}.", "Entrega elegida: {title}."}
	sayDiscount = lang.Text{"Cupom aplicado: {title}.", "Coupon applied: {title}.", "Cupón aplicado: {title}."}
	sayNoCoupon = lang.Text{"Tirei o cupom.", "I took the coupon off.", "Quité el cupón."}

	sayOptions = lang.Text{"Opções de entrega: {options}.", "Delivery options: {options}.", "Opciones de entrega: {options}."}
	sayTotal   = lang.Text{
		"O total é {total}. Quer que eu gere a cobrança Pix?",
		"The total is {total}. Shall I make the Pix charge?",
		"El total es {total}. ¿Quieres que genere el cobro Pix?",
	}
	// sayMandate is for a purchase that only a mandate completes (AP2).
	sayMandate = lang.Text{
		"O total é {total}. Para concluir, falta só a sua autorização.",
		"The total is {total}. All that is missing is your authorization.",
		"El total es {total}. Para concluir, solo falta tu autorización.",
	}
	sayCharge = lang.Text{
		"A cobrança Pix de {total} está pronta. Pague até {time} (horário de Brasília) com este código:",
		"The Pix charge of {total} is ready. Pay by {time} (Brasília time) with this code:",
		"El cobro Pix de {total} está listo. Paga hasta las {time} (hora de Brasilia) con este código:",
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
	sayCanceled = lang.Text{"A compra está cancelada.", "The purchase is canceled.", "La compra está cancelada."}
	sayEscalate = lang.Text{
		"Para continuar, abra {url}",
		"To go on, please open {url}",
		"Para continuar, abre {url}",
	}
	sayEmpty = lang.Text{"O carrinho está vazio.", "Your cart is empty.", "El carrito está vacío."}
	sayCart  = lang.Text{"No carrinho: {lines}.", "In your cart: {lines}.", "En el carrito: {lines}."}

	sayAskCancel = lang.Text{
		"Quer mesmo cancelar esta compra? Responda sim para cancelar.",
		"Do you really want to cancel this purchase? Answer yes to cancel.",
		"¿De verdad quieres cancelar esta compra? Responde sí para cancelar.",
	}
	sayAskComplete = lang.Text{
		"A cobrança Pix de {total} já está aberta. Posso fechar o pedido e aguardar o pagamento? Responda sim.",
		"The Pix charge of {total} is already open. Shall I place the order and wait for the payment? Answer yes.",
		"El cobro Pix de {total} ya está abierto. ¿Cierro el pedido y espero el pago? Responde sí.",
	}

	askWhich = lang.Text{"Qual destes você quer: {names}?", "Which of these do you want: {names}?", "¿Cuál de estos quieres: {names}?"}
	askWhat  = lang.Text{
		"Não encontrei «{said}» na loja. Pode dizer o nome do produto de outro jeito?",
		"I could not find «{said}» in the shop. Could you name the product another way?",
		"No encontré «{said}» en la tienda. ¿Puedes decir el nombre del producto de otra forma?",
	}
	askShipping = lang.Text{"Qual entrega você prefere?", "Which delivery do you prefer?", "¿Qué entrega prefieres?"}
	askAddress  = lang.Text{
		"Para calcular o frete, preciso do endereço de entrega com CEP.",
		"To quote shipping I need the delivery address with its postal code (CEP).",
		"Para calcular el envío necesito la dirección de entrega con código postal (CEP).",
	}
	askTaxpayerID = lang.Text{
		"Esse CPF não confere. Pode enviar de novo?",
		"That CPF does not check out. Could you send it again?",
		"Ese CPF no es correcto. ¿Puedes enviarlo de nuevo?",
	}
	askCoupon  = lang.Text{"Qual é o código do cupom?", "What is the coupon's code?", "¿Cuál es el código del cupón?"}
	askPayment = lang.Text{
		"Aqui o pagamento por mensagem é com Pix. Quer que eu gere a cobrança?",
		"Here you can pay by message with Pix. Shall I make the charge?",
		"Aquí se paga por mensaje con Pix. ¿Quieres que genere el cobro?",
	}

	sayHello      = lang.Text{"Olá! Como posso ajudar na sua compra?", "Hello! How can I help with your purchase?", "¡Hola! ¿Cómo puedo ayudarte con tu compra?"}
	sayOutOfScope = lang.Text{
		"Sobre isso não consigo ajudar, mas posso procurar produtos e cuidar da sua compra.",
		"I cannot help with that, but I can look for products and take care of your purchase.",
		"Con eso no puedo ayudar, pero puedo buscar productos y ocuparme de tu compra.",
	}
	sayNoWay = lang.Text{
		"Isso eu não posso fazer. Posso procurar produtos e cuidar da sua compra.",
		"That I cannot do. I can look for products and take care of your purchase.",
		"Eso no puedo hacerlo. Puedo buscar productos y ocuparme de tu compra.",
	}
	sayFixedPrice = lang.Text{
		"Os preços são os da loja, mas aceito cupons: é só dizer o código.",
		"Prices are the shop's, but I take coupons: just tell me the code.",
		"Los precios son los de la tienda, pero acepto cupones: solo dime el código.",
	}
	sayNoPending = lang.Text{
		"Não há nada esperando confirmação. O que você quer fazer?",
		"Nothing is waiting for a confirmation. What would you like to do?",
		"No hay nada esperando confirmación. ¿Qué quieres hacer?",
	}
	sayBankTells = lang.Text{
		"Quem confirma o pagamento é o banco: assim que ele avisar, fecho o pedido.",
		"The bank confirms payments: as soon as it does, I place the order.",
		"El banco confirma los pagos: en cuanto avise, cierro el pedido.",
	}
	sayBadQuantity = lang.Text{
		"Essa quantidade não dá. Quantas unidades você quer?",
		"That quantity does not work. How many do you want?",
		"Esa cantidad no sirve. ¿Cuántas unidades quieres?",
	}
	sayTooLong = lang.Text{
		"A mensagem ficou longa demais para mim. Pode dizer em menos palavras?",
		"That message is too long for me. Could you use fewer words?",
		"El mensaje es demasiado largo para mí. ¿Puedes decirlo en menos palabras?",
	}
	sayUnclear = lang.Text{
		"Não entendi bem. Você quer procurar um produto, ver o carrinho ou pagar?",
		"I did not quite get that. Do you want to look for a product, see your cart, or pay?",
		"No entendí bien. ¿Quieres buscar un producto, ver el carrito o pagar?",
	}
)
