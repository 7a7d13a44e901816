package pix

import (
	"fmt"
	"io"
	"time"
)

// sandboxISPB stands where a real endToEndId names the payer's bank. No bank has it.
const sandboxISPB = "99999999"

const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newEndToEndID makes the id of a payment as the Pix manual has it: E, the bank's ISPB,
// the minute in UTC, 11 letters and digits. Case matters.
func newEndToEndID(random io.Reader, at time.Time) (string, error) {
	tail := make([]byte, 0, 11)
	buffer := make([]byte, 16)
	for len(tail) < 11 {
		if _, err := io.ReadFull(random, buffer); err != nil {
			return "", fmt.Errorf("pix: random source: %w", err)
		}
		for _, b := range buffer {
			// 248 is the largest multiple of 62 in a byte: beyond it some letters would
			// be likelier than others.
			if b < 248 && len(tail) < 11 {
				tail = append(tail, alphanumerics[b%62])
			}
		}
	}
	return "E" + sandboxISPB + at.UTC().Format("200601021504") + string(tail), nil
}
