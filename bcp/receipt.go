package bcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"balcao/ap2"
	"balcao/order"
)

// Placed implements checkout.Mandates.
func (m *Mandates) Placed(ev order.Evidence, at time.Time) (order.Evidence, error) {
	signed, err := m.sign(ap2.Receipt{IssuedAt: at.Unix(), Status: ap2.ReceiptSuccess, Reference: ap2.Reference(ev.Mandate), OrderID: string(ev.Order)})
	if err != nil {
		return order.Evidence{}, err
	}
	ev.Receipt = signed
	// It may be another key that signs by now than when the mandate came.
	published, err := m.keys.Published()
	if err != nil {
		return order.Evidence{}, fmt.Errorf("bcp: own keys: %w", err)
	}
	ev.MerchantKeys, err = union(ev.MerchantKeys, published)
	return ev, err
}

func (m *Mandates) receiptOfRefusal(mandate string, why *ap2.Error, at time.Time) (string, error) {
	return m.sign(ap2.Receipt{
		IssuedAt: at.Unix(), Status: ap2.ReceiptError, Reference: ap2.Reference(mandate), Error: receiptError(why), ErrorDescription: why.Code.Text(),
	})
}

func (m *Mandates) sign(r ap2.Receipt) (string, error) {
	r.Issuer = m.rules.Issuer
	return r.Sign(m.keys)
}

// receiptError is AP2's word for why a mandate was refused.
func receiptError(why *ap2.Error) string {
	switch {
	case why.Unresolved:
		return "unresolved_constraint"
	case why.Code == ap2.ScopeMismatch, why.Code == ap2.AuthorizationInvalid:
		return "invalid_mandate"
	}
	return "invalid_credential"
}

// union adds to one array of our own public keys those of another that it does not have.
func union(keys, more []byte) ([]byte, error) {
	var all, others []json.RawMessage
	if err := json.Unmarshal(keys, &all); err != nil {
		return nil, fmt.Errorf("bcp: own keys: %w", err)
	}
	if err := json.Unmarshal(more, &others); err != nil {
		return nil, fmt.Errorf("bcp: own keys: %w", err)
	}
	for _, key := range others {
		if !slices.ContainsFunc(all, func(known json.RawMessage) bool { return string(known) == string(key) }) {
			all = append(all, key)
		}
	}
	return json.Marshal(all)
}
