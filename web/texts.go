package web

import "balcao/internal/lang"

// texts are the texts of the pages by key. A %s in one is a fact.
var texts = lang.Merge(lang.Labels(), pageTexts, orderTexts)

// pageTexts are those of the shop's pages and of checkouts.
var pageTexts = map[string]lang.Text{
	"skip":    {"Ir para o conteúdo", "Skip to content", "Ir al contenido"},
	"contact": {"Fale com a loja", "Contact the shop", "Contacte con la tienda"},

	"terms.title":   {"Termos de uso", "Terms of service", "Términos de uso"},
	"privacy.title": {"Política de privacidade", "Privacy policy", "Política de privacidad"},
	"returns.title": {"Trocas e devoluções", "Returns and refunds", "Cambios y devoluciones"},

	"home.intro": {
		"Esta loja vende por assistentes de compra: você conversa com o seu assistente, ele fala com a loja, e você confirma o pagamento.",
		"This shop sells through shopping assistants: you talk to your assistant, it talks to the shop, and you confirm the payment.",
		"Esta tienda vende a través de asistentes de compra: usted habla con su asistente, él habla con la tienda, y usted confirma el pago.",
	},
	"home.products": {"Alguns dos nossos produtos", "Some of our products", "Algunos de nuestros productos"},
	"home.from":     {"a partir de %s", "from %s", "desde %s"},
	"home.programs": {"Para quem desenvolve assistentes", "For developers of assistants", "Para quienes desarrollan asistentes"},
	"home.profile":  {"Perfil da loja (BCP)", "Shop profile (BCP)", "Perfil de la tienda (BCP)"},
	"home.card":     {"Cartão do agente (A2A)", "Agent card (A2A)", "Tarjeta del agente (A2A)"},

	"product.variants": {"Opções e preços", "Options and prices", "Opciones y precios"},
	"product.variant":  {"Opção", "Option", "Opción"},
	"product.id":       {"Código", "Code", "Código"},
	"product.notsold":  {"Não vendemos este produto para: %s.", "We do not sell this product to: %s.", "No vendemos este producto a: %s."},
	"product.note": {
		"Preço e estoque são confirmados na hora da compra, pelo seu assistente.",
		"Price and stock are confirmed when you buy, through your assistant.",
		"El precio y las existencias se confirman al comprar, a través de su asistente.",
	},

	"status.incomplete":           {"Sua compra está em andamento", "Your purchase is under way", "Su compra está en curso"},
	"status.requires_escalation":  {"Sua compra precisa de você", "Your purchase needs you", "Su compra necesita de usted"},
	"status.ready_for_complete":   {"Tudo pronto para concluir", "Everything is ready to complete", "Todo listo para concluir"},
	"status.complete_in_progress": {"Aguardando o pagamento", "Waiting for the payment", "Esperando el pago"},
	"status.completed":            {"Compra concluída. Obrigado!", "Purchase completed. Thank you!", "Compra concluida. ¡Gracias!"},
	"status.canceled":             {"Esta compra foi cancelada", "This purchase was cancelled", "Esta compra fue cancelada"},

	"checkout.next": {
		"Para mudar algo ou concluir, volte à conversa com o seu assistente.",
		"To change something or to complete, go back to the conversation with your assistant.",
		"Para cambiar algo o concluir, vuelva a la conversación con su asistente.",
	},
	"checkout.handoff": {
		"Esta etapa precisa ser combinada diretamente com a loja.",
		"This step has to be arranged with the shop directly.",
		"Este paso debe acordarse directamente con la tienda.",
	},
	"checkout.expires":  {"Esta compra fica guardada até %s (horário de Brasília).", "This purchase is kept until %s (Brasília time).", "Esta compra se guarda hasta el %s (hora de Brasilia)."},
	"checkout.messages": {"Avisos", "Notices", "Avisos"},
	"checkout.order":    {"Ver o pedido", "See the order", "Ver el pedido"},

	"challenge.why": {
		"O seu banco quer confirmar que é você. Depois disso a compra continua sozinha.",
		"Your bank wants to make sure that it is you. After that the purchase goes on by itself.",
		"Su banco quiere confirmar que es usted. Después la compra continúa sola.",
	},
	"challenge.go": {"Confirmar com o banco", "Confirm with the bank", "Confirmar con el banco"},
	"bank.title":   {"Banco de demonstração", "Demonstration bank", "Banco de demostración"},
	"bank.ask": {
		"Você autoriza um pagamento de %s no cartão?",
		"Do you authorise a card payment of %s?",
		"¿Autoriza un pago de %s con tarjeta?",
	},
	"bank.approve": {"Autorizar", "Authorise", "Autorizar"},
	"bank.decline": {"Recusar", "Decline", "Rechazar"},
	"bank.done": {
		"Esta pergunta já foi respondida. Volte à página da loja.",
		"This question has been answered. Go back to the shop's page.",
		"Esta pregunta ya fue respondida. Vuelva a la página de la tienda.",
	},
	"bank.back": {"Voltar à loja", "Back to the shop", "Volver a la tienda"},

	"lines.product":  {"Produto", "Product", "Producto"},
	"lines.quantity": {"Qtd.", "Qty", "Cant."},
	"lines.price":    {"Preço", "Price", "Precio"},
	"lines.amount":   {"Total", "Total", "Total"},
	"lines.empty":    {"Ainda não há itens.", "There are no items yet.", "Todavía no hay artículos."},
	"totals.title":   {"Resumo", "Summary", "Resumen"},

	"pix.title": {"Pague com Pix", "Pay with Pix", "Pague con Pix"},
	"pix.how": {
		"No aplicativo do seu banco, escolha pagar com Pix e leia o QR Code ou cole o código.",
		"In your bank's app, choose to pay with Pix and scan the QR code or paste the code.",
		"En la aplicación de su banco, elija pagar con Pix y lea el código QR o pegue el código.",
	},
	"pix.amount": {"Valor: %s", "Amount: %s", "Importe: %s"},
	"pix.until":  {"Pague até %s (horário de Brasília).", "Pay by %s (Brasília time).", "Pague hasta el %s (hora de Brasilia)."},
	"pix.qr":     {"QR Code do Pix para pagar %s", "Pix QR code to pay %s", "Código QR de Pix para pagar %s"},
	"pix.code":   {"Pix copia e cola", "Pix copy and paste code", "Código Pix para copiar y pegar"},
	"pix.reload": {"Já pagou? Atualize a página", "Paid already? Reload the page", "¿Ya pagó? Actualice la página"},
	"pix.paid":   {"Pix de %s recebido.", "Pix payment of %s received.", "Pix de %s recibido."},

	"delivery.title":   {"Entrega", "Delivery", "Entrega"},
	"buyer.title":      {"Comprador", "Buyer", "Comprador"},
	"withdrawal.title": {"Direito de arrependimento", "Right of withdrawal", "Derecho de desistimiento"},
	"withdrawal.more":  {"Como devolver", "How to return", "Cómo devolver"},

	"order.title":     {"Seu pedido", "Your order", "Su pedido"},
	"order.placed":    {"Feito em %s (horário de Brasília).", "Placed on %s (Brasília time).", "Hecho el %s (hora de Brasilia)."},
	"order.status":    {"Situação", "Status", "Estado"},
	"line.processing": {"em preparação", "being prepared", "en preparación"},
	"line.partial":    {"enviado em parte", "partly sent", "enviado en parte"},
	"line.fulfilled":  {"enviado", "sent", "enviado"},
	"line.delivered":  {"entregue", "delivered", "entregado"},
	"line.removed":    {"retirado do pedido", "removed from the order", "retirado del pedido"},

	"error.404.title": {"Não encontramos esta página", "We could not find this page", "No encontramos esta página"},
	"error.404.text": {
		"O endereço pode estar incompleto. Abra de novo o link que você recebeu, inteiro.",
		"The address may be incomplete. Open the link you received again, the whole of it.",
		"La dirección puede estar incompleta. Abra de nuevo el enlace que recibió, completo.",
	},
	"error.429.title": {"Um momento, por favor", "One moment, please", "Un momento, por favor"},
	"error.429.text": {
		"Recebemos pedidos demais deste endereço. Tente de novo em instantes.",
		"We received too many requests from this address. Please try again in a moment.",
		"Recibimos demasiadas solicitudes desde esta dirección. Intente de nuevo en un momento.",
	},
	"error.other.title": {"Algo deu errado", "Something went wrong", "Algo salió mal"},
	"error.other.text": {
		"Não conseguimos mostrar esta página agora. Tente de novo em instantes.",
		"We cannot show this page right now. Please try again in a moment.",
		"No podemos mostrar esta página ahora. Intente de nuevo en un momento.",
	},
	"error.home": {"Ir para a loja", "Go to the shop", "Ir a la tienda"},
}
