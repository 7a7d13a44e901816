package ap2

import "strings"

// presentChain verifies an open mandate, by which the user lets an agent act, and the
// closed one that the agent signed under it (AP2 v0.2, delegated SD-JWT): one hop. The
// agent's key is the open mandate's cnf; the closed mandate is its own key binding.
func (p Policy) presentChain(token string, k kind) (presented, error) {
	root, leaf, err := splitChain(token)
	if err != nil {
		return presented{}, refuse(InvalidSignature, "chain: %v", err)
	}
	bound, err := parseBinding(leaf.jwt, "kb+sd-jwt", "kb-sd-jwt")
	if err != nil {
		return presented{}, err
	}
	issued, kid, withheld, err := p.openIssued(root)
	if err != nil {
		return presented{}, err
	}
	open, err := delegated(issued)
	if err != nil {
		return presented{}, err
	}
	agent, err := holderKey(open)
	if err != nil {
		return presented{}, err
	}
	if err := bound.verify(agent); err != nil {
		return presented{}, refuse(InvalidSignature, "closed mandate: %v", err)
	}
	proof, err := resolveClaims(bound, leaf.disclosures)
	if err != nil {
		return presented{}, err
	}
	closed, err := delegated(proof)
	if err != nil {
		return presented{}, err
	}
	if err := p.checkChainTimes(issued, open, closed); err != nil {
		return presented{}, err
	}
	if err := p.checkProof(proof, root, closed[k.hash]); err != nil {
		return presented{}, err
	}
	if !same(open["vct"], k.open) {
		return presented{}, refuse(ScopeMismatch, "vct of the open mandate is %s", shown(open["vct"]))
	}
	if withheld { // it may be what forbids this
		return presented{}, refuse(ScopeMismatch, "a part of the open mandate that may forbid is not disclosed")
	}
	iss, _ := issued["iss"].(string)
	return presented{
		claims: closed, kid: kid, iss: iss, holder: agent, open: open, openHash: digest(root.hashed),
		openName: digest(root.jwt[:strings.LastIndex(root.jwt, ".")]), // header and claims: three parts, or it had not parsed
	}, nil
}

// delegated is the one mandate in a link of a chain.
func delegated(claims object) (object, error) {
	list, _ := claims["delegate_payload"].([]any)
	if len(list) != 1 {
		return nil, refuse(InvalidSignature, "delegate_payload has not one element")
	}
	mandate, ok := list[0].(object)
	if !ok {
		return nil, refuse(InvalidSignature, "delegate_payload is %s", shown(list[0]))
	}
	return mandate, nil
}

// checkChainTimes: the open mandate must end some day; the closed one lives as long as its
// proof is fresh. An iss in the open mandate counts like one beside it.
func (p Policy) checkChainTimes(issued, open, closed object) error {
	if err := p.checkIssuer(open); err != nil {
		return err
	}
	if err := p.checkLifetime(open); err != nil {
		return err
	}
	if err := p.checkValidity(issued); err != nil {
		return err
	}
	return p.checkValidity(closed)
}
