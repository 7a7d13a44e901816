package web

import (
	"strconv"
	"strings"
	"time"

	"balcao/internal/brazil"
	"balcao/internal/lang"
)

// moment writes a time as its readers do; empty for none.
func moment(t time.Time, language string) string {
	if t.IsZero() {
		return ""
	}
	layout := "02/01/2006 15:04"
	if language == lang.English {
		layout = "2 Jan 2006, 15:04" // day first, but never to be taken for a month
	}
	return brazil.Brasilia(t).Format(layout)
}

// cnpj writes 14 characters as 99.887.766/0001-05 and leaves all else alone.
func cnpj(id string) string {
	if len(id) != 14 {
		return id
	}
	return id[:2] + "." + id[2:5] + "." + id[5:8] + "/" + id[8:12] + "-" + id[12:]
}

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

// addressLines writes a postal address in the lines of an envelope, without the name.
func addressLines(a brazil.Address) []string {
	place := joined(" – ", a.Locality, a.Region)
	code := a.PostalCode
	if code != "" && (a.Country == "" || a.Country == "BR") {
		code = "CEP " + brazil.FormatCEP(code)
	}
	country := a.Country
	if country == "BR" {
		country = ""
	}
	var lines []string
	for _, line := range []string{joined(", ", a.Street, a.Extended), joined(", ", place, code), country} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
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
