package safehttp

import (
	"fmt"
	"net/netip"
	"syscall"
)

// special4 lists the IPv4 ranges that are not part of the public internet
// (IANA special-purpose registry, RFC 6890), multicast and the reserved class
// E included. Loopback is judged apart.
var special4 = prefixes(
	"0.0.0.0/8",       // this network
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // carrier-grade NAT
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local, cloud metadata
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private
	"198.18.0.0/15",   // benchmarking
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, broadcast
)

// global6 is the one IPv6 range that is handed out to the public. What lies
// outside is special: loopback, unspecified, v4-mapped and v4-compatible,
// NAT64 (64:ff9b::/96), unique local, link-local, multicast and the rest.
var global6 = netip.MustParsePrefix("2000::/3")

// special6 lists the special ranges inside global6.
var special6 = prefixes(
	"2001::/23",     // protocol assignments: Teredo, ORCHID, benchmarking
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4: carries an IPv4 address
	"3fff::/20",     // documentation
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// allowed tells whether addr may be dialled.
func allowed(addr netip.Addr, allowLoopback bool) bool {
	if addr.Zone() != "" {
		return false
	}
	if addr.IsLoopback() && !addr.Is4In6() {
		return allowLoopback
	}
	special := special4
	if addr.Is6() {
		if !global6.Contains(addr) {
			return false
		}
		special = special6
	}
	for _, prefix := range special {
		if prefix.Contains(addr) {
			return false
		}
	}
	return addr.IsValid()
}

// control is the dialler's last step before it connects: address is the one
// that will be dialled, whatever name led to it.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil || !allowed(target.Addr(), c.allowLoopback) {
		return fmt.Errorf("%w: %s", ErrForbiddenAddress, address)
	}
	return nil
}
