// Package cardnumber knows the numbers of payment cards, which a shop that takes tokens alone
// must neither keep nor show (PCI DSS, requirement 3).
package cardnumber

import (
	"regexp"
	"strings"

	"balcao/internal/brazil"
)

// issuers are how the numbers of cards begin, and how long they are: a number that merely has
// a right check digit, as one in ten has, is none.
var issuers = regexp.MustCompile(`^(?:4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|5[0-9]{15}|2[2-7][0-9]{14}|3[47][0-9]{13}|3(?:0|6|8|9)[0-9]{12}|35[0-9]{14}|6[0-9]{15,18}|38[0-9]{14,17})$`)

// Valid reports whether digits are the number of a card: length, beginning and check digit.
func Valid(digits string) bool {
	if len(digits) < 13 || !issuers.MatchString(digits) || strings.Count(digits, digits[:1]) == len(digits) {
		return false
	}
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// longestGroup is how many digits a part of a number has at most that is written in parts.
const longestGroup = 8

// groups are rows of digits, and what may part them.
var (
	groups  = regexp.MustCompile(`[0-9]+`)
	parting = regexp.MustCompile(`^[ \x{00a0}.\-/_]{1,3}$`)
)

// named are ids whose digits mean nothing, although one in some thousands has a row of them that
// could be a card's: UUIDs (RFC 9562, variant 10), and long hexadecimal numbers.
var named = regexp.MustCompile(`(?i)\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{24,})\b`)

// Least is how many digits a number has at least for what people write to be refused: shorter
// ones are too often something else.
const Least = 14

// In reports whether a value of a program's has a card's number of at least so many digits in
// it, in one row or in groups as people write them. What is written as a phone number abroad,
// what is part of a UUID or of a long hexadecimal number, and what is a CNPJ, is none. A text
// that a person wrote may hide one better than this.
func In(value string, least int) bool {
	if digitsOf(value) < least {
		return false
	}
	value = named.ReplaceAllString(strings.ReplaceAll(value, "_", "-"), "x") // to \b an underscore is a letter
	rows := groups.FindAllStringIndex(value, -1)
	for i := range rows {
		number := ""
		for j := i; j < len(rows) && (j == i || parting.MatchString(value[rows[j-1][1]:rows[j][0]])); j++ {
			number += value[rows[j][0]:rows[j][1]]
			if j > i && max(rows[j][1]-rows[j][0], rows[i][1]-rows[i][0]) > longestGroup || len(number) > 19 {
				break
			}
			abroad := rows[i][0] > 0 && value[rows[i][0]-1] == '+'
			if len(number) >= least && Valid(number) && !abroad && !isCNPJ(number) {
				return true
			}
		}
	}
	return false
}

func isCNPJ(digits string) bool {
	_, ok := brazil.NormalizeCNPJ(digits)
	return ok
}

func digitsOf(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}
