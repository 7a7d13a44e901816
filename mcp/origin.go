package mcp

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// checkOrigin keeps web pages away that make a browser call the shop on its own machine or in
// its own network: by a name of theirs that resolves to it (DNS rebinding), or across origins.
// A Host that is an address is no such name, and is what a proxy sends that does not keep Host.
func (s *Server) checkOrigin(r *http.Request) error {
	if !s.ours(r.Host) {
		return forbidden("the request is for another host")
	}
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" {
			return forbidden("the origin may not call this shop")
		}
		same := strings.EqualFold(u.Scheme, s.public.Scheme) && strings.EqualFold(u.Host, s.public.Host)
		if !same && !(loopback(s.public.Hostname()) && loopback(u.Hostname())) {
			return forbidden("the origin may not call this shop")
		}
	}
	return nil
}

// ours reports whether a Host is the shop's: its public authority, an address, or this
// machine.
func (s *Server) ours(host string) bool {
	if strings.EqualFold(host, s.public.Host) {
		return true
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if strings.EqualFold(name, s.public.Hostname()) || strings.EqualFold(name, "localhost") {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// loopback reports whether a host without port is this machine.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}
