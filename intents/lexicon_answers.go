package intents

// The words that answer a pending question. A yes must say so: every word of the answer
// has to belong here, and at least one of them must be a yes. Only forms that decide now
// are here: "confirmaria" and "vou confirmar" are none.
var (
	yesWords = table(`
		sim|s|simm|sii|claro|com toda certeza|confirmadissimo|certissimo|claro que sim|confirmo|confirma|confirmar|confirmado|confirmada|confirme|pode concluir|pode finalizar|pode cobrar|pode fechar|pode confirmar|pode fazer|pode sim|pode|podem|pode seguir|pode prosseguir|pode ir|pode gerar|pode gerar pix|pode gerar qr code|pode gerar codigo|pode mandar|pode mandar pix|pode mandar codigo|pode mandar qr code|pode enviar|pode enviar pix|pode emitir|pode processar|pode continuar|pode comprar|pode encerrar
		conclui|conclua|concluir|finaliza|finalize|finalizar|fecha|feche|fechado|fechou|fechamos|gera|gere|gera pix|gera um pix|gere pix|gera qr code|gera codigo|gera pix copia e cola|manda|manda pix|manda qr code|manda codigo|manda ver|manda bala|mande pix|envia pix|passa pix|prossiga|prossegue|segue|prosseguir|continua|continuar|bora|bora la|simbora|vamos|vamos nessa|vamos la|partiu|toca ficha|toca o barco|vai|vai nessa|vai fundo|isso mesmo|isso ai|e isso|e isso ai|e isso mesmo|com certeza|certeza|autorizo|autorizado|aprovo|aprovado|de acordo|concordo|aceito|quero|quero sim|positivo|exato|exatamente|afirmativo|sem duvida|uhum|aham|arram|demoro|demorou|tamo junto|por favor sim
		yes|y|yep|yeah|yea|yup|yes sir|yes please|confirm|confirmed|i confirm|place order|place the order|place my order|go ahead|go for it|do it|let s do it|let s go|sure|sure thing|absolutely|definitely|of course|certainly|complete purchase|complete the purchase|complete my purchase|complete it|complete|proceed|please proceed|charge it|charge me|buy it|finalize|finalize it|finalize the purchase|finalise|approve|approved|i approve|i agree|agreed|affirmative|that s right|generate it|generate the pix|send the pix|send it
		si|dale|confirmar|confirmalo|confirmala|confirmame|adelante|hazlo|hacelo|hagalo|dale nomas|por supuesto|claro que si|acepto|apruebo|procede|proceda|procedan|haz el pedido|realiza la compra|completa la compra|genera el pix|generalo|cierra|cerra|cerralo|obvio|seguro|de una|va|vale adelante`)
	mildYesWords = table(`ok|okay|okey|beleza|ta|ta bom|ta certo|ta otimo|certo|certinho|perfeito|joia|combinado|isso|pode ser|otimo|otima|excelente|maravilha|legal|show|show de bola|top|massa|bacana|boa|blz|tranquilo|suave|de boa|tudo certo|tudo ok|esta certo|esta tudo certo|ta tudo certo|correto|esta correto|bom|ah|entao
		fine|alright|right|sounds good|looks good|looks fine|all good|good|great|perfect|correct|cool|awesome|nice|vale|bueno|buenisimo|genial|perfecto|esta bien|todo bien|listo|correcto|barbaro`)
	yesFill = table(`senor|senora|everything|toda|correctissimo|certissimo|dados certos|o|a|os|as|e|the|it|this|that|el|la|y|and|por favor|please|favor|pagamento|compra|pedido|cobranca|order|purchase|payment|pago|agora|now|ahora|ja|voce|meu|minha|my|mi|tudo|all|todo|eu|i|com|no|na|do|da|de|obrigado|obrigada|thanks|thank you|gracias|esse|essa|dados|estao|corretos|corretas|esta|concluir|finalizar|fechar|fazer|pagar|cobrar|cobra|ai|la|pra mim|para mim|pra|mim|senhor|senhora|moco|moca|amigo|amiga|cara|mano|man|bro|chefe|chefia|querida|querido|nos|nois|ne|viu|ta|uai|tche|bah|meu rei|rei|visse|so|mesmo|for me|me|you|then|entonces|pues|nomas|che|se faz favor|logo|bem|muito|is|are|details|to|todos|as is|continuar|seguir|prosseguir|ah|opa|oba|uau|entao|e um prazer|total|valor`)
	noWords = table(`nao|segura|segura ai|segura um pouco|guenta|guenta ai|aguenta ai|nao obrigado|n|espera|espere|espera ai|pera|perai|pera ai|calma|calma ai|calma la|parar|para|para tudo|pare|deixa pra la|deixa para la|deixa pra depois|deixa quieto|deixa|depois|ainda nao|melhor nao|cancela|talvez|acho que nao|nem|nem pensar|desisto|mudei de ideia|agora nao|negativo|nada disso|mais tarde|esquece|nenhum|nenhuma|nenhum deles|nada|jamais|nunca|de jeito nenhum|um momento|so um momento|um minuto|um minutinho|um instante|um segundo|so um segundo|momentinho|ja volto|quero nao|nao precisa|deixa assim|deixa como esta
		no|nope|nah|no thanks|wait|stop|hold on|hang on|hold it|not yet|not now|not really|not today|maybe|maybe later|don t|do not|never mind|nevermind|later|cancel|changed my mind|one moment|one second|one sec|just a moment|give me a second|give me a sec|give me a minute|a minute|a second
		espera|espere|esperate|esperame|todavia no|aun no|mejor no|quizas|quiza|tal vez|luego|ahora no|cancelar|alto|despues|mas tarde|nada|un momento|un minuto|un segundo|momentito|por ahora no|olvidalo|dejalo|dejalo asi`)
	// doubtWords put the decision off.
	doubtWords = table(`vou pensar|pensar melhor|deixa eu pensar|deixa eu ver|deixa eu conferir|deixa eu falar|deixa eu confirmar|deixa eu perguntar|preciso pensar|preciso ver|preciso falar|preciso confirmar|preciso perguntar|vou ver|vou confirmar|vou perguntar|vou falar|tenho que ver|tenho que falar|tenho que confirmar|tenho que pensar|te falo|te aviso|ja te falo|nao sei|sei la|nao tenho certeza|nao posso|nao posso confirmar|nao estou pronto|nao to pronto|acho que|acho que sim|acho|sera|quase|amanha|semana que vem|depois eu|talvez|pode ser que|to na duvida|estou em duvida|em duvida|na duvida|eu diria|eu confirmaria
		let me think|let me check|let me see|let me ask|think about it|need to think|have to think|have to ask|need to ask|need to check|not sure|i guess|i guess so|i think|i think so|probably|tomorrow|next week|i ll confirm|i will confirm|i d say|perhaps
		dejame pensar|dejame pensarlo|dejame ver|lo voy a pensar|voy a pensar|tengo que pensar|tengo que preguntar|no se|no estoy seguro|no estoy segura|creo que|creo|manana|te aviso|supongo`)
	// noFill are the other words of refusals and doubts.
	noFill = table(`ainda|confirmo|confirma|confirmar|fechar|fecha|finaliza|finalizar|concluir|conclui|gera|gerar|pode|quero|quer|posso|isso|esse|essa|e|era|melhor|bem|mas|antes|com|minha|meu|mae|mulher|marido|esposa|esposo|esposo|chefe|namorada|namorado|familia|aqui|um pouco|pouco|mais|sim|nao|coloca|adiciona|precisa|como esta|assim|agora|hoje|hum|hmm|hm|mmm|ah|eh|te|ver|pensar|amanha|depois|confirm|do|it|that|yet|now|yes|so|to|need|about|my|wife|husband|boss|first|just|i m|let|me|lo|por|ahora|pero|aun|todavia|mi|mujer|jefe|eu|deles|disso|obrigado|obrigada|ele|ela|comprar|querer|vou|levar|va|nada`)
	// pointWords say yes by pointing at what is asked about.
	pointWords = table("esse|essa|esse mesmo|essa mesma|e esse|e essa|esse ai|essa ai|e|esse eu quero|este|esta|aquele|that one|this one|that s the one|that|this|ese|esa|ese mismo|eso|eso mismo|ese si")
	// answerLeads may stand between the yes or no and what is asked for instead.
	answerLeads = table("mas|mas antes|antes|antes disso|so que|porem|e|tambem|quero|na verdade|but|but first|first|before that|only|and|also|pero|pero antes|primero|antes de fechar|antes de finalizar|antes de confirmar|antes de concluir|antes de pagar|before you do|before that")
)

// sameWords are the words of the asked action itself, which say yes where no money moves:
// "exato, aumenta".
var sameWords = map[string]phrases{
	"add_to_checkout":           table("adicionar~|colocar~|botar~|por~|incluir~|mandar~|pode por|carrinho|sacola|add|add it|put|agregar^|anadir^|poner^|levo|vou levar|levar"),
	"update_quantity":           table("mudar~|aumentar~|diminuir~|alterar~|trocar~|atualizar~|deixar~|change|update|cambiar^|aumentar^"),
	"remove_from_checkout":      table("tirar~|remover~|retirar~|excluir~|apagar~|esvaziar~|limpar~|zerar~|remove|delete|empty|clear|quitar^|sacar^|borrar^|vaciar^|eliminar^"),
	"cancel_checkout":           table("cancelar~|desistir~|cancel|cancelar^|anular^"),
	"set_buyer":                 table("email|e mail|telefone|celular|cpf|nome|dados|certinho|certinhos|certos|phone|name|correo|telefono|nombre|datos|sou eu|meus dados"),
	"set_shipping_address":      table("endereco|cep|entrega|mora|address|direccion|la mesmo|esse endereco|entregar~|mandar~"),
	"select_fulfillment_option": table("frete|entrega|envio|shipping|delivery|essa entrega|esse frete|mandar~"),
	"apply_discount":            table("cupom|codigo|aplicar~|usar~|coupon|code|apply|cupon|aplicar^|usar^"),
	"start_payment":             table("pix|cartao|credito|debito|boleto|pagar~|card|credit|tarjeta|pagar^|gerar~"),
	"search_catalog":            table("buscar~|procurar~|mostrar~|search|buscar^"),
}
