package main

import (
	"bytes"
	"crypto/elliptic"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The staff export the evidence of an order beside a running shop and from a stopped one, and
// it convinces without either.
func TestEvidence(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--payment-mandate=gpay", "--mandate-chains", "--mandate-example", "--payment-audiences=https://psp.example")
	p := shop.mandatePlatform(t)
	orders := map[string]string{}
	buy := func(name string, edit func(checkout, payment *mandateDraft)) {
		t.Helper()
		b, seal := p.begin(t)
		checkout, payment := p.mandate(t, seal), p.payment(t, seal)
		edit(checkout, payment)
		orders[name] = p.accepted(t, b.completeWith(checkout.token(), payment.token()))
	}
	buy("two mandates", func(_, _ *mandateDraft) {})
	buy("example types", func(checkout, payment *mandateDraft) {
		checkout.header["typ"], payment.header["typ"] = "example+sd-jwt", "example+sd-jwt"
	})
	buy("for the provider", func(_, payment *mandateDraft) { payment.kb["aud"] = "https://psp.example" })
	buy("two chains", func(checkout, payment *mandateDraft) {
		chained(func(*mandateChain) {})(checkout)
		referring(openHash(checkout.token()))(payment)
	})
	plain := shop.agent(t, "platform.json")
	plain.readyShirts()
	unsigned, _ := dig(plain.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	if unsigned == "" {
		t.Fatal("no order without a mandate")
	}
	without := []string{unsigned, "ord_none", orders["two mandates"] + "/x"}

	evidence := map[string][]byte{}
	for name, order := range orders {
		evidence[name] = exportedEvidence(t, shop, order)
		path := "/orders/" + order + "/evidence"
		if status, body := shop.admin(http.MethodGet, path, ""); status != http.StatusOK || string(body)+"\n" != string(evidence[name]) {
			t.Errorf("%s: the route answers %d %.200s", name, status, body)
		}
		resp, err := shop.client.Get(shop.Admin + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: without the token the route answers %d", name, resp.StatusCode)
		}
	}
	shop.hasNoEvidence(t, without)
	for _, order := range without[:2] {
		status, body := shop.admin(http.MethodGet, "/orders/"+order+"/evidence", "")
		if status != http.StatusNotFound || !strings.Contains(string(body), "placed by a mandate") {
			t.Errorf("the route answers %d %s about %q", status, body, order)
		}
	}

	shop.stop()
	shop.hasNoEvidence(t, without)
	for name, order := range orders {
		if again := exportedEvidence(t, shop, order); !bytes.Equal(again, evidence[name]) {
			t.Errorf("%s: the stopped shop exports other evidence:\n%s", name, again)
		}
		p.convinces(t, order, evidence[name])
	}
	p.holds(t, evidence["for the provider"])
	if out, _ := verdictOn(t, bytes.Replace(evidence["two chains"], []byte(`"chains": true`), []byte(`"chains": false`), 1)); !strings.Contains(out, `"reject"`) {
		t.Errorf("a chain where none was taken: %s", out)
	}
}

// convinces checks that evidence is of an order and verifies by itself.
func (p *mandatePlatform) convinces(t *testing.T, order string, evidence []byte) {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal(evidence, &file); err != nil || file["order_id"] != order || file["verdict"] != "accept" || file["receipt"] == "" || file["admitted_at"] == nil {
		t.Errorf("evidence of %s (%v):\n%s", order, err, evidence)
	}
	if got := dig(file, "context", "platform_profile"); got != p.url || file["checkout_id"] != dig(file, "context", "current_checkout", "id") {
		t.Errorf("evidence of %s is of platform %v, checkout %v", order, got, file["checkout_id"])
	}
	if out, problems := verdictOn(t, evidence); out != `{"verdict":"accept"}`+"\n" {
		t.Errorf("evidence of %s: %s(%s)", order, out, problems)
	}
}

// holds checks that evidence with an iss convinces nobody once anything is changed of it that a mandate
// depends on.
func (p *mandatePlatform) holds(t *testing.T, evidence []byte) {
	t.Helper()
	if out, problems := verdictOn(t, paidByItself(t, evidence)); !strings.Contains(out, `"reject"`) {
		t.Errorf("paid by the checkout mandate: %s(%s)", out, problems)
	}
	other := newMandateKey(t, "platform-2026-1", elliptic.P256()).jwk(t)
	for what, change := range map[string][2]string{
		"terms":           {`"currency": "BRL"`, `"currency": "USD"`},
		"challenge":       {`"expected_nonce": "`, `"expected_nonce": "x`},
		"platform":        {`"platform_profile": "http://127`, `"platform_profile": "http://128`},
		"payee":           {`"id": "` + mandateShopID + `"`, `"id": "other"`},
		"audience":        {`"` + p.shop.URL + `"` + "\n", `"https://other.example"` + "\n"},
		"platform's key":  {`"x": "` + p.keys[0].jwk(t)["x"].(string), `"x": "` + other["x"].(string)},
		"stated hash":     {`"checkout_hash": "`, `"checkout_hash": "x`},
		"stated seal":     {`"checkout_jwt": "`, `"checkout_jwt": "x`},
		"order":           {`"order_id": "`, `"order_id": "x`},
		"checkout":        {`"checkout_id": "`, `"checkout_id": "x`},
		"time":            {`"admitted_at": "2`, `"admitted_at": "3`},
		"verdict":         {`"verdict": "accept"`, `"verdict": "reject"`},
		"receipt":         {`"receipt": "e`, `"receipt": "f`},
		"kind":            {`"kind": "payment_mandate"`, `"kind": "checkout_mandate"`},
		"payment's aud":   {`"https://psp.example"`, `"https://other.example"`},
		"no order":        {`"order_id": "`, `"Order_ID": "`},
		"open mandate":    {`"context": {` + "\n" + `    "now"`, `"context": {"open_mandate_hash":"x",` + "\n" + `    "now"`},
		"clocks":          {`"clock_skew_s": 60`, `"clock_skew_s": 600000000`},
		"payment's time":  {`"context": {` + "\n" + `      "platform`, `"context": {"now":1,` + "\n" + `      "platform`},
		"beside the seal": {`"merchant_authorization": "`, `"checkout_receipt": "x", "merchant_authorization": "`},
		"instrument":      {`"type": "card"` + "\n", `"type": "voucher"` + "\n"},
	} {
		changed := bytes.ReplaceAll(evidence, []byte(change[0]), []byte(change[1]))
		if bytes.Equal(changed, evidence) {
			t.Errorf("the evidence has no %s:\n%s", change[0], evidence)
		} else if out, _ := verdictOn(t, changed); !strings.Contains(out, `"reject"`) {
			t.Errorf("%s changed: %s", what, out)
		}
	}
}

// paidByItself has the checkout mandate stand as the payment mandate too.
func paidByItself(t *testing.T, evidence []byte) []byte {
	t.Helper()
	var file map[string]any
	d := json.NewDecoder(bytes.NewReader(evidence))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	file["payment"] = object{"kind": file["kind"], "token": file["token"], "context": file["context"]}
	return []byte(jsonText(t, file))
}

// verdictOn is what "ap2 verify" prints about evidence.
func verdictOn(t *testing.T, evidence []byte) (out, problems string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "evidence.json")
	writeEvidence(t, path, evidence)
	out, problems, status := verifyMandate(t, path)
	if status != 0 {
		t.Fatalf("verify: status %d, %s", status, problems)
	}
	return out, problems
}

// hasNoEvidence checks that the command says of each order that it has none, and fails.
func (s *testShop) hasNoEvidence(t *testing.T, orders []string) {
	t.Helper()
	for _, order := range orders {
		status, out, problems := staff(t, s.Dir, strings.TrimPrefix(s.Admin, "http://"), "orders", "evidence", order)
		if status != 1 || out != "" || !strings.Contains(problems, "placed by a mandate") {
			t.Errorf("evidence of %q: status %d, %s%s", order, status, out, problems)
		}
	}
}

// A file that is too large to be a case is not read whole.
func TestAP2VerifyTooLarge(t *testing.T) {
	t.Parallel()
	good, err := os.ReadFile("../../testdata/vectors/ap2/pay-valid.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "case.json")
	for _, size := range []int{maxCaseFile, maxCaseFile + 1} {
		writeEvidence(t, path, append(good, bytes.Repeat([]byte(" "), size-len(good))...))
		out, problems, status := verifyMandate(t, path)
		if fits := size <= maxCaseFile; fits != (status == 0) || fits != (out != "") || fits == strings.Contains(problems, "longer than") {
			t.Errorf("%d bytes: status %d, %s%s", size, status, out, problems)
		}
	}
}
