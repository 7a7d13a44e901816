package httpd

import (
	"net"
	"net/netip"

	"github.com/labstack/echo/v4"
)

// clientKey is what tells clients apart: the IPv4 address, or the /64 network of an IPv6
// address, since a single host has all of that.
func clientKey(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	network, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}

// clientAddress finds the client's address: the peer's, or what a trusted proxy says.
func clientAddress(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trust = append(trust, echo.TrustIPRange(ipNet(p)))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// ipNet turns a network into the form of package net.
func ipNet(p netip.Prefix) *net.IPNet {
	return &net.IPNet{IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}
}
