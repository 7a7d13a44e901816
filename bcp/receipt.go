package bcp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"balcao/ap2"
	"balcao/order"
)

// receipt is AP2 v0.2's checkout receipt: what the shop says became of a mandate. The texts
// of AP2 differ in its members; docs/AP2.md says which we follow.
type receipt struct {
	Issuer           string `json:"iss"`
	IssuedAt         int64  `json:"iat"`
	Status           string `json:"status"`
	Reference        string `json:"reference"`
	OrderID          string `json:"order_id,omitempty"`
	Error            string `json:"error,omitempty"`
	ErrorDescription string `json:"error_description,omitempty"`
}

// Receipt implements checkout.Mandates.
func (m *Mandates) Receipt(ev order.Evidence, at time.Time) (string, error) {
	return m.signReceipt(receipt{IssuedAt: at.Unix(), Status: "Success", Reference: ap2.Reference(ev.Mandate), OrderID: string(ev.Order)})
}

func (m *Mandates) receiptOfRefusal(mandate string, why *ap2.Error, at time.Time) (string, error) {
	return m.signReceipt(receipt{
		IssuedAt: at.Unix(), Status: "Error", Reference: ap2.Reference(mandate), Error: receiptError(why), ErrorDescription: why.Code.Text(),
	})
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

// signReceipt makes an ES256 JWT.
func (m *Mandates) signReceipt(r receipt) (string, error) {
	r.Issuer = m.Rules.Issuer
	claims, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	protected, signature, err := m.Keys.Sign(map[string]string{"typ": "JWT"}, claims)
	if err != nil {
		return "", fmt.Errorf("bcp: receipt: %w", err)
	}
	return protected + "." + base64.RawURLEncoding.EncodeToString(claims) + "." + signature, nil
}
