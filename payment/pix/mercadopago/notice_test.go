package mercadopago

import (
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"
)

// The sums were made by another program (Python's hmac) from the guide's template.
const (
	noticeSecret = "segredo-da-aplicacao"
	sumWhole     = "0bd50ac7b347cb923179a3f616a3cec4dac06069ddc6d2f4b0c4b204fabd9526" // id:90000000001;request-id:f7b2…;ts:1784293200000;
	sumShort     = "3f8834d0b3bf2f37185da9b8355ba1b1739507ed519f7baad8ca197dc133ca66" // id:90000000001;ts:1784293200;
	sumLower     = "26624e2b6d0414b5f2de1295e47ef40d8c8b62a50bb41a9a63ead4626c81950e" // id:abc;request-id:r;ts:1784293200000;
)

func notice(id, requestID, signature string) Notification {
	n := Notification{Header: http.Header{}, Query: url.Values{"type": {"payment"}}}
	if id != "" {
		n.Query.Set("data.id", id)
	}
	if requestID != "" {
		n.Header.Set("x-request-id", requestID)
	}
	n.Header.Set("x-signature", signature)
	return n
}

func TestVerify(t *testing.T) {
	t.Parallel()
	const id, request = "90000000001", "f7b2a1d4-0b1c-4ec2-aaaa-9e8b1d2f3c4d"
	signed := time.Date(2026, 7, 17, 13, 0, 0, 0, time.UTC)
	for name, tc := range map[string]struct {
		n      Notification
		secret string
		now    time.Time
		good   bool
	}{
		"as signed":              {notice(id, request, "ts=1784293200000,v1="+sumWhole), noticeSecret, signed, true},
		"with blanks":            {notice(id, request, " ts=1784293200000 , v1="+sumWhole), noticeSecret, signed, true},
		"with blanks between":    {notice(id, request, "ts=1784293200000, v1="+sumWhole), noticeSecret, signed, true},
		"seconds, no request id": {notice(id, "", "ts=1784293200,v1="+sumShort), noticeSecret, signed, true},
		"the id in upper case":   {notice("ABC", "r", "ts=1784293200000,v1="+sumLower), noticeSecret, signed, true},
		"an hour late":           {notice(id, request, "ts=1784293200000,v1="+sumWhole), noticeSecret, signed.Add(time.Hour), true},
		"two days late":          {notice(id, request, "ts=1784293200000,v1="+sumWhole), noticeSecret, signed.Add(48 * time.Hour), false},
		"from the future":        {notice(id, request, "ts=1784293200000,v1="+sumWhole), noticeSecret, signed.Add(-time.Hour), false},
		"another id":             {notice("90000000002", request, "ts=1784293200000,v1="+sumWhole), noticeSecret, signed, false},
		"another request":        {notice(id, "x", "ts=1784293200000,v1="+sumWhole), noticeSecret, signed, false},
		"another time":           {notice(id, request, "ts=1784293200001,v1="+sumWhole), noticeSecret, signed, false},
		"another secret":         {notice(id, request, "ts=1784293200000,v1="+sumWhole), "x", signed, false},
		"no secret":              {notice(id, request, "ts=1784293200000,v1="+sumWhole), "", signed, false},
		"no sum":                 {notice(id, request, "ts=1784293200000,v1="), noticeSecret, signed, false},
		"half a sum":             {notice(id, request, "ts=1784293200000,v1="+sumWhole[:32]), noticeSecret, signed, false},
		"no time":                {notice(id, request, "v1="+sumWhole), noticeSecret, signed, false},
		"a time that is none":    {notice(id, request, "ts=99999999999999999999,v1="+sumWhole), noticeSecret, signed, false},
		"nothing":                {notice(id, request, ""), noticeSecret, signed, false},
	} {
		if err := tc.n.Verify(tc.secret, tc.now); (err == nil) != tc.good || err != nil && !errors.Is(err, ErrSignature) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestPaymentID(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query, body, want string
	}{
		"address":             {"data.id=12&type=payment", "", "12"},
		"type in the body":    {"data.id=12", `{"type":"payment","data":{"id":"99"}}`, "12"},
		"id in the body":      {"type=payment", `{"type":"payment","data":{"id":"99"}}`, ""},
		"another kind":        {"data.id=12&type=plan", "", ""},
		"no digits":           {"data.id=1x&type=payment", "", ""},
		"a path":              {"data.id=../1&type=payment", "", ""},
		"a body that is none": {"data.id=12", "<", ""},
		"nothing":             {"", "{}", ""},
	} {
		query, err := url.ParseQuery(tc.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Notification{Query: query, Body: []byte(tc.body)}).PaymentID(); got != tc.want {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}
