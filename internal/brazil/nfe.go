package brazil

import (
	"regexp"
	"strings"
)

// accessKeyPattern is the access key of an electronic invoice: state, year and month, CNPJ,
// model, series, number, form of issue, random code, check digit. Twelve characters of the
// CNPJ may be letters since July 2026 (NT Conjunta 2025.001).
var accessKeyPattern = regexp.MustCompile(`^([0-9]{2})[0-9]{2}(0[1-9]|1[0-2])([0-9A-Z]{12}[0-9]{2})(55|65)[0-9]{3}[0-9]{9}[1-9][0-9]{8}[0-9]$`)

// stateCodes are the codes of the federative units (IBGE).
const stateCodes = "11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53"

// NormalizeAccessKey returns the 44 characters of an NF-e or NFC-e access key, written bare,
// in groups as on the DANFE, or with the "NFe" that it has in the XML, if its state, month,
// model, issuer and check digit hold (Manual de Orientação do Contribuinte, 2.2.6).
func NormalizeAccessKey(text string) (key string, ok bool) {
	key = strings.Join(strings.Fields(text), "")
	key = upperASCII(strings.TrimPrefix(key, "NFe"))
	parts := accessKeyPattern.FindStringSubmatch(key)
	if parts == nil || !strings.Contains(" "+stateCodes+" ", " "+parts[1]+" ") {
		return "", false
	}
	if _, ok := NormalizeCNPJ(parts[3]); !ok {
		return "", false
	}
	if key[len(key)-1] != checkDigit(key[:len(key)-1], 8) {
		return "", false
	}
	return key, true
}
