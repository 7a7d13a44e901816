package agent

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/ids"
)

// queue is what is to be asked of goods, one after the other: which products the message may
// mean, what its additions lack, and what earlier messages have left. Only the first is asked:
// a number could not say which of two lists it is from.
func (t *turn) queue(r checkout.Result) []intents.Slots {
	out := slices.Clone(t.open)
	for i, o := range r.Outcomes {
		if s, ok := t.adds[i]; ok && lacksOption(o) {
			out = append(out, s)
		}
	}
	return append(out, t.rest...)
}

// lacksOption reports whether a command was refused because it does not say which variant.
func lacksOption(o checkout.Outcome) bool {
	return !o.Applied && slices.ContainsFunc(o.Messages, func(m checkout.Message) bool { return m.Code == checkout.CodeOptionRequired })
}

// asks reports whether the answer asks something by itself, whatever the checkout needs.
func (t *turn) asks(r checkout.Result) bool { return t.ask != nil || len(t.queue(r)) > 0 }

// pending is a question as the conversation keeps it: its slots, and what is asked after it.
type pending struct {
	intents.Slots
	Rest []intents.Slots `json:"rest,omitempty"`
}

// readPending reads a pending question.
func readPending(p *conversation.Pending) (pending, bool) {
	var q pending
	err := json.Unmarshal(p.Slots, &q)
	q.Action = p.Action
	return q, err == nil
}

// takeUp goes on with what the last question has left, if the message answers that question.
func (t *turn) takeUp(meant intents.Interpretation, c intents.Conversation) {
	if c.Pending == nil {
		return
	}
	q, ok := readPending(c.Pending)
	if !ok {
		return
	}
	for _, intent := range meant.Intents {
		switch intent.(type) {
		case intents.Confirm, intents.Decline:
			t.rest = q.Rest
		}
	}
	if slices.ContainsFunc(meant.Slots, func(s intents.Slots) bool { return s.Action == q.Action }) {
		t.rest = q.Rest
	}
}

// askedOfGoods reports whether the last answer asked about goods, and so about nothing else.
func (t *turn) askedOfGoods() bool {
	return t.conv.Pending != nil && t.conv.Pending.Action == actionAdd
}

// queued asks the first of the queue, unless the answer asks something else, and names the
// others.
func (w *words) queued() {
	queue := w.t.queue(w.r)
	if len(queue) == 0 {
		return
	}
	later := queue
	if w.t.ask == nil {
		later = queue[1:]
	}
	var things []string
	for _, s := range later {
		if thing := w.thing(s); !slices.Contains(things, thing) {
			things = append(things, thing)
		}
	}
	if len(things) > 0 {
		w.say(sayLater, "things", enumerate(things, w.t.language))
	}
	if w.t.ask != nil {
		return
	}
	if len(queue[0].Candidates) > 0 {
		w.which(queue[0])
	} else if p := w.t.first(ids.Product(queue[0].Product)); p != nil {
		w.add(p.Title + ": " + lowerFirst(w.askOptions(w.axesOpen(p, queue[0].Options))))
	}
}

// thing is what a question is about, in the customer's words if there are any.
func (w *words) thing(s intents.Slots) string {
	id := s.Product
	if len(s.Candidates) > 0 {
		if s.Said != "" {
			return "“" + s.Said + "”"
		}
		id = s.Candidates[0]
	}
	if p := w.t.first(ids.Product(id)); p != nil {
		return p.Title
	}
	return id
}

// which lists the products that were possibly meant.
func (w *words) which(s intents.Slots) {
	w.say(askWhich)
	var names []string
	for _, id := range s.Candidates {
		if p := w.t.first(ids.Product(id)); p != nil {
			names = append(names, w.named(p, bcp.Showing{}))
		}
	}
	w.list(names)
}

// asWritten is a phrase, which the interpreter gives folded, as it stands in the text.
func asWritten(phrase, text string) string {
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, catalog.Fold(s))
	}
	want, words := bare(phrase), strings.Fields(text)
	for i := range words {
		for j := i + 1; j <= len(words) && len(bare(strings.Join(words[i:j], ""))) <= len(want); j++ {
			if bare(strings.Join(words[i:j], "")) == want {
				return strings.Trim(strings.Join(words[i:j], " "), ".,;:!?()\"'“”")
			}
		}
	}
	return phrase
}
