package intents

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// way is one way of naming a product; an empty string means that it has no such name.
type way struct {
	name string
	say  func(article, *rand.Rand) string
}

var ways = []way{
	{"title", func(a article, _ *rand.Rand) string { return a.Title }},
	{"title, lower case without accents", func(a article, _ *rand.Rand) string { return unaccented(strings.ToLower(a.Title)) }},
	{"title with a typo", func(a article, r *rand.Rand) string { return slipped(a.Title, r) }},
	{"brand and model", func(a article, _ *rand.Rand) string { return named(a, a.Brand) }},
	{"kind and model", func(a article, _ *rand.Rand) string { return named(a, a.kind.title) }},
	{"model alone", func(a article, _ *rand.Rand) string { return named(a, "") }},
	{"English kind", func(a article, _ *rand.Rand) string { return named(a, a.kind.english+" "+a.Brand) }},
	{"Spanish kind", func(a article, _ *rand.Rand) string { return named(a, a.kind.spanish+" "+a.Brand) }},
	{"spaces lost", func(a article, _ *rand.Rand) string {
		if a.number == "" {
			return ""
		}
		return a.kind.title + " " + a.family + a.number + " " + a.mark + " " + a.measure
	}},
	{"kind, brand and colour", func(a article, r *rand.Rand) string {
		if len(a.Options) == 0 {
			return ""
		}
		return a.kind.title + " " + a.Brand + " " + feminine(a.Options[0].Labels[r.IntN(len(a.Options[0].Labels))])
	}},
	{"kind and brand", func(a article, _ *rand.Rand) string { return a.kind.title + " " + a.Brand }},
	{"kind", func(a article, _ *rand.Rand) string { return a.kind.title }},
}

func named(a article, lead string) string {
	if a.host != "" {
		return ""
	}
	return strings.TrimSpace(lead + " " + a.model() + " " + a.measure)
}

func feminine(color string) string {
	if stem, ok := strings.CutSuffix(color, "o"); ok {
		return strings.ToLower(stem + "as")
	}
	return strings.ToLower(color)
}

// slipped changes one letter in a long word of the text: doubled, dropped, swapped or
// replaced, never the first.
func slipped(text string, r *rand.Rand) string {
	list := strings.Fields(unaccented(strings.ToLower(text)))
	var long []int
	for i, w := range list {
		if len(w) >= 5 && !hasDigit(w) {
			long = append(long, i)
		}
	}
	if len(long) == 0 {
		return ""
	}
	i := long[r.IntN(len(long))]
	w := []byte(list[i])
	at := 1 + r.IntN(len(w)-2)
	switch r.IntN(4) {
	case 0:
		w = slices.Insert(w, at, w[at])
	case 1:
		w = slices.Delete(w, at, at+1)
	case 2:
		w[at], w[at+1] = w[at+1], w[at]
	case 3:
		w[at] = 'a' + (w[at]-'a'+1+byte(r.IntN(24)))%26
	}
	list[i] = string(w)
	return strings.Join(list, " ")
}

// recall counts how a way of naming fared.
type recall struct{ n, alone, short, set, wrong int }

func measure(x *Index, list []article, w way, sample int) recall {
	var out recall
	r := rand.New(rand.NewPCG(1, 2))
	for range sample {
		a := list[r.IntN(len(list))]
		text := w.say(a, r)
		if text == "" {
			continue
		}
		out.n++
		found := x.link(glueUnits(tokenize(clean(text))), nil).products
		at := slices.Index(found, a.Product)
		switch {
		case at < 0 && len(found) == 1 && found[0].Title != a.Title:
			out.wrong++
		case at == 0 && len(found) == 1:
			out.alone++
		}
		if at >= 0 && at < 12 {
			out.short++
		}
		if at >= 0 {
			out.set++
		}
	}
	return out
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// leastRecall is the share, in per cent, that each way of naming must reach: alone is where
// the product is the only answer, short where it is among the first twelve, and set where it
// is among those as likely.
var leastRecall = map[string]struct{ alone, short, set float64 }{
	"title":                             {98, 99.5, 99.5},
	"title, lower case without accents": {98, 99.5, 99.5},
	"title with a typo":                 {95, 96, 96},
	"brand and model":                   {98, 99.5, 99.5},
	"kind and model":                    {98, 99.5, 99.5},
	"model alone":                       {98, 99.5, 99.5},
	"English kind":                      {98, 99.5, 99.5},
	"Spanish kind":                      {98, 99.5, 99.5},
	"spaces lost":                       {97, 99, 99},
	"kind, brand and colour":            {0, 75, 99.5},
	"kind and brand":                    {0, 50, 99.5},
	"kind":                              {0, 0, 99.5},
}

func TestRecallInALargeCatalogue(t *testing.T) {
	t.Parallel()
	sizes := []int{5_000, 20_000}
	if os.Getenv("BALCAO_LARGE") != "" {
		sizes = append(sizes, 100_000) // takes ten seconds
	}
	for _, n := range sizes {
		list := warehouse(n)
		x := NewIndex(goods(list))
		for _, w := range ways {
			got, least := measure(x, list, w, 400), leastRecall[w.name]
			alone, short, set := percent(got.alone, got.n), percent(got.short, got.n), percent(got.set, got.n)
			t.Logf("%6d products, %-34s alone %5.1f %%, in twelve %5.1f %%, in the set %5.1f %%, another %.1f %%", n, w.name, alone, short, set, percent(got.wrong, got.n))
			if alone < least.alone || short < least.short || set < least.set {
				t.Errorf("%d products, %s: want at least %v", n, w.name, least)
			}
			if got.wrong > got.n/200 {
				t.Errorf("%d products, %s: %d of %d give one other product", n, w.name, got.wrong, got.n)
			}
		}
		if guessed := unknownGuessed(t, x, list, 400); guessed > 0 {
			t.Errorf("%d products: %d names of unknown models give one product", n, guessed)
		}
	}
}

// A catalogue says the same in whichever order it lists its products.
func TestOrderOfTheCatalogueMakesNoDifference(t *testing.T) {
	t.Parallel()
	list := warehouse(3_000)
	products := goods(list)
	shuffled := slices.Clone(products)
	r := rand.New(rand.NewPCG(8, 9))
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	one, other := NewIndex(products), NewIndex(shuffled)
	for _, u := range utterances(list, 400) {
		tokens := glueUnits(tokenize(clean(u.Text)))
		if a, b := one.link(tokens, nil).products, other.link(tokens, nil).products; !slices.Equal(a, b) {
			t.Errorf("%q: %d products, and %d or others in another order", u.Text, len(a), len(b))
		}
	}
}

// unknownGuessed names models that do not exist and counts those for which the index
// offers one single product.
func unknownGuessed(t *testing.T, x *Index, list []article, sample int) int {
	titles := map[string]bool{}
	for _, a := range list {
		titles[a.model()] = true
	}
	r := rand.New(rand.NewPCG(3, 4))
	guessed := 0
	check := func(text string) {
		if found := x.link(glueUnits(tokenize(clean(text))), nil).products; len(found) == 1 {
			guessed++
			if guessed < 10 {
				t.Logf("%q gives %q", text, found[0].Title)
			}
		}
	}
	for range sample {
		a := list[r.IntN(len(list))]
		if a.number == "" {
			check(a.kind.title + " " + a.Brand + " Zwykvo")
			continue
		}
		b := a
		b.number = a.number + "7"
		if !titles[b.model()] {
			check(a.kind.title + " " + b.model())
			check(a.Brand + " " + b.model())
		}
		b = a
		b.mark = "Neo"
		check(a.kind.title + " " + b.model())
		check("Zwykvo " + a.number)
	}
	return guessed
}
