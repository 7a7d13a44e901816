package mcp

import (
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
		same := strings.EqualFold(u.Scheme, s.public.Scheme) && strings.EqualFold(u.Hostname(), s.public.Hostname()) && port(u) == port(s.public)
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
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host {
		return false // a bracket that is not closed, or more than a host and a port
	}
	name := u.Hostname()
	addr, err := netip.ParseAddr(name)
	if strings.ContainsAny(host, "[]") {
		return err == nil && addr.Is6() // brackets are for these alone (RFC 3986, 3.2.2)
	}
	return err == nil || strings.EqualFold(name, s.public.Hostname()) || strings.EqualFold(name, "localhost")
}

// port is the port of an address, the scheme's own where it names none: a browser leaves that
// out, whoever writes an Origin by hand may not.
func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}

// loopback reports whether a host without port is this machine.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}
