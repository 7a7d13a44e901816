package intents

// markupPattern is what a program writes and no customer: headings of speakers, tags,
// braces, calls, assignments, and names of actions and fields.
var markupPattern = pattern(`` +
	`(?:^|[\n.;!?'"“])\s*\W*(?:system|sistema|assistant|developer|admin|root|tool|function|observation|thought|action)\s*\W*:` +
	`|</?\s*[a-z]{2,12}(?:[_\-][a-z]{2,12})*\s*/?>|<\s*/?\s*(?:system|assistant|user|tool|instructions?)\b|</?s>|<\|` +
	`|\[\s*/?\s*(?:system|inst|assistant|ferramenta|tool|herramienta|resultado|result|sistema)\b` +
	`|\{\{|\}\}|"[a-z_]+"\s*:|\b(?:tool|function)[ _](?:result|call)\b|\bwebhook\b` +
	`|\b(?:[a-z]+_)+(?:checkout|discount|payment|buyer|status|price|confirmed|confirmation|result)\b|\b[a-z]+\.(?:succeeded|execute|skip|env)\b|\.env\b` +
	`|\b(?:price|total|preco|valor)\s*=|=\s*true\b|(?:^|[;,\s])[a-z]\s*=\s*['"]|\b[a-z]\s*\+\s*[a-z]\s*\+\s*[a-z]\b` +
	`|\b(?:update|insert into|delete from|drop table|select)\b.{1,40}\b(?:set|values|from|where|table)\b.{0,20}[=;]|\bdrop table\b|;\s*--`)

// headerPattern matches a text that poses as one of the machinery's own.
var headerPattern = pattern(`^\W*(system|sistema|assistant|assistente|developer|desenvolvedor|admin|root|tool|function|mensaje del sistema|mensagem do sistema)\s*\]?\s*(prompt update.*)?\W*:|^\W*\[\s*(system|sistema|mensaje|mensagem|admin|inst)|^\s*#{2,}|^\s*-{3,}|^\s*\{\s*"|^\s*(post|get|put)\s+/`)

// Acknowledgements and pleasantries.
var (
	ackWords = table(`fechou|fecho|combinou|top|exato|exatamente|massa|aham|uhum|ta certo|ta ok|tudo certo|de boa|suave|sim senhor|senhor|pode crer|otimo|ok|okay|okey|blz|beleza|sim|s|isso|isso mesmo|isso ai|confirmo|confirma|confirmado|pode ser|pode|certo|ta|ta bom|tudo bem|fechado|claro|com certeza|bora|perfeito|show|joia|combinado|positivo|valeu
		yes|yep|yeah|yup|sure|fine|alright|right|confirm|confirmed|go ahead|do it|k|sounds good|correct|perfect
		si|dale|vale|de acuerdo|claro que si|perfecto|bueno|confirmado|listo|esta bien|correcto|por supuesto|adelante|hazlo`)
	chatWords = table(`oii|brigado|ate mais|abraco|abracos|boa|burro|burra|idiota|te catar|vai se|jaja|jajaja|muchas gracias|thanks a lot|so estou olhando|to so olhando|so olhando|just looking|just browsing|solo estoy mirando|solo miro|oi|ola|opa|eai|e ai|bom dia|boa tarde|boa noite|tudo bem|tudo bom|como vai|obrigado|obrigada|obg|vlw|valeu|tchau|ate mais|ate logo|conta uma piada|me conta uma piada|piada|kkk|kkkk|haha|rs|legal|bacana|te amo|quem e voce|quem e vc|qual seu nome|qual o seu nome|voce e um robo|vc e um robo|que horas sao
		hi|hello|hey|good morning|good afternoon|good evening|thanks|thank you|bye|goodbye|how are you|tell me a joke|joke|who are you|what s your name|are you a bot|are you human|lol|nice
		hola|buenas|buenos dias|buenas tardes|buenas noches|gracias|adios|chau|que tal|como estas|cuentame un chiste|chiste|quien eres|eres un robot`)
	outsideWords = table(`reembolso|estorno|quero devolver|devolucao|refund|return policy|chargeback|reembolsar|lição de casa|escreve uma|escreva uma|escreve|write me|write a|cantar|canta|previsao do tempo|clima|vai chover|futebol|cinema|filme|filmes|seriado|novela|restaurante|viagem de|horoscopo|signo|loteria|mega sena|namoro|remedio para|politica|presidente|receita de|traduz|traduza|escreve um|escreva um|codigo em python|poema|me fala do governo|noticias|capital da|quanto e 2
		weather|movie|movies|cinema|restaurant|lottery|horoscope|joke|football|politics|president|recipe|translate|write a|poem|news|capital of|stock market
		el cine|cine|restaurante|loteria|horoscopo|un chiste|el tiempo|tiempo hace|futbol|receta|traduce|escribe un|noticias`)
)

// newsWords speak of the world outside the shop, where no product is named beside them.
var newsWords = table(`contratando|curriculo|vaga de emprego|vagas|emprego|estagio|quem ganhou|ganha hoje|ganhou o jogo|ganhou ontem|placar|campeonato|eleicao|loteria|horoscopo|hiring|job opening|who won|election|lottery|horoscope|quien gano|elecciones|loteria|contratan`)

// conditionWords tie a decision to something that has not happened: what follows is not
// done.
var conditionWords = table(`quando eu|se eu|so se|se o|se a|se voce|se fizer|se tiver|se der|se for|se sair|se chegar|se vier|caso|desde que|contanto que|so se|somente se|a menos que|senao|quando eu receber|quando chegar|depois que
	if you|if i|if the|if it|only if|as long as|provided|provided that|unless|once my|once you|once i|when i get|otherwise
	si me|si el|si la|si lo|siempre que|solo si|con tal de|a menos que|cuando me llegue`)
