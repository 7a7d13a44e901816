package intents

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/bcp"
)

// Names of members that come beside an action (checkout over A2A).
const (
	memberCheckout = "a2a.bcp.checkout"
	memberPayment  = "a2a.bcp.checkout.payment"
	memberSignals  = "a2a.bcp.checkout.signals"
	memberAP2      = "ap2"
)

// Structured is what the data parts of a message ask for.
type Structured struct {
	// Action is the name of the action, empty if the message has none: then it is not a
	// structured turn, Intent is nil and its text counts.
	Action string
	Intent Intent
	// MandateFault is a *bcp.FieldError for a bad member ap2, nil for none. It is one only for
	// a platform with which AP2 was negotiated: from others the member is ignored.
	MandateFault error
}

// Decode reads the data parts of one message, which count as one object. Parts that are
// not objects say nothing to this shop. A bad member is a *bcp.FieldError that names it,
// and then nothing of the message may be done.
func Decode(parts []json.RawMessage) (Structured, error) {
	for _, part := range parts {
		if err := bcp.RefuseCards(part); err != nil {
			return Structured{}, err
		}
	}
	raw, err := merge(parts)
	if err != nil {
		return Structured{}, err
	}
	m := &members{raw: raw}
	action := m.action()
	if m.err != nil || action == "" {
		return Structured{}, m.err
	}
	decode, known := actions[action]
	if !known {
		return Structured{}, wrong("action", fmt.Sprintf("is not known: %.64q", action))
	}
	s := Structured{Action: action, Intent: decode(m)}
	// Held to its bounds and then dropped: nothing here may be swayed by it, and what is not
	// used is not kept.
	nested(m, memberSignals, bcp.DecodeSignals)
	if m.err != nil {
		return Structured{}, m.err
	}
	s.MandateFault = m.mandateFault
	return s, nil
}

// action returns the name of the action. A checkout object on its own is an update.
func (m *members) action() string {
	if m.has("action") {
		return m.text("action", 1)
	}
	if m.has(memberCheckout) {
		return "update_checkout"
	}
	return ""
}

// merge puts the members of all objects into one. The same member may come twice if it
// says the same.
func merge(parts []json.RawMessage) (map[string]json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	for _, part := range parts {
		if jsontext.Value(part).Kind() != jsontext.KindBeginObject {
			continue
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal(part, &object); err != nil {
			return nil, fmt.Errorf("intents: data part: %w", err)
		}
		for name, value := range object {
			if other, taken := all[name]; taken && !sameJSON(other, value) {
				return nil, wrong(name, "has two different values")
			}
			all[name] = value
		}
	}
	return all, nil
}

// sameJSON compares the meaning: members in any order, 1 and 1.0 alike.
func sameJSON(a, b json.RawMessage) bool {
	ca, cb := jsontext.Value(bytes.Clone(a)), jsontext.Value(bytes.Clone(b))
	return ca.Canonicalize() == nil && cb.Canonicalize() == nil && bytes.Equal(ca, cb)
}
