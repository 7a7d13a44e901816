package catalog

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"balcao/money"
)

// wish is what the text of a query asks for beside words: a bound on the price, something
// that it is not to be, and that it costs little. These are no words to look for: who wants
// a phone that is not one of Apple's does not want what has "Apple" in it.
type wish struct {
	// words is the text that is left, folded.
	words string
	// without are the things that it is not to be, each a text.
	without []string
	// cheap says that what costs least goes first among what is alike.
	cheap    bool
	min, max *money.Amount
	// vague says that it names no kind of goods: a present, something.
	vague bool
}

// The patterns are of folded text: no capitals, no accents.
const (
	priceNumber = `\d[\d.,]*(?: ?(?:mil|k)\b)?`
	priceUnit   = `(?: ?(?:reais|real|reales|brl|contos)\b)`
	price       = `(?:(?:r\$|brl) ?` + priceNumber + priceUnit + `?|` + priceNumber + priceUnit + `)`
	atMost      = `(?:(?:por|de|no|a|custando|que custem?|for|at|valor|preco) )*(?:ate|no maximo(?: de)?|maximo(?: de)?|menos (?:de|que)|abaixo (?:de|dos)|(?:na )?faixa de(?: ate)?|mais barat[oa]s? (?:do )?que|under|below|less than|up to|at most|max(?:imum)?(?: of)?|cheaper than|hasta|por debajo de|debajo de|mas barat[oa]s? que)`
	atLeast     = `(?:(?:por|no|for|at) )*(?:acima (?:de|dos)|mais de|a partir de|no minimo(?: de)?|minimo(?: de)?|pelo menos|ao menos|por lo menos|al menos|over|above|more than|at least|starting at|mas de|desde|por encima de|encima de)`
)

var (
	// A number without a currency is a price after "until" at the end of the text, if no
	// product has it as a size or a measure.
	atMostPattern  = regexp.MustCompile(`\b` + atMost + ` (?:(` + price + `)|(\d+(?:[.,]\d+)*(?: ?mil\b)?)[ .!?]*$)`)
	atLeastPattern = regexp.MustCompile(`\b` + atLeast + ` (` + price + `)`)
	betweenPattern = regexp.MustCompile(`\b(?:entre|between|de|from) ((?:r\$ ?)?` + priceNumber + priceUnit + `?) (?:e|a|ate|y|and|to) (` + price + `)`)

	// withoutPattern finds what something is not to be, up to where the text turns to
	// something else. "sem" and "without" are no such words: "fone sem fio" is a kind of goods.
	withoutPattern = regexp.MustCompile(`(?:[,(] ?(?:mas )?nao|\b(?:(?:mas )?que nao (?:seja|sejam|e|sao)|sem ser|exceto|excepto|tirando|menos|diferentes? (?:de|da|do|dos|das)|different from|(?:pero )?que no (?:sea|sean|es|son)|except(?: for)?|other than|anything but|(?:that (?:is|are) )?(?:but )?not))((?: [^\s,;.()]+)+)`)
	// withoutEnd is where it ends.
	withoutEnd = regexp.MustCompile(` (?:com|que|por|ate|mas|with|that|for|under|up|pero|con|hasta)\b.*`)
	withoutOr  = regexp.MustCompile(`(?: (?:e nem|nem|e|ou|or|nor|and|ni|y|o)\b)+`)

	cheapPattern = regexp.MustCompile(`\b(?:(?:mais|bem|muito|super|mas|muy) )?(?:barat(?:os?|inh[oa]s?|issim[oa]s?)|cheap(?:er|est)?|inexpensive|affordable)\b|\b(?:mais|bem|muito|super|mas|muy) baratas?\b|\b(?:mais )?em conta\b|\bmenos car[oa]s?\b|\bleast expensive\b|\b(?:menor|melhor|mejor|lowest|best|low) (?:precos?|precios?|prices?)\b|\b(?:precos?|precios?) (?:mais |mas )?baixos?\b|\bprecios? (?:mas )?bajos?\b`)
	cheapOnly    = regexp.MustCompile(`\bbaratas?\b`)
	// moreOrLess has a word of withoutPattern in it and refuses nothing.
	moreOrLess = regexp.MustCompile(`\b(?:pelo menos|ao menos|mais ou menos|por lo menos|al menos|mas o menos|menos (?:do )?(?:de|que)|menos \d\S*)\b`)
)

// The words that the patterns turn on: most texts have none, and cost nothing then.
var (
	cheapWords   = wordSet(`conta preco precos precio precios price prices cheap cheaper cheapest inexpensive affordable caro cara caros caras expensive`)
	withoutWords = wordSet(`nao no ser exceto excepto tirando menos diferente diferentes different except than but not`)
	vagueWords   = wordSet(`presente presentes presentear presentinho lembrancinha lembrancinhas lembranca lembrancas coisa coisas tudo things gift gifts regalo regalos algo something anything everything`)
)

// mostWithout bounds what something is not to be.
const mostWithout = 8

// wish reads a text.
func (x *index) wish(text string) wish {
	fields := strings.Fields(Fold(text))
	plain := " " + strings.Join(fields, " ")
	w := wish{words: plain}
	prices, without := false, false
	for _, word := range fields {
		word = strings.Trim(word, `.,;:!?()"`)
		prices = prices || hasDigit(word)
		without = without || withoutWords[word]
		w.cheap = w.cheap || cheapWords[word] || strings.HasPrefix(word, "barat")
		w.vague = w.vague || vagueWords[word]
	}
	if prices {
		w.readPrices(x)
	}
	if w.cheap {
		w.readCheap(x.knows("barata"))
	}
	if without {
		w.readWithout()
	}
	return w
}

// isMeasure reports whether products have a number, by itself or with a unit.
func (x *index) isMeasure(number string) bool {
	number = plainNumber(number)
	return x.knows(number) || len(x.measures(number)) > 0
}

func (w *wish) readPrices(x *index) {
	if m := betweenPattern.FindStringSubmatch(w.words); m != nil {
		low, high := priceOf(m[1]), priceOf(m[2])
		if low != nil && high != nil && *low <= *high {
			w.min, w.max = low, high
			w.words = strings.Replace(w.words, m[0], " ", 1)
		}
	}
	if m := atMostPattern.FindStringSubmatch(w.words); m != nil && w.max == nil && (m[2] == "" || !x.isMeasure(m[2])) {
		if w.max = priceOf(m[1] + m[2]); w.max != nil {
			w.words = strings.Replace(w.words, m[0], " ", 1)
		}
	}
	if m := atLeastPattern.FindStringSubmatch(w.words); m != nil && w.min == nil {
		if w.min = priceOf(m[1]); w.min != nil {
			w.words = strings.Replace(w.words, m[0], " ", 1)
		}
	}
}

// readCheap takes out the words of a low price. Where goods are against insects, "barata" alone
// is one of these.
func (w *wish) readCheap(isInsect bool) {
	words := cheapPattern.ReplaceAllString(w.words, " ")
	if !isInsect {
		words = cheapOnly.ReplaceAllString(words, " ")
	}
	w.cheap = words != w.words
	w.words = words
}

func (w *wish) readWithout() {
	w.words = moreOrLess.ReplaceAllString(w.words, " ")
	for len(w.without) < mostWithout {
		m := withoutPattern.FindStringSubmatchIndex(w.words)
		if m == nil {
			return
		}
		not, rest := w.words[m[2]:m[3]], w.words[m[3]:]
		if end := withoutEnd.FindStringIndex(not); end != nil {
			not, rest = not[:end[0]], not[end[0]:]+rest
		}
		for _, thing := range withoutOr.Split(not, -1) {
			if thing = strings.TrimSpace(thing); thing != "" {
				w.without = append(w.without, thing)
			}
		}
		w.words = w.words[:m[0]] + rest
	}
}

// wish reads what a text asks for, unless it is the title of a product: "Tudo menos o mar" is
// a book, and nothing is said against the sea.
func (c *Catalog) wish(text string) wish {
	w := c.index.wish(text)
	if (w.bounds() || len(w.without) > 0) && c.titled(text) {
		return wish{words: text}
	}
	return w
}

// mostTitles is in how many titles all words of a text are looked for.
const mostTitles = 100

// titled reports whether one product has all words of a text in its title.
func (c *Catalog) titled(text string) bool {
	x := c.index
	words := tokens(text)
	var terms []queryTerm
	for _, token := range words {
		if stopWords[token] {
			continue
		}
		t, known := x.lookup(token)
		if !known {
			return false
		}
		terms = append(terms, queryTerm{terms: []int32{t}})
	}
	if len(terms) == 0 {
		return false
	}
	rarest := slices.MinFunc(terms, func(a, b queryTerm) int { return x.count(a) - x.count(b) })
	looked := 0
	for _, p := range x.postings[rarest.terms[0]] {
		if slices.ContainsFunc(terms, func(q queryTerm) bool { return !slices.Contains(x.entries[p.product].title, q.terms[0]) }) {
			continue
		}
		title := tokens(c.sorted[p.product].Title)
		if !slices.ContainsFunc(words, func(word string) bool { return stopWords[word] && !slices.Contains(title, word) }) {
			return true
		}
		if looked++; looked == mostTitles {
			return false
		}
	}
	return false
}

// bounds reports whether the text says which goods are meant without a word to look for: what
// costs that much, or the cheapest.
func (w wish) bounds() bool { return w.min != nil || w.max != nil || w.cheap }

// priceOf reads a price in reais; nil for none.
func priceOf(text string) *money.Amount {
	number := strings.TrimLeft(text, "r$bl ")
	thousands := strings.ContainsAny(number, "mk") // mil, k
	if end := strings.IndexFunc(number, func(r rune) bool { return !strings.ContainsRune("0123456789.,", r) }); end >= 0 {
		number = number[:end]
	}
	whole, decimals, _ := strings.Cut(plainNumber(strings.TrimRight(number, ".,")), ".")
	places := 2 // of the minor unit
	if thousands {
		places += 3
	}
	decimals = decimals[:min(len(decimals), places)] // what is less than a centavo bounds nothing
	n, err := strconv.ParseInt(whole+decimals+strings.Repeat("0", places-len(decimals)), 10, 64)
	amount := money.Amount(n)
	if err != nil || amount > money.MaxAmount {
		return nil
	}
	return &amount
}

// exclusion is a thing that nothing found may be: all of its words, each in what the product
// is called or in an option of the variant.
type exclusion []queryTerm

// exclusions reads what something is not to be. Words that no product has exclude nothing.
func (x *index) exclusions(texts []string) (out []exclusion) {
	for _, text := range texts {
		if terms, _ := x.analyse(text); len(terms) > 0 {
			out = append(out, terms)
		}
	}
	return out
}

// fits reports whether a variant is that thing. What a description says counts for
// nothing: a phone may be told to go with a watch of Apple's.
func (e exclusion) fits(x *index, product int32, variant int) bool {
	for _, q := range e {
		if !x.calls(product, q) && !x.hasLabel(&x.entries[product], variant, q) {
			return false
		}
	}
	return true
}

// calls reports whether a product has the term in its title, brand or tags.
func (x *index) calls(product int32, q queryTerm) bool {
	for _, t := range q.terms {
		list := x.postings[t]
		at, found := slices.BinarySearchFunc(list, product, func(p posting, product int32) int { return int(p.product - product) })
		if found && list[at].best >= fieldModifier {
			return true
		}
	}
	return false
}

const (
	// alike is how far apart the scores of products may be that price alone puts in order for
	// who asks for something cheap: those with all words in the title are, however long it is,
	// and not what has them in its description.
	alike = steps / 4
	// priceBits are those of a score that hold the price then, and priceLevels the levels of
	// a doubling: prices that differ by less than a tenth of a per cent are the same.
	priceBits, priceLevels = 16, 1200
)

// cheapFirst gives what was found a score by which the cheaper goes first among what is alike.
// The price is that of the cheapest variant that passes.
func (c *Catalog) cheapFirst(r ranked, f filter) ranked {
	p := c.sorted[r.product]
	least := money.Amount(math.MaxInt64)
	for i := range p.Variants {
		if v := &p.Variants[i]; v.Price < least && f.variant(r.product, i, v) {
			least = v.Price
		}
	}
	level := min(int32(math.Log2(1+float64(least))*priceLevels), 1<<priceBits-1)
	r.score = r.score/alike<<priceBits | (1<<priceBits - 1 - level)
	return r
}

// plainScore is the score that cheapFirst began with, to within what is alike.
func plainScore(score int32) int32 { return (score >> priceBits) * alike }
