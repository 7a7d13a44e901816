package pix

import "regexp"

// chargePattern is the Pix API's form of a charge's txid, anchored.
var chargePattern = regexp.MustCompile(`^[A-Za-z0-9]{26,35}$`)

// refundIDPattern is the Pix API's form of a refund's id, anchored.
var refundIDPattern = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)

// ValidEndToEndID reports whether id has the form of a payment's id: 32 letters and digits.
func ValidEndToEndID(id string) bool { return endToEndPattern.MatchString(id) }

// ValidTXID reports whether id has the form of a txid, be it that of a static code: 1 to 35
// letters and digits.
func ValidTXID(id string) bool { return anyTxIDPattern.MatchString(id) }

// ValidChargeID reports whether id has the form of the txid of a charge: 26 to 35 letters and
// digits, whichever provider it is made at.
func ValidChargeID(id string) bool { return chargePattern.MatchString(id) }

// ValidRefundID reports whether id has the form of a refund's id: 1 to 35 letters and
// digits.
func ValidRefundID(id string) bool { return refundIDPattern.MatchString(id) }
