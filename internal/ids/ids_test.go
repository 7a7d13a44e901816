package ids

import (
	"bytes"
	"strings"
	"testing"
)

func TestValid(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"": false, "a": true, "PIXEL-10-PRO": true, "a.b_c-9": true, strings.Repeat("x", 64): true,
		strings.Repeat("x", 65): false, "a b": false, "ação": false, "a/b": false, "a\n": false, "a\x00": false,
	} {
		if got := Valid(s); got != want {
			t.Errorf("Valid(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestValidOpaque(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"": false, "rpc-03": true, "a/b:c~": true, strings.Repeat("x", 128): true,
		strings.Repeat("x", 129): false, "a b": false, "ç": false, "\x7f": false,
	} {
		if got := ValidOpaque(s); got != want {
			t.Errorf("ValidOpaque(%q) = %v, want %v", s, got, want)
		}
	}
}

// What the source makes has the form that the rest of the world allows.
func TestSource(t *testing.T) {
	t.Parallel()
	s := NewSource(bytes.NewReader(bytes.Repeat([]byte{0xff, 0x01}, 64)))
	id, secret, txid := s.New("chk_"), s.Secret(), s.TXID()
	if !Valid(id) || !strings.HasPrefix(id, "chk_") || len(id) != 4+26 {
		t.Errorf("New = %q", id)
	}
	if len(secret) != 32 || !Valid(secret) {
		t.Errorf("Secret = %q", secret)
	}
	if len(txid) != 32 || strings.Trim(string(txid), "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		t.Errorf("TXID = %q, want 26 to 35 letters and digits", txid)
	}
	fresh := NewSource(nil)
	if a, b := fresh.New(""), fresh.New(""); a == b {
		t.Errorf("two ids are the same: %q", a)
	}
}
