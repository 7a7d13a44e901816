package ap2

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ErrReceipt says that a receipt does not verify: its form, its key or its signature is wrong.
var ErrReceipt = errors.New("ap2: not a receipt of this key set")

// The states of a receipt.
const (
	ReceiptSuccess = "Success"
	ReceiptError   = "Error"
)

// Receipt is AP2 v0.2's checkout receipt: what the shop says became of a mandate. The texts
// of AP2 differ in its members; docs/AP2.md says which we follow.
type Receipt struct {
	// Issuer is the shop's origin; IssuedAt is in seconds since 1970.
	Issuer   string `json:"iss"`
	IssuedAt int64  `json:"iat"`
	Status   string `json:"status"`
	// Reference names the mandate; see [Reference].
	Reference        string `json:"reference"`
	OrderID          string `json:"order_id,omitempty"`
	Error            string `json:"error,omitempty"`
	ErrorDescription string `json:"error_description,omitempty"`
}

// Sign makes an ES256 JWT of the receipt.
func (r Receipt) Sign(signer Signer) (string, error) {
	claims, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("ap2: receipt: %w", err)
	}
	protected, signature, err := signer.Sign(map[string]string{"typ": "JWT"}, claims)
	if err != nil {
		return "", fmt.Errorf("ap2: receipt: %w", err)
	}
	return protected + "." + base64.RawURLEncoding.EncodeToString(claims) + "." + signature, nil
}

// VerifyReceipt verifies a receipt by the shop's keys. Errors wrap [ErrReceipt].
func VerifyReceipt(text string, keys Keys) (Receipt, error) {
	var r Receipt
	token, err := parseJWS(text)
	if err != nil {
		return r, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	kid, _ := token.header["kid"].(string)
	key := keys.byID[kid]
	if key == nil || token.header["typ"] != "JWT" {
		return r, fmt.Errorf("%w: kid %.64q, typ %s", ErrReceipt, kid, shown(token.header["typ"]))
	}
	if err := token.verify(key); err != nil {
		return r, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	if err := json.Unmarshal(token.payload, &r); err != nil { // the shop's own words, by now
		return r, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	return r, nil
}

// Reference is how a receipt names a mandate: the hash of its presentation, which ends with
// the last tilde. A holder's proof after it is not part of it (AP2 v0.2, receipts). What has
// no tilde, and so is no mandate, is named by all of it.
func Reference(token string) string {
	if end := strings.LastIndex(token, "~"); end >= 0 {
		token = token[:end+1]
	}
	return digest(token)
}
