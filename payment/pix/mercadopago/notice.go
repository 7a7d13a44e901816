package mercadopago

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"balcao/payment/pix/rest"
)

// How old a notification may be and how far ahead its clock. It is nothing but a hint, so
// that one played back earns a question to the provider; whether one that is sent again is
// signed anew, the guide does not say.
const (
	maxAge   = 24 * time.Hour
	maxAhead = 5 * time.Minute
)

// ErrSignature says that a notification was not signed by who knows the secret, or not now.
var ErrSignature = errors.New("mercadopago: the notification's signature does not hold")

// Notification is a call of Mercado Pago at the shop's address.
type Notification struct {
	Header http.Header
	Query  url.Values
	Body   []byte
}

// Verify holds the x-signature header against the secret of the application: HMAC-SHA256
// over "id:…;request-id:…;ts:…;", of which what is absent is left out, the id in lower case
// as the address names it. The error is ErrSignature.
func (n Notification) Verify(secret string, now time.Time) error {
	var stamp, sum string
	for part := range strings.SplitSeq(n.Header.Get("X-Signature"), ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "ts":
			stamp = value
		case "v1":
			sum = value
		}
	}
	given, err := hex.DecodeString(sum)
	at, ok := timeOf(stamp)
	if err != nil || !ok || secret == "" || now.Sub(at) > maxAge || at.Sub(now) > maxAhead {
		return ErrSignature
	}
	var manifest strings.Builder
	for _, part := range []struct{ name, value string }{
		{"id", strings.ToLower(n.Query.Get("data.id"))}, {"request-id", n.Header.Get("X-Request-Id")}, {"ts", stamp},
	} {
		if part.value != "" {
			manifest.WriteString(part.name + ":" + part.value + ";")
		}
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(manifest.String()))
	if !hmac.Equal(mac.Sum(nil), given) {
		return ErrSignature
	}
	return nil
}

// timeOf reads a timestamp, which is in milliseconds or, in some examples, in seconds.
func timeOf(stamp string) (time.Time, bool) {
	n, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || n < 0 || n > 1<<53 {
		return time.Time{}, false
	}
	if n < 100_000_000_000 {
		n *= 1000
	}
	return time.UnixMilli(n), true
}

// PaymentID is the payment that a notification names, empty if it is about something else.
// It is taken from the address, which is signed, and not from the body, which is not.
func (n Notification) PaymentID() string {
	kind, id := n.Query.Get("type"), n.Query.Get("data.id")
	if kind == "" {
		var body struct {
			Type string `json:"type"`
		}
		_ = rest.Read(n.Body, &body) // what cannot be read says nothing
		kind = body.Type
	}
	if kind != "payment" || !digits.MatchString(id) {
		return ""
	}
	return id
}
