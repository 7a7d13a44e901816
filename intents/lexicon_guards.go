package intents

import "regexp"

// injectionPattern matches attempts to speak to the machinery instead of the shop. It is
// a signal, not the defence: no sentence can set a price or complete a purchase anyway.
var injectionPattern = regexp.MustCompile(`(?i)` +
	`\b(ignor|esquec|desconsider|olvid|disregard|forget|bypass|override)\w*\b.{0,30}\b(instru|regra|rule|regla|prompt|previous|anterior|anteriores|restri|politic|polic|guardrail)` +
	`|^\s*\W*(system|sistema|assistant|developer|admin|root|tool|function)\s*\W*:` +
	`|<\s*/?\s*(system|assistant|user|tool|instructions?)\b|\[\s*/?\s*(system|inst|assistant)\b|</?s>|<\|` +
	`|\b(system prompt|prompt do sistema|prompt del sistema|developer mode|modo desenvolvedor|modo dios|jailbreak|dan mode|do anything now)\b` +
	`|\b(complete_checkout|apply_discount|add_to_checkout|start_payment|set_buyer|cancel_checkout|tool_call|function_call)\b` +
	`|\b(voc[eê]|vc|you|tu|usted)\s+(agora\s+|now\s+|ahora\s+)?([eé]|are|eres|es)\s+(agora\s+|now\s+|ahora\s+)?(um|uma|a|an|un|una|o|the|el)?\s*(admin|administrador|root|dono|owner|dan|desenvolvedor|developer|assistente sem|unrestricted)` +
	`|\b(reveal|revele|mostre|show|print|repita|repeat|muestra)\b.{0,30}\b(prompt|instru[cç]|instructions|regras internas|system message)` +
	`|\b(set|defina|coloque|mude|altere|change|cambia|pon|ponha|muda|make)\b.{0,20}\b(pre[cç]o|price|precio|valor|total)\b.{0,60}\b(para|pra|to|a|as|por|em|=|zero|cent|centavo|1|0)\b` +
	`|\b(finja|pretend|aja como|act as|haz como|finge)\b`)

// rolePattern matches claims of authority; only the clause that makes one is dropped.
var rolePattern = regexp.MustCompile(`(?i)` +
	`\b(as|sou|i am|i'm|como|soy)\s+(o |a |the |an |el |la |um |uma |un )?(store |shop |loja )?(admin|administrador|administradora|administrator|dono|dona|owner|gerente|manager|due[nñ]o|funcion[aá]rio|employee|desenvolvedor|developer)\b` +
	`|\b(mark|marque|marca|marcar|registra|registre|considere|set)\b.{0,30}\b(as )?(paid|pago|paga|pagado)\b` +
	`|\b(modo|mode)\s+(admin|debug|teste|test|sudo)\b`)

// negotiationPattern matches haggling: prices are not made in a conversation.
var negotiationPattern = regexp.MustCompile(`(?i)` +
	`\b(faz|fa[cç]a|faria|fecha|fechamos|deixa|deixe|sai|vende|venda)\s+(ele |ela |isso |tudo |o \S+ |a \S+ )?(por|a)\s+(r\$\s*)?[0-9]` +
	`|\b(me d[ae]|da um|der|dar|daria|fa[cç]a|faz|consegue|arruma|arranja|rola|tem como|tem)\b.{0,25}\b(desconto|descontinho|abatimento)\b` +
	`|\b(me d[ae]|da|der|dar|daria|faz|fa[cç]a|consegue|arruma)\b.{0,6}[0-9]+\s*%` +
	`|\b(quero|queria|preciso de|want|need|quiero)\b.{0,12}\b(desconto|discount|descuento)\b` +
	`|[0-9]+\s*%\s*(de desconto|off|de descuento|discount)` +
	`|\bte dou\s+(r\$\s*)?[0-9]|\b(aceita|aceitam|topa)\s+(r\$\s*)?[0-9]` +
	`|\b(give|gimme|can i get|could you do|get me|offer me)\b.{0,20}\b(discount|[0-9]+\s*(%|percent)|cheaper|better price|better deal|lower price)` +
	`|\b(would you|can you|could you|will you)\s+(do|take|accept|sell|make it)\b.{0,25}\b(for|at)\s*(r\$\s*)?[0-9]+` +
	`|\bi('ll| will) (give|pay) you\b.{0,10}[0-9]|\b(knock|take)\b.{0,20}\boff the price\b|\blower the price\b` +
	`|\b(me lo dejas|d[eé]jamelo|me haces|hazme|me das|h[aá]game|dame)\b.{0,25}\b(descuento|rebaja|[0-9]+\s*%|en [0-9]|por [0-9]|a [0-9])` +
	`|\b(baixa|abaixa|abaixe|rebaja|baja)\b.{0,15}\b(o pre[cç]o|el precio|o valor|esse pre[cç]o)\b` +
	`|\b(de gra[cç]a|for free|gratis|gr[aá]tis)\b` +
	`|\bmelhor pre[cç]o que|\bpre[cç]o melhor\b|\bpechinch|\bbrinde\b|\brega?la(me)?\b|\breg[aá]lame\b`)

// freeShipping is no haggling but a question about delivery.
var freeShipping = regexp.MustCompile(`(?i)\b(frete|entrega|env[ií]o|shipping|delivery)\s+(gr[aá]tis|de gra[cç]a|for free)|free (shipping|delivery)`)

// conditionalPattern ties the rest of a sentence to what was haggled for.
var conditionalPattern = regexp.MustCompile(`(?i)^\W*(?:s[eo]|if|si|caso|s[oó] se|only if)\b|\b(?:se|if|si)\s+(?:vc|voc[eê]|you|tu|me)\b`)

// paidPattern matches claims of having paid: never evidence, the provider tells.
var paidPattern = regexp.MustCompile(`(?i)` +
	`\b(j[aá]|acabei de|acabo de)\s+(eu\s+)?(paguei|pagar|fiz o pix|fiz o pagamento|transferi|transferir|fiz a transfer[eê]ncia|efetuei|mandei o pix|fazer o pix|enviei o pix|pagado|quitei)` +
	`|\b(paguei|fiz o pix|pix feito|pagamento (feito|realizado|efetuado)|t[aá] pago|est[aá] pago|segue o comprovante|comprovante|pix enviado)\b` +
	`|\b(i('ve| have)? (already )?(paid|sent the (pix|money|payment))|already paid|payment (is )?(done|sent|made)|here('s| is) the receipt|i just paid)\b` +
	`|\b(ya pagu[eé]|ya hice el (pago|pix)|pago (hecho|realizado)|acabo de pagar|ya lo pagu[eé]|ya transfer[ií])\b`)

// Acknowledgements and pleasantries.
var (
	ackWords = table(`ok|okay|okey|blz|beleza|sim|s|isso|isso mesmo|isso ai|confirmo|confirma|confirmado|pode ser|pode|certo|ta|ta bom|tudo bem|fechado|claro|com certeza|bora|perfeito|show|joia|combinado|positivo|valeu
		yes|yep|yeah|yup|sure|fine|alright|right|confirm|confirmed|go ahead|do it|k|sounds good|correct|perfect
		si|dale|vale|de acuerdo|claro que si|perfecto|bueno|confirmado|listo|esta bien|correcto|por supuesto|adelante|hazlo`)
	chatWords = table(`oi|ola|opa|eai|e ai|bom dia|boa tarde|boa noite|tudo bem|tudo bom|como vai|obrigado|obrigada|obg|vlw|valeu|tchau|ate mais|ate logo|conta uma piada|me conta uma piada|piada|kkk|kkkk|haha|rs|legal|bacana|te amo|quem e voce|quem e vc|qual seu nome|qual o seu nome|voce e um robo|vc e um robo|que horas sao
		hi|hello|hey|good morning|good afternoon|good evening|thanks|thank you|bye|goodbye|how are you|tell me a joke|joke|who are you|what s your name|are you a bot|are you human|lol|nice
		hola|buenas|buenos dias|buenas tardes|buenas noches|gracias|adios|chau|que tal|como estas|cuentame un chiste|chiste|quien eres|eres un robot`)
	outsideWords = table(`previsao do tempo|clima|vai chover|futebol|politica|presidente|receita de|traduz|traduza|escreve um|escreva um|codigo em python|poema|me fala do governo|noticias|capital da|quanto e 2
		weather|football|politics|president|recipe|translate|write a|poem|news|capital of|stock market
		el tiempo|tiempo hace|futbol|receta|traduce|escribe un|noticias`)
)
