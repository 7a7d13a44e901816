package jsonrpc

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Integer reads a JSON number that is exactly an int64, however it is written:
// 1, 1.0 and 10e-1 are all 1, because peers that hold numbers as doubles
// (ProtoJSON does) write them so. It refuses 1.5, "2", null and what does not
// fit, and never rounds.
func Integer(raw json.RawMessage) (int64, bool) {
	v := jsontext.Value(raw)
	if v.Kind() != jsontext.KindNumber || !v.IsValid() {
		return 0, false
	}
	text := strings.Trim(string(raw), " \t\r\n")
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	return parseDecimal(text)
}

// parseDecimal reads a number with a fraction or an exponent without floating
// point: it writes the digits out as a plain integer, if they are one.
func parseDecimal(text string) (int64, bool) {
	mantissa, exponent := text, "0"
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, true // zero, whatever the exponent
	}
	exp, err := strconv.Atoi(exponent)
	if err != nil {
		return 0, false // far outside int64, or far below 1
	}
	significant := strings.TrimRight(digits, "0")
	// zeros is how many digits follow the significant ones.
	zeros := exp - len(fraction) + len(digits) - len(significant)
	const maxDigits = 19 // of an int64
	if zeros < 0 || zeros > maxDigits {
		return 0, false
	}
	n, err := strconv.ParseInt(sign+significant+strings.Repeat("0", zeros), 10, 64)
	return n, err == nil
}
