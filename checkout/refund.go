package checkout

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"balcao/money"
)

// refundID is the id of the refund of a payment, in full or of what others left of it: the
// same for every try, so that a provider gives the money back once (the Central Bank's API:
// up to 35 letters and digits, chosen by the receiver).
func refundID(endToEndID string, amount, paid money.Amount) string {
	what := "|full|1"
	if amount != paid {
		what = fmt.Sprintf("|rest|%d", amount)
	}
	sum := sha256.Sum256([]byte(endToEndID + what))
	return hex.EncodeToString(sum[:])[:35]
}
