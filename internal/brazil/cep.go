package brazil

import (
	"regexp"
	"strconv"
	"strings"
)

var cepPattern = regexp.MustCompile(`^[0-9]{5}-?[0-9]{3}$`)

// NormalizeCEP returns the 8 digits of a CEP written as 01310-100 or 01310100,
// with spaces around it allowed. Refused are the old dotted mask 01.310-100,
// seven digits (a leading zero lost in a number) and codes whose prefix belongs
// to no state, such as 00000-000: no freight can be quoted for them.
func NormalizeCEP(text string) (cep string, ok bool) {
	text = strings.TrimSpace(text)
	if !cepPattern.MatchString(text) {
		return "", false
	}
	cep = strings.Replace(text, "-", "", 1)
	if _, assigned := UFOfCEP(cep); !assigned {
		return "", false
	}
	return cep, true
}

// FormatCEP writes the 8 digits NormalizeCEP gave as 01310-100. Anything that
// is not 8 bytes long comes back unchanged.
func FormatCEP(cep string) string {
	if len(cep) != 8 {
		return cep
	}
	return cep[:5] + "-" + cep[5:]
}

// UFOfCEP returns the two-letter code of the state an 8-digit CEP lies in.
func UFOfCEP(cep string) (uf string, ok bool) {
	if len(cep) != 8 || !onlyDigits(cep) {
		return "", false
	}
	prefix, err := strconv.Atoi(cep[:3])
	if err != nil {
		return "", false
	}
	for _, s := range states {
		for _, r := range s.ceps {
			if r.first <= prefix && prefix <= r.last {
				return s.code, true
			}
		}
	}
	return "", false
}

// onlyDigits says whether text consists of ASCII digits alone.
func onlyDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}
