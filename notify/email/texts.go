package email

import "balcao/internal/lang"

// texts are the texts of the letters by key, in the form of lang.Text.Fill.
var texts = lang.Merge(lang.Labels(), letterTexts)

// letterTexts are those that only letters have.
var letterTexts = map[string]lang.Text{
	"greeting":   {"Olá[, {name}]!", "Hello[, {name}]!", "¡Hola[, {name}]!"},
	"order.page": {"Ver o pedido", "See the order", "Ver el pedido"},

	"placed.title": {"Compra confirmada: {label}", "Purchase confirmed: {label}", "Compra confirmada: {label}"},
	"placed.intro": {
		"Recebemos o pagamento e a sua compra de {at} (horário de Brasília) está confirmada.",
		"We received the payment, and your purchase of {at} (Brasília time) is confirmed.",
		"Recibimos el pago y su compra del {at} (hora de Brasilia) está confirmada.",
	},
	"line.canceled": {"cancelados: {count}", "cancelled: {count}", "cancelados: {count}"},

	"payment":      {"Pagamento", "Payment", "Pago"},
	"payment.card": {"Cartão", "Card", "Tarjeta"},
	"delivery":     {"Entrega", "Delivery", "Entrega"},
	"note":         {"Observação", "Note", "Observación"},
	"protocol":     {"Protocolo", "Reference", "Referencia"},

	"withdrawal.how": {
		"Para desistir, peça ao seu assistente ou veja como devolver: {url}",
		"To withdraw, ask your assistant or see how to return: {url}",
		"Para desistir, pídalo a su asistente o vea cómo devolver: {url}",
	},
	"withdrawal.title": {"Desistência recebida: {label}", "Withdrawal received: {label}", "Desistimiento recibido: {label}"},
	"withdrawal.intro": {
		"Recebemos em {at} (horário de Brasília) a sua desistência da compra dos itens abaixo. Não é preciso dizer o motivo.",
		"On {at} (Brasília time) we received your withdrawal from the purchase of the items below. You need not give a reason.",
		"El {at} (hora de Brasilia) recibimos su desistimiento de la compra de los artículos de abajo. No hace falta decir el motivo.",
	},

	"shipped.title": {"A caminho: {label}", "On its way: {label}", "En camino: {label}"},
	"shipped.intro": {
		"Os itens abaixo foram enviados em {at} (horário de Brasília).",
		"The items below were sent on {at} (Brasília time).",
		"Los artículos de abajo fueron enviados el {at} (hora de Brasilia).",
	},
	"tracking.carrier": {"Transportadora", "Carrier", "Transportista"},
	"tracking.number":  {"Código de rastreio", "Tracking number", "Código de seguimiento"},
	"tracking.follow":  {"Acompanhar a entrega", "Follow the delivery", "Seguir la entrega"},

	"return.title": {"Pedido de devolução recebido: {label}", "Return request received: {label}", "Solicitud de devolución recibida: {label}"},
	"return.intro": {
		"Recebemos em {at} (horário de Brasília) o seu pedido de devolução dos itens abaixo.",
		"On {at} (Brasília time) we received your request to return the items below.",
		"El {at} (hora de Brasilia) recibimos su solicitud de devolución de los artículos de abajo.",
	},
	"return.send": {
		"O que já foi enviado deve voltar à loja.",
		"What was already sent has to come back to the shop.",
		"Lo que ya fue enviado debe volver a la tienda.",
	},
	"return.reason":   {"Motivo", "Reason", "Motivo"},
	"return.deadline": {"Devolver até", "Send back by", "Devolver hasta"},
	"return.code":     {"Código de postagem", "Posting code", "Código de envío"},

	"reason.defect":        {"Defeito", "Defect", "Defecto"},
	"reason.wrong_product": {"Produto errado", "Wrong product", "Producto equivocado"},

	"refund.title": {"Reembolso feito: {label}", "Refund made: {label}", "Reembolso realizado: {label}"},
	"refund.intro": {
		"Devolvemos {amount} a você em {at} (horário de Brasília).",
		"We gave {amount} back to you on {at} (Brasília time).",
		"Le devolvimos {amount} el {at} (hora de Brasilia).",
	},
	"refund.amount": {"Valor", "Amount", "Importe"},
	"refund.asked":  {"Valor a devolver", "Amount to be given back", "Importe a devolver"},
	"refund.way":    {"Devolvido por", "Given back by", "Devuelto por"},
	"refund.card": {
		"No cartão, o crédito aparece na fatura conforme o prazo da administradora.",
		"On a card, the credit shows on the statement when its issuer books it.",
		"En la tarjeta, el crédito aparece en el resumen según el plazo del emisor.",
	},
}
