package checkout

import (
	"crypto/sha256"
	"encoding/hex"
)

// refundID is the id of the full refund of a payment: the same for every try, so that a
// provider gives the money back once (the Central Bank's API: up to 35 letters and
// digits, chosen by the receiver).
func refundID(endToEndID string) string {
	sum := sha256.Sum256([]byte(endToEndID + "|full|1"))
	return hex.EncodeToString(sum[:])[:35]
}
