package intents

// injectionPattern matches attempts to speak to the machinery instead of the shop. It is
// a signal, not the defence: no sentence can set a price or complete a purchase anyway.
var injectionPattern = pattern(`` +
	`\b(ignor|esquec|desconsider|olvid|disregard|forget|bypass|override)\w*\b.{0,30}\b(instru|regra|rule|regla|prompt|previous|anterior|anteriores|restri|politic|polic|guardrail)` +
	`|(?:^|[\n.;!?])\s*\W*(system|sistema|assistant|developer|admin|root|tool|function)\s*\W*:` +
	`|<\s*/?\s*(system|assistant|user|tool|instructions?)\b|\[\s*/?\s*(system|inst|assistant)\b|</?s>|<\|` +
	`|\b(system prompt|prompt do sistema|prompt del sistema|developer mode|modo desenvolvedor|modo dios|jailbreak|dan mode|do anything now)\b` +
	`|\b(complete_checkout|apply_discount|add_to_checkout|start_payment|set_buyer|cancel_checkout|tool_call|function_call)\b` +
	`|\b(voc[eê]|vc|you|tu|usted)\s+(agora\s+|now\s+|ahora\s+)?([eé]|are|eres|es)\s+(agora\s+|now\s+|ahora\s+)?(um|uma|a|an|un|una|o|the|el)?\s*(admin|administrador|root|dono|owner|dan|desenvolvedor|developer|assistente sem|unrestricted)` +
	`|\b(reveal|revele|mostre|show|print|repita|repeat|muestra)\b.{0,30}\b(prompt|instru[cç]|instructions|regras internas|system message)` +
	`|\b(set|defina|coloque|mude|altere|change|cambia|pon|ponha|muda|make)\b.{0,20}\b(pre[cç]o|price|precio|valor|total)\b.{0,60}\b(para|pra|to|a|as|por|em|=|zero|cent|centavo|1|0)\b` +
	`|\b(finja|pretend|aja como|act as|haz como|finge)\b` +
	`|\b(esque[cç]\w*|ignor\w*|olvid\w*|forget)\b.{0,12}\b(tudo|todo|everything)\b.{0,20}\b(ensin|fal|diss|aprend|sab|dijeron|ense[nñ]|taught|told|know)` +
	`|\b(desobede[cç]|desobede|disobey)\w*|\b(obede[cç]|obey)\w*\b` +
	`|\b(novas|nuevas|new|updated|atualizadas)\s+(instru|regras|reglas|rules|orders|ordens)` +
	`|\b(sem limites|sin l[ií]mites|no limits|without limits|sem restri|sin restric|sem filtro|sem regras|sin reglas|no rules)\b` +
	`|\b(a partir de agora|from now on|de ahora en adelante)\b.{0,15}\b(voce|vc|you|tu|vos|usted)\b` +
	`|\b(seu|suas|seus|your|tus|tu)\s+(diretrizes|guidelines|directives|directivas|polic|politic|programa[cç]|programming)|\b(prior|previous|every)\s+(directive|instruction|rule|order)` +
	`|\b(mensagem|mensaje|message|nota|note|instru[cç][aã]o|instruction|ordem|orden|order)\s+(do|del|da|de la|from|from the|para o|to the|al|internas?)?\s*(sistema|system|desenvolvedor|desarrollador|developer|assistente|asistente|assistant|admin\w*|internas?)\b` +
	`|\b(ordens|ordenes) internas\b|\btool result|\bpayment_status|\bwebhook|charge\.succeeded|\{\{|\}\}|"action|buyer_confirmed|skip_confirm|unit_price|\b(price|total|preco|valor)\s*=|=\s*true\b` +
	`|\b(update|insert into|delete from|drop table|select)\b.{1,40}\b(set|values|from|where|table)\b.{0,20}[=;]|;\s*--` +
	`|\b(bypass|skip|pula|pule|pular|salta|saltate|saltar|desativ\w*|disable|desactiv\w*|sem|no|sin)\s+(a |o |the |la |el |de |any )?(confirma|pagamento|payment|pago\b|cobrar|cobran|cobro)` +
	`|\b(fluxo de confirma\w*|confirmation step|privil[eé]g\w*|elevated)\b|\bsou o sistema|\bsoy el sistema|\bi am the system|\borchestrator\b|\bupstream agent|\bconsent token` +
	`|\b(outros?|otros?|outras?|otras?|other|another|[uú]ltimo|anterior|pr[oó]ximo|demais|previous|last)\s+(clientes?|customers?'?s?|compradores?|buyers?|usu[aá]rios?|users?|person's)\b|\b(cliente|comprador|customer|buyer|usu[aá]rio)\s+anterior` +
	`|\b(customer|client|cliente|buyer|sales)\s+(table|data|database|records|list)|\b(relacao|lista|base|dados|registros|tabela|cadastro)\s+(de|dos|das|de los)\s+(clientes|compradores|ventas|vendas|usuarios)` +
	`|\b(me passa|me pasa|me da|preciso|passa|quero|give me|tell me)\b.{0,12}\b(zap|cpf|telefone|e-?mail|endereco|phone|address)\s+(d[aeo]s?|del|of)\s+(?:[a-z]+)\b` +
	`|\b(testando|teste|testa|try|prueba|chuta|inventa)\b.{0,12}\b(cupo|cupom|cupons|coupon|codigo)|\bcupons? secretos?|\b(prompt|senha|password|contrasena)\b` +
	`|\b(zera|zerar|zere|zero out|override)\b.{0,12}\b(total|valor|preco|price|conta|totals)\b|\bestoque\b.{0,20}\bpara\b|\bestoque\b.{0,30}\bsistema\b` +
	`|\binstru\w*\s+(que|q)\s+(te|voce|vc|lhe)\b|\bpalavra por palavra\b|\bword for word\b|\b(tarjeta|cartao|card)\s+(guardad\w*|salv\w*|on file)|\b(numero|number) (de|da|do|of)( la)? (tarjeta|cartao|card)\b|\bseguridad del banco|\bseguranca do banco|\b(texto acima|text above|palabra por palabra|verbatim|textual)\b|\bsuas instru|\bpainel de precos|\b(libera|liberar|libere)\b.{0,12}\b(tudo|pedido|compra|envio|produto)\b|\bmarca\w* como (conclu|pago|entreg)|\bmark\b.{0,25}\bas (paid|complete\w*|done|settled)|\bpagamento aprovado pelo|\bcobre zero|\btotal igual a zero|\bconfirmou tudo comigo|\bja confirmou tudo`)

// rolePattern matches claims of authority; only the clause that makes one is dropped.
var rolePattern = pattern(`` +
	`\b(as|sou|i am|i'm|como|soy)\s+(o |a |the |an |el |la |um |uma |un )?(store |shop |loja )?(admin|administrador|administradora|administrator|dono|dona|owner|gerente|manager|due[nñ]o|funcion[aá]rio|employee|desenvolvedor|developer)\b` +
	`|\b(mark|marque|marca|marcar|registra|registre|considere|set)\b.{0,30}\b(as )?(paid|pago|paga|pagado)\b` +
	`|\b(modo|mode)\s+(admin|debug|teste|test|sudo)` +
	`|\b(sou|soy|i'm|i am|como|as|aqui e|habla|logado como)\s+(o |a |the |la |el |do |da |um |uma )?(suporte|support|soporte|programador|programmer|ceo|diretor|director|policia|procon|profeco|fiscal\w*|supervisor|dono|admin\w*|developer|dev|tecnico|auditor\w*)\b` +
	`|\b(procon|profeco)\b|\bexijo\b|\bi (instruct|order|command) you\b|\b(o|el|the|your) (gerente|dono|dueno|chefe|owner|manager|boss|supervisor) (falou|disse|mandou|autorizou|liberou|prometeu|garantiu|dijo|prometio|said|told|approved|promised)\b` +
	`|\b(outro|otro|other|another)\s+(robo|bot|agente|atendente|agent|vendedor)\b|\batendente do turno`)

// negotiationPattern matches haggling: prices are not made in a conversation.
var negotiationPattern = pattern(`` +
	`\b(faz|fa[cç]a|faria|fecha|fechamos|deixa|deixe|sai|vende|venda)\s+(ele |ela |isso |tudo |o \S+ |a \S+ )?(por|a)\s+(r\$\s*)?[0-9]` +
	`|\b(me d[ae]|da um|der|dar|daria|fa[cç]a|faz|consegue|arruma|arranja|rola|tem como|tem)\b.{0,25}\b(desconto|descontinho|abatimento)\b` +
	`|\b(me d[ae]|da|der|dar|daria|faz|fa[cç]a|consegue|arruma)\b.{0,6}[0-9]+\s*%` +
	`|\b(quero|queria|preciso de|want|need|quiero)\b.{0,12}\b(desconto|discount|descuento)\b` +
	`|\b(tira|tire|tirar|abate|abata|abater|desconta|desconte|descontar|baixa|baixe|abaixa|reduz|corta)\s+(?:so |uns |umas |mais |pelo menos |ai )*(?:r\$\s*)?[0-9]+\s*(?:reais|real|conto|contos|pila|pilas|mangos|paus|%)|\b(?:abate|abata|abater|desconta|desconte|descontar)\s+(?:so |uns |umas |mais |pelo menos |ai )*[0-9]` +
	`|\b(?:take|knock|shave)\s+(?:off\s+)?(?:r\$|\$)?\s*[0-9]+\s*(?:reais|bucks|dollars|off)|\b(?:bajale|bajame|quitale|quitame|me quita|me quitas|me bajas|descuentame|rebajame)\s+(?:unos )?(?:r\$)?\s*[0-9]` +
	`|[0-9]+\s*%\s*(de desconto|off|de descuento|discount)` +
	`|\bte dou\s+(r\$\s*)?[0-9]|\b(aceita|aceitam|topa)\s+(r\$\s*)?[0-9]` +
	`|\b(give|gimme|can i get|could you do|get me|offer me)\b.{0,20}\b(discount|[0-9]+\s*(%|percent)|it cheaper|better price|better deal|lower price)` +
	`|\b(would you|can you|could you|will you)\s+(do|take|accept|sell|make it)\b.{0,25}\b(for|at)\s*(r\$\s*)?[0-9]+` +
	`|\bi('ll| will) (give|pay) you\b.{0,10}[0-9]|\b(knock|take)\b.{0,20}\boff the price\b|\blower the price\b` +
	`|\b(me lo dejas|d[eé]jamelo|me haces|hazme|me das|h[aá]game|dame)\b.{0,25}\b(descuento|rebaja|[0-9]+\s*%|en [0-9]|por [0-9]|a [0-9])` +
	`|\b(baixa|abaixa|abaixe|rebaja|baja)\b.{0,15}\b(o pre[cç]o|el precio|o valor|esse pre[cç]o)\b` +
	`|\b(de gra[cç]a|for free|gratis|gr[aá]tis)\b` +
	`|\b(choro|chorinho|precinho|pre[cç]o camarada|pre[cç]o de (amigo|cuate)|rebajita|rebaja|rebajas|descontinho|descontao|desconto|abatimento|discount|descuento|barganh\w*|pechinch\w*)\b` +
	`|\b(faz|fa[cç]a|faria|fecha|deixa|vende)\s+(em |por )?(r\$\s*)?[0-9]+\s*(mil|reais|real|conto|contos|pila|pilas|%)|\b(mesmo|same|mismo)\s+(pre[cç]o|valor|price|precio)\b|\b(cobr(e|em|ir)|iguala\w*|match)\b.{0,10}\b(oferta|concorr|pre[cç]o|offer)` +
	`|\b(faz|fa[cç]a|fazem|fazer|faria|deixa|deixar|vende|vender|sai|sair)\s+(?:por\s+|o\s+frete\s+|esse\s+frete\s+)?(mais barato|por menos|mais em conta)|\b(baixar|abaixar|melhorar|diminuir|reduzir|baixa|melhora|lower|drop|reduce)\b.{0,10}\b(pre[cç]o|valor|price|precio)\b|\bjeito no pre[cç]o` +
	`|\b(best|better|lowest) (price|deal|offer)\b|\bmejor precio\b|\bmelhor pre[cç]o\b|\bprice match|\bmake me a deal|\bwe have a deal|\b(percent|por ?ciento|por cento)\b|\bknock\b.{0,20}\boff\b|\bmake it free|\bhaces precio|\bhac[eé]s precio` +
	`|\b(na|en la|outra|no outro) (outra )?(concorr[eê]ncia|outra loja|competencia|loja|site|lugar|mercado livre|amazon)\b.{0,30}\b(barato|metade|menos)|\bcobre a oferta|\bcubr[ae] (a|la) oferta|\b(promo[cç][aã]o|quanto).{0,20}[aà] vista\b` +
	`|\b(fecha|feche|fechamos|cobra|cobre|leva|levo)\b.{0,25}\bpor\s+(so\s+)?(r\$\s*)?[0-9]+|\bcobra (so )?(um|1|dois) rea(l|is)|\bque saia por|\bsaia por [0-9]|\b(sem cobrar|sin cobrar|sin cargo|por conta da loja|cortesia|free of charge|no charge|zero cost)\b|\bcupom (escondido|secreto)|\bpra [0-9]{2,3}\s*%|\bpela metade\b` +
	`|\bmelhor pre[cç]o que|\bpre[cç]o melhor\b|\bpechinch|\bbrinde\b|\bregalame\b|\bregalamelo\b|\bregalas?\b(?:.{0,10}\bgratis)`)

// dealMade ties the purchase to what was haggled for.
var dealMade = pattern(`\b(?:tir|abat|descont|baix|abaix|faz|fa[cç]a|deix|quit|baj|rebaj|knock|take)\w*\b.{0,40}\b(?:que|e|and|y)\s+(?:ai\s+)?(?:eu |a gente |nos |i ll |i'll |yo |me |lo |la )*(?:levo|leva|fecho|fecha|fechamos|compro|llevo|compramos|take it|buy it|deal|cerramos)\b`)

// freeShipping is no haggling but a question about delivery.
var freeShipping = pattern(`\b(frete|entrega|env[ií]o|shipping|delivery)\s+(gr[aá]tis|de gra[cç]a|for free)|free (shipping|delivery)`)

// conditionalPattern ties the rest of a sentence to what was haggled for.
var conditionalPattern = pattern(`^\W*(?:s[eo]|if|si|caso|s[oó] se|only if)\b|\b(?:se|if|si)\s+(?:vc|voc[eê]|you|tu|me)\b`)

// paidPattern matches claims of having paid: never evidence, the provider tells.
var paidPattern = pattern(`` +
	`\b(payment|order|amount|balance|purchase)\b.{0,20}\b(has|have|was|is|been)\b.{0,20}\b(settled|remitted|transferred|received|approved|confirmed|made|processed|captured|paid|cleared)\b` +
	`|\b(pagamento|valor|compra|conta|cobran[cç]a)\b.{0,20}\b(foi|est[aá]|t[aá])\b.{0,20}\b(feit[oa]|efetuad[oa]|realizad[oa]|quitad[oa]|liquidad[oa]|confirmad[oa]|aprovad[oa]|pag[oa]|processad[oa]|recebid[oa]|compensad[oa])\b` +
	`|\b(?:dad[oa]|considerad[oa]|tid[oa]|tratad[oa]|treated|considered|regarded)\s+(?:por|como|as)\s+(?:quitad[oa]|pag[oa]|liquidad[oa]|pagad[oa]|paid|settled)\b` +
	`|\b(pix|transfer[eê]ncia|transferencia|dep[oó]sito|boleto|fatura|dinheiro|dinero)\b.{0,6}\b(j[aá] foi|j[aá] est[aá]|foi|ya fue|fue|ya est[aá]|has been|was)\b.{0,12}\b(transferid[oa]|feit[oa]|enviad[oa]|pag[oa]|quitad[oa]|efetuad[oa]|realizad[oa]|depositad[oa]|compensad[oa]|liquidad[oa]|hech[oa]|pagad[oa]|acreditad[oa]|sent|made|paid|transferred)\b` +
	`|\b(pago|importe|compra|cuenta)\b.{0,20}\b(fue|ha sido|est[aá])\b.{0,20}\b(hech[oa]|realizad[oa]|confirmad[oa]|aprobad[oa]|procesad[oa]|recibid[oa]|acreditad[oa]|liquidad[oa]|pagad[oa])\b|` +
	`\b(j[aá]|acabei de|acabo de)\s+(eu\s+)?(paguei|pagar|fiz o pix|fiz o pagamento|transferi|transferir|fiz a transfer[eê]ncia|efetuei|mandei o pix|fazer o pix|enviei o pix|pagado|quitei)` +
	`|\b(mandei|enviei|transferi|depositei|fiz|fizemos)\b.{0,12}\b(pix|pagamento|transfer\w*|deposito|dinheiro)\b|\bcomprobante\b|\bo pix ja foi\b|\bpago por fora|\bdinheiro caiu\b|\breceipt\b` +
	`|\bpayment (has been|was|is) (remitted|transferred|settled|received|approved|confirmed)|\b(order|pedido|orden) as (settled|paid)|\bya transferi|\bplata\b.{0,10}\b(transfer|mand|envi)` +
	`|\b(paguei|fiz o pix|pix feito|pagamento (feito|realizado|efetuado)|t[aá] pago|est[aá] pago|segue o comprovante|comprovante|pix enviado)\b` +
	`|\b(i('ve| have)? (already )?(paid|sent the (pix|money|payment))|already paid|payment (is )?(done|sent|made)|here('s| is) the receipt|i just paid)\b` +
	`|\b(ya pagu[eé]|ya hice el (pago|pix)|pago (hecho|realizado)|acabo de pagar|ya lo pagu[eé]|ya transfer[ií])\b`)

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
var newsWords = table(`contratando|curriculo|vaga de emprego|vagas|emprego|estagio|quem ganhou|ganha hoje|ganhou o jogo|ganhou ontem|placar|campeonato|mengao|corinthians|palmeiras|eleicao|loteria|horoscopo|hiring|job opening|who won|election|lottery|horoscope|quien gano|elecciones|loteria|contratan`)

// conditionWords tie a decision to something that has not happened: what follows is not
// done.
var conditionWords = table(`quando eu|se eu|so se|se o|se a|se voce|se fizer|se tiver|se der|se for|se sair|se chegar|se vier|caso|desde que|contanto que|so se|somente se|a menos que|senao|quando eu receber|quando chegar|depois que
	if you|if i|if the|if it|only if|as long as|provided|provided that|unless|once my|once you|once i|when i get|otherwise
	si me|si el|si la|si lo|siempre que|solo si|con tal de|a menos que|cuando me llegue`)

// headerPattern matches a text that poses as one of the machinery's own.
var headerPattern = pattern(`^\W*(system|sistema|assistant|assistente|developer|desenvolvedor|admin|root|tool|function|mensaje del sistema|mensagem do sistema)\s*\]?\s*(prompt update.*)?\W*:|^\W*\[\s*(system|sistema|mensaje|mensagem|admin|inst)|^\s*#{2,}|^\s*-{3,}|^\s*\{\s*"|^\s*(post|get|put)\s+/`)

// couponGiven is a code that the customer was given, beside the word for it.
var couponGiven = pattern(`\b(cupom|cupon|coupon|codigo|code|voucher|vale)\b`)
