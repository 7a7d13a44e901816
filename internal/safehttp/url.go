package safehttp

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// maxURL is the longest URL that is taken for later, in bytes.
const maxURL = 2048

// CheckURL refuses a URL that a call would refuse before it asks for the host's address,
// and one that is too long or has a fragment. It is for URLs that are kept to be called
// later. Errors wrap ErrInvalidURL or ErrForbiddenAddress.
func (c *Client) CheckURL(raw string) error {
	if len(raw) > maxURL {
		return fmt.Errorf("%w: longer than %d bytes", ErrInvalidURL, maxURL)
	}
	if strings.Contains(raw, "#") {
		return fmt.Errorf("%w: has a fragment", ErrInvalidURL)
	}
	_, err := c.parse(raw)
	return err
}

// parse parses a URL and refuses what must not be dialled or is not meant to be: another
// scheme, user information, a host in a disguised form. No error has more of the URL than
// its host.
func (c *Client) parse(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, ErrInvalidURL // the cause has the whole URL
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
	name := strings.EqualFold(strings.TrimSuffix(host, "."), "localhost")
	loopback := literal && addr.IsLoopback() || name
	if u.Scheme != "https" && !(u.Scheme == "http" && loopback && c.allowLoopback) {
		return nil, fmt.Errorf("%w: scheme must be https", ErrInvalidURL)
	}
	if name && !c.allowLoopback {
		return nil, fmt.Errorf("%w: localhost", ErrForbiddenAddress)
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
