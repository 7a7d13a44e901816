package rows

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/order"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// check encodes a value with every field filled, compares it with its golden file and
// decodes it again. The golden bytes must stay readable for as long as shops have them.
func check[T any](t *testing.T, name string, enc func(*T) ([]byte, error), dec func([]byte) (*T, error)) {
	t.Helper()
	want := new(T)
	fill(t, reflect.ValueOf(want).Elem(), name)
	got, err := enc(want)
	if err != nil {
		t.Fatal(err)
	}
	// The golden file is indented, so that a change is one line of it.
	lines := jsontext.Value(bytes.Clone(got))
	if err := lines.Indent(); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(golden, append(lines, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), string(lines)+"\n"); diff != "" {
		t.Errorf("the row of a %s changed. A new member needs -update, a renamed one a new format:\n%s", name, diff)
	}
	kept := jsontext.Value(file)
	if err := kept.Compact(); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]byte{got, kept} {
		back, err := dec(row)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, back); diff != "" {
			t.Errorf("decoded %s differs:\n%s", name, diff)
		}
	}
	// The zero value and empty, not nil, members survive too.
	empty := new(T)
	fillEmpty(reflect.ValueOf(empty).Elem())
	for _, v := range []*T{new(T), empty} {
		row, err := enc(v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := dec(row)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, v) {
			t.Errorf("decoded %s differs\n got %#v\nwant %#v", name, back, v)
		}
	}
}

func TestCheckout(t *testing.T) { check(t, "checkout", EncodeCheckout, DecodeCheckout) }
func TestOrder(t *testing.T) {
	check(t, "order", EncodeOrder, func(row []byte) (*order.Order, error) { return decode[order.Order]("order", row) })
}
func TestEvidence(t *testing.T) { check(t, "evidence", EncodeEvidence, DecodeEvidence) }
func TestContext(t *testing.T)  { check(t, "context", EncodeContext, DecodeContext) }

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for _, row := range []string{
		``, `null`, `{}`, `{"f":2,"v":{}}`, `{"v":{},"f":1}`, `{"f":1,"v":`, `{"f":1,"v":{}`,
		`{"f":1,"v":{"Nope":1}}`, `{"f":1,"v":{"id":"a"}}`, `{"f":1,"v":{"ID":1}}`,
		`{"f":1,"v":{"ID":"a","ID":"b"}}`,
	} {
		if _, err := DecodeOrder([]byte(row)); err == nil {
			t.Errorf("%q was decoded", row)
		}
	}
}

// A string that is not UTF-8 cannot be kept as it is, so it is refused, not changed.
func TestEncodeRefusesBadText(t *testing.T) {
	t.Parallel()
	if _, err := EncodeContext(&conversation.Context{ID: "\xff"}); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("error %v", err)
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 7, 28, 12, 0, 0, 123456789, time.UTC)
	for _, want := range []time.Time{{}, at, time.Unix(1, 0).UTC()} {
		if got := Time(Nanos(want)); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if got := Time(Nanos(at.In(time.FixedZone("", -3*3600)))); got != at {
		t.Errorf("another zone: %v", got)
	}
}

func TestNetMoves(t *testing.T) {
	t.Parallel()
	moves := []checkout.StockMove{
		{Variant: "b", Reserved: 2}, {Variant: "a", OnHand: -1, Reserved: -1},
		{Variant: "b", Reserved: -1}, {Variant: "c", Reserved: 3}, {Variant: "c", Reserved: -3},
	}
	want := []checkout.StockMove{{Variant: "a", OnHand: -1, Reserved: -1}, {Variant: "b", Reserved: 1}}
	if got := NetMoves(moves); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if moves[0].Variant != "b" {
		t.Error("the caller's moves were sorted")
	}
	if got := NetMoves(nil); len(got) != 0 {
		t.Errorf("none: %v", got)
	}
}

var sink any

func BenchmarkEncode(b *testing.B) {
	for name, c := range map[string]*checkout.Checkout{"typical": typical(), "charge": withCharge()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				row, err := EncodeCheckout(c)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(row)))
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, c := range map[string]*checkout.Checkout{"typical": typical(), "charge": withCharge()} {
		b.Run(name, func(b *testing.B) {
			row, err := EncodeCheckout(c)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(row)))
			b.ReportAllocs()
			for b.Loop() {
				c, err := DecodeCheckout(row)
				if err != nil {
					b.Fatal(err)
				}
				sink = c
			}
		})
	}
}
