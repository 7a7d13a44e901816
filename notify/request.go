package notify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"balcao/conversation"
	"balcao/internal/safehttp"
)

// header is what goes with a notification. The specification names no header for the
// token; receivers built with the JavaScript and Python libraries look for the one, those
// built with the Go library for the other.
func header(c conversation.PushConfig) http.Header {
	h := http.Header{"Content-Type": {"application/a2a+json"}}
	if c.Token != "" {
		h.Set("X-A2A-Notification-Token", c.Token)
		h.Set("A2A-Notification-Token", c.Token)
	}
	if c.Scheme != "" && c.Credentials != "" {
		h.Set("Authorization", c.Scheme+" "+c.Credentials)
	}
	return h
}

// hopeless reports whether trying again would be refused by ourselves again.
func hopeless(err error) bool {
	return errors.Is(err, safehttp.ErrInvalidURL) || errors.Is(err, safehttp.ErrForbiddenAddress)
}

// reason says why a notification was not taken, in words of ours: what a stranger's server
// sends can repeat the credentials that it was sent.
func reason(status int, err error) string {
	switch {
	case err == nil:
		return fmt.Sprintf("status %d", status)
	case errors.Is(err, safehttp.ErrForbiddenAddress):
		return "forbidden address"
	case errors.Is(err, safehttp.ErrInvalidURL):
		return "invalid URL"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	}
	return "unreachable"
}

// host is all of a URL that may be logged.
func host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		return "unknown host"
	}
	return u.Hostname()
}

// target is whom a URL calls: host and port.
func target(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	return u.Host
}
