package intents

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"balcao/catalog"
	"balcao/internal/bcptest"
)

func TestDecodeProducts(t *testing.T) {
	t.Parallel()
	const list = `{"id":"CAP","title":"Boné","brand":"Serra","category":"Roupas","description":"De pano.","tags":["chapéu"],"price":990}
		{"id":"TEE","title":"Camiseta","options":[{"name":"cor","values":["Azul"]},{"name":"tamanho","values":["P","G"]}],
		 "variants":[{"id":"TEE-P","sku":"7","title":"Azul P","price":10,"options":{"tamanho":"P","cor":"Azul"}}]}`
	for name, text := range map[string]string{
		"lines": list, "one object": `{"currency":"BRL","products":[` + strings.Replace(list, "\n", ",", 1) + `]}`,
	} {
		got, err := DecodeProducts(strings.NewReader(text))
		if err != nil || len(got) != 2 {
			t.Fatalf("%s: %v, %d products", name, err, len(got))
		}
		hat, tee := got[0], got[1]
		if v := hat.Variants[0]; len(hat.Variants) != 1 || v.ID != "CAP" || v.Price != 990 || hat.Brand != "Serra" || hat.Tags[0] != "chapéu" {
			t.Errorf("%s: %+v", name, *hat)
		}
		v := tee.Variants[0]
		if v.ID != "TEE-P" || v.SKU != "7" || v.Price != 10 || len(v.Selected) != 2 || v.Selected[0] != (catalog.Selection{Name: "cor", Label: "Azul"}) || v.Selected[1].Label != "P" {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if got, err := DecodeProducts(strings.NewReader("\n")); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}

func TestDecodeProductsRefuses(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"a negative price":             `{"id":"CAP","title":"Boné","price":-1}`,
		"a price beyond all":           `{"id":"CAP","title":"Boné","price":9000000000000000000}`,
		"NUL in an id":                 `{"id":"CA\u0000P","title":"Boné"}`,
		"NUL in a title":               `{"id":"CAP","title":"Bo\u0000né"}`,
		"a product twice":              `{"id":"CAP","title":"Boné"}{"id":"CAP","title":"Boné"}`,
		"a variant twice":              `{"id":"CAP","title":"Boné","variants":[{"id":"A"},{"id":"A"}]}`,
		"a variant of another product": `{"id":"CAP","title":"Boné","variants":[{"id":"A"}]}{"id":"HAT","title":"Chapéu","variants":[{"id":"A"}]}`,
		"a variant's price":            `{"id":"CAP","title":"Boné","variants":[{"id":"A","price":-1}]}`,
		"a variant's title":            `{"id":"CAP","title":"Boné","variants":[{"id":"A","title":"\u0007"}]}`,
		"no title":                     `{"id":"CAP"}`,
	} {
		if _, err := DecodeProducts(strings.NewReader(list)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// What a row says is pending is bounded by what can be sold.
func TestPendingIsBounded(t *testing.T) {
	t.Parallel()
	for _, quantity := range []string{"1000000000", "-1", "100"} {
		if _, _, err := DecodeUtterance([]byte(`{"id":"a","text":"sim","context":{"pending":{"action":"add_to_checkout","product_id":"CAP","quantity":` + quantity + `}}}`)); err == nil {
			t.Errorf("%s pieces are taken", quantity)
		}
	}
	_, u, err := DecodeUtterance([]byte(`{"id":"a","text":"sim","context":{"pending":{"action":"add_to_checkout","product_id":"GONE","quantity":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := NewParser(shelf()).Interpret(t.Context(), u)
	if err != nil || len(got.Slots) != 1 || got.Slots[0].Action != "unknown" {
		t.Errorf("a yes to what is not sold: %+v, %v", got.Slots, err)
	}
}

func TestDecodeUtterance(t *testing.T) {
	t.Parallel()
	id, u, err := DecodeUtterance([]byte(`{"id":"a","lang":"es","text":"dale","tags":[],"context":{
		"checkout":[{"product_id":"TEE","variant_id":"TEE-P","title":"Camiseta","quantity":3}],"last_results":["CAP","TEE"],"focus":"CAP",
		"pending":{"action":"add_to_checkout","product_id":"MATE","quantity":2},"more":1}}`))
	if err != nil || id != "a" || u.Text != "dale" || u.Language != "es" {
		t.Fatalf("%q, %+v, %v", id, u, err)
	}
	c := u.Conversation
	want := Line{Product: "TEE", Variant: "TEE-P", Title: "Camiseta", Quantity: 3}
	if len(c.Lines) != 1 || c.Lines[0] != want || len(c.Results) != 2 || c.Results[1] != "TEE" || c.Focus != "CAP" {
		t.Errorf("%+v", c)
	}
	got, err := NewParser(shelf()).Interpret(t.Context(), u)
	if err != nil || len(got.Slots) != 1 || got.Slots[0].Product != "MATE" || got.Slots[0].Quantity != 2 {
		t.Errorf("a yes to the pending question: %+v, %v", got.Slots, err)
	}
}

// FuzzUtteranceRow reads foreign lines over a catalogue that need not have what they speak
// of.
func FuzzUtteranceRow(f *testing.F) {
	f.Add([]byte(`{"id":"a","text":"tira o segundo","context":{"checkout":[{"product_id":"GONE","quantity":-1},{"product_id":"GONE"}]}}`))
	f.Add([]byte(`{"id":"a","text":"o mais barato, tamanho 40","context":{"last_results":["GONE","","SHOE","SHOE"],"focus":"GONE"}}`))
	f.Add([]byte(`{"id":"a","text":"sim, dois","context":{"pending":{"action":"add_to_checkout","product_id":"GONE","candidates":["GONE"]}}}`))
	f.Add([]byte(`{"id":"a","text":"mais um desse e tira esse","context":{"focus":"GONE","checkout":[{"product_id":"GONE","quantity":1}]}}`))
	if bcptest.Available(f) {
		raw, err := os.ReadFile(bcptest.Shared(f, "nl", "dev.jsonl"))
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			f.Add([]byte(line))
		}
	}
	parser := NewParser(shelf())
	f.Fuzz(func(t *testing.T, line []byte) {
		id, u, err := DecodeUtterance(line)
		if err != nil {
			return
		}
		got, err := parser.Interpret(t.Context(), u)
		if err != nil || len(got.Intents) != len(got.Slots) {
			t.Errorf("%s: %d intents of %d slots, %v", id, len(got.Intents), len(got.Slots), err)
		}
		actions := got.Actions()
		if len(actions) < 1 || len(actions) > maxActions || !utf8.ValidString(id) {
			t.Errorf("%s: %d actions", id, len(actions))
		}
		for _, a := range actions {
			if a.Action == "complete_checkout" && (u.Conversation.Pending == nil || u.Conversation.Pending.Action != a.Action) {
				t.Errorf("completes without having been asked: %q", u.Text)
			}
		}
	})
}
