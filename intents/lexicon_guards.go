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
	ackWords     = table(wordList("guards ackWords"))
	chatWords    = table(wordList("guards chatWords"))
	outsideWords = table(wordList("guards outsideWords"))
)

// newsWords speak of the world outside the shop, where no product is named beside them.
var newsWords = table(wordList("guards newsWords"))

// conditionWords tie a decision to something that has not happened: what follows is not
// done.
var conditionWords = table(wordList("guards conditionWords"))
