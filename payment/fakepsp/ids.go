package fakepsp

import (
	"fmt"
	"io"
	"regexp"
	"time"
)

// Patterns of the Pix API, anchored.
var (
	txidPattern     = regexp.MustCompile(`^[A-Za-z0-9]{26,35}$`)
	refundIDPattern = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)
)

// bankISPB stands where a real id names a bank. No bank has it.
const bankISPB = "99999999"

const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newPixID makes the id of a payment (endToEndId, letter E) or of a refund (rtrId, letter D)
// as the Pix manual has them: the letter, the bank's ISPB, the minute in UTC, 11 letters and
// digits. Case matters.
func newPixID(letter string, random io.Reader, at time.Time) (string, error) {
	tail := make([]byte, 0, 11)
	buffer := make([]byte, 16)
	for len(tail) < 11 {
		if _, err := io.ReadFull(random, buffer); err != nil {
			return "", fmt.Errorf("fakepsp: random source: %w", err)
		}
		for _, b := range buffer {
			// 248 is the largest multiple of 62 in a byte: beyond it some letters would
			// be likelier than others.
			if b < 248 && len(tail) < 11 {
				tail = append(tail, alphanumerics[b%62])
			}
		}
	}
	return letter + bankISPB + at.UTC().Format("200601021504") + string(tail), nil
}
