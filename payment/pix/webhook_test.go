package pix

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"balcao/internal/bcptest"
	"balcao/internal/ids"
)

const (
	e2eA = "E00000000202607171600000000000a1"
	e2eB = "E00000000202607171600000000000b1"
	txA  = "bcp0checkout0000000000000000001a"
)

func TestParseWebhook(t *testing.T) {
	t.Parallel()
	full := `{"endToEndId":"` + e2eA + `","txid":"` + txA + `","valor":"79.80","horario":"2026-07-17T16:05:00.358Z"`
	a := Notice{EndToEndID: e2eA, TXID: txA}
	cases := []struct {
		name, body string
		want       []Notice
		bad        []string
	}{
		{name: "probe", body: `{}`},
		{name: "empty list", body: `{"pix":[]}`},
		{name: "null list", body: ` {"pix": null} `},
		{name: "other members alone", body: `{"evento":"teste_webhook","pix2":[1]}`},
		{name: "one", body: `{"pix":[` + full + `}]}`, want: []Notice{a}},
		{name: "refunds in a list", body: `{"pix":[` + full + `,"devolucoes":[{"id":"r1"}]}]}`, want: []Notice{a}},
		{name: "refunds in an object", body: `{"pix":[` + full + `,"devolucoes":{"id":"123ABC"}}]}`, want: []Notice{a}},
		{name: "unknown members", body: `{"v":2,"pix":[` + full + `,"chave":"x","gnExtras":{"tarifa":"0.95"}}]}`, want: []Notice{a}},
		{name: "members of other types", body: `{"pix":[{"endToEndId":"` + e2eA + `","txid":"` + txA + `","valor":79.8,"horario":7}]}`, want: []Notice{a}},
		{name: "without txid", body: `{"pix":[{"endToEndId":"` + e2eA + `","valor":"1.00"}]}`, want: []Notice{{EndToEndID: e2eA}}},
		{name: "txid null", body: `{"pix":[{"endToEndId":"` + e2eA + `","txid":null}]}`, want: []Notice{{EndToEndID: e2eA}}},
		{name: "txid of a static code", body: `{"pix":[{"endToEndId":"` + e2eA + `","txid":"mesa7"}]}`, want: []Notice{{EndToEndID: e2eA, TXID: "mesa7"}}},
		{name: "case of names matters", body: `{"pix":[{"endToEndId":"` + e2eA + `","ENDTOENDID":"` + e2eB + `","TxId":"other"}]}`, want: []Notice{{EndToEndID: e2eA}}},
		{name: "one object", body: `{"pix": ` + full + `}}`, want: []Notice{a}},
		{
			name: "a charge without a payment", body: `{"pix":{"endToEndId":7,"txid":"` + txA + `"}}`, want: []Notice{{TXID: txA}},
			bad: []string{"pix[0]: endToEndId is no text"},
		},
		{name: "twice the same", body: `{"pix":[` + full + `},` + full + `}]}`, want: []Notice{a, a}},
		{
			name: "bad neighbours",
			body: `{"pix":[7,` + full + `},{"txid":"` + txA + `"},{"endToEndId":7},{"endToEndId":"E1"},null,` +
				`{"endToEndId":"` + e2eA + `","txid":["x"]},{"endToEndId":"` + e2eA + `","txid":"a b"},{"endToEndId":"` + e2eB + `"}]}`,
			want: []Notice{a, {TXID: txA}, {EndToEndID: e2eB}},
			bad: []string{
				"pix[0]: not an object",
				"pix[2]: endToEndId is not 32 letters and digits",
				"pix[3]: endToEndId is no text",
				"pix[4]: endToEndId is not 32 letters and digits",
				"pix[5]: endToEndId is not 32 letters and digits",
				"pix[6]: txid is no text",
				"pix[7]: txid is not 1 to 35 letters and digits",
			},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			notices, bad, err := ParseWebhook([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(notices, c.want) {
				t.Errorf("notices %v, want %v", notices, c.want)
			}
			var texts []string
			for _, err := range bad {
				if !errors.Is(err, ErrNotice) {
					t.Errorf("%v does not wrap ErrNotice", err)
				}
				texts = append(texts, strings.TrimPrefix(err.Error(), ErrNotice.Error()+": "))
			}
			if !reflect.DeepEqual(texts, c.bad) {
				t.Errorf("bad %q, want %q", texts, c.bad)
			}
		})
	}
}

func TestParseWebhookRefuses(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"nothing":       ``,
		"no JSON":       `pix`,
		"null":          `null`,
		"list":          `[]`,
		"text":          `"pix"`,
		"cut off":       `{"pix":[{"endToEndId":"` + e2eA,
		"two documents": `{}{}`,
		"pix no list":   `{"pix":"` + e2eA + `"}`,
		"too many":      `{"pix":[` + strings.Repeat(`{},`, MaxNotices) + `{}]}`,
		"too large":     `{"pix":[]` + strings.Repeat(" ", MaxWebhook) + `}`,
		"too deep":      strings.Repeat("[", 100_000),
	}
	for name, body := range cases {
		notices, bad, err := ParseWebhook([]byte(body))
		if !errors.Is(err, ErrWebhook) || notices != nil || bad != nil {
			t.Errorf("%s: %v, %v, %v; want ErrWebhook alone", name, notices, bad, err)
		}
	}
}

func TestParseWebhookAtItsLimits(t *testing.T) {
	t.Parallel()
	elements := make([]string, MaxNotices)
	for i := range elements {
		elements[i] = fmt.Sprintf(`{"endToEndId":"E%031d","txid":"%s"}`, i, txA)
	}
	body := `{"pix":[` + strings.Join(elements, ",") + `]}`
	body += strings.Repeat(" ", MaxWebhook-len(body))
	notices, bad, err := ParseWebhook([]byte(body))
	if err != nil || len(bad) > 0 || len(notices) != MaxNotices {
		t.Errorf("%d notices, %d bad, %v; want %d", len(notices), len(bad), err, MaxNotices)
	}
}

// The callbacks of the settlement cases are all readable, whatever comes of them.
func TestParseWebhookVectors(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(bcptest.Shared(t, "vectors", "pix", "webhook_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID   string
			Body json.RawMessage
		}
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 20 {
		t.Fatalf("%d cases, want 20", len(file.Cases))
	}
	for _, c := range file.Cases {
		var body struct {
			Pix []struct{ EndToEndID, TXID string }
		}
		if err := json.Unmarshal(c.Body, &body); err != nil {
			t.Fatal(err)
		}
		var want []Notice
		for _, p := range body.Pix {
			want = append(want, Notice{EndToEndID: p.EndToEndID, TXID: ids.TXID(p.TXID)})
		}
		notices, bad, err := ParseWebhook(c.Body)
		if err != nil || len(bad) > 0 || !reflect.DeepEqual(notices, want) {
			t.Errorf("%s: %v, %v, %v; want %v", c.ID, notices, bad, err, want)
		}
	}
}

func FuzzParseWebhook(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"pix":[]}`, `{"pix":null}`, `[]`, `{"pix":[7,null,{}]}`,
		`{"pix":[{"endToEndId":"` + e2eA + `","txid":"` + txA + `","devolucoes":{"id":"r"}}]}`,
		`{"pix":[{"endToEndId":"` + e2eA + `"},{"endToEndId":"\ud800"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		notices, bad, err := ParseWebhook(body)
		if err != nil && (!errors.Is(err, ErrWebhook) || notices != nil || bad != nil) {
			t.Fatalf("%v beside %v, %v", err, notices, bad)
		}
		if len(notices)+len(bad) > MaxNotices {
			t.Fatalf("%d elements", len(notices)+len(bad))
		}
		for _, n := range notices {
			if !endToEndPattern.MatchString(n.EndToEndID) && (n.EndToEndID != "" || n.TXID == "") || n.TXID != "" && !anyTxIDPattern.MatchString(string(n.TXID)) {
				t.Fatalf("notice %+v", n)
			}
		}
	})
}
