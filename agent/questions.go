package agent

import (
	"balcao/checkout"
	"balcao/internal/lang"
)

// What the shop asks. An answer ends with one of these.
var (
	askProduct = lang.Text{"O que você procura?", "What are you looking for?", "¿Qué buscas?"}
	askWhich   = lang.Text{"Qual você quer?", "Which one would you like?", "¿Cuál quieres?"}
	sayLater   = lang.Text{
		"Vamos por partes; depois vemos {things}.", "One thing at a time; we'll get to {things} next.", "Vamos por partes; después vemos {things}.",
	}
	askAdd     = lang.Text{"Quer que eu coloque no carrinho?", "Shall I put it in your cart?", "¿Lo agrego al carrito?"}
	askAddThat = lang.Text{
		"Quer que eu coloque {title} no carrinho?", "Shall I put {title} in your cart?", "¿Agrego {title} al carrito?",
	}
	askVariant = lang.Text{"Qual {names} você prefere?", "Which {names} would you like?", "¿Qué {names} prefieres?"}

	askAddress = lang.Text{
		"Para onde envio? Me diga o CEP, a rua e o número.",
		"Where shall I send it? Tell me the postal code (CEP), street and number.",
		"¿A dónde lo envío? Dime el código postal (CEP), la calle y el número.",
	}
	askAddressOrPickup = lang.Text{
		"Para onde envio? Me diga o CEP, a rua e o número. Se preferir, dá para retirar na loja.",
		"Where shall I send it? Tell me the postal code (CEP), street and number. You can also pick it up at the shop.",
		"¿A dónde lo envío? Dime el código postal (CEP), la calle y el número. También puedes retirarlo en la tienda.",
	}
	askAddressAgain = lang.Text{
		"Para onde envio? CEP, rua e número.",
		"Where shall I send it? Postal code (CEP), street and number.",
		"¿A dónde lo envío? Código postal (CEP), calle y número.",
	}
	askStreet = lang.Text{"Qual é a rua e o número?", "What are the street and number?", "¿Cuál es la calle y el número?"}
	askCEP    = lang.Text{"Qual é o CEP?", "What is the postal code (CEP)?", "¿Cuál es el código postal (CEP)?"}
	askRegion = lang.Text{"Qual é o estado?", "Which state is it in?", "¿Qué estado es?"}

	askShipping = lang.Text{"Qual entrega você prefere?", "Which delivery would you like?", "¿Qué envío prefieres?"}
	askBuyer    = lang.Text{
		"Para a nota fiscal, qual é o seu nome completo e o CPF?",
		"For the invoice, what are your full name and CPF?",
		"Para la factura, ¿cuál es tu nombre completo y tu CPF?",
	}
	askCPF = lang.Text{
		"Para a nota fiscal, qual é o seu CPF?", "For the invoice, what is your CPF?", "Para la factura, ¿cuál es tu CPF?",
	}
	askStock = lang.Text{
		"Quer mudar a quantidade ou tirar do carrinho?",
		"Would you like to change the quantity or take it out of your cart?",
		"¿Quieres cambiar la cantidad o quitarlo del carrito?",
	}
	askDrop = lang.Text{
		"Quer tirar do carrinho ou mandar para outro endereço?",
		"Would you like to take it out of your cart, or send it to another address?",
		"¿Quieres quitarlo del carrito o enviarlo a otra dirección?",
	}
	askPlace = lang.Text{
		"Quer informar outro endereço ou retirar na loja?",
		"Would you like to give another address, or pick it up at the shop?",
		"¿Quieres dar otra dirección o retirarlo en la tienda?",
	}
	askNewAddress = lang.Text{
		"Qual é o novo endereço? CEP, rua e número.", "What is the new address? Postal code (CEP), street and number.",
		"¿Cuál es la nueva dirección? Código postal (CEP), calle y número.",
	}
	askNewName  = lang.Text{"Qual é o nome certo?", "What is the right name?", "¿Cuál es el nombre correcto?"}
	askNewEmail = lang.Text{"Qual é o novo e-mail?", "What is the new e-mail?", "¿Cuál es el nuevo correo?"}
	askNewPhone = lang.Text{"Qual é o novo telefone?", "What is the new phone number?", "¿Cuál es el nuevo teléfono?"}
	askNewCPF   = lang.Text{"Qual é o CPF certo?", "What is the right CPF?", "¿Cuál es el CPF correcto?"}
	askCoupon   = lang.Text{"Qual é o código do cupom?", "What is the coupon code?", "¿Cuál es el código del cupón?"}

	sayAskCancel = lang.Text{
		"Quer mesmo cancelar esta compra? Responda sim para cancelar.",
		"Do you really want to cancel this purchase? Answer yes to cancel.",
		"¿De verdad quieres cancelar esta compra? Responde sí para cancelar.",
	}
	sayAskComplete = lang.Text{
		"Quer que eu já feche o pedido e espere o pagamento? Responda sim para fechar.",
		"Shall I place the order now and wait for the payment? Answer yes to place it.",
		"¿Quieres que cierre ya el pedido y espere el pago? Responde sí para cerrarlo.",
	}

	sayShippingOption = lang.Text{"{title}: {price} ({when})", "{title}: {price} ({when})", "{title}: {price} ({when})"}
	sayShippingPrice  = lang.Text{"{title} por {price} ({when})", "{title} for {price} ({when})", "{title} por {price} ({when})"}
	sayShippingPrices = lang.Text{"O frete fica: {options}.", "Shipping would be {options}.", "El envío sería: {options}."}
	sayNoSuchShipping = lang.Text{
		"Essa entrega eu não tenho.", "I don't have that delivery.", "Ese envío no lo tengo.",
	}
	sayAddressFirst = lang.Text{
		"Calculo o frete pelo CEP.", "I quote shipping by postal code (CEP).", "Calculo el envío con el código postal (CEP).",
	}
)

// What the shop answers where nothing is to be done.
var (
	sayAtYourService = lang.Text{
		"Estou à disposição!", "I'm here if you need me!", "¡Aquí estoy para ayudarte!",
	}
	sayAllRight = lang.Text{"Certo!", "All right!", "¡De acuerdo!"}
	sayWaitPix  = lang.Text{
		"Certo! Assim que o Pix cair, eu fecho o pedido.",
		"All right! As soon as the Pix payment arrives, your order goes through.",
		"¡De acuerdo! En cuanto llegue el Pix, cierro el pedido.",
	}
	sayOutOfScope = lang.Text{
		"Com isso não consigo ajudar, mas posso procurar produtos e cuidar da sua compra.",
		"I can't help with that, but I can look for products and take care of your purchase.",
		"Con eso no puedo ayudar, pero puedo buscar productos y ocuparme de tu compra.",
	}
	sayNoWay = lang.Text{
		"Isso eu não posso fazer. Posso procurar produtos e cuidar da sua compra.",
		"I can't do that. I can look for products and take care of your purchase.",
		"Eso no puedo hacerlo. Puedo buscar productos y ocuparme de tu compra.",
	}
	sayFixedPrice = lang.Text{
		"O preço e o frete são os da loja, mas aceito cupom: se tiver um, é só dizer o código.",
		"The price and the shipping are the shop's, but I take coupons: if you have one, just tell me the code.",
		"El precio y el envío son los de la tienda, pero acepto cupones: si tienes uno, dime el código.",
	}
	sayBankTells = lang.Text{
		"Quem confirma o pagamento é o banco: assim que ele avisar, eu fecho o pedido.",
		"It is the bank that confirms payments: as soon as it does, your order goes through.",
		"El banco confirma los pagos: en cuanto avise, cierro el pedido.",
	}
	sayBadQuantity = lang.Text{
		"Essa quantidade não dá. Quantas unidades você quer?",
		"I can't do that quantity. How many would you like?",
		"Esa cantidad no es posible. ¿Cuántas unidades quieres?",
	}
	sayTooLong = lang.Text{
		"A mensagem ficou longa demais para mim. Pode dizer em menos palavras?",
		"That message is too long for me. Could you use fewer words?",
		"El mensaje es demasiado largo para mí. ¿Puedes decirlo en menos palabras?",
	}
	sayUnclear = lang.Text{
		"Desculpe, não entendi. Posso procurar produtos, mudar o carrinho, calcular o frete ou ajudar com o pagamento.",
		"Sorry, I didn't get that. I can look for products, change your cart, quote shipping or help with the payment.",
		"Perdona, no entendí. Puedo buscar productos, cambiar el carrito, calcular el envío o ayudarte con el pago.",
	}
	sayNoCards = lang.Text{
		"Por segurança, não envie dados de cartão por aqui; não guardei nada disso.",
		"For your safety, please don't send card details here; I haven't kept any of it.",
		"Por tu seguridad, no envíes datos de tarjeta por aquí; no guardé nada de eso.",
	}
	sayPayPix = lang.Text{
		"Aqui na conversa o pagamento é por Pix.", "Here in the chat you pay with Pix.", "Aquí en el chat se paga con Pix.",
	}
	sayWaysToPay = lang.Text{
		"Aqui na conversa você paga por Pix. Cartão ou carteira digital, só pelo aplicativo com que você compra.",
		"Here in the chat you pay with Pix. A card or wallet works only through the app you shop with.",
		"Aquí en el chat se paga con Pix. Con tarjeta o billetera, solo en la aplicación con la que compras.",
	}
	sayPayMandated = lang.Text{
		"O pagamento sai com a sua autorização, no aplicativo com que você compra.",
		"The payment goes through with your authorization, in the app you shop with.",
		"El pago se hace con tu autorización, en la aplicación con la que compras.",
	}
	sayFirst = lang.Text{
		"O seu carrinho ainda está vazio. Me diga primeiro o que você quer comprar.",
		"Your cart is still empty. First tell me what you would like to buy.",
		"Tu carrito todavía está vacío. Dime primero qué quieres comprar.",
	}
	sayNoUndo = lang.Text{
		"Essa última mudança eu não consigo desfazer. Posso tirar um item, mudar a quantidade ou trocar o endereço: é só dizer.",
		"I can't undo that. I can take an item out, change a quantity or change the address: just tell me.",
		"Eso no lo puedo deshacer. Puedo quitar un artículo, cambiar la cantidad o la dirección: solo dime.",
	}
	sayNoneOpen = lang.Text{
		"Não há nenhuma compra em aberto. O que você procura?",
		"There is no purchase open. What are you looking for?",
		"No hay ninguna compra abierta. ¿Qué buscas?",
	}
	sayPayElsewhere = lang.Text{
		"Para pagar assim, o pagamento sai pelo aplicativo com que você compra. Aqui na conversa eu gero o Pix.",
		"To pay that way, the payment goes through the app you shop with. Here in the chat I can create a Pix charge.",
		"Para pagar así, el pago se hace en la aplicación con la que compras. Aquí en el chat genero el Pix.",
	}
	sayLeft         = lang.Text{"Tudo bem.", "No problem.", "Está bien."}
	sayGoesOn       = lang.Text{"Tudo bem, a compra continua.", "No problem, your purchase goes on.", "Está bien, la compra sigue."}
	sayNotSentThere = lang.Text{
		"{title} não pode ser enviado para esse estado.", "{title} cannot be sent to that state.", "{title} no se puede enviar a ese estado.",
	}
	sayFewLeft = lang.Text{
		"De {title} só temos {available} em estoque.", "We only have {available} of {title} in stock.", "De {title} solo tenemos {available} en existencia.",
	}
)

// messages are the shop's own words for what a checkout tells; bcp.Text has the others.
var messages = map[checkout.Code]lang.Text{
	checkout.CodeOutOfStock:       {"{title}: no momento está esgotado.", "{title}: sold out at the moment.", "{title}: por ahora está agotado."},
	checkout.CodeQuantityAdjusted: {"De {title} só temos {available}; deixei essa quantidade.", "We only have {available} of {title}, so I put that many.", "De {title} solo tenemos {available}; dejé esa cantidad."},
	checkout.CodeInvalidPostalCode: {
		"Esse CEP não confere. São oito números, como 01310-100: pode enviar de novo?",
		"That postal code is not right. It has eight digits, such as 01310-100: could you send it again?",
		"Ese código postal no es correcto. Son ocho números, como 01310-100: ¿puedes enviarlo de nuevo?",
	},
	checkout.CodeInvalidTaxpayerID: {
		"Esse CPF não confere. Pode conferir os números e enviar de novo?",
		"That CPF doesn't check out. Could you check the digits and send it again?",
		"Ese CPF no es correcto. ¿Puedes revisar los números y enviarlo de nuevo?",
	},
	checkout.CodeInvalidEmail: {
		"Esse e-mail parece incompleto. Pode enviar de novo?", "That e-mail address looks incomplete. Could you send it again?", "Ese correo parece incompleto. ¿Puedes enviarlo de nuevo?",
	},
	checkout.CodeInvalidPhone: {
		"Esse telefone parece incompleto. Pode enviar com o DDD?", "That phone number looks incomplete. Could you send it with the area code?", "Ese teléfono parece incompleto. ¿Puedes enviarlo con el código de área?",
	},
	checkout.CodeUndeliverable: {
		"Nesse endereço eu não consigo entregar.", "I can't deliver to that address.", "A esa dirección no puedo enviar.",
	},
	checkout.CodeFulfillmentChanged: {
		"O frete mudou com essa alteração.", "The shipping changed with that.", "El envío cambió con eso.",
	},
	checkout.CodeDiscountExpired:     {"O cupom {value} já venceu.", "Coupon {value} has expired.", "El cupón {value} ya venció."},
	checkout.CodeDiscountInvalid:     {"O cupom {value} não existe aqui.", "There is no coupon {value} here.", "El cupón {value} no existe aquí."},
	checkout.CodeDiscountApplied:     {"O cupom {value} já está na compra.", "Coupon {value} is already in your purchase.", "El cupón {value} ya está en la compra."},
	checkout.CodeDiscountCombination: {"O cupom {value} não soma com o que já está na compra.", "Coupon {value} cannot be combined with the one you have.", "El cupón {value} no se suma al que ya tienes."},
	checkout.CodeDiscountIneligible:  {"O cupom {value} não vale para esta compra.", "Coupon {value} is not good for this purchase.", "El cupón {value} no vale para esta compra."},
	checkout.CodePaymentExpired: {
		"O Pix[ de {amount}] venceu sem pagamento.", "The Pix charge[ of {amount}] expired unpaid.", "El Pix[ de {amount}] venció sin pago.",
	},
	checkout.CodeConfirmationStale: {
		"A compra mudou depois da pergunta, então não fiz nada. Confira de novo:",
		"The purchase changed after I asked, so I did nothing. Please check again:",
		"La compra cambió después de la pregunta, así que no hice nada. Revísala de nuevo:",
	},
}
