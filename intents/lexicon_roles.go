package intents

// The words that open the segments of a sentence which are no wish, by what these do.
var (
	// sayingsAside change nothing wherever they stand.
	sayingsAside = table(`
		acho que|creio que|acredito que|i think|i believe|i guess|i suppose|creo que|me parece que|
		para acompanhar|pra acompanhar|para completar|pra completar|por via das duvidas|ja que esta ai|ja que ta ai|ja que voce esta ai|ja que estamos|ja que estamos aqui|ja que estou aqui|ja que to aqui|aproveitando|ja aproveitando|aproveitando o embalo|se nao for incomodo|se nao for pedir muito|se nao for muito|se nao der trabalho|se nao for trabalho|se nao se importar|se nao se importa|se nao for problema|sem pressa|de uma vez|de quebra|por ora|por enquanto|como sempre|como de costume|de preferencia|vou levar so o resto|levo so o resto|fico so com o resto|o resto eu levo|o resto eu quero|i ll take the rest|i ll just take the rest|me llevo el resto|llevo lo demas|al tiro|altiro|al toque|ahorita|ahorita mismo|porfa plis|al tiro nomas|de uma vez so|sem falta|sem demora|no caso|digamos assim|salvo engano|se nao me engano|pelo visto|pelo jeito|pelo que vi|pelo que entendi
		while you re at it|while you re there|while we re at it|while i m at it|while i m here|for good measure|to go with it|to go with that|to go along with it|just in case|if it s not too much trouble|if it s no trouble|if it isn t too much trouble|if you don t mind|if you wouldn t mind|if that s alright|if that s all right|if that s okay|if that s ok|if it s all the same|as usual|as always|for the time being|for now|on second thoughts|on reflection|upon reflection|come to think of it|now that i think of it|if i m not mistaken|at the same time
		ya que estamos|ya que estas|ya que esta|ya que estamos en eso|ya que estoy|de paso|para acompanar|por si acaso|por las dudas|si no es molestia|si no es mucha molestia|si no te molesta|si no le molesta|si no es mucho pedir|si no hay problema|si no le importa|si no te importa|como siempre|por el momento|por ahora|de ser posible|si es tan amable|si eres tan amable`)
	// reasonOpeners open what explains or concedes; innerReasons do so without a comma too.
	reasonOpeners = table(`
		ja que|porque|por que|pois|uma vez que|visto que|dado que|posto que|considerando que|tendo em vista que|porquanto|por causa de|por causa do|por causa da|por conta de|por conta do|por conta da|devido a|devido ao|para nao ter que|pra nao ter que|afinal|ate porque|mesmo porque|senao|embora|ainda que|apesar de|apesar do|apesar da|se bem que|muito embora|mesmo sem|sem especificar|sem dizer|sem informar|sem saber|sem definir|mas nao disse|mas nao especificou|mas nao informou|mas nao definiu|mas nao sei|so nao sei|so nao disse|mas ainda nao disse|mas ainda nao sei|mas ainda nao decidi|nao sei qual|nao importa qual
		since|because|cause|cos|coz|given that|seeing as|seeing that|seeing how|considering|considering that|in view of|due to|thanks to|owing to|now that|so that i|so that we|so i can|so we can|after all|although|though|even though|despite|in spite of|without specifying|without saying|but didn t say|but didn t specify|but hasn t said|but haven t decided|but not sure|but i m not sure|but i don t know|i don t know which|not sure which|no idea which
		ya que|puesto que|dado que|visto que|porque|pues|debido a|debido al|por culpa de|con tal de no|para no tener que|al fin y al cabo|aunque|a pesar de|si bien|sin especificar|sin decir|sin precisar|pero no ha precisado|pero no preciso|pero no dijo|pero no ha dicho|pero no especifico|pero no se|pero todavia no|pero aun no|no se cual`)
	innerReasons = table(`
		ja que|porque|uma vez que|visto que|dado que|embora|pois|por causa de|por causa do|por causa da|por conta do|por conta da|sem especificar|sem dizer qual
		because|given that|seeing as|considering that|although|even though|without specifying|without saying which
		ya que|puesto que|aunque|debido a|debido al|sin especificar|sin decir`)
	// firstReasons open a reason at the beginning of a sentence alone; later they compare.
	firstReasons = table(`
		como nao|como ja|como vou|como o|como a|como os|como as|como meu|como minha|como meus|como minhas|como eu|como estou|como to|como tenho|como a gente|como ele|como ela|como la|como aqui|como so|como sempre|como acabou|como acabaram|como quebrou|como perdi|como gostei|como gosto|como preciso|como moro
		as i|as my|as we|as the|as it|as there|with the|with my
		como no|como ya|como voy|como el|como la|como mi|como mis|como me|como se|como estoy|como tengo|como somos`)
	// conclusions open what follows from a comment.
	conclusions = table(`
		entao|por isso|portanto|por conseguinte|assim sendo|sendo assim|dai|logo|de modo que|de forma que|desse modo|dessa forma|diante disso|em vista disso
		so|therefore|thus|hence|that s why|which is why|in that case|for that reason|consequently
		asi que|por eso|por lo tanto|por tanto|entonces|de modo que|por lo que|de manera que|asi pues|conque`)
	// preambles say when or before what the wish is uttered.
	preambles = table(`
		alem do que|alem disso|alem dela|alem dele|besides that|besides what|in addition to what|in addition|on top of that|on top of what|ademas de lo que|ademas de eso|aparte de lo que|
		antes de levar|antes de fechar negocio|antes de fechar o negocio|		antes de comecar|antes de mais nada|antes de tudo|antes de decidir|antes de me decidir|antes de escolher|antes de levar|antes de comprar|antes de bater o martelo|antes de me comprometer|antes de fechar|antes de continuar|antes de qualquer coisa|antes que eu decida|antes que eu compre|para comecar|pra comecar|so por curiosidade|por curiosidade|so para confirmar|so pra confirmar|so para saber|so pra saber|so uma duvida|uma duvida|uma pergunta|tenho uma duvida|tenho uma pergunta|tira uma duvida|me tira uma duvida
		before i commit|before i decide|before deciding|before i buy|before buying|before i order|before i go for it|before i choose|before we start|before anything else|before i make up my mind|before we go on|first of all|to start with|to begin with|just out of curiosity|out of curiosity|just to be sure|just to confirm|just checking|quick question|one question|a question|one thing
		antes de decidir|antes de decidirme|antes de comprar|antes de elegir|antes de empezar|antes de nada|antes que nada|antes de seguir|antes de llevarmelo|antes de llevarmela|para empezar|por curiosidad|solo por curiosidad|solo para confirmar|una duda|una pregunta|una consulta|tengo una duda`)
	// states tell how the speaker fares.
	states = table(`
		era justamente|era exatamente|e justamente|e exatamente|era isso mesmo|era bem isso|era tudo o que|that s exactly what|that s just what|just what i|exactly what i|that was exactly|es justo lo que|justo lo que|es exactamente lo que|era justo lo que|era exactamente
		to sem|estou sem|estamos sem|tava sem|fiquei sem|ficamos sem|ando sem|to precisado|acabou|acabaram|to ficando sem|aqui em casa|la em casa|o meu|a minha|os meus|as minhas|meu|minha|meus|minhas|ja tenho|ja tinha|ja temos|la no|tenho um em casa|tenho uma em casa|tenho visita|vou receber|vou viajar|vou ter visita|vou dar de presente|vou presentear|e para presente|e pra presente|e presente|e um presente|e para dar|e pra dar|e para o|e para a|e pra o|e pra a|e pra minha|e pro meu|e para meu|e para minha|nao tenho pressa|to com pressa|estou com pressa|to atrasado|to cansado|adorei|amei|gostei muito|faz tempo que|comecei a|comecei|estou comecando|ando|ta frio|esta frio|ta calor|esta calor|la fora|sou alergico|sou alergica|sou viciado|sou viciada|somos em|somos quatro
		i m out of|we re out of|i ran out|we ran out|i ve run out|we ve run out|i m running out|my|mine|i already have|i ve already got|i already own|i have one|i ve got one|i have two|we have guests|i m travelling|i m traveling|it s a gift|it s a present|it s for my|it s for the|it s for our|that s for my|i love it|i loved it|i m in a hurry|i m in no hurry|no rush|it s cold|it s hot|i just moved|we just moved|i m starting|i ve started|i started
		se nos acaba|se nos acabo|se me acaba|se acaba|se acaban|estoy sin|estamos sin|me quede sin|nos quedamos sin|me quede corto|se me acabo|se me acabaron|se acabo|se me rompio|se me perdio|ya tengo|ya tenemos|mi|mis|tengo visita|voy a viajar|es un regalo|es para regalar|es para mi|es para el|es para la|no tengo prisa|tengo prisa|me encanto|hace frio|hace calor|soy alergico|soy alergica|empece a|acabo de empezar`)
	// noticedWords open a sentence that tells what was seen; the next one asks of it.
	noticedWords = table(`
		vi que voces|vi que voce|vi que tem|vi ai|vi aqui|vi no site|vi na loja|vi um|vi uma|vi o|vi a|reparei que|notei que|percebi que voces|soube que voces
		i saw that you|i saw you|i see you|i see that you|i noticed you|i noticed that you|i saw the|i saw a|i ve seen
		vi que tienen|vi que venden|vi que tenes|veo que tienen|veo que venden|note que|me di cuenta de que`)
	// tooMuchWords complain of a number.
	tooMuchWords = table("e muito|e demais|e muita coisa|e coisa demais|sao muitos|sao muitas|sao demais|ta demais|esta demais|e exagero|is too many|is too much|are too many|is a lot|is way too many|is more than|es mucho|es demasiado|son muchos|son muchas|son demasiados|son demasiadas")
	// offeredWords say that the shop has a thing; behind asksWhat they ask what it has, or
	// open a reason.
	offeredWords = table("que voces vendem|que voces tem|que voce tem|que voce vende|que voces oferecem|que tem ai|que tem na loja|you sell|that you sell|that you have|you have|you offer|that you offer|you carry|you stock|que venden|que tienen|que tenes|que tienes|que ofrecen|que manejan")
	asksWhat     = wordSet("ja ya visto dado posto porque pois considerando seeing since because given o os lo los what whatever do did que tudo todo all if se si everything anything ver see saber know")
	// ownWordings tell what the speaker has or had.
	ownWordings = table(`
		tenho um|tenho uma|tenho o|tenho a|tenho dois|tenho duas|ja tenho|eu tenho|eu ja tenho|temos um|temos uma|ja temos|tinha um|tinha uma|ganhei|ganhei um|comprei|ja comprei|perdi|perdi o|perdi a|uso um|uso uma|uso o
		i have a|i have an|i have the|i have two|i already have|i ve got a|i ve got an|i ve already got|i own|i already own|we have a|we already have|i had a|i bought|i got a|i lost|i use a
		tengo un|tengo una|tengo el|tengo la|tengo dos|ya tengo|tenemos un|tenemos una|ya tenemos|tenia un|tenia una|compre|ya compre|perdi el|perdi la|uso un|uso una`)
	// specifies are words after "que" which tell the thing rather than a reason.
	specifies = wordSet("seja sejam sea sean nao no custe custem cueste cuesten tenha tenham tenga tengan tem tiene seria fosse for caiba quepa sirva venha venga de do da dure is are isn has comes e es passem pase pasen")
	// remainderWords with remainWords say that other things stay.
	remainderWords = table(`o outro|a outra|os outros|as outras|o resto|o restante|os demais|as demais|o que sobra|o que sobrar|tudo mais|todo o resto
		the other|the others|the other one|the other two|the rest|everything else|the remaining
		el otro|la otra|los otros|las otras|lo demas|los demas|las demas|el resto`)
	remainWords = table(`ficar~|fica|ficam|mantenho|manter~|mantem|mantenha|mantenham|permanece|permanecem|continua|continuam|deixa como esta|deixa onde esta|deixo|conservo|pode ficar|podem ficar
		stay|stays|can stay|remain|remains|keep|i ll keep|i m keeping|is fine|are fine
		quedan|queda|se quedan|se queda|quedarse|mantengo|dejo|se mantienen|conservo`)
	// intentions open what was wanted at first; turnings take it back; changedMind may follow.
	intentions = table(`
		eu ia levar|eu ia pegar|eu ia comprar|eu ia pedir|eu ia querer|eu ia de|ia levar|ia pegar|ia comprar|ia pedir|ia querer|ia de|estava pensando|tava pensando|pensei em|pensava em|eu pensava em|eu estava de olho|estava de olho|tava de olho|eu queria era|pensei no|pensei na|tinha pensado|eu tinha pensado|tinha escolhido|eu tinha escolhido|estava entre|quase levei|a principio|inicialmente|no comeco|de inicio|primeiro pensei
		i was going to|i was gonna|i was about to|i was thinking of|i was thinking about|i was considering|i had my eye on|i had planned|i planned to|i meant to get|i almost|i nearly|at first|initially|originally|was going to|was gonna|was thinking of
		iba a llevar|iba a comprar|iba a pedir|iba a|yo iba a|estaba pensando|pensaba llevar|pensaba comprar|pensaba en|pensaba llevarme|pensaba comprarme|pensaba|yo pensaba|me iba a llevar|habia pensado|pense en|al principio|en un principio|casi me llevo`)
	turnings    = table("mas|porem|contudo|so que|entretanto|todavia|but|yet|however|except|pero|sin embargo|solo que|mas no")
	changedMind = table(`
		pensando bem|pensando melhor|mudei de ideia|na verdade|acho que|melhor|agora|entao|no fim|no fim das contas|afinal
		on reflection|on second thought|on second thoughts|actually|i think|i changed my mind|i ve changed my mind|now|instead|after all|in the end|thinking about it|having thought about it
		pensandolo bien|pensandolo mejor|cambie de idea|en realidad|creo que|mejor|ahora|al final`)
	// notThis opens what is told apart from what is sought; soughtWords close it; thisIs are
	// the words before what is meant.
	notThis     = table("no es el|no es la|nao e|nao era|nao seria|nao sao|not|it s not|it isn t|it is not|it wasn t|that s not|that isn t|no es|no era|no son|no seria")
	soughtWords = table(`que eu quero|que quero|que eu queria|que queria|que eu procuro|que procuro|que eu procurava|que procurava|que eu estava procurando|que eu preciso|que preciso|que eu pedi|que pedi|que me interessa|que eu busco|que busco|que eu estava querendo|que eu to querendo|que eu falei
		i want|i wanted|i m after|i need|i m looking for|i was looking for|i asked for|i meant|i d like|that i want
		lo que quiero|el que quiero|la que quiero|que quiero|que busco|lo que busco|el que busco|la que busco|lo que necesito|que necesito|el que pedi|la que pedi|que pedi|el que necesito|la que necesito`)
	thisIs = wordSet("e es era seria eh sino sim mas but it s is rather sao son si pero")
	// topicOpeners name what the wish after them is about.
	topicOpeners = table(`
		sobre o|sobre a|sobre os|sobre as|quanto ao|quanto a|quanto aos|quanto as|em relacao ao|em relacao a|em relacao aos|em relacao as|com relacao ao|com relacao a|a respeito do|a respeito da|no que diz respeito ao|no que diz respeito a|no que toca ao|no tocante ao|no tocante a|no caso do|no caso da|falando do|falando da|falando no|falando na
		as for|as regards|as to|regarding|concerning|with regard to|with respect to|when it comes to|speaking of|in terms of
		sobre el|sobre la|sobre los|sobre las|en cuanto al|en cuanto a|en cuanto a la|en cuanto a los|en cuanto a las|respecto al|respecto a|respecto a la|respecto de|respecto del|con respecto al|con respecto a|por lo que respecta a|hablando del|hablando de|acerca del`)
	// deferral puts something off.
	deferral = table(`
		para depois|pra depois|para outra ocasiao|pra outra ocasiao|para outra hora|pra outra hora|para outro dia|pra outro dia|para outra vez|pra outra vez|para outro momento|pra outro momento|para a proxima|pra proxima|para uma proxima|pra uma proxima|para o mes que vem|pro mes que vem|pra o mes que vem|para mes que vem|pra mes que vem|para a semana que vem|pra semana que vem|para semana que vem|para mais tarde|pra mais tarde|para mais adiante|para o futuro|mais pra frente|mais para frente
		for another day|for another time|for some other time|for later|until later|for next time|for next month|for next week|until next month|can wait|will wait|will have to wait|some other time|not this time
		para otra ocasion|para otro dia|para otra vez|para otro momento|para despues|para luego|para mas tarde|para mas adelante|para la proxima|para el mes que viene|para la semana que viene|puede esperar|pueden esperar`)
	// ifThereIs opens the condition that a thing can be had.
	ifThereIs = table(`
		se houver|se ainda houver|se tiver|se tiverem|se voce tiver|se voces tiverem|se ainda tiver|se ainda tiverem|se tem|se voces tem|se ainda tem|se existir|se existe|se for possivel achar|se estiver disponivel|se ainda estiver disponivel|se estiver em estoque|caso haja|caso tenha|caso tenham|caso voces tenham|caso exista|caso esteja disponivel|caso ainda haja|caso ainda tenham|havendo|tendo|se sobrou|se sobrar|se ainda sobrou
		if you have|if you ve got|if you have got|if you still have|if you happen to have|if you carry|if you stock|if you sell|if there s|if there is|if there are|if there s still|if it s available|if it s in stock|if available|if in stock|provided you have|assuming you have|as long as you have|should you have|in case you have
		si tienen|si tienes|si tenes|si tiene|si todavia les queda|si todavia les quedan|si todavia te queda|si todavia queda|si aun les queda|si aun queda|si aun quedan|si todavia quedan|si todavia tienen|si todavia tienes|si aun tienen|si aun tienes|si les queda|si les quedan|si te queda|si queda|si quedan|si hay|si todavia hay|si aun hay|si hubiera|si tuvieran|si esta disponible|si venden|si manejan|en caso de que tengan|de haber|de tenerlo`)
	inStock = table(`
		em estoque|disponivel|disponiveis|ainda|por ai|a venda|na loja|ai
		in stock|available|still|on hand|left|any
		en stock|disponible|disponibles|todavia|aun|por ahi`)
)
