package profile

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Bound reports whether the name of an entity belongs to whoever publishes its schema:
// the schema's host, read from right to left, must be the beginning of the name.
// bcp.dev.br vouches for br.dev.bcp.pix, cdn.example.com not for com.example.pay.
// A host outside ASCII can never match, as names are ASCII without hyphens.
func Bound(name, schema string) bool {
	u, err := url.Parse(schema)
	if err != nil || u.Scheme != "https" || u.User != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	labels := strings.Split(host, ".")
	if len(labels) < 2 || slices.Contains(labels, "") {
		return false
	}
	slices.Reverse(labels)
	return strings.HasPrefix(name, strings.Join(labels, ".")+".")
}

// isHTTPS reports whether s is an absolute https URL.
func isHTTPS(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Host != ""
}
