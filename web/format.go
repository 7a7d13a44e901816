package web

import (
	"strconv"
	"strings"
)

// maskEmail shows enough of an address for its owner to know it: m•••@example.com.
func maskEmail(email string) string {
	local, domain, ok := strings.Cut(email, "@")
	if !ok {
		return ""
	}
	for _, first := range local {
		return string(first) + "•••@" + domain
	}
	return ""
}

// counted writes how many there are of a thing.
func counted(n int64, title string) string { return strconv.FormatInt(n, 10) + " × " + title }

// joined writes the parts that are not empty with sep between them.
func joined(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
