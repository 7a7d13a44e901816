package web

import "balcao/internal/lang"

// orderTexts are those of what became of an order, and of giving goods back.
var orderTexts = map[string]lang.Text{
	"order.events":      {"Acompanhe", "What happened", "Seguimiento"},
	"order.track":       {"Rastrear", "Track", "Rastrear"},
	"order.adjustments": {"Devoluções e reembolsos", "Returns and refunds", "Devoluciones y reembolsos"},
	"order.protocol":    {"Protocolo %s", "Reference %s", "Referencia %s"},
	"order.nfe":         {"Nota fiscal eletrônica (NF-e)", "Electronic invoice (NF-e)", "Factura electrónica (NF-e)"},
	"order.danfe":       {"Abrir o DANFE", "Open the DANFE", "Abrir el DANFE"},

	"event.processing":         {"Em preparação", "Being prepared", "En preparación"},
	"event.shipped":            {"Enviado", "Sent", "Enviado"},
	"event.in_transit":         {"A caminho", "On its way", "En camino"},
	"event.delivered":          {"Entregue", "Delivered", "Entregado"},
	"event.failed_attempt":     {"Tentativa de entrega sem sucesso", "Delivery attempt failed", "Intento de entrega fallido"},
	"event.canceled":           {"Cancelado", "Cancelled", "Cancelado"},
	"event.undeliverable":      {"Não pôde ser entregue", "Could not be delivered", "No se pudo entregar"},
	"event.returned_to_sender": {"Voltou à loja", "Returned to the shop", "Devuelto a la tienda"},

	"adjustment.refund":           {"Reembolso", "Refund", "Reembolso"},
	"adjustment.return":           {"Devolução", "Return", "Devolución"},
	"adjustment.cancellation":     {"Cancelamento", "Cancellation", "Cancelación"},
	"adjustment.price_adjustment": {"Redução de preço", "Price reduction", "Reducción de precio"},

	"adjusted.pending":   {"em andamento", "under way", "en curso"},
	"adjusted.completed": {"concluído", "done", "concluido"},
	"adjusted.failed":    {"sem sucesso; a loja está cuidando", "did not succeed; the shop is on it", "sin éxito; la tienda se está ocupando"},
	"adjusted.closed":    {"encerrada sem devolução", "closed without a return", "cerrada sin devolución"},
	"adjusted.dropped":   {"não se concretizou", "came to nothing", "no se concretó"},

	"reason.withdrawal":    {"desistência", "withdrawal", "desistimiento"},
	"reason.defect":        {"defeito", "fault", "defecto"},
	"reason.wrong_product": {"produto errado", "wrong product", "producto equivocado"},
	"reason.withdrawal.long": {
		"Desisti da compra (não preciso dizer o motivo)", "I withdraw from the purchase (no reason needed)", "Desisto de la compra (sin dar motivo)",
	},
	"reason.defect.long":        {"Veio com defeito", "It is faulty", "Llegó con un defecto"},
	"reason.wrong_product.long": {"Veio outro produto", "It is another product", "Llegó otro producto"},

	"withdrawal.open": {
		"Você pode desistir desde já; o prazo só termina depois da entrega.",
		"You may withdraw now; the period only ends after delivery.",
		"Puede desistir desde ya; el plazo solo termina después de la entrega.",
	},
	"withdrawal.until": {"Você pode desistir até %s (horário de Brasília).", "You may withdraw until %s (Brasília time).", "Puede desistir hasta el %s (hora de Brasilia)."},
	"withdrawal.over":  {"O prazo para desistir terminou em %s.", "The period to withdraw ended on %s.", "El plazo para desistir terminó el %s."},

	"return.title": {"Desistir ou devolver", "Withdraw or return", "Desistir o devolver"},
	"return.right": {
		"Você pode desistir da compra em até 7 dias depois de receber, sem dizer o motivo, e recebe de volta o que pagou. Se algo veio errado ou com defeito, conte aqui.",
		"You may withdraw from the purchase within 7 days of delivery, without giving a reason, and get back what you paid. If something is wrong or faulty, tell us here.",
		"Puede desistir de la compra hasta 7 días después de recibirla, sin dar motivo, y recupera lo que pagó. Si algo llegó mal o con defecto, cuéntelo aquí.",
	},
	"return.which": {"Quantas unidades você quer devolver?", "How many do you want to return?", "¿Cuántas unidades quiere devolver?"},
	"return.why":   {"Por quê?", "Why?", "¿Por qué?"},
	"return.note":  {"Quer contar mais? (opcional)", "Anything else? (optional)", "¿Quiere contar algo más? (opcional)"},
	"return.next":  {"Continuar", "Continue", "Continuar"},
	"return.check": {"Confira antes de confirmar", "Please check before you confirm", "Revise antes de confirmar"},
	"return.refund": {
		"Ao confirmar, o pedido vale na hora e o reembolso é solicitado pelo meio com que você pagou. O que ainda não saiu da loja é cancelado.",
		"When you confirm, your request counts at once and the refund is asked for, by the means you paid with. What has not left the shop is cancelled.",
		"Al confirmar, su solicitud vale al instante y se pide el reembolso por el medio con que pagó. Lo que aún no salió de la tienda se cancela.",
	},
	"return.after": {
		"Ao confirmar, a loja recebe o seu pedido e combina o envio; o reembolso sai quando o produto voltar.",
		"When you confirm, the shop gets your request and arranges how it is sent back; the refund follows when the product is back.",
		"Al confirmar, la tienda recibe su solicitud y acuerda el envío; el reembolso sale cuando el producto vuelva.",
	},
	"return.confirm":  {"Confirmar", "Confirm", "Confirmar"},
	"return.back":     {"Voltar ao pedido", "Back to the order", "Volver al pedido"},
	"return.received": {"Recebemos o seu pedido", "We have received your request", "Recibimos su solicitud"},
	"return.protocol": {"Protocolo %s, em %s (horário de Brasília).", "Reference %s, on %s (Brasília time).", "Referencia %s, el %s (hora de Brasilia)."},
	"return.deadline": {"Envie até %s (horário de Brasília).", "Send it by %s (Brasília time).", "Envíelo hasta el %s (hora de Brasilia)."},
	"return.code":     {"Código de postagem: %s.", "Shipping code: %s.", "Código de envío: %s."},
	"return.nocode":   {"A loja vai mandar o código de postagem, sem custo.", "The shop will send you the shipping code, free of charge.", "La tienda le enviará el código de envío, sin costo."},

	"return.choose":  {"Escolha ao menos uma unidade.", "Please choose at least one.", "Elija al menos una unidad."},
	"return.invalid": {"Algo no formulário não está certo. Confira e envie de novo.", "Something in the form is not right. Please check and send it again.", "Algo en el formulario no es correcto. Revíselo y envíelo de nuevo."},
	"return.late": {
		"O prazo para isso terminou. Se o produto tem defeito ou veio errado, escolha esse motivo: a loja vai cuidar.",
		"The period for this is over. If the product is faulty or the wrong one, choose that reason: the shop will take care of it.",
		"El plazo para esto terminó. Si el producto tiene un defecto o es otro, elija ese motivo: la tienda se ocupará.",
	},
	"return.nothing": {"Não há unidades com que isso possa ser feito. O que já foi pedido está na página do pedido.", "There are no units for this. What was asked for before is on the order's page.", "No hay unidades con las que se pueda hacer. Lo ya solicitado está en la página del pedido."},
	"return.limit":   {"Este pedido já teve mudanças demais. Fale com a loja.", "This order was changed too often. Please contact the shop.", "Este pedido ya tuvo demasiados cambios. Contacte con la tienda."},
	"return.card":    {"Não escreva o número do cartão: o reembolso sai pelo meio com que você pagou, sem ele.", "Do not write a card's number: the refund goes by the means you paid with, without it.", "No escriba el número de la tarjeta: el reembolso sale por el medio con que pagó, sin él."},
	"return.busy":    {"O pedido está sendo atualizado. Envie de novo em instantes.", "The order is being updated. Please send it again in a moment.", "El pedido se está actualizando. Envíelo de nuevo en un momento."},
}
