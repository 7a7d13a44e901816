package intents

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed lexicon/verbs.txt
var verbList string

// conjugation are the forms of a verb, folded.
type conjugation struct {
	// asks are the forms in which people ask for something, say what they do or will do,
	// and what they want; told are those of what was done, which ask for nothing.
	asks, told []string
	// open are those of asks that pronouns are written together with in Spanish.
	open []string
}

// special is what verbs.txt says of a verb, by key.
type special map[string][]string

// specials are the verbs of verbs.txt, by language and infinitive: "pt pedir".
var specials = func() map[string]special {
	out := map[string]special{}
	for line := range dataLines(verbList) {
		words := strings.Fields(line)
		s := special{}
		for _, part := range words[2:] {
			key, value, _ := strings.Cut(part, "=")
			s[key] = strings.Split(value, ",")
		}
		out[words[0]+" "+words[1]] = s
	}
	return out
}()

// specialOf returns what is special about a verb, with the beginning of its own where it
// is like another.
func specialOf(language, verb string) special {
	s := specials[language+" "+verb]
	if len(s["like"]) == 0 {
		return s
	}
	model := s["like"][0]
	start := strings.TrimSuffix(verb, model)
	out := special{}
	for key, values := range specials[language+" "+model] {
		for _, v := range values {
			out[key] = append(out[key], start+v)
		}
	}
	for key, values := range s {
		out[key] = values
	}
	return out
}

func (s special) stem(key, otherwise string) string {
	if len(s[key]) == 0 {
		return otherwise
	}
	return s[key][0]
}

// conjugate returns the forms of a verb in a language.
func conjugate(language, verb string) conjugation {
	s := specialOf(language, verb)
	if len(s["only"]) > 0 {
		return conjugation{asks: s["only"]}
	}
	var c conjugation
	switch language {
	case "pt":
		c = portuguese(verb, s)
	case "es":
		c = spanish(verb, s)
	default:
		c = english(verb, s)
	}
	c.asks = append(c.asks, s["asks"]...)
	c.asks, c.told = leaveOut(c.asks, s["not"]), leaveOut(c.told, s["not"])
	return c
}

func leaveOut(list, out []string) []string {
	return slices.DeleteFunc(list, func(form string) bool { return slices.Contains(out, form) })
}

// ended puts the endings on a stem, which is written as its sound before them demands.
func ended(stem, class, language, endings string) []string {
	var out []string
	for _, ending := range strings.Fields(endings) {
		for _, s := range spelt(stem, class, language, ending[0]) {
			out = append(out, s+ending)
		}
	}
	return out
}

// spelt writes the end of a stem as its sound before a vowel demands: colocar, coloque;
// pagar, pague; lançar, lance; corrigir, corrija; reducir, reduzca.
func spelt(stem, class, language string, vowel byte) []string {
	front := vowel == 'e' || vowel == 'i'
	if front == (class != "ar") {
		return []string{stem}
	}
	start, last := stem[:len(stem)-1], stem[len(stem)-1]
	switch {
	case class == "ar" && last == 'c' && language == "pt":
		return []string{start + "qu", stem} // folded, ç is c
	case class == "ar" && last == 'c':
		return []string{start + "qu"}
	case class == "ar" && last == 'g':
		return []string{stem + "u"}
	case class == "ar" && last == 'z' && language == "es":
		return []string{start + "c"}
	case class == "ar":
		return []string{stem}
	case strings.HasSuffix(stem, "gu"):
		return []string{start}
	case last == 'g' && !strings.HasSuffix(stem, "ng"):
		return []string{start + "j"}
	case last == 'c' && language == "es" && len(start) > 0 && strings.IndexByte("aeiou", start[len(start)-1]) >= 0:
		return []string{start + "zc"}
	}
	return []string{stem}
}

// The endings of the regular verbs, by class: of the stem as it is, of the stem under the
// accent, of the first person and the subjunctive, and of what was done.
var (
	portugueseEndings = map[string]struct{ plain, strong, first, told string }{
		"ar": {"ar ares armos arem ando amos asse asses assemos assem", "as a am", "o e es em emos", "aste ou aram ava avas avamos avam ado ada ados adas"},
		"er": {"er eres ermos erem endo emos esse esses essemos essem", "es e em", "o a as am amos", "i este eu eram ia ias iamos iam ido ida idos idas"},
		"ir": {"ir ires irmos irem indo imos isse isses issemos issem", "es e em", "o a as am amos", "i iste iu iram ia ias iamos iam ido ida idos idas"},
	}
	portugueseFuture = "ei as a emos ao ia ias iamos iam"
	spanishFuture    = "e as a emos eis an ia ias iamos iais ian"
)

func portuguese(verb string, s special) conjugation {
	base, class := verb[:len(verb)-2], verb[len(verb)-2:]
	put := func(stem, endings string) []string { return ended(stem, class, "pt", endings) }
	e, regular := portugueseEndings[class]
	var c conjugation
	c.asks = append(c.asks, verb)
	if regular {
		c.asks = append(c.asks, put(base, e.plain)...)
	}
	if len(s["present"]) > 0 {
		c.asks = append(c.asks, s["present"]...)
	} else if regular {
		c.asks = append(c.asks, put(s.stem("strong", base), e.strong)...)
		c.asks = append(c.asks, put(s.stem("first", base), "o")...)
	}
	subjunctive := strings.TrimPrefix(e.first, "o ")
	if !regular {
		subjunctive = "a as am amos"
	}
	c.asks = append(c.asks, put(s.stem("first", base), subjunctive)...)
	c.asks = append(c.asks, put(s.stem("future", verb), portugueseFuture)...)
	switch {
	case class == "ir" && strings.HasSuffix(base, "u") || strings.HasSuffix(base, "a") && class == "ir":
		c.asks = append(c.asks, base+"i", base+"is") // inclui
	case class == "ir" && strings.HasSuffix(base, "z"):
		c.asks = append(c.asks, base) // reduz
	}
	c.asks = append(c.asks, s["gerund"]...)
	if past := s["past"]; len(past) == 3 {
		c.asks = append(c.asks, put(past[2], "esse esses essemos essem er eres ermos erem")...)
		c.told = append(c.told, past[0], past[1])
		c.told = append(c.told, put(past[2], "este emos eram")...)
	}
	if regular && len(s["past"]) == 0 {
		c.told = append(c.told, put(base, e.told)...)
		if class == "ar" {
			c.told = append(c.told, put(base, "ei")...)
		}
	}
	if was := s.stem("was", ""); was != "" {
		c.told = append(c.told, put(was, "a as amos am")...)
	}
	c.told = append(c.told, participles(s)...)
	return c
}

func participles(s special) []string {
	done := s.stem("done", "")
	if done == "" {
		return nil
	}
	stem := strings.TrimSuffix(done, "o")
	return []string{done, stem + "a", done + "s", stem + "as"}
}

var spanishEndings = map[string]struct{ plain, accented, subjunctive, weak, told, past string }{
	"ar": {"amos ais as", "o as a an", "e es en emos eis", "ara aras aramos aran ase ases asemos asen", "aste aron aba abas abamos aban ado ada ados adas", ""},
	"er": {"emos eis es", "o es e en", "a as an amos ais", "iera ieras ieramos ieran iese ieses iesemos iesen", "i iste imos ia ias iamos ian ido ida idos idas", "io ieron"},
	"ir": {"imos is", "o es e en", "a as an amos ais", "iera ieras ieramos ieran iese ieses iesemos iesen", "iste ia ias iamos ian ido ida idos idas", "io ieron"},
}

func spanish(verb string, s special) conjugation {
	base, class := verb[:len(verb)-2], verb[len(verb)-2:]
	put := func(stem, endings string) []string { return ended(stem, class, "es", endings) }
	e := spanishEndings[class]
	strong, weak := s.stem("strong", base), s.stem("weak", base)
	if class == "ir" && strings.HasSuffix(base, "u") && !strings.HasSuffix(base, "gu") {
		strong, weak = base+"y", base+"y" // incluye
	}
	first := s.stem("first", strong)
	var c conjugation
	gerund, order := put(base, "ando"), put(base, "a ad")
	switch class {
	case "er":
		gerund, order = put(weak, "iendo"), put(base, "e ed")
	case "ir":
		gerund, order = put(weak, "iendo"), put(base, "i id")
	}
	// The orders of vos and vosotros have the stem as it is; those of tú, of usted and of
	// ustedes that under the accent.
	c.open = append(c.open, verb)
	c.open = append(c.open, gerund...)
	c.open = append(c.open, order...)
	if len(s["imperative"]) > 0 {
		c.open = append(c.open, s["imperative"]...)
	} else {
		c.open = append(c.open, put(strong, strings.Fields(e.accented)[2])...)
	}
	c.open = append(c.open, put(first, e.subjunctive)...)
	if class == "ar" {
		c.open = append(c.open, put(base, "emos")...)
	}
	c.asks = append(c.asks, c.open...)
	if len(s["present"]) > 0 {
		c.asks = append(c.asks, s["present"]...)
	} else {
		c.asks = append(c.asks, put(first, "o")...)
		c.asks = append(c.asks, put(strong, e.accented[2:])...)
	}
	c.asks = append(c.asks, put(base, e.plain)...)
	if class == "ar" {
		c.asks = append(c.asks, put(base, "e es")...) // the voseo: no cerrés
	}
	c.asks = append(c.asks, put(s.stem("future", verb), spanishFuture)...)
	if past := s["past"]; len(past) == 3 {
		third := "ieron iera ieras ieran iese iesen"
		if strings.HasSuffix(past[2], "j") {
			third = "eron era eras eran ese esen" // redujera
		}
		plural, others, _ := strings.Cut(third, " ")
		c.asks = append(c.asks, put(past[2], others)...)
		c.told = append(c.told, past[0], past[1])
		c.told = append(c.told, put(past[2], plural+" iste imos")...)
	} else {
		c.asks = append(c.asks, put(weak, e.weak)...)
		c.told = append(c.told, put(weak, e.past)...)
	}
	c.told = append(c.told, put(base, e.told)...)
	c.told = append(c.told, participles(s)...)
	if strings.HasSuffix(weak, "y") { // incluyendo
		short := strings.NewReplacer("yie", "ye", "yio", "yo")
		for _, list := range [][]string{c.open, c.asks, c.told} {
			for i := range list {
				list[i] = short.Replace(list[i])
			}
		}
	}
	return c
}

func english(verb string, s special) conjugation {
	stem, end := strings.TrimSuffix(verb, "e"), strings.TrimSuffix(verb, "y")
	c := conjugation{asks: []string{verb}}
	switch {
	case len(s["present"]) > 0:
		c.asks = append(c.asks, s["present"]...)
	case end != verb && strings.IndexByte("aeiou", verb[len(verb)-2]) < 0:
		c.asks = append(c.asks, end+"ies")
	case strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "o"):
		c.asks = append(c.asks, verb+"es")
	default:
		c.asks = append(c.asks, verb+"s")
	}
	if len(s["gerund"]) > 0 {
		c.asks = append(c.asks, s["gerund"]...)
	} else {
		c.asks = append(c.asks, stem+"ing")
	}
	switch {
	case len(s["past"]) > 0:
		c.told = s["past"]
	case end != verb && strings.IndexByte("aeiou", verb[len(verb)-2]) < 0:
		c.told = []string{end + "ied"}
	default:
		c.told = []string{stem + "ed"}
	}
	return c
}
