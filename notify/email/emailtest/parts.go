package emailtest

import (
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"testing"
)

// Parts are the alternatives of a mail by media type, decoded.
func Parts(t testing.TB, m Mail) map[string]string {
	t.Helper()
	message := m.Message(t)
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("content type %q: %v", message.Header.Get("Content-Type"), err)
	}
	out := map[string]string{}
	for r := multipart.NewReader(message.Body, params["boundary"]); ; {
		part, err := r.NextRawPart()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || params["charset"] != "UTF-8" || part.Header.Get("Content-Transfer-Encoding") != "quoted-printable" {
			t.Fatalf("part %v: %v", part.Header, err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		out[kind] = string(body)
	}
}
