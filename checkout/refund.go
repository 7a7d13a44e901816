package checkout

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"balcao/money"
	"balcao/payment"
)

// refundID is the id of the refund of a payment, in full or of what is left of it: the same for
// every try, so that a provider gives the money back once (the Central Bank's API: up to 35
// letters and digits, chosen by the receiver). Given is what earlier refunds of ours gave back,
// where what others were giving back did not come to pass.
func refundID(endToEndID string, amount, paid, given money.Amount) string {
	what := "|full|1"
	if amount != paid {
		what = fmt.Sprintf("|rest|%d", amount)
	}
	if given != 0 {
		what += fmt.Sprintf("|after|%d", given)
	}
	sum := sha256.Sum256([]byte(endToEndID + what))
	return hex.EncodeToString(sum[:])[:35]
}

// back is what went back of a payment that pays nothing.
type back struct {
	// given went back because the shop gave it back, giving is on its way so.
	given, giving money.Amount
	// gone went back without our asking, going is on its way so. Where nothing says whose wish
	// it was, it counts here: back is back.
	gone, going money.Amount
}

// left is what is owed still, if all that is on its way arrives.
func (b back) left(r payment.Receipt) money.Amount {
	return r.Amount - b.given - b.giving - b.gone - b.going
}

// backOf counts what the provider says of a payment.
func backOf(r payment.Receipt, records []payment.RefundRecord) (b back) {
	var all []payment.RefundRecord
	for _, x := range records {
		if x.EndToEndID == r.EndToEndID && x.State != payment.RefundFailed {
			all = append(all, x)
		}
	}
	ours := func(x payment.RefundRecord) bool { return x.ID == refundID(r.EndToEndID, x.Amount, r.Amount, b.given) }
	for at := 0; at >= 0; { // each refund of ours is named by those before it
		at = slices.IndexFunc(all, func(x payment.RefundRecord) bool { return x.State == payment.RefundDone && ours(x) })
		if at >= 0 {
			b.given += all[at].Amount
			all = slices.Delete(all, at, at+1)
		}
	}
	for _, x := range all {
		switch done := x.State == payment.RefundDone; {
		case ours(x):
			b.giving += x.Amount
		case done:
			b.gone += x.Amount
		default:
			b.going += x.Amount
		}
	}
	return b
}
