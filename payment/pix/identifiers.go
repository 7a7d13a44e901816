package pix

import "regexp"

// refundIDPattern is the Pix API's form of a refund's id, anchored.
var refundIDPattern = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)

// ValidEndToEndID reports whether id has the form of a payment's id: 32 letters and digits.
func ValidEndToEndID(id string) bool { return endToEndPattern.MatchString(id) }

// ValidTXID reports whether id has the form of a txid, be it that of a static code: 1 to 35
// letters and digits.
func ValidTXID(id string) bool { return anyTxIDPattern.MatchString(id) }

// ValidRefundID reports whether id has the form of a refund's id: 1 to 35 letters and
// digits.
func ValidRefundID(id string) bool { return refundIDPattern.MatchString(id) }
