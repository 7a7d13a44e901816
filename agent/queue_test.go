package agent

import (
	"reflect"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
)

// refused is a result in which an addition lacks an option.
func refused(r checkout.Result) checkout.Result {
	m := checkout.Message{Type: checkout.TypeError, Code: checkout.CodeOptionRequired, Path: "$.line_items"}
	r.Outcomes, r.Messages = []checkout.Outcome{{Messages: []checkout.Message{m}}}, []checkout.Message{m}
	return r
}

// Of two things that are not clear one is asked about, the other after it is answered.
func TestOneListAtATime(t *testing.T) {
	t.Parallel()
	c := &counter{conv: conversation.Context{Version: 1}}
	said, asked := answered(t, c, "quero um café e um cabo usb-c")
	if strings.Count(said, "1. ") != 1 || !strings.Contains(said, "depois vemos “cabo usb-c”") || strings.Contains(said, "1. Cabo") {
		t.Fatalf("two lists are asked as %q", said)
	}
	left := asked.Turn(checkout.Result{})
	if len(left.Results) < 2 || !strings.HasPrefix(string(left.Results[0]), "CAFE") {
		t.Errorf("shown %v", left.Results)
	}
	// Number, no, and a word that is not understood all go on from there.
	for text, want := range map[string]string{"2": "1. Cabo", "nenhum": "1. Cabo", "asdf qwer": "depois vemos “cabo usb-c”"} {
		c := &counter{conv: conversation.Context{Version: 2}.Apply(left), result: ready(everything...)}
		c.result.Outcomes = []checkout.Outcome{{Applied: true}}
		said, asked := answered(t, c, text)
		if !strings.Contains(said, want) || strings.Count(said, "1. ") != 1 || strings.Contains(said, "Pix?") {
			t.Errorf("%q is answered %q", text, said)
		}
		if text != "2" {
			continue
		}
		if add, ok := asked.Commands[0].(checkout.Add); !ok || add.Item != string(left.Results[1]) {
			t.Errorf("the second is %#v", asked.Commands)
		}
		next := c.conv.Apply(asked.Turn(c.result))
		if s, _ := pendingSlots(next.Pending); len(s.Candidates) < 2 || !strings.HasPrefix(s.Candidates[0], "CABO") {
			t.Errorf("after the first list waits %s", next.Pending.Slots)
		}
		c2 := &counter{conv: next, result: ready(everything...)}
		if _, asked := answered(t, c2, "1"); len(asked.Commands) != 1 {
			t.Errorf("the last answer leads to %#v", asked.Commands)
		}
	}
}

// What an addition lacks is asked first, and nothing else beside it.
func TestOptionBeforeTheNextList(t *testing.T) {
	t.Parallel()
	shoe := intents.Slots{Action: actionAdd, Candidates: []string{"TENIS-ALL-STAR", "TENIS-REVOLUTION-7"}, Quantity: 1}
	p := waiting(t, shoe)
	p.Slots = []byte(strings.TrimSuffix(string(p.Slots), "}") + `,"rest":[{"action":"add_to_checkout","quantity":1,"product_query":"café","candidates":["CAFE-PILAO-500","CAFE-ORFEU-250"]}]}`)
	c := &counter{conv: conversation.Context{Version: 1, Pending: p, Language: "pt-BR"}, result: refused(ready(everything...))}
	said, asked := answered(t, c, "1")
	if strings.Contains(said, "1. ") || !strings.Contains(said, "depois vemos “café”") || !strings.Contains(said, "você prefere?") {
		t.Errorf("answered %q", said)
	}
	q, _ := readPending(asked.Turn(c.result).Pending)
	if q.Product != "TENIS-ALL-STAR" || len(q.Rest) != 1 || !reflect.DeepEqual(q.Rest[0].Candidates, []string{"CAFE-PILAO-500", "CAFE-ORFEU-250"}) {
		t.Errorf("pending %+v", q)
	}
}

// Who begins anew after a canceled purchase is asked about the goods, not told of the old one.
func TestAfterACanceledPurchase(t *testing.T) {
	t.Parallel()
	r := refused(ready(everything...))
	r.Status = checkout.Canceled
	said, _ := answered(t, &counter{result: r, conv: conversation.Context{Version: 1, Language: "en"}}, "I want the all star sneakers")
	if strings.Contains(said, "canceled") || !strings.Contains(said, "would you like?") {
		t.Errorf("answered %q", said)
	}
}
