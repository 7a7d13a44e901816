package agent

import (
	"testing"
	"time"
)

func TestFailed(t *testing.T) {
	t.Parallel()
	got := string(Failed(time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)))
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error","data":[` +
		`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"a2a-protocol.org","metadata":{"timestamp":"2026-07-28T12:00:00Z"},"reason":"INTERNAL_ERROR"}]}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
