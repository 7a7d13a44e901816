package intents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"balcao/conversation"
	"balcao/internal/lang"
)

// leastAnswers is how many answers of either kind the list has at least.
const leastAnswers = 100

// saysYes reports whether the text makes the pending action.
func saysYes(t testing.TB, p *Parser, question, text, language string) bool {
	t.Helper()
	s := Slots{Action: question}
	switch question {
	case emptyQuestion:
		s = Slots{Action: "remove_from_checkout", All: true}
	case "apply_discount":
		s.Code = "VOLTA15"
	}
	encoded, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	u := Utterance{Text: text, Language: language, Conversation: basket()}
	u.Conversation.Pending = &conversation.Pending{Action: s.Action, Slots: encoded}
	got, err := p.Interpret(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range got.Intents {
		if _, ok := i.(Confirm); ok {
			return true
		}
		if u, ok := i.(Unknown); ok && u.Reason == ReasonNoPending {
			t.Errorf("%s: %q: no question is pending, it says", question, text)
		}
	}
	return false
}

// TestAnswersThatBind reads answers that people give to questions that bind
// (testdata/assent.txt).
func TestAnswersThatBind(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("testdata", "assent.txt"))
	if err != nil {
		t.Fatal(err)
	}
	p := NewParser(shelf())
	count := map[bool]int{}
	var question, language string
	var want bool
	for line := range dataLines(string(raw)) {
		if head, ok := strings.CutPrefix(line, "= "); ok {
			parts := strings.Fields(head)
			want, question, language = parts[0] == "yes", parts[1], parts[2]
			continue
		}
		count[want]++
		line = strings.ReplaceAll(line, `\n`, "\n")
		if got := saysYes(t, p, question, line, lang.Of(language)); got != want {
			t.Errorf("%s: %q is a yes: %v, want %v", question, line, got, want)
		}
	}
	if count[true] < leastAnswers || count[false] < leastAnswers {
		t.Errorf("%d answers say yes and %d do not: want %d of each", count[true], count[false], leastAnswers)
	}
}

// idleWords stand in answers and say no yes: alone and with one another
// they bind nobody ("do" is left out: "do it" is a yes).
var idleWords = strings.Fields(`o a os as e the it is are el la y pagamento compra pedido cobranca order purchase payment
	pago tudo all todo com no na da de esse essa this that dados details estao muito to me my minha mi valor total
	amiga quem que what como where amanha tomorrow`)

// TestIdleWordsBindNobody puts words that are no yes together, in pairs and triples.
func TestIdleWordsBindNobody(t *testing.T) {
	t.Parallel()
	r := turn{reader: reader{language: lang.Portuguese}}
	each := func(list ...string) {
		text := strings.Join(list, " ")
		for _, language := range lang.All() {
			if language == lang.English && slices.Contains(list, "y") {
				continue // a yes there
			}
			r.language = language
			for _, question := range boundQuestions {
				if r.assents(tokenize(text), question) {
					t.Errorf("%s (%s): %q says yes", question, language, text)
				}
			}
		}
	}
	for _, a := range idleWords {
		each(a)
		for _, b := range idleWords {
			each(a, b)
			for _, c := range idleWords {
				each(a, b, c)
			}
		}
	}
}

// strays make a sentence none that the grammar has, wherever they stand beside a yes.
var strays = strings.Fields(`dados details datos quem que qual como onde quando what who how when are is did can could
	muito mucho amanha tomorrow manana nao no not never mas but pero se if depois later endereco
	address direccion cupom coupon cartao card demorou`)

// TestStraysUndoAYes puts a stray word before, behind and between the words of a yes.
func TestStraysUndoAYes(t *testing.T) {
	t.Parallel()
	r := turn{reader: reader{language: lang.English}} // where "no pix" is a no
	for question, tables := range map[string][]worded{
		actionComplete: {assent.yes[""], assent.yes[actionComplete]}, "start_payment": {assent.yes["start_payment"]},
		"cancel_checkout": {assent.yes[""]}, actionReturn: {assent.yes[""]}, emptyQuestion: {assent.yes[""]}, "apply_discount": {assent.yes[""]},
	} {
		for _, table := range tables {
			for _, list := range table[""].first {
				for _, yes := range list {
					for _, stray := range strays {
						for _, text := range []string{stray + " " + strings.Join(yes, " "), strings.Join(yes, " ") + " " + stray} {
							if r.assents(tokenize(text), question) && !r.assents(tokenize(stray), question) {
								t.Errorf("%s: %q says yes", question, text)
							}
						}
					}
				}
			}
		}
	}
}

var boundQuestions = []string{actionComplete, "start_payment", "cancel_checkout", actionReturn, emptyQuestion, "apply_discount"}

// TestSlipsInAYes reads a mistyped yes to the question whether to close: it need not be one,
// and is nothing else that binds.
func TestSlipsInAYes(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	c := cartsAsking(t)[actionComplete+" asked"]
	for _, text := range []string{
		"sim, conformo o pagamento", "sim, confimro o pagamento", "sim, pode cobarr", "ok, conformo a cobrança", "sim, finalisa o pagamento",
		"yes, confrim the payment", "yes, chagre me", "yep, complette the payment", "sí, confimo el pago", "sí, cobramw", "dale, conformo el pago",
	} {
		for _, s := range slotsOf(t, p, Utterance{Text: text, Conversation: c}) {
			if slices.Contains(bound, s.Action) && s.Action != actionComplete {
				t.Errorf("%q makes %+v", text, s)
			}
		}
	}
	for _, text := range []string{"yep, go ahead and charge me", "yes, please go ahead with the payment", "sí, dale, adelante con el pago", "sim, pode seguir com o pagamento", "sí, adelante con la compra"} {
		if got := slotsOf(t, p, Utterance{Text: text, Conversation: c}); got[0].Action != actionComplete {
			t.Errorf("%q is no yes: %+v", text, got)
		}
	}
}

// TestNoYesStrays reads the answers of the list that are no yes where money or the whole
// purchase is asked for: none of them starts the payment, adds or takes out goods instead.
func TestNoYesStrays(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("testdata", "assent.txt"))
	if err != nil {
		t.Fatal(err)
	}
	p := NewParser(evaluationProducts(t))
	carts := cartsAsking(t)
	var head []string
	for line := range dataLines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "= "); ok {
			head = strings.Fields(rest)
			continue
		}
		if head[0] == "yes" || head[1] != actionPay && head[1] != "cancel_checkout" || line == "o pix" {
			continue // to name the way is a wish to pay by it
		}
		c, ok := carts[head[1]+" asked"]
		if !ok {
			t.Fatalf("no cart asks for %s", head[1])
		}
		for _, s := range slotsOf(t, p, Utterance{Text: line, Language: lang.Of(head[2]), Conversation: c}) {
			switch {
			case s.Action == actionPay && (s.Method == "" || s.Method == "pix"),
				head[1] == "cancel_checkout" && (s.Action == "add_to_checkout" || s.Action == "remove_from_checkout"):
				t.Errorf("%s: %q makes %+v", head[1], line, s)
			}
		}
	}
}
