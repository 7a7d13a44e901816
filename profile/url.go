package profile

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// maxURL is the longest profile or webhook URL that is taken.
const maxURL = 2048

// NormalizeURL returns the form of a profile URL that names a platform: scheme and host
// in lower case, no default port, no fragment; path and query exactly as sent, an empty
// path as "/". It must be https with a host and without user information. With loopback
// set, http to a loopback address is accepted as well, for development.
//
// The error is an [*Error] with code invalid_profile_url.
func NormalizeURL(raw string, loopback bool) (string, error) {
	normal, err := normalizeURL(raw, loopback)
	if err != nil {
		return "", NewError(CodeInvalidProfileURL, err)
	}
	return normal, nil
}

func normalizeURL(raw string, loopback bool) (string, error) {
	if len(raw) > maxURL {
		return "", errors.New("URL too long")
	}
	u, err := url.Parse(raw)
	if err != nil {
		// The library's text repeats the URL, which may be anything.
		return "", errors.New("URL cannot be parsed")
	}
	host := strings.ToLower(u.Hostname())
	switch {
	case host == "" || u.Opaque != "":
		return "", errors.New("URL has no host")
	case u.User != nil:
		return "", errors.New("URL has user information")
	case strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' || r == '%' }):
		return "", errors.New("URL host is not ASCII")
	case u.Scheme != "https" && !(u.Scheme == "http" && loopback && isLoopback(host)):
		return "", errors.New("URL is not https")
	}
	authority, err := authorityOf(u, host)
	if err != nil {
		return "", err
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	normal := u.Scheme + "://" + authority + path
	if u.RawQuery != "" || u.ForceQuery {
		normal += "?" + u.RawQuery
	}
	return normal, nil
}

// authorityOf returns host and port, the latter only where it is not the scheme's own.
func authorityOf(u *url.URL, host string) (string, error) {
	bare := host
	if strings.Contains(host, ":") {
		bare = "[" + host + "]"
	}
	port := u.Port()
	if port == "" {
		return bare, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", errors.New("URL port out of range")
	}
	if u.Scheme == "https" && n == 443 || u.Scheme == "http" && n == 80 {
		return bare, nil
	}
	return net.JoinHostPort(host, strconv.FormatUint(n, 10)), nil
}
