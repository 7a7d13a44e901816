package ap2

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

type jcsCase struct {
	Name   string
	Input  []byte `json:"input_b64"`
	Output []byte `json:"jcs_1_0_2_output_b64"`
	Policy string `json:"our_policy"`
}

func loadCases(tb testing.TB) []jcsCase {
	tb.Helper()
	raw, err := os.ReadFile("../testdata/vectors/ap2-extra/jcs-cases.json")
	if err != nil {
		tb.Fatal(err)
	}
	var file struct{ Cases []jcsCase }
	if err := json.Unmarshal(raw, &file); err != nil {
		tb.Fatal(err)
	}
	if len(file.Cases) != 72 {
		tb.Fatalf("%d cases, want 72", len(file.Cases))
	}
	return file.Cases
}

func TestCanonicalVectors(t *testing.T) {
	t.Parallel()
	for _, tt := range loadCases(t) {
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			got, err := Canonical(tt.Input)
			switch tt.Policy {
			case "accept":
				if err != nil || !bytes.Equal(got, tt.Output) {
					t.Errorf("Canonical(%q) = %q, %v; want %q", tt.Input, got, err, tt.Output)
				}
			case "reject":
				if !errors.Is(err, ErrNotCanonical) {
					t.Errorf("Canonical(%q) = %q, %v; want ErrNotCanonical", tt.Input, got, err)
				}
			default:
				t.Fatalf("unknown policy %q", tt.Policy)
			}
		})
	}
}

func TestCanonicalLimits(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return `{"x":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	tests := []struct {
		name, in string
		ok       bool
	}{
		{"depth 64", nested(64), true},
		{"depth 65", nested(65), false},
		{"depth 10,000", nested(10_000), false},
		{"ten million open brackets", strings.Repeat("[", 10_000_000), false},
		{"a million open objects", strings.Repeat(`{"":`, 1_000_000), false},
		{"lowest exact integer", `{"n":-9007199254740991}`, true},
		{"below it", `{"n":-9007199254740992}`, false},
		{"inexact integer deep inside", `{"a":[{"b":9007199254740993}]}`, false},
		{"inexact integer with an exponent", `{"n":9007199254740993e0}`, false},
		{"fraction that rounds to 2^53", `{"n":9007199254740991.9}`, false},
		{"number in a string", `{"n":"9007199254740993"}`, true},
		{"nothing", ``, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Canonical([]byte(tt.in))
			if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrNotCanonical) {
				t.Errorf("error %v, want ok=%t", err, tt.ok)
			}
		})
	}
}

// TestCanonicalCheckout pins the worked example of a seal's payload.
func TestCanonicalCheckout(t *testing.T) {
	t.Parallel()
	in := `{
  "ucp": {"version": "2026-07-28", "payment_handlers": {}},
  "id": "checkout_abc123",
  "status": "ready_for_complete",
  "currency": "BRL",
  "line_items": [{"id": "line_1", "item": {"id": "PIXEL-10-PRO", "title": "Pixel 10 Pro", "price": 599900}, "quantity": 1.0, "totals": []}]
}`
	want := `{"currency":"BRL","id":"checkout_abc123","line_items":[{"id":"line_1","item":{"id":"PIXEL-10-PRO","price":599900,"title":"Pixel 10 Pro"},"quantity":1,"totals":[]}],"status":"ready_for_complete","ucp":{"payment_handlers":{},"version":"2026-07-28"}}`
	got, err := Canonical([]byte(in))
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

// FuzzCanonical checks that the form is a fixed point and says what was said.
func FuzzCanonical(f *testing.F) {
	for _, c := range loadCases(f) {
		f.Add(c.Input)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, err := Canonical(raw)
		if err != nil {
			return
		}
		again, err := Canonical(out)
		if err != nil || !bytes.Equal(out, again) {
			t.Fatalf("not a fixed point: %q then %q, %v", out, again, err)
		}
		var before, after any
		if json.Unmarshal(raw, &before) != nil || json.Unmarshal(out, &after) != nil {
			t.Fatalf("encoding/json refuses %q or %q", raw, out)
		}
		a, _ := json.Marshal(before)
		b, _ := json.Marshal(after)
		if strings.ReplaceAll(string(a), "-0", "0") != strings.ReplaceAll(string(b), "-0", "0") {
			t.Fatalf("%q became %q", raw, out)
		}
	})
}
