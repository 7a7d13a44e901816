package intents

// morePattern matches further attempts to speak to the machinery: notes to it, results and
// lines of talk that were made up, consent that others are said to have given, what is
// known of others, and what only the shop may change.
var morePattern = pattern(`` +
	`</?\s*[a-z]{2,12}(?:[_\-][a-z]{2,12})*\s*/?>|\[\s*/?\s*(?:ferramenta|tool|herramienta|resultado|result|sistema)\b|"[a-z_]*(?:confirm|paid|status|approved|price|discount|consent)[a-z_]*"\s*:` +
	`|\b(?:instruc\w*|nota|note|mensagem|mensaje|recado|aviso|message|obs|lembrete)\s+(?:p|pro|pra|para|to|for|al|do|da)\s*(?:o|a|os|as|the|el|la)?\s*(?:robo|bot|sistema|system|ia|ai|assistente|asistente|assistant|llm|modelo|model|agente|agent)\b` +
	`|\b(?:sem|sin|without|nao|no precisa|dont|don't|no need to)\s+(?:me |mais |nova |outra |otra |further |any )*(?:perguntar?|pergunte|perguntas?|confirmar|confirmacao|confirmacion|asking|ask|preguntar|preguntes|confirming|confirmation)\b.{0,12}$|\b(?:fech|finaliz|conclu|finish|complete|cobr|charge|pag|cerr|close)\w*\b.{0,25}\b(?:sem|sin|without)\s+(?:me |nova |outra |otra |any |further )?(?:perguntar?|pergunta|confirmar|confirmacao|confirmacion|asking|preguntar|confirmation)\b` +
	`|\b(?:usuari[oa]|cliente|comprador|user|customer|human|humano|buyer|client|principal)\b.{0,15}\b(?:confirmou|aprovou|autorizou|concordou|consentiu|confirmed|approved|agreed|authori[sz]ed|consented|confirmo|aprobo|autorizo|acepto)\b` +
	`|\b(?:did|has) the (?:human|user|buyer|customer) (?:agree|confirm|approve)` +
	`|\b(?:banco de dados|base de dados|base de datos|database|api|api key|backend|cadastrad[oa]s|registrad[oa]s)\b|\bdo cadastro\b|\bno cadastro\b` +
	`|\b(?:nova|new|nueva)\s+(?:policy|politica)\b|\b(?:todas las compras|all purchases|todas as compras|all orders) (?:are|son|sao)\b` +
	`|\b(?:telefone|fone|zap|whats\w*|endereco|e-?mail|cpf|nome|direccion|telefono|correo|nombre|address|phone|number|name)\s+(?:completo )?(?:do|da|de|del|de la|of|of the)\s+(?:entregador|vizinh\w*|vecin[oa]|neighbo\w*|chica|chico|moca|rapaz|moco|senora|tipo|quem|quien|pessoa|persona|cliente|clienta|outr\w+|otr\w+|person|people|other|seller|vendedor\w*|motoboy|repartidor|driver|courier)\b` +
	`|\b(?:alter|mud|troc|ajust|edit|modific|cambi|baj|abaix|corrij|set|chang|updat|pon|ponh|coloc)\w*\b.{0,12}\b(?:preco|price|precio)s?\b.{0,60}\b(?:para|pra|to|a|por|em|en|=)\s+(?:r\$\s*)?(?:[0-9]|zero|um real|cero)` +
	`|\b(?:pon|pone|ponga|set|deja|zer\w+|make|coloca|deixa)\b.{0,10}\btotal\b.{0,12}\b(?:en|em|to|a|como|as|pra|para)\s+(?:menos|zero|cero|negativ\w+|-)|\bset all prices\b|\b(?:system|sistema) override\b` +
	`|\b(?:ignor|esquec|olvid|disregard|forget)\w*\b.{0,12}\b(?:tudo|todo|everything|all|o que)\b.{0,15}\b(?:acima|above|arriba|antes|before|veio)\b` +
	`|(?:^|[;,\s])[a-z]\s*=\s*['"]|\b[a-z]\s*\+\s*[a-z]\s*\+\s*[a-z]\b`)

// dealPattern matches a bargain that is spread over several clauses, so that none of them
// is a wish: "compro 3 e pago 1".
var dealPattern = pattern(`` +
	`\b(?:compro|levo|llevo|leva|lleva|buy|take|get|pego|fico com)\s+(?:[0-9]+|dois|duas|tres|quatro|two|three|four|dos|cuatro)\b.{0,20}\b(?:pago|paga|pay|pagando)\s+(?:so|apenas|solo|only|just|por)?\s*(?:[0-9]+|um|uma|dois|one|two|uno|una|dos)\b(?:\s*(?:x|vez|vezes|parcela|install|cuota))?` +
	`|\barredond\w*\b.{0,25}\b(?:baixo|abaixo|menos|abajo)\b|\bround\w*\b.{0,15}\bdown\b|\bredonde\w*\b.{0,20}\b(?:abajo|menos)\b` +
	`|\b(?:faz|faria|fecha|deixa|vende|haces|dejas)\s+(?:por|a|em|en)\s+(?:r\$\s*)?[0-9]+(?:[.,][0-9]+)?\s*(?:mil|reais|conto|pila|k)?\b` +
	`|\bhac[ei]me\s+(?:un\s+)?precio\b|\bme haces precio\b|\bfaz(?:er)? um precinho\b`)

// pricePattern matches a price that the speaker sets as his condition: "si me la dejas en
// cien reales", "se arredondar para quinhentos", "I'll take it if you drop it to 80".
var pricePattern = pattern(`` +
	`\b(?:se|si|if|caso|desde que|contanto que|siempre que|as long as|provided)\b.{0,25}\b(?:deix\w+|dej[ae]\w*|fiz\w+|fac[ao]m?|faz|fech\w+|baix[ae]\w*|abaix\w+|baj[ae]\w*|rebaj\w+|arredond\w+|redonde\w+|vend\w+|cobr[ae]\w*|sair|saisse|round\w*|knock\w*|drop\w*|lower\w*|bring|let me have|let it go|give it to me|do it|sell|make it|come down)\b.{0,25}` +
	`\b(?:em|en|por|pra|para|a|as|to|for|at|down to)\s+(?:so |apenas |solo |just |only |uns |unos )?(?:r\$\s*|\$\s*)?(?:[0-9]{2,}[0-9.,]*|(?:cem|cien|ciento|cento|duzent[oa]s|trezent[oa]s|quatrocent[oa]s|quinhent[oa]s|seiscent[oa]s|setecent[oa]s|oitocent[oa]s|novecent[oa]s|mil|doscient[oa]s|trescient[oa]s|cuatrocient[oa]s|quinient[oa]s|seiscient[oa]s|setecient[oa]s|ochocient[oa]s|novecient[oa]s|cinquenta|cincuenta|sessenta|sesenta|setenta|oitenta|ochenta|noventa|trinta|treinta|quarenta|cuarenta|vinte|veinte|fifty|sixty|seventy|eighty|ninety|(?:a|one|two|three|four|five) hundred)\b(?:.{0,18}\b(?:reais|reales|real|pila|conto|bucks)\b|\W*(?:,|$|e?u? ?levo|i'?ll|eu fecho|fecho|me l[oa]|l[oa] llevo|compro)))`)
