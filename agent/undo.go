package agent

import (
	"slices"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
)

// undo takes back the last change of the cart. It counts only for the terms that the change
// made: where anything else has changed since, nobody can say what is meant.
func (t *turn) undo() error {
	if err := t.mayBuy(); err != nil {
		return t.refusal(err)
	}
	u, c := t.conv.Undo, t.seen.Checkout
	if u == nil || c == nil || u.Checkout != c.ID || u.Revision != c.Revision || t.seen.Status.Terminal() {
		t.say(say(t.language, sayNoUndo))
		t.prompts = c != nil && !t.seen.Status.Terminal() && !t.seen.ChargeVisible
		return nil
	}
	t.undoing, t.target, t.ifRevision = true, u.Checkout, u.Revision // of two at once the second finds another one
	for _, cmd := range takeBack(c.Lines, u.Lines) {
		if err := t.accept(intents.Change{Command: cmd}); err != nil {
			return err
		}
	}
	return nil
}

// takeBack are the commands that make lines of a cart what they were.
func takeBack(lines []checkout.Line, was []conversation.UndoLine) []checkout.Command {
	var out []checkout.Command
	for _, w := range was {
		at := slices.IndexFunc(lines, func(l checkout.Line) bool { return l.Variant == w.Variant })
		switch {
		case at < 0:
			out = append(out, checkout.Add{Item: string(w.Variant), Quantity: w.Quantity})
		case lines[at].Quantity != w.Quantity:
			out = append(out, checkout.SetQuantity{Line: lines[at].ID, Quantity: w.Quantity})
		}
	}
	for _, l := range lines {
		if !slices.ContainsFunc(was, func(w conversation.UndoLine) bool { return w.Variant == l.Variant }) {
			out = append(out, checkout.Remove{Line: l.ID})
		}
	}
	return out
}

// undoable is what the conversation keeps to take the turn's change of the cart back, nil if it
// made none. Neither an action can be taken back by a word, nor what a word has taken back: a
// "desfaz" that is sent twice must not do it again.
func (t *turn) undoable(r checkout.Result) *conversation.Undo {
	w := words{t: t, r: r}
	if r.Checkout == nil || !w.did(changesCart) {
		return nil
	}
	u := &conversation.Undo{}
	if t.structured || t.undoing || r.Found == nil {
		return u
	}
	u.Checkout, u.Revision = r.Checkout.ID, r.Checkout.Revision
	for _, l := range r.Found.Lines {
		u.Lines = append(u.Lines, conversation.UndoLine{Variant: l.Variant, Quantity: l.Quantity})
	}
	return u
}

func changesCart(cmd checkout.Command) bool {
	switch cmd.(type) {
	case checkout.Create, checkout.Update, checkout.Add, checkout.SetQuantity, checkout.Remove:
		return true
	}
	return false
}
