package intents

import (
	"cmp"
	"slices"
	"strings"

	"balcao/internal/lang"
)

// relay reads what is said by one who orders for somebody else, as shopping agents do, as if
// that one spoke: "meu usuário pede que se retire o mouse" is "retire o mouse".
type relay struct {
	tokens   []token
	language string
	// heard says that the one who is spoken for was named before, so that a pronoun, or a
	// verb alone after a connector, may mean that one.
	heard bool
	// asks says that the sentence being read is somebody's question, asked that one was.
	asks, asked bool
	// passive says that it tells what is to be done, wished that it is a wish: "o mouse retirado"
	// asks for no more than "que o mouse seja retirado".
	passive, wished bool
	out             []token
	// own are the tokens without what somebody is said to agree to, agreed says that somebody
	// is, and told that something else was relayed. Only what the speaker says himself
	// completes a purchase.
	own          []token
	agreed, told bool
	// framed says that somebody is spoken for at all.
	framed bool
}

// read goes through the tokens once.
func (r *relay) read() {
	for i := 0; i < len(r.tokens); {
		t := r.tokens[i]
		switch n := r.frame(i); {
		case n > 0:
			r.framed = r.framed || relayOwn.at(r.tokens, i) == 0
			i += n
		case t.mark && isSentenceEnd(t.word):
			if r.asks {
				t.word = "?"
			}
			r.asks, r.passive, r.wished = false, false, false
			r.put(t)
			i++
		default:
			n := r.passiveVerb(i)
			if n == 0 {
				r.put(t)
				n = 1
			}
			i += n
		}
	}
	if r.asks && len(r.out) > 0 {
		end := r.out[len(r.out)-1].end
		r.put(token{word: "?", start: end, end: end, mark: true})
	}
}

func (r *relay) put(t token) {
	r.out = append(r.out, t)
	r.own = append(r.own, t)
}

// frame reads what relays something at tokens[i] and returns how many tokens it takes.
func (r *relay) frame(i int) int {
	if n := relayOwn.at(r.tokens, i); n > 0 && !r.relative(i+n-1) {
		r.passive = true
		return n + r.reflexive(i+n)
	}
	if n := relayIntroductions.at(r.tokens, i); n > 0 && r.opens(i) {
		n += r.upToBreak(i + n)
		for j := i; j < i+n; j++ {
			if isBreak(r.tokens, j) {
				return j - i + 1
			}
		}
		return n
	}
	if n := r.onBehalf(i); n > 0 {
		r.heard = true
		n += r.comma(i, i+n)
		if end := i + n; r.tokens[end-1].word == "," && end < len(r.tokens) && whoWords[r.tokens[end].word] {
			n++ // "em nome do titular, que leu o resumo"
		}
		return n
	}
	if n := relayConsulted.at(r.tokens, i); n > 0 && r.opens(i) && r.relays() {
		return n + r.upToBreak(i+n)
	}
	if n := relayListed.at(r.tokens, i); n > 0 && r.opens(i) {
		if s := r.speaker(i + n); s > 0 {
			r.put(token{word: r.wish(), start: r.tokens[i].start, end: r.tokens[i+n-1].end})
			return n + s
		}
	}
	if n := relayUnsaid.at(r.tokens, i); n > 0 && (r.heard || r.relays()) {
		return n + r.upToBreak(i+n)
	}
	subject := r.speaker(i)
	if subject > 0 && i+subject < len(r.tokens) && r.tokens[i+subject].word == "," { // "o cliente, consultado, escolheu"
		if n := r.verbAfterAside(i + subject); n > 0 {
			subject += n
		}
	}
	if subject == 0 && r.heard && r.opens(i) {
		subject = relayPronouns.at(r.tokens, i)
		if subject == 0 && i > 0 && !r.finite(i) {
			return 0
		}
	} else if subject == 0 {
		return 0
	}
	n := r.predicate(i, subject)
	r.heard = r.heard || subject > 0
	return n
}

// relays reports whether anybody is spoken for in the text at all.
func (r *relay) relays() bool {
	for i := range r.tokens {
		if r.speaker(i) > 0 {
			return true
		}
	}
	return false
}

// speaker returns how many tokens name the one who is spoken for.
func (r *relay) speaker(i int) int {
	at := i
	for at < len(r.tokens) && at < i+3 && relayDeterminers.at(r.tokens, at) > 0 {
		at += relayDeterminers.at(r.tokens, at)
	}
	if at == i {
		return 0 // "comprador: Ana" is the label of a form
	}
	noun := relaySpeakers.at(r.tokens, at)
	if noun == 0 {
		noun = relayPeople.at(r.tokens, at)
		if noun == 0 || relayRelatives.at(r.tokens, at+noun) == 0 {
			return 0
		}
	}
	at += noun
	if at < len(r.tokens) {
		at += relayRelatives.at(r.tokens, at)
	}
	return at - i
}

// whoWords begin what is said of the one who was named.
var whoWords = wordSet("que who quien")

// opens reports whether tokens[i] begins a part of a sentence.
func (r *relay) opens(i int) bool {
	return i == 0 || isBreak(r.tokens, i-1) || r.tokens[i-1].mark || r.tokens[i-1].word == "que" || r.tokens[i-1].word == "who"
}

// finite reports whether the verb at tokens[i] is of the third person, as the verb of the
// one who was spoken of before is; a wish of the speaker's own, or an order, is none.
func (r *relay) finite(i int) bool {
	word := r.tokens[i].word
	if ownVerbs[word] || r.language == lang.English && !strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ed") && word != "would" && word != "has" && word != "is" {
		return false
	}
	return !strings.HasSuffix(word, "r") && !(strings.HasSuffix(word, "o") && word != "pediu")
}

// ownVerbs are wishes of the first person.
var ownVerbs = wordSet(wordList("relay ownVerbs"))

// verbAfterAside returns how many tokens an aside between commas at tokens[i] takes.
func (r *relay) verbAfterAside(i int) int {
	for j := i + 1; j < len(r.tokens) && j < i+12 && !isSentenceEnd(r.tokens[j].word); j++ {
		if r.tokens[j].word == "," {
			if _, n := r.verb(j + 1); n > 0 {
				return j + 1 - i
			}
		}
	}
	return 0
}

// verb returns the kind and the length of the verb of a speaker at tokens[i].
func (r *relay) verb(i int) (kind relayKind, length int) {
	if i >= len(r.tokens) {
		return 0, 0
	}
	for _, v := range relayVerbs {
		if n := v.words.at(r.tokens, i); n > length && !r.relative(i+n-1) {
			kind, length = v.kind, n
		}
	}
	return kind, length
}

// wish is a wish in the language of the text.
func (r *relay) wish() string {
	return cmp.Or(wishVerbs[r.language], wishVerbs[lang.Portuguese])
}

// relative reports whether tokens[i] is the "que" of "o que chega antes".
func (r *relay) relative(i int) bool {
	return i > 0 && r.tokens[i].word == "que" && definiteArticles[r.tokens[i-1].word]
}

// predicate reads the verb of the speaker who takes so many tokens, and returns how many
// tokens both take; 0 if nothing is relayed.
func (r *relay) predicate(i, subject int) int {
	at := i + subject
	var negation []token
	kind, n := r.verb(at)
	for step := 0; n == 0 && step < 4 && at < len(r.tokens); step++ {
		switch between := relayBetween.at(r.tokens, at); {
		case between > 0:
			at += between
		case negations[r.tokens[at].word]:
			negation = append(negation, r.tokens[at])
			at++
		case (r.tokens[at].word == "," || r.tokens[at].word == "que" || r.tokens[at].word == "who" || r.tokens[at].word == "e" || r.tokens[at].word == "ainda") && subject > 0:
			at++
		default:
			return 0
		}
		kind, n = r.verb(at)
	}
	if n == 0 {
		return 0
	}
	start, verb := r.tokens[i].start, r.tokens[at]
	end := at + n
	said := func(word string) {
		t := token{word: word, start: start, end: verb.end}
		r.out = append(r.out, negation...)
		r.out = append(r.out, t)
	}
	r.told = r.told || kind != relayedYes && kind != relayedReview
	switch kind {
	case relayedNo:
		r.out = append(r.out, token{word: "nao", start: start, end: verb.end})
		end += r.upToBreak(end)
	case relayedYes, relayedReview:
		if len(negation) > 0 {
			return 0
		}
		for end < len(r.tokens) && relayAgreed.at(r.tokens, end) > 0 {
			end += relayAgreed.at(r.tokens, end)
		}
		if next := end + 1; kind == relayedReview && next < len(r.tokens) && connectors[r.tokens[end].word] {
			if k, n := r.verb(next); n > 0 && k == relayedYes {
				return next - i + r.predicate(next, 0) // "leu o resumo e aprova"
			}
		}
		if kind == relayedYes {
			r.agreed = true
			r.out = append(r.out, token{word: "sim", start: start, end: verb.end})
		}
	case relayedQuestion:
		r.asks, r.asked = true, true
		if end < len(r.tokens) {
			end += relayWhether.at(r.tokens, end)
		}
	case relayedRequest:
		r.passive = true
		r.wished = end < len(r.tokens) && r.tokens[end].word == "have" // "asks to have it removed"
		if len(negation) > 0 {
			said(r.wish())
			r.out = append(r.out, token{word: "que", start: start, end: verb.end})
			break
		}
		end += r.reflexive(end)
	case relayedTelling:
		r.out = append(r.out, negation...)
		end += r.predicate(end, 0)
	case relayedMeaning:
	case relayedWish:
		r.passive, r.wished = true, true
		said(r.wish())
	case relayedDeed:
		r.out = append(r.out, negation...)
		end = at
	}
	r.heard = true
	if end == i {
		return 0
	}
	return end - i
}

// reflexive returns how many tokens of "se retire" or "me coloquem" come before the verb.
func (r *relay) reflexive(i int) int {
	if i < len(r.tokens) && (r.tokens[i].word == "se" || r.tokens[i].word == "lhe" || r.tokens[i].word == "le" || r.tokens[i].word == "les") {
		if i+1 < len(r.tokens) && (r.tokens[i+1].word == "le" || r.tokens[i+1].word == "lhe") {
			return 2
		}
		return 1
	}
	return 0
}

// upToBreak returns how many tokens come before the next mark or a "but".
func (r *relay) upToBreak(i int) int {
	n := 0
	for i+n < len(r.tokens) && !r.tokens[i+n].mark && r.tokens[i+n].word != "mas" && r.tokens[i+n].word != "but" && r.tokens[i+n].word != "pero" {
		n++
	}
	return n
}

// onBehalf returns how many tokens only tell on whose account something is asked for.
func (r *relay) onBehalf(i int) int {
	if n := relayBehalf.at(r.tokens, i); n > 0 {
		// The article may stand in the preposition: "em nome do cliente".
		if s := r.speaker(i + n); s > 0 {
			return n + s
		}
		if s := relaySpeakers.at(r.tokens, i+n-1); n > 1 && s > 0 {
			return n - 1 + s
		}
	}
	if n := relayAsked.at(r.tokens, i); n > 0 {
		if s := r.speaker(i + n); s > 0 {
			return n + s
		}
	}
	switch {
	case i > 0 && relayThings.has(r.tokens[i-1].word):
		if of := r.tokens[i].word; of == "do" || of == "da" || of == "de" || of == "del" || of == "of" {
			n := max(r.speaker(i), 0)
			if n == 0 && i+1 < len(r.tokens) && r.speaker(i+1) > 0 {
				n = 1 + r.speaker(i+1)
			}
			if _, verb := r.verb(i + n); n > 0 && verb == 0 {
				return n
			}
		}
	case r.tokens[i].word == "para" || r.tokens[i].word == "for" || r.tokens[i].word == "pra":
		if s := r.speaker(i + 1); s > 0 {
			if _, verb := r.verb(i + 1 + s); verb == 0 {
				return 1 + s
			}
		}
	}
	return 0
}

// comma returns 1 if a comma closes what began a sentence at tokens[i].
func (r *relay) comma(i, end int) int {
	if end < len(r.tokens) && r.tokens[end].word == "," && (i == 0 || r.tokens[i-1].mark) {
		return 1
	}
	return 0
}

// passiveVerb puts the verb in the place of "seja retirado" and returns how many tokens it
// takes; 0 if the words are no request of the kind.
func (r *relay) passiveVerb(i int) int {
	if !r.passive {
		return 0
	}
	if n := relayAmount.at(r.tokens, i); n > 0 && i+n < len(r.tokens) && (isNumber(r.tokens[i+n].word) || numberWords[r.tokens[i+n].word] > 1) {
		for _, word := range []string{"muda", "para"} {
			r.put(token{word: word, start: r.tokens[i].start, end: r.tokens[i+n-1].end})
		}
		return n
	}
	be := relayBe.at(r.tokens, i)
	at := i + be
	if at >= len(r.tokens) || be == 0 && !r.wished {
		return 0
	}
	for _, v := range verbsOf(r.tokens[at].word) {
		verb := strings.TrimRight(v, verbMarks)
		mark := v[len(v)-1:]
		if v != verb+mark+mark || slices.Contains(verbsOf(r.tokens[at].word), verb+mark) || !relayPassives.has(verb) {
			continue
		}
		r.put(token{word: verb, start: r.tokens[i].start, end: r.tokens[at].end})
		return be + 1
	}
	return 0
}
