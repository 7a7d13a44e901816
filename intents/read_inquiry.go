package intents

import (
	"slices"

	"balcao/catalog"
)

// inquiry reads a question about one product, whatever is asked of it: "does the JBL Tune
// fold up?", "gostaria de saber se a mochila é impermeável". The product is shown; of a
// comparison both are.
func (t *turn) inquiry(c clause, h hits) bool {
	told, frame := t.askedAbout(c.tokens)
	if frame == 0 && (!c.asks || modal.in(c.tokens) && wishes(c.tokens) || strongAdd.in(c.tokens)) {
		return false
	}
	if frame == 0 && (h.has(cueRemove) || h.has(cueEmpty) || h.has(cueCart) || h.has(cueOrder) || h.has(cueCoupon)) || limited(c.tokens) || isPersonal(c.tokens) {
		return false
	}
	inverted := englishQuestion[c.tokens[0].word]
	at, n := canItself.find(c.tokens)
	itself := n > 0 && at > 1 && definiteArticles[c.tokens[0].word] // "o Redmi Note 14 pega 5G?"
	compares := thanWords.in(c.tokens) && comparatives.in(c.tokens)
	if frame == 0 && !compares && (h.has(cueSearch) || (h.has(cueAdd) && !itself || h.has(cueAvailable)) && !inverted || outsideWords.in(c.tokens)) {
		return false
	}
	if frame == 0 && !inverted && !compares && !definite(c.tokens) {
		return false // "e uma prensa também?" asks for one
	}
	if shippingWords.in(c.tokens) || methodsIn(c.tokens) || namesCart(c.tokens) {
		return false
	}
	var found []Slots
	sides := splitThan(told)
	for _, side := range sides {
		p := t.subject(side)
		if p == nil {
			continue
		}
		one := t.withOptions(p, t.index.terms(glueUnits(side)), "")
		if len(sides) > 1 {
			one = target{product: p}
		}
		s := one.slots(Slots{Action: "get_product"})
		if !slices.ContainsFunc(found, func(o Slots) bool { return o.Product == s.Product }) {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return false
	}
	t.add(found...)
	t.named = len(found) == 1
	return true
}

// askedAbout cuts the frame of a question that is told off, "gostaria de saber se", and
// returns how long it was.
func (t *turn) askedAbout(tokens []token) (told []token, frame int) {
	for i := range tokens {
		if n := inquiryFrames.at(tokens, i); n > 0 && i+n < len(tokens) {
			return tokens[i+n:], i + n
		}
	}
	return tokens, 0
}

// subject finds the product that a question begins with, or, where it begins with a verb,
// the first that is named behind it.
func (t *turn) subject(tokens []token) *catalog.Product {
	tokens = glueUnits(tokens)
	for i := 0; i < len(tokens) && i < mostBeforeSubject; i++ {
		if i > 0 && !articleOf(tokens[i].word) && !beginsQuestion[tokens[i-1].word] {
			continue
		}
		for end := min(len(tokens), i+longestSubject); end > i; end-- {
			names := t.index.withoutNoise(tokens[i:end])
			if len(names) == 0 {
				continue
			}
			l := t.index.link(names, nil)
			if len(l.products) == 1 && l.explained >= surelyExplained && (definite(tokens[i:end]) || t.index.specific(l.terms)) {
				return l.products[0]
			}
		}
	}
	return nil
}

// splitThan parts a question at what compares two things.
func splitThan(tokens []token) [][]token {
	if at, n := thanWords.find(tokens); n > 0 && at > 0 && at+n < len(tokens) {
		return [][]token{tokens[:at], tokens[at+n:]}
	}
	return [][]token{tokens}
}

func articleOf(word string) bool {
	return definiteArticles[word] || word == "os" || word == "as" || word == "los" || word == "las" || word == "da" || word == "do" || word == "del"
}

const (
	// mostBeforeSubject is how many words may stand before the subject of a question, and
	// longestSubject how many it has.
	mostBeforeSubject = 5
	longestSubject    = 6
)

var (
	// inquiryFrames come before what is asked.
	inquiryFrames = table(`
		gostaria de saber se|queria saber se|quero saber se|preciso saber se|quis saber se|saber se|me diz se|me diga se|me fala se|me confirma se|me confirme se|confirma se|confirme se|pode confirmar se|pode me dizer se|poderia me dizer se|sabe dizer se|sabe me dizer se|sabe se|voce sabe se|verifica se|verifique se|pergunta se|perguntou se|pergunto se|conferir se|tem como saber se|sera que|estou na duvida se|to na duvida se|fiquei na duvida se|tenho duvida se
		i d like to know if|i d like to know whether|i want to know if|i want to know whether|know if|know whether|wondering if|wondering whether|wonder if|wonder whether|tell me if|tell me whether|asks if|asks whether|asked if|asked whether|ask if|ask whether|check if|check whether|confirm if|confirm whether|confirm that|not sure if|not sure whether|any idea if|any idea whether
		me gustaria saber si|quisiera saber si|queria saber si|quiero saber si|necesito saber si|saber si|dime si|digame si|decime si|me dices si|me puedes decir si|me puede decir si|sabes si|sabe si|pregunta si|pregunto si|confirmar si|verificar si|me confirmas si|tengo la duda de si|no se si`)
	// thanWords stand between two things that are compared.
	thanWords = table("do que o|do que a|que o|que a|do que|than the|than|que el|que la|mais que o|mais que a|or the|or|ou o|ou a|o el|o la|contra o|contra a|versus|vs")
	// canItself are verbs that a thing does as well as who buys it.
	canItself = table("pega|pegam|leva|levam|traz|trazem|guarda|guardam|carrega|manda|junta|compra|toma|lleva|llevan|guarda|toma|mete|needs|need|take|takes|include|includes")
	// englishQuestion are the verbs that an English question begins with.
	englishQuestion = wordSet("does is are was will has did would should")
	// comparatives ask which of two is more.
	comparatives = table("melhor|maior|menor|pior|mais|better|bigger|larger|smaller|worse|faster|lighter|heavier|longer|brighter|thinner|mejor|mayor|peor|mas")
	// beginsQuestion are verbs that a question begins with, before its subject.
	beginsQuestion = wordSet("does do is are was will can could has have did would should e sao tem vem serve funciona aguenta cabe es son tiene viene sirve funciona aguanta cabe trae dura and esse essa este esta that this")
)
