package ap2

import "reflect"

// Constraints of open mandates (AP2 v0.2, agent authorization). One that is not known, or
// cannot be judged from what is at hand, fails. Only what is disclosed can allow.

// constraints are those of an open mandate; one without any would allow everything.
func constraints(open object) ([]any, error) {
	list, _ := open["constraints"].([]any)
	if len(list) == 0 {
		return nil, refuse(ScopeMismatch, "the open mandate has no constraints")
	}
	return list, nil
}

// checkConstraints judges the shop's own sealed terms, not what the mandate says of them.
func (c Checkout) checkConstraints(open object, payload []byte) error {
	list, err := constraints(open)
	if err != nil {
		return err
	}
	terms, err := parseObject(payload)
	if err != nil {
		return refuse(ScopeMismatch, "terms: %v", err)
	}
	for _, v := range list {
		constraint, _ := v.(object)
		ok := false
		switch constraint["type"] {
		case "checkout.allowed_merchants":
			ok = allows(constraint, object{"id": c.MerchantID}, "id")
		case "checkout.line_items":
			ok = fills(constraint, terms)
		default:
			return unresolved(constraint)
		}
		if !ok {
			return refuse(ScopeMismatch, "constraint %s", shown(constraint["type"]))
		}
	}
	return nil
}

// checkConstraints judges the closed mandate, which was found to be right in all it says.
func (want Payment) checkConstraints(open, closed object) error {
	for _, name := range []string{"payee", "payment_amount", "payment_instrument", "execution_date"} {
		if preset, ok := open[name]; ok && !reflect.DeepEqual(preset, closed[name]) {
			return refuse(ScopeMismatch, "the open mandate has another %s", name)
		}
	}
	list, err := constraints(open)
	if err != nil {
		return err
	}
	for _, v := range list {
		constraint, _ := v.(object)
		ok := false
		switch constraint["type"] {
		case "payment.amount_range":
			ok = want.inRange(constraint)
		case "payment.allowed_payees":
			ok = allows(constraint, object{"id": want.PayeeID}, "id")
		case "payment.allowed_payment_instruments":
			ok = allows(constraint, object{"id": want.InstrumentID, "type": want.InstrumentType}, "id", "type")
		case "payment.reference":
			ok = same(constraint["conditional_transaction_id"], want.OpenHash)
		default:
			return unresolved(constraint)
		}
		if !ok {
			return refuse(ScopeMismatch, "constraint %s", shown(constraint["type"]))
		}
	}
	return nil
}

// unresolved refuses a constraint that is not known: what it would forbid cannot be told.
func unresolved(constraint object) error {
	return &Error{Code: ScopeMismatch, Detail: "unknown constraint " + shown(constraint["type"]), Unresolved: true}
}

// inRange: a bound that is there must be an integer of minor units and hold.
func (want Payment) inRange(constraint object) bool {
	for name, fits := range map[string]func(bound int64) bool{
		"min": func(bound int64) bool { return want.Amount >= bound },
		"max": func(bound int64) bool { return want.Amount <= bound },
	} {
		if v, ok := constraint[name]; ok {
			if bound, ok := integer(v); !ok || !fits(bound) {
				return false
			}
		}
	}
	return same(constraint["currency"], want.Currency)
}

// allows reports whether one entry of a list agrees with what we know in all the members
// named. Names and web sites, which anyone can claim, count for nothing.
func allows(constraint, known object, members ...string) bool {
	list, _ := constraint["allowed"].([]any)
	for _, v := range list {
		entry, _ := v.(object)
		agrees := true
		for _, name := range members {
			want, _ := known[name].(string)
			agrees = agrees && same(entry[name], want)
		}
		if agrees {
			return true
		}
	}
	return false
}

// fills reports whether the terms are exactly what was asked for: every line is an
// acceptable item of one requirement, and every requirement gets its quantity. An item
// that two requirements would take cannot be judged.
func fills(constraint, terms object) bool {
	requirements, _ := constraint["items"].([]any)
	owner := map[string]int{} // item id to requirement
	open := make([]int64, len(requirements))
	for i, v := range requirements {
		requirement, _ := v.(object)
		quantity, _ := integer(requirement["quantity"])
		items, _ := requirement["acceptable_items"].([]any)
		if quantity < 1 {
			return false
		}
		open[i] = quantity
		for _, v := range items {
			item, _ := v.(object)
			id, _ := item["id"].(string)
			if other, taken := owner[id]; id == "" || taken && other != i {
				return false
			}
			owner[id] = i
		}
	}
	lines, _ := terms["line_items"].([]any)
	for _, v := range lines {
		line, _ := v.(object)
		item, _ := line["item"].(object)
		id, _ := item["id"].(string)
		quantity, _ := integer(line["quantity"])
		i, accepted := owner[id]
		if quantity < 1 || !accepted {
			return false
		}
		open[i] -= quantity
	}
	for _, missing := range open {
		if missing != 0 {
			return false
		}
	}
	return len(lines) > 0
}
