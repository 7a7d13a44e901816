package agent

import (
	"strings"
	"testing"
	"time"
)

func TestFailed(t *testing.T) {
	t.Parallel()
	_, body := Failed(time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC))
	got := string(body)
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error","data":[` +
		`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"a2a-protocol.org","metadata":{"timestamp":"2026-07-28T12:00:00Z"},"reason":"INTERNAL_ERROR"}]}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	status, body := FailedREST(time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC))
	if !strings.HasPrefix(string(body), `{"error":{"code":500,"details":[`) || !strings.Contains(string(body), `"status":"INTERNAL"`) || status != 500 {
		t.Errorf("over HTTP+JSON %d %s", status, body)
	}
}
