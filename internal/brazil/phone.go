package brazil

import (
	"regexp"
	"slices"
	"strings"
)

var (
	e164Pattern = regexp.MustCompile(`^\+[1-9][0-9]{7,14}$`)
	// A mobile number has nine digits and starts with 9, a landline eight and starts with 2 to 5.
	subscriberPattern = regexp.MustCompile(`^(9[0-9]{8}|[2-5][0-9]{7})$`)
	phoneMarks        = strings.NewReplacer(" ", "", "(", "", ")", "", "-", "", ".", "")
)

// areaCodes are the 67 area codes (DDD) in use.
var areaCodes = []string{
	"11", "12", "13", "14", "15", "16", "17", "18", "19",
	"21", "22", "24", "27", "28",
	"31", "32", "33", "34", "35", "37", "38",
	"41", "42", "43", "44", "45", "46", "47", "48", "49",
	"51", "53", "54", "55",
	"61", "62", "63", "64", "65", "66", "67", "68", "69",
	"71", "73", "74", "75", "77", "79",
	"81", "82", "83", "84", "85", "86", "87", "88", "89",
	"91", "92", "93", "94", "95", "96", "97", "98", "99",
}

// NormalizePhone returns a telephone number in E.164. Without a leading + the
// number is Brazilian: area code and subscriber, perhaps after the trunk zero
// or the country code 55. With a + other countries' numbers pass as they are.
// Spaces, parentheses, hyphens and dots are dropped.
func NormalizePhone(text string) (e164 string, ok bool) {
	digits := phoneMarks.Replace(strings.TrimSpace(text))
	if !strings.HasPrefix(digits, "+") {
		return brazilianPhone(nationalNumber(digits))
	}
	if national, brazilian := strings.CutPrefix(digits, "+55"); brazilian {
		return brazilianPhone(national)
	}
	if !e164Pattern.MatchString(digits) {
		return "", false
	}
	return digits, true
}

// nationalNumber drops a trunk zero or a country code. Area code 55 is no
// danger: a national number has at most 11 digits, one with the code at least 12.
func nationalNumber(digits string) string {
	if len(digits) >= 12 && strings.HasPrefix(digits, "55") {
		return digits[2:]
	}
	return strings.TrimPrefix(digits, "0")
}

func brazilianPhone(national string) (e164 string, ok bool) {
	if len(national) < 2 || !slices.Contains(areaCodes, national[:2]) || !subscriberPattern.MatchString(national[2:]) {
		return "", false
	}
	return "+55" + national, true
}
