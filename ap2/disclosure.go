package ap2

import (
	"errors"
	"fmt"
)

// protected are claims of a mandate that must stand in the clear (SD-JWT VC), so that
// nobody can withhold or replace them.
var protected = map[string]bool{
	"iss": true, "nbf": true, "exp": true, "iat": true, "cnf": true, "vct": true, "status": true, "aud": true,
}

// disclosure is one disclosed claim or array element.
type disclosure struct {
	name  string
	named bool // a claim; else an array element
	value any
	used  bool
}

// parseDisclosure reads [salt, name, value] or [salt, value].
func parseDisclosure(text string) (*disclosure, error) {
	raw, err := decode64(text)
	if err != nil {
		return nil, err
	}
	v, err := parse(raw)
	if err != nil {
		return nil, err
	}
	list, _ := v.([]any)
	if len(list) != 2 && len(list) != 3 {
		return nil, errors.New("not an array of two or three")
	}
	if _, ok := list[0].(string); !ok {
		return nil, errors.New("the salt is no string")
	}
	if len(list) == 2 {
		return &disclosure{value: list[1]}, nil
	}
	name, ok := list[1].(string)
	if !ok || name == "_sd" || name == "..." {
		return nil, errors.New("no name of a claim")
	}
	return &disclosure{name: name, named: true, value: list[2]}, nil
}

// resolver puts disclosures where their digests are (RFC 9901, 7.1).
type resolver struct {
	byDigest map[string]*disclosure
	seen     map[string]bool // digests, of which each may occur once
	// delegated and allowed count how deep in a delegated mandate, and in its lists of what
	// is allowed, the walk is; withheld tells that something of such a mandate, outside of
	// these lists, was not disclosed.
	delegated, allowed int
	withheld           bool
}

// resolve replaces digests by what was disclosed, in place. Digests of nothing are decoys.
// A disclosure that no digest asks for is refused.
func resolve(claims object, texts []string) error {
	_, err := disclose(claims, texts)
	return err
}

// disclose is resolve, and tells whether something of a delegated mandate that may forbid was
// withheld.
func disclose(claims object, texts []string) (withheld bool, err error) {
	if alg, ok := claims["_sd_alg"]; ok && alg != "sha-256" {
		return false, fmt.Errorf("_sd_alg is %s", shown(alg))
	}
	delete(claims, "_sd_alg")
	r := resolver{byDigest: map[string]*disclosure{}, seen: map[string]bool{}}
	for _, text := range texts {
		d, err := parseDisclosure(text)
		if err != nil {
			return false, fmt.Errorf("disclosure: %w", err)
		}
		key := digest(text)
		if r.byDigest[key] != nil {
			return false, errors.New("a disclosure twice")
		}
		r.byDigest[key] = d
	}
	if err := r.object(claims, true, 1); err != nil {
		return false, err
	}
	for _, d := range r.byDigest {
		if !d.used {
			return false, errors.New("a disclosure that no digest asks for")
		}
	}
	return r.withheld, nil
}

// allowLists are where an open mandate names what it allows: what is not shown of them only
// allows less. Anything else in it may forbid.
var allowLists = map[string]bool{"allowed": true, "acceptable_items": true}

// missed notes a digest without a disclosure.
func (r *resolver) missed() {
	if r.delegated > 0 && r.allowed == 0 {
		r.withheld = true
	}
}

// take returns the disclosure of a digest, nil for a decoy.
func (r *resolver) take(v any) (*disclosure, error) {
	key, ok := v.(string)
	if !ok {
		return nil, errors.New("a digest is no string")
	}
	if r.seen[key] {
		return nil, errors.New("a digest twice")
	}
	r.seen[key] = true
	d := r.byDigest[key]
	if d != nil {
		d.used = true
	}
	return d, nil
}

// value walks into objects and arrays and returns what stands there afterwards. Mandate
// tells whether an object is a mandate, whose protected claims nobody may disclose.
func (r *resolver) value(v any, mandate bool, depth int) (any, error) {
	if depth > tokenDepth {
		return nil, fmt.Errorf("nested deeper than %d", tokenDepth)
	}
	switch v := v.(type) {
	case object:
		return v, r.object(v, mandate, depth)
	case []any:
		return r.array(v, mandate, depth)
	default:
		return v, nil
	}
}

func (r *resolver) object(o object, mandate bool, depth int) error {
	if err := r.claims(o, mandate); err != nil {
		return err
	}
	for name, v := range o {
		if name == "..." || name == "_sd_alg" {
			return fmt.Errorf("a claim named %s", name)
		}
		if allowLists[name] {
			r.allowed++
		}
		after, err := r.value(v, mandate && name == "delegate_payload", depth+1)
		if err != nil {
			return err
		}
		if allowLists[name] {
			r.allowed--
		}
		o[name] = after
	}
	return nil
}

// claims adds the disclosed claims of an object's _sd to it.
func (r *resolver) claims(o object, mandate bool) error {
	v, ok := o["_sd"]
	if !ok {
		return nil
	}
	delete(o, "_sd")
	digests, ok := v.([]any)
	if !ok {
		return errors.New("_sd is no array")
	}
	for _, v := range digests {
		d, err := r.take(v)
		if err != nil {
			return err
		}
		if d == nil {
			r.missed()
			continue
		}
		_, exists := o[d.name]
		switch {
		case !d.named:
			return errors.New("an array element in _sd")
		case exists:
			return fmt.Errorf("claim %.64q is there already", d.name)
		case mandate && protected[d.name]:
			return fmt.Errorf("claim %s must not be disclosed", d.name)
		}
		o[d.name] = d.value
	}
	return nil
}

func (r *resolver) array(a []any, mandate bool, depth int) ([]any, error) {
	out := make([]any, 0, len(a))
	for _, v := range a {
		v, keep, err := r.element(v)
		if err != nil {
			return nil, err
		}
		if !keep {
			r.missed()
			continue
		}
		if mandate {
			r.delegated++
		}
		after, err := r.value(v, mandate, depth+1)
		if err != nil {
			return nil, err
		}
		if mandate {
			r.delegated--
		}
		out = append(out, after)
	}
	return out, nil
}

// element returns what an element of an array stands for; a decoy is not kept.
func (r *resolver) element(v any) (element any, keep bool, err error) {
	o, _ := v.(object)
	ref, ok := o["..."]
	if !ok {
		return v, true, nil
	}
	if len(o) != 1 {
		return nil, false, errors.New("a digest with other members")
	}
	d, err := r.take(ref)
	if d == nil {
		return nil, false, err
	}
	if d.named {
		return nil, false, errors.New("a claim in an array")
	}
	return d.value, true, nil
}
