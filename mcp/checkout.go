package mcp

import (
	"context"
	"encoding/json"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/platform"
	"balcao/profile"
)

// visitCounter has the counter do what a tool asks with a checkout, none for a new one. The
// reply is stored as it goes out, so that a retry gets the same bytes.
func visitCounter(id ids.Checkout, commands ...checkout.Command) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		if !v.caller.Rights.Has(platform.RightCheckout) {
			return nil, profile.NewError(profile.CodeForbidden, nil)
		}
		done, err := s.Counter.Do(ctx, checkout.Request{
			Caller: v.caller, Key: v.key, Target: checkout.Target{Checkout: id}, Commands: commands,
			Session: v.session(), Handlers: v.negotiated.Handlers, Language: v.newLanguage(),
			Reply: func(r checkout.Result) ([]byte, error) { return s.encode(v, r) },
		})
		return done.Reply, err
	}
}

// newLanguage is the language of a checkout that this call makes.
func (v *visit) newLanguage() string {
	if v.language == "" {
		return lang.Portuguese
	}
	return v.language
}

// encode writes what the counter came to: the checkout, or the error envelope where there is
// none. It may run several times.
func (s *Server) encode(v *visit, r checkout.Result) ([]byte, error) {
	switch {
	case r.Checkout != nil && v.language == "":
		return s.Encoder.Checkout(r, r.Checkout.Language)
	case r.Checkout != nil:
		return s.Encoder.Checkout(r, v.language)
	case len(r.Messages) > 0:
		return s.envelopeOf(v, platform.CapCheckout, s.storefront, r.Messages...)
	}
	return s.envelope(v, platform.CapCheckout, checkout.CodeNotFound)
}

// envelope is the answer without a resource, for a reason that nobody can mend by asking again.
// The buyer can go on at the shop itself, save where nothing was being bought.
func (s *Server) envelope(v *visit, root string, code checkout.Code) (json.RawMessage, error) {
	next := ""
	if root == platform.CapCheckout || code == checkout.CodeIncompatible {
		next = s.storefront
	}
	return s.envelopeOf(v, root, next, checkout.Message{Type: checkout.TypeError, Code: code, Severity: checkout.Unrecoverable})
}

func (s *Server) envelopeOf(v *visit, root, next string, messages ...checkout.Message) (json.RawMessage, error) {
	session := v.session()
	return bcp.Envelope(session.Version, session.For(root), messages, v.newLanguage(), next)
}

// speak notes the language that a request asks for, if it is one of the shop's.
func (v *visit) speak(hints *checkout.Hints) {
	if hints != nil {
		v.language, _ = lang.Match(hints.Language)
	}
}

// input reads the checkout object of a create or an update. What it says of the buyer's
// surroundings is held to its bounds and then dropped: nothing here may be swayed by it.
func (a *arguments) input(mode bcp.Mode, v *visit) (checkout.Input, error) {
	members, err := a.object("checkout")
	if err != nil {
		return checkout.Input{}, err
	}
	in, err := bcp.DecodeInput(a.members["checkout"], mode)
	if err != nil {
		return checkout.Input{}, within("checkout", err)
	}
	if _, err := bcp.DecodeSignals(members["signals"]); err != nil {
		return checkout.Input{}, within("checkout.signals", err)
	}
	v.speak(in.Hints)
	return in, nil
}

// target is the checkout that the arguments name. The object beside it must not name another.
func (a *arguments) target(object map[string]json.RawMessage) (ids.Checkout, error) {
	id, err := a.id()
	if err != nil {
		return "", err
	}
	if raw := object["id"]; present(raw) {
		var inner string
		if json.Unmarshal(raw, &inner) != nil || inner != id {
			return "", invalid("checkout.id", "must be left out: the argument id says which checkout is meant")
		}
	}
	return ids.Checkout(id), nil
}
