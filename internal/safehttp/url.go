package safehttp

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// checkURL parses a URL and refuses what must not be dialled or is not meant
// to be: another scheme, user information, a host in a disguised form.
func (c *Client) checkURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalidURL, err)
	}
	host := u.Hostname()
	if host == "" || u.User != nil || !isASCII(host) {
		return nil, fmt.Errorf("%w: need scheme://host/path without user information", ErrInvalidURL)
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, fmt.Errorf("%w: port", ErrInvalidURL)
		}
	}
	addr, err := netip.ParseAddr(host)
	literal := err == nil
	if !literal && endsInNumber(host) {
		return nil, fmt.Errorf("%w: host is a disguised address", ErrInvalidURL)
	}
	if literal && !allowed(addr, c.allowLoopback) {
		return nil, fmt.Errorf("%w: %s", ErrForbiddenAddress, addr)
	}
	loopback := literal && addr.IsLoopback() || strings.EqualFold(host, "localhost")
	if u.Scheme != "https" && !(u.Scheme == "http" && loopback && c.allowLoopback) {
		return nil, fmt.Errorf("%w: scheme must be https", ErrInvalidURL)
	}
	return u, nil
}

// endsInNumber recognises 2130706433, 0x7f000001, 0177.0.0.1 and 127.1, which
// some resolvers read as addresses (WHATWG URL, "ends in a number").
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if rest, ok := strings.CutPrefix(strings.ToLower(last), "0x"); ok {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// isASCII keeps out letters and digits that IDNA would fold into an address.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
