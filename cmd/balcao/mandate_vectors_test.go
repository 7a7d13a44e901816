package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/bcp"
	"balcao/catalog/sample"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/keyring"
	"balcao/internal/lang"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
	"balcao/store/sqlite"
)

// vectorCase is a mandate case with the verdict that it must get.
type vectorCase struct {
	mandateCase
	Expect string   `json:"expect"`
	Code   string   `json:"code"`
	AlsoOK []string `json:"also_ok"`
}

func (v vectorCase) right(got string) bool {
	if v.Expect == "accept" {
		return got == ""
	}
	return got == v.Code || got != "" && slices.Contains(v.AlsoOK, got)
}

// TestVectorsThroughCounter takes each mandate case through the whole counter: with its
// clock, keys, seal and nonce, on a checkout that waits for a mandate. A good one makes an
// order, with its evidence; another one leaves no trace.
func TestVectorsThroughCounter(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/vectors/ap2/*.json")
	if err != nil || len(files) < 124 {
		t.Fatalf("%d vectors (%v)", len(files), err)
	}
	honest := readVector(t, "../../testdata/vectors/ap2/valid-dc-sd-jwt-kb.json")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			v := readVector(t, file)
			counter, store := vectorCounter(t, v)
			token, err := v.token()
			if err != nil {
				t.Fatal(err)
			}
			complete := checkout.Complete{Mandate: token, Payment: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{
				{ID: "instr_1", Handler: "gpay", Type: "card", Token: "success_token"},
			}}}
			if v.Kind == kindPaymentMandate {
				complete.Mandate, complete.Payment.Instruments[0].Token = honest.Token, payment.Secret(token)
			}
			done, err := counter.Do(t.Context(), checkout.Request{
				Caller: vectorPlatform(), Target: checkout.Target{Checkout: vectorCheckout}, Commands: []checkout.Command{complete},
			})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if o := done.Result.Outcomes[0]; !o.Applied {
				got = string(o.Messages[0].Code)
				if m := o.Messages[0]; m.Severity != checkout.Recoverable || m.Type != checkout.TypeError {
					t.Errorf("refused by %+v", m)
				}
				if want := o.Messages[0].Code != checkout.CodeMandateRequired; want != (done.Result.MandateReceipt != "") {
					t.Errorf("receipt %q", done.Result.MandateReceipt)
				}
			}
			if !v.right(got) {
				t.Errorf("got %q, want %s %s (or %v)", got, v.Expect, v.Code, v.AlsoOK)
			}
			after, err := store.Checkout(t.Context(), vectorCheckout)
			if err != nil {
				t.Fatal(err)
			}
			if got != "" {
				if after.Version != 1 || after.Attempt != nil || after.Order != nil {
					t.Errorf("the refused mandate left %+v", after)
				}
				return
			}
			if after.Order == nil || after.MandateReceipt == "" {
				t.Fatalf("no order, or no receipt: %+v", after)
			}
			doc, err := orderBook{store: store}.Evidence(t.Context(), after.Order.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := verifyCase(doc); err != nil {
				t.Errorf("the evidence does not verify: %v", err)
			}
			for _, part := range []string{
				`"order_id": "`, `"checkout_id": "`, `"admitted_at": "2`, `"verdict": "`, `"checkout_hash": "`, `"checkout_jwt": "`,
				`"receipt": "`, `"token": "`, `"merchant_authorization": "`, `"kind": "`,
			} {
				if verifyCase([]byte(strings.Replace(string(doc), part, strings.TrimSuffix(part, "2")+"A", 1))) == nil {
					t.Errorf("the evidence verifies with another %s", part)
				}
			}
		})
	}
}

const vectorCheckout = "checkout_abc123"

func vectorPlatform() platform.Caller {
	return platform.Caller{Profile: "https://platform.example/profile.json", Rights: platform.RightCheckout}
}

func readVector(t *testing.T, file string) vectorCase {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v vectorCase
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// vectorCounter is a counter with a case's clock and keys, and with its checkout as the
// case says that it was shown.
func vectorCounter(t *testing.T, v vectorCase) (*checkout.Service, *sqlite.Store) {
	t.Helper()
	now := func() time.Time { return time.Unix(v.Context.Now, 0).UTC() }
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "shop.db"), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	goods, err := sample.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SeedStock(t.Context(), map[ids.Variant]int64{"PIXEL-10-PRO": 10}); err != nil {
		t.Fatal(err)
	}
	_, seal, err := v.current()
	if err != nil {
		t.Fatal(err)
	}
	c := vectorState(now(), v)
	if err := store.Commit(t.Context(), checkout.Write{Checkout: c, Seals: []checkout.Seal{
		{Checkout: c.ID, Revision: c.Revision, Hash: seal.Hash(), Payload: seal.Payload, Authorization: seal.Authorization},
	}}); err != nil {
		t.Fatal(err)
	}
	for i, hash := range v.Context.Consumed {
		earlier := &order.Order{ID: ids.Order(fmt.Sprint("ord_", i)), Checkout: ids.Checkout(fmt.Sprint("chk_", i)), Version: 1, CreatedAt: now()}
		if err := store.Commit(t.Context(), checkout.Write{
			Order: earlier, Evidence: &order.Evidence{Order: earlier.ID, Checkout: earlier.Checkout, CheckoutHash: hash},
		}); err != nil {
			t.Fatal(err)
		}
	}
	return &checkout.Service{
		Store: store, Products: goods.Catalog, Rates: goods.Rates, Promotions: goods.Promotions, Taxes: goods.Taxes,
		Clock: clockFunc(now), IDs: ids.NewSource(nil), Payments: approving{},
		Policy: checkout.Policy{Currency: "BRL", Lifetime: time.Hour, OrderLabel: lang.Text{"Pedido", "Order", "Pedido"}, Counter: &brazil.Address{Locality: "São Paulo"}},
		Mandates: bcp.NewMandates(bcp.MandateRules{
			MerchantID: v.Context.Merchant.ID, Issuer: v.Context.Audience,
			Audiences: []string{v.Context.Audience}, PaymentAudiences: []string{v.Context.Audience}, Chains: true,
		}, newVectorKeys(t, v), vectorIssuers{json.RawMessage(v.Context.PlatformKeys)}, slog.New(slog.DiscardHandler)),
	}, store
}

// vectorState is the checkout of the cases, ready to be completed.
func vectorState(now time.Time, v vectorCase) *checkout.Checkout {
	totals := []order.Total{{Type: order.TotalTotal, Amount: 599900}}
	return &checkout.Checkout{
		ID: vectorCheckout, Owner: vectorPlatform().Owner(), Version: 1, Revision: 1, Language: "pt-BR", Key: "key", Nonce: v.Context.Nonce,
		CreatedAt: now, ExpiresAt: now.Add(time.Hour), Currency: "BRL",
		Session: platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{
			{Name: platform.CapCheckout, Version: "2026-07-28"}, {Name: platform.CapAP2Mandate, Version: "2026-07-28"},
		}},
		Handlers: []payment.Handler{{
			ID: "gpay", Kind: payment.KindToken, Instruments: []payment.InstrumentType{{Type: "card"}}, PaymentMandate: v.Kind == kindPaymentMandate,
		}},
		Lines: []checkout.Line{{
			ID: "line_1", Product: "PIXEL-10-PRO", Variant: "PIXEL-10-PRO", Title: "Pixel 10 Pro", Price: 599900, Quantity: 1, Totals: totals,
		}},
		Totals:      totals,
		Fulfillment: checkout.Fulfillment{Method: checkout.Pickup, Counter: &brazil.Address{Locality: "São Paulo"}},
	}
}

type clockFunc func() time.Time

func (f clockFunc) Now() time.Time { return f() }

// vectorKeys publishes the shop's keys of a case, and another one that signs receipts.
type vectorKeys struct {
	sealingKeys
	published json.RawMessage
}

func newVectorKeys(t *testing.T, v vectorCase) vectorKeys {
	t.Helper()
	ring, err := keyring.Open(t.TempDir(), time.Now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	k := vectorKeys{sealingKeys: sealingKeys{ring}}
	var all, own []json.RawMessage
	signs, err := k.sealingKeys.Published()
	if err := errors.Join(err, json.Unmarshal(v.Context.MerchantKeys, &all), json.Unmarshal(signs, &own)); err != nil {
		t.Fatal(err)
	}
	if k.published, err = json.Marshal(append(all, own...)); err != nil {
		t.Fatal(err)
	}
	return k
}

func (k vectorKeys) Published() (json.RawMessage, error) { return k.published, nil }

type vectorIssuers struct{ keys json.RawMessage }

func (i vectorIssuers) Trusts(string) bool                             { return true }
func (i vectorIssuers) Keys(context.Context, string) ([]byte, error)   { return i.keys, nil }
func (i vectorIssuers) Refresh(context.Context, string) ([]byte, bool) { return nil, false }

// approving is a processor that takes every payment.
type approving struct{ checkout.Payments }

func (approving) Authorize(context.Context, payment.AuthorizationRequest) (payment.Verdict, error) {
	return payment.Approved, nil
}
