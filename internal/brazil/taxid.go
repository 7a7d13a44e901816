package brazil

import (
	"regexp"
	"strings"
)

var (
	cpfPattern  = regexp.MustCompile(`^[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}$`)
	cnpjPattern = regexp.MustCompile(`^[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?[0-9]{2}$`)
	taxIDMarks  = strings.NewReplacer(".", "", "/", "", "-", "")
)

// NormalizeCPF returns the 11 digits of a CPF written bare or with its mask
// (390.533.447-05) once both check digits hold. Eleven equal digits satisfy the
// arithmetic but are never issued, so they are refused.
func NormalizeCPF(text string) (cpf string, ok bool) {
	text = strings.TrimSpace(text)
	if !cpfPattern.MatchString(text) {
		return "", false
	}
	cpf = taxIDMarks.Replace(text)
	// The weights 2, 3, 4… never wrap on a CPF, hence the largest possible cycle.
	if allEqual(cpf) || !checkDigitsHold(cpf, len(cpf)) {
		return "", false
	}
	return cpf, true
}

// NormalizeCNPJ returns the 14 characters of a CNPJ, letters in upper case,
// written bare or with its mask (12.ABC.345/01DE-35) once both check digits
// hold. Since July 2026 the first twelve characters may be letters (IN RFB
// 2.229/2024); a letter's value is its ASCII code less 48.
func NormalizeCNPJ(text string) (cnpj string, ok bool) {
	text = upperASCII(strings.TrimSpace(text))
	if !cnpjPattern.MatchString(text) {
		return "", false
	}
	cnpj = taxIDMarks.Replace(text)
	if allEqual(cnpj) || !checkDigitsHold(cnpj, 8) {
		return "", false
	}
	return cnpj, true
}

// FormatCNPJ writes 14 characters as 99.887.766/0001-05 and leaves all else alone.
func FormatCNPJ(id string) string {
	if len(id) != 14 {
		return id
	}
	return id[:2] + "." + id[2:5] + "." + id[5:8] + "/" + id[8:12] + "-" + id[12:]
}

// MaskCPF shows the six middle digits of an 11-digit CPF, enough for its owner
// to know it: ***.533.447-**. Anything else is hidden whole.
func MaskCPF(cpf string) string {
	if len(cpf) != 11 || !onlyDigits(cpf) {
		return "***.***.***-**"
	}
	return "***." + cpf[3:6] + "." + cpf[6:9] + "-**"
}

// checkDigitsHold verifies the last two characters of id, each over all that
// stand before it.
func checkDigitsHold(id string, cycle int) bool {
	for end := len(id) - 2; end < len(id); end++ {
		if id[end] != checkDigit(id[:end], cycle) {
			return false
		}
	}
	return true
}

// checkDigit is the digit modulo 11 of id. Weights run from the right: 2, 3, 4… for cycle
// steps, then again; a letter's value is its ASCII code less 48.
func checkDigit(id string, cycle int) byte {
	sum := 0
	for i := range len(id) {
		weight := 2 + (len(id)-1-i)%cycle
		sum += int(id[i]-'0') * weight
	}
	digit := 11 - sum%11
	if digit > 9 {
		digit = 0
	}
	return byte('0' + digit)
}

func allEqual(id string) bool {
	return strings.Count(id, id[:1]) == len(id)
}

// upperASCII leaves all but a–z alone; full Unicode folding would turn a few
// foreign letters, such as the dotless i, into ASCII ones.
func upperASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}
