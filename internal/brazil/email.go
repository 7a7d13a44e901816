package brazil

import (
	"net/mail"
	"strings"
	"unicode"
)

// maxEmail is the longest address a mail path can carry, in bytes (RFC 5321 with erratum 1690).
const maxEmail = 254

// NormalizeEmail returns a bare address (RFC 5322 addr-spec) with its domain in
// lower case; the local part keeps its case. Refused are display names, angle
// brackets, comments, quoted local parts, address literals, domains without a
// dot and anything unprintable, so that the result is safe in a mail header.
func NormalizeEmail(text string) (email string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxEmail || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", false
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Name != "" || parsed.Address != text {
		return "", false
	}
	at := strings.LastIndexByte(text, '@')
	domain := strings.ToLower(text[at+1:])
	if !strings.Contains(domain, ".") || strings.HasPrefix(domain, "[") {
		return "", false
	}
	return text[:at+1] + domain, true
}
