package bcp

import (
	"strconv"
	"strings"

	"balcao/checkout"
	"balcao/internal/lang"
	"balcao/money"
)

// Text is what a message says to people, in the language of a BCP 47 tag. It is short,
// says what to do where something can be done, and holds no data of the buyer beyond what
// the message's own facts carry.
func Text(m checkout.Message, language string) string {
	p, known := messageTexts[m.Code]
	a := m.Args
	switch {
	case !known:
		p = otherText
	case m.Code == checkout.CodePaymentFailed && a.Was != 0 && a.Was == a.Amount:
		p = untimelyText
	case m.Code == checkout.CodePaymentFailed && a.Was != 0:
		p = mismatchText
	case m.Code == checkout.CodePaymentFailed && a.Field != "":
		p = instrumentText
	case m.Code == checkout.CodeQuantityAdjusted && a.Available == checkout.MaxQuantity:
		p = mostText
	}
	title := a.Title
	if title == "" {
		title = someProduct.In(language)
	}
	return p.Fill(language,
		"title", title,
		"option", a.Title,
		"field", fieldName(m, language),
		"status", statusNames[checkout.Status(a.Value)].In(language),
		"value", a.Value,
		"names", names(m, language),
		"requested", count(a.Requested),
		"available", count(a.Available),
		"amount", price(a.Amount, language),
		"was", price(a.Was, language),
	)
}

// names lists the choices of a message; those of the next step are members.
func names(m checkout.Message, language string) string {
	if m.Code != checkout.CodeNextStep {
		return strings.Join(m.Args.Names, ", ")
	}
	out := make([]string, len(m.Args.Names))
	for i, member := range m.Args.Names {
		out[i] = fieldName(checkout.Message{Args: checkout.Args{Field: member}}, language)
	}
	return strings.Join(out, ", ")
}

// count and price write nothing for zero, so that a template can leave the fact out.
func count(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func price(a money.Amount, language string) string {
	if a == 0 {
		return ""
	}
	return money.Format(a, language)
}

var (
	someProduct = lang.Text{"este produto", "this product", "este producto"}
	otherText   = lang.Text{"Há algo a rever nesta compra.", "Something in this purchase needs a look.", "Hay algo que revisar en esta compra."}
	// mismatchText is for a payment of another amount: money came and goes back.
	mismatchText = lang.Text{
		"Recebemos {amount} em vez de {was}. O valor será devolvido; gere outro Pix para pagar.",
		"We received {amount} instead of {was}. It will be refunded; ask for a new Pix charge to pay.",
		"Recibimos {amount} en vez de {was}. El valor será devuelto; genere otro Pix para pagar.",
	}
	// untimelyText is for a payment of the right amount that came too late, or when it could not
	// pay any more.
	untimelyText = lang.Text{
		"O pagamento de {amount} chegou fora das condições deste Pix, como o prazo. O valor será devolvido; gere outro Pix para pagar.",
		"The payment of {amount} came outside the terms of its Pix charge, such as the deadline. It will be refunded; ask for a new Pix charge to pay.",
		"El pago de {amount} llegó fuera de las condiciones de este Pix, como el plazo. El valor será devuelto; genere otro Pix para pagar.",
	}
	// instrumentText is for an instrument that cannot pay, which nobody was asked to approve.
	instrumentText = lang.Text{
		"A forma de pagamento enviada não pode ser usada, e nada foi cobrado. Envie uma só, entre as que a compra oferece.",
		"The way to pay that was sent cannot be used, and nothing was charged. Send exactly one of those that the purchase offers.",
		"La forma de pago enviada no se puede usar, y no se cobró nada. Envíe una sola, entre las que ofrece la compra.",
	}
	// mostText is for a quantity that not the stock cuts down but the bound of a line.
	mostText = lang.Text{
		"Ajustamos a quantidade de {title}[ de {requested}] para {available}, o máximo por item da compra.",
		"We adjusted the quantity of {title}[ from {requested}] to {available}, the most that one item of a purchase may have.",
		"Ajustamos la cantidad de {title}[ de {requested}] a {available}, el máximo por artículo de la compra.",
	}
)

// statusNames say how a purchase stands, for the states that forbid something.
var statusNames = map[checkout.Status]lang.Text{
	checkout.CompleteInProgress: {"aguardando o pagamento", "waiting for the payment", "esperando el pago"},
	checkout.Completed:          {"concluída", "completed", "concluida"},
	checkout.Canceled:           {"cancelada", "canceled", "cancelada"},
}

// messageTexts has a text for every code the domain may tell; a test holds it complete.
var messageTexts = map[checkout.Code]lang.Text{
	checkout.CodeOutOfStock: {
		"Não temos estoque suficiente de {title}[ para {requested}][; restam {available}].",
		"We do not have enough of {title} in stock[ for {requested}][; {available} left].",
		"No tenemos existencias suficientes de {title}[ para {requested}][; quedan {available}].",
	},
	checkout.CodeItemUnavailable: {
		"No momento não podemos vender {title}[ ({value})] para este pedido.",
		"We cannot sell {title}[ ({value})] for this order at the moment.",
		"Por ahora no podemos vender {title}[ ({value})] para este pedido.",
	},
	checkout.CodeOptionRequired: {
		"Escolha uma opção para {title}[: {names}].",
		"Choose an option for {title}[: {names}].",
		"Elija una opción para {title}[: {names}].",
	},
	checkout.CodeQuantityAdjusted: {
		"Ajustamos a quantidade de {title}[ de {requested}][ para {available}], o que temos em estoque.",
		"We adjusted the quantity of {title}[ from {requested}][ to {available}], which is what we have in stock.",
		"Ajustamos la cantidad de {title}[ de {requested}][ a {available}], lo que tenemos en existencia.",
	},
	checkout.CodePriceChanged: {
		"O preço de {title} mudou[ de {was}][ para {amount}].",
		"The price of {title} changed[ from {was}][ to {amount}].",
		"El precio de {title} cambió[ de {was}][ a {amount}].",
	},
	checkout.CodeFieldRequired: {
		"Falta informar: {field}.",
		"Please provide: {field}.",
		"Falta indicar: {field}.",
	},
	checkout.CodeInvalidPostalCode: {
		"O CEP[ {value}] não é válido. Use oito dígitos, como 01310-100.",
		"The postal code[ {value}] is not valid. Use eight digits, such as 01310-100.",
		"El código postal[ {value}] no es válido. Use ocho dígitos, como 01310-100.",
	},
	checkout.CodeInvalidTaxpayerID: {
		"O CPF ou CNPJ informado não é válido. Confira os números.",
		"The CPF or CNPJ given is not valid. Please check the digits.",
		"El CPF o CNPJ indicado no es válido. Revise los números.",
	},
	checkout.CodeInvalidEmail: {
		"O e-mail informado não é válido.",
		"The e-mail address given is not valid.",
		"El correo electrónico indicado no es válido.",
	},
	checkout.CodeInvalidPhone: {
		"O telefone informado não é válido. Inclua o DDD, como (11) 98888-7777.",
		"The phone number given is not valid. Include the area code, such as (11) 98888-7777.",
		"El teléfono indicado no es válido. Incluya el código de área, como (11) 98888-7777.",
	},
	checkout.CodeInvalidRegion: {
		"O estado[ {value}] não é válido ou não combina com o CEP. Use a sigla, como SP.",
		"The state[ {value}] is not valid or does not match the postal code. Use two letters, such as SP.",
		"El estado[ {value}] no es válido o no coincide con el código postal. Use la sigla, como SP.",
	},
	checkout.CodeInvalidSelection: {
		"Esta escolha não existe aqui: {field}[ “{value}”]. Escolha entre o que está listado.",
		"There is no such choice here: {field}[ “{value}”]. Choose from what is listed.",
		"Esta elección no existe aquí: {field}[ “{value}”]. Elija entre lo que aparece en la lista.",
	},
	checkout.CodeUndeliverable: {
		"Não entregamos neste endereço. Informe outro ou retire na loja.",
		"We do not deliver to this address. Give another one or collect at the shop.",
		"No entregamos en esta dirección. Indique otra o retire en la tienda.",
	},
	checkout.CodeFulfillmentChanged: {
		"A opção de entrega[ {option}] mudou ou não está mais disponível. Confira o frete.",
		"The delivery option[ {option}] changed or is no longer available. Please check the shipping.",
		"La opción de entrega[ {option}] cambió o ya no está disponible. Revise el envío.",
	},
	checkout.CodeDiscountExpired: {
		"O cupom[ {value}] já venceu.",
		"The coupon[ {value}] has expired.",
		"El cupón[ {value}] ya venció.",
	},
	checkout.CodeDiscountInvalid: {
		"O cupom[ {value}] não existe.",
		"The coupon[ {value}] does not exist.",
		"El cupón[ {value}] no existe.",
	},
	checkout.CodeDiscountApplied: {
		"O cupom[ {value}] já foi aplicado.",
		"The coupon[ {value}] has already been applied.",
		"El cupón[ {value}] ya fue aplicado.",
	},
	checkout.CodeDiscountCombination: {
		"O cupom[ {value}] não pode ser usado junto com outro.",
		"The coupon[ {value}] cannot be combined with another.",
		"El cupón[ {value}] no se puede combinar con otro.",
	},
	checkout.CodeDiscountIneligible: {
		"O cupom[ {value}] não vale para esta compra.",
		"The coupon[ {value}] does not apply to this purchase.",
		"El cupón[ {value}] no vale para esta compra.",
	},
	checkout.CodePaymentFailed: {
		"O pagamento[ de {amount}] não foi aprovado e nada foi cobrado. Tente de novo ou escolha outra forma de pagar.",
		"The payment[ of {amount}] was not approved and nothing was charged. Try again or choose another way to pay.",
		"El pago[ de {amount}] no fue aprobado y no se cobró nada. Intente de nuevo o elija otra forma de pago.",
	},
	checkout.CodePaymentExpired: {
		"O Pix[ de {amount}] venceu sem pagamento. Você pode gerar outro.",
		"The Pix charge[ of {amount}] expired unpaid. You can ask for a new one.",
		"El Pix[ de {amount}] venció sin pago. Puede generar otro.",
	},
	checkout.CodePaymentRequired: {
		"Escolha uma forma de pagamento para concluir.",
		"Choose a way to pay to complete the purchase.",
		"Elija una forma de pago para concluir.",
	},
	checkout.CodeMandateRequired: {
		"Para concluir, falta a autorização do comprador (mandato AP2) para estas condições.",
		"To complete the purchase, the buyer's authorization (AP2 mandate) for these terms is missing.",
		"Para concluir, falta la autorización del comprador (mandato AP2) para estas condiciones.",
	},
	checkout.CodeAgentMissingKey: {
		"A loja não conhece uma chave desta plataforma que confirme a autorização do comprador.",
		"The shop knows no key of this platform that verifies the buyer's authorization.",
		"La tienda no conoce una clave de esta plataforma que confirme la autorización del comprador.",
	},
	checkout.CodeMandateInvalid: {
		"Não foi possível confirmar a autorização do comprador. É preciso enviar outra.",
		"The buyer's authorization could not be verified. A new one is needed.",
		"No se pudo confirmar la autorización del comprador. Hace falta enviar otra.",
	},
	checkout.CodeMandateExpired: {
		"A autorização do comprador venceu. É preciso enviar outra.",
		"The buyer's authorization has expired. A new one is needed.",
		"La autorización del comprador venció. Hace falta enviar otra.",
	},
	checkout.CodeMandateScope: {
		"A autorização do comprador não vale para esta compra como ela está agora. É preciso enviar outra.",
		"The buyer's authorization does not cover this purchase as it stands. A new one is needed.",
		"La autorización del comprador no cubre esta compra tal como está ahora. Hace falta enviar otra.",
	},
	checkout.CodeAuthorizationInvalid: {
		"A oferta dentro da autorização não foi assinada por esta loja. Use a da última resposta.",
		"The offer inside the authorization was not signed by this shop. Use the one in the latest answer.",
		"La oferta dentro de la autorización no fue firmada por esta tienda. Use la de la última respuesta.",
	},
	checkout.CodeProcessorDown: {
		"O serviço de pagamento não respondeu. Tente de novo em instantes.",
		"The payment service did not answer. Please try again in a moment.",
		"El servicio de pago no respondió. Intente de nuevo en un momento.",
	},
	checkout.CodeRequires3DS: {
		"O banco pede uma confirmação sua. Continue na página da loja.",
		"Your bank asks you to confirm. Please continue on the shop's page.",
		"Su banco pide una confirmación. Continúe en la página de la tienda.",
	},
	checkout.CodeBuyerReview: {
		"Confira e confirme a compra na página da loja.",
		"Please review and confirm the purchase on the shop's page.",
		"Revise y confirme la compra en la página de la tienda.",
	},
	checkout.CodeHandoff: {
		"Para combinar a entrega, continue na página da loja.",
		"To arrange delivery, please continue on the shop's page.",
		"Para acordar la entrega, continúe en la página de la tienda.",
	},
	checkout.CodeNotAllowed: {
		"Isso não é possível agora[: a compra está {status}].",
		"That is not possible now[: the purchase is {status}].",
		"Eso no es posible ahora[: la compra está {status}].",
	},
	checkout.CodeConfirmationStale: {
		"A compra mudou desde a sua confirmação. Confira os valores e confirme de novo.",
		"The purchase has changed since you confirmed. Please check it and confirm again.",
		"La compra cambió desde su confirmación. Revísela y confirme de nuevo.",
	},
	checkout.CodeNotFound: {
		"Não encontramos o que você pediu[: {value}].",
		"We could not find what you asked for[: {value}].",
		"No encontramos lo que pidió[: {value}].",
	},
	checkout.CodeLimit: {
		"O limite[ de {available}][ de {amount}] foi ultrapassado em: {field}.",
		"The limit[ of {available}][ of {amount}] was exceeded for: {field}.",
		"Se superó el límite[ de {available}][ de {amount}] en: {field}.",
	},
	checkout.CodeWithdrawal: {
		"Você pode desistir da compra em até 7 dias após o recebimento, com reembolso total (CDC, art. 49).",
		"You may withdraw from the purchase within 7 days of receiving it, with a full refund (Brazilian Consumer Code, art. 49).",
		"Puede desistir de la compra dentro de los 7 días posteriores a recibirla, con reembolso total (Código del Consumidor de Brasil, art. 49).",
	},
	checkout.CodePickupNotice: {
		"O pedido será retirado na loja, sem frete.",
		"The order will be collected at the shop, free of charge.",
		"El pedido se retirará en la tienda, sin costo de envío.",
	},
	checkout.CodeAwaitingPayment: {
		"Aguardando a confirmação do pagamento[ de {amount}].",
		"Waiting for the payment[ of {amount}] to be confirmed.",
		"Esperando la confirmación del pago[ de {amount}].",
	},
	checkout.CodeEligibilityIgnored: {
		"O benefício[ {value}] não se aplica a esta compra.",
		"The benefit[ {value}] does not apply to this purchase.",
		"El beneficio[ {value}] no se aplica a esta compra.",
	},
	checkout.CodeNextStep: {
		"Próximo passo: informe o que falta[: {names}].",
		"Next step: please give what is missing[: {names}].",
		"Próximo paso: indique lo que falta[: {names}].",
	},
	checkout.CodeNoVariant: {
		"Nenhuma opção deste produto atende aos filtros.",
		"No variant of this product passes the filters.",
		"Ninguna opción de este producto cumple los filtros.",
	},
	checkout.CodeNotSoldThere: {
		"Não vendemos {title} para o estado do comprador[ ({value})].",
		"We do not sell {title} to the buyer's state[ ({value})].",
		"No vendemos {title} al estado del comprador[ ({value})].",
	},
	checkout.CodeFilterIgnored: {
		"O filtro de preço[ em {value}] não foi aplicado: os preços são em reais (BRL).",
		"The price filter[ in {value}] was not applied: prices are in Brazilian reais (BRL).",
		"El filtro de precio[ en {value}] no se aplicó: los precios son en reales (BRL).",
	},
	checkout.CodeFilterUnknown: {
		"Há filtros que a loja não conhece e não aplicou: ela conhece categories, price, options e available.",
		"There are filters that the shop does not know and did not apply: it knows categories, price, options and available.",
		"Hay filtros que la tienda no conoce y no aplicó: conoce categories, price, options y available.",
	},
	checkout.CodeUnauthorized: {
		"A sua chave não dá acesso a pedidos.",
		"Your key gives no access to orders.",
		"Su clave no da acceso a pedidos.",
	},
	checkout.CodeIncompatible: {
		"Esta operação não está entre as capacidades combinadas com a sua plataforma.",
		"This operation is not among the capabilities agreed with your platform.",
		"Esta operación no está entre las capacidades acordadas con su plataforma.",
	},
}
