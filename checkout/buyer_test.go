package checkout

import (
	"testing"

	"balcao/platform"
)

func TestBuyerIsChecked(t *testing.T) {
	t.Parallel()
	cpf := func(kind, value string) *TaxpayerID { return &TaxpayerID{Kind: kind, Value: value} }
	for _, tt := range []struct {
		name string
		in   BuyerInput
		want *Buyer
		said []string
	}{
		{"names", BuyerInput{FirstName: ptr(" Ana "), LastName: ptr("Lima\x00Souza")}, &Buyer{FirstName: "Ana", LastName: "Lima Souza"}, nil},
		{"full name", BuyerInput{FullName: ptr("Ana  Maria Lima")}, &Buyer{FirstName: "Ana", LastName: "Maria Lima"}, nil},
		{"one name", BuyerInput{FullName: ptr("Ana")}, &Buyer{FirstName: "Ana"}, nil},
		{"email", BuyerInput{Email: ptr("Ana@Example.COM")}, &Buyer{Email: "Ana@example.com"}, nil},
		{"phone", BuyerInput{Phone: ptr("(11) 98765-4321")}, &Buyer{Phone: "+5511987654321"}, nil},
		{"cpf", BuyerInput{TaxpayerID: cpf("cpf", "529.982.247-25")}, &Buyer{TaxpayerID: cpf("cpf", "52998224725")}, nil},
		{"cnpj", BuyerInput{TaxpayerID: cpf("cnpj", "11.222.333/0001-81")}, &Buyer{TaxpayerID: cpf("cnpj", "11222333000181")}, nil},
		{"cnpj with letters", BuyerInput{TaxpayerID: cpf("cnpj", "12.ABC.345/01DE-35")}, &Buyer{TaxpayerID: cpf("cnpj", "12ABC34501DE35")}, nil},
		{"foreign id", BuyerInput{TaxpayerID: cpf("id_estrangeiro", " AB 1 ")}, &Buyer{TaxpayerID: cpf("id_estrangeiro", "AB 1")}, nil},
		{"bad email", BuyerInput{Email: ptr("ana@")}, nil, []string{"invalid_email $.buyer.email"}},
		{"bad phone", BuyerInput{Phone: ptr("12")}, nil, []string{"invalid_phone $.buyer.phone_number"}},
		{"bad cpf", BuyerInput{TaxpayerID: cpf("cpf", "529.982.247-26")}, nil, []string{"invalid_taxpayer_id $.buyer.taxpayer_id.value"}},
		{"empty foreign id", BuyerInput{TaxpayerID: cpf("id_estrangeiro", " ")}, nil, []string{"invalid_taxpayer_id $.buyer.taxpayer_id.value"}},
		{"kind of id unknown", BuyerInput{TaxpayerID: cpf("rg", "1")}, nil, []string{"invalid_taxpayer_id $.buyer.taxpayer_id.value"}},
		{"all wrong but the name", BuyerInput{FirstName: ptr("Ana"), Email: ptr("x"), Phone: ptr("x")}, &Buyer{FirstName: "Ana"},
			[]string{"invalid_email $.buyer.email", "invalid_phone $.buyer.phone_number"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, how := range []string{"set", "create", "update"} {
				b := newShop().chat(t, platform.CapFiscalIdentity)
				in := lines(line("jeans", 1))
				if how == "create" {
					in.Buyer = &tt.in
				}
				r := b.must(Create{Input: in})
				switch in.Buyer = &tt.in; how {
				case "set":
					r = b.must(SetBuyer{Buyer: tt.in})
				case "update":
					r = b.must(Update{Input: in})
				}
				if !equal(r.Checkout.Buyer, tt.want) {
					t.Errorf("%s: buyer %+v, want %+v", how, r.Checkout.Buyer, tt.want)
				}
				wantSaid(t, r.Messages, tt.said...)
				for _, m := range r.Messages {
					if m.Type == TypeError && m.Severity != Recoverable {
						t.Errorf("%s: %+v", how, m)
					}
				}
			}
		})
	}
}

func TestBuyerMergesAndIsReplaced(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "jeans", Quantity: 1})
	b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana"), Email: ptr("ana@example.com")}})
	r := b.must(SetBuyer{Buyer: BuyerInput{LastName: ptr("Lima"), Email: ptr("wrong")}})
	if want := (Buyer{FirstName: "Ana", LastName: "Lima", Email: "ana@example.com"}); *r.Checkout.Buyer != want {
		t.Errorf("merged %+v, want %+v", r.Checkout.Buyer, want)
	}
	in := lines(line("jeans", 1))
	in.Buyer = &BuyerInput{FirstName: ptr("Rui")}
	r = b.must(Update{Input: in})
	if want := (Buyer{FirstName: "Rui"}); *r.Checkout.Buyer != want {
		t.Errorf("replaced %+v, want %+v", r.Checkout.Buyer, want)
	}
	if r = b.must(Update{Input: lines(line("jeans", 1))}); r.Checkout.Buyer != nil {
		t.Errorf("left out %+v", r.Checkout.Buyer)
	}
}

func TestConsent(t *testing.T) {
	t.Parallel()
	yes, no := ptr(true), ptr(false)
	b := newShop().chat(t, platform.CapBuyerConsent)
	b.must(Add{Item: "jeans", Quantity: 1})
	set := func(c Consent) SetBuyer { return SetBuyer{Buyer: BuyerInput{Consent: &c}} }
	b.must(set(Consent{Marketing: yes, Analytics: no}))
	r := b.must(set(Consent{Marketing: no, SaleOfData: no}))
	if want := (Consent{Marketing: no, Analytics: no, SaleOfData: no}); !equal(*r.Checkout.Buyer.Consent, want) {
		t.Errorf("merged %+v, want %+v", r.Checkout.Buyer.Consent, want)
	}
	r = b.must(Complete{Payment: card("ok"), Buyer: &BuyerInput{FirstName: ptr("ignored"), Consent: &Consent{Preferences: yes}}})
	if c := r.Checkout.Buyer; c.FirstName != "" || !equal(*c.Consent, Consent{Marketing: no, Analytics: no, SaleOfData: no, Preferences: yes}) {
		t.Errorf("on complete %+v", c)
	}
	in := lines(line("jeans", 1))
	in.Buyer = &BuyerInput{Consent: &Consent{Marketing: yes}}
	b.must(Create{Input: in})
	in.Buyer = &BuyerInput{Consent: &Consent{Analytics: yes}}
	r = b.must(Update{Input: in})
	if got := *r.Checkout.Buyer.Consent; !equal(got, Consent{Analytics: yes}) { // full replacement: silence is no yes
		t.Errorf("replaced %+v", got)
	}
}

// TestInertWithoutCapability: what was not negotiated has no effect.
func TestInertWithoutCapability(t *testing.T) {
	t.Parallel()
	b := newShop(withInvoices).chat(t)
	in := Input{
		Lines: []LineInput{line("polo", 1)}, Codes: []string{"BEMVINDO10"}, Fulfillment: shipTo(goias()),
		Buyer: &BuyerInput{TaxpayerID: &TaxpayerID{"cpf", "bad"}, Consent: &Consent{Marketing: ptr(true)}},
	}
	for _, cmd := range []Command{Create{Input: in}, Update{Input: in}} {
		r := b.must(cmd)
		wantStatus(t, r, ReadyForComplete)
		wantSaid(t, r.Messages)
		wantTotals(t, r, "subtotal 5990", "total 5990")
		if c := r.Checkout; c.Buyer != nil || c.Codes != nil || len(c.Fulfillment.Destinations) != 0 || c.Fulfillment.Method != Pickup {
			t.Errorf("%T: %+v", cmd, c)
		}
	}
	for _, cmd := range []Command{ApplyDiscount{Code: "X"}, RemoveDiscount{Code: "X"}, SetAddress{Address: goias()}, SelectOption{Option: "express"}} {
		r := b.do(cmd)
		wantSaid(t, r.Outcomes[0].Messages, "capabilities_incompatible $")
	}
}

// TestTaxpayerIDForTheInvoice: demanded only where it was negotiated and the shop issues
// invoices; complete may bring it.
func TestTaxpayerIDForTheInvoice(t *testing.T) {
	t.Parallel()
	if r := newShop().chat(t, platform.CapFiscalIdentity).must(Add{Item: "jeans", Quantity: 1}); r.Status != ReadyForComplete {
		t.Error("demanded without invoices")
	}
	b := newShop(withInvoices).chat(t, platform.CapFiscalIdentity)
	r := b.must(Add{Item: "jeans", Quantity: 1})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "field_required $.buyer.taxpayer_id")
	complete := func(value string) Complete {
		return Complete{Payment: card("ok"), Buyer: &BuyerInput{TaxpayerID: &TaxpayerID{"cpf", value}}}
	}
	r = b.do(complete("11111111111"))
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "invalid_taxpayer_id $.buyer.taxpayer_id.value", "field_required $.buyer.taxpayer_id")
	if b.bank.captured() != 0 {
		t.Error("took money before it was complete")
	}
	r = b.must(complete("529.982.247-25"))
	wantStatus(t, r, Completed)
	if id := r.Checkout.Buyer.TaxpayerID; *id != (TaxpayerID{"cpf", "52998224725"}) {
		t.Errorf("taxpayer id %+v", id)
	}
}

// TestNotices: what is worth telling and blocks nothing.
func TestNotices(t *testing.T) {
	t.Parallel()
	codes := func(r Result) []Code {
		var out []Code
		for _, m := range r.Messages {
			out = append(out, m.Code)
			if m.Type == TypeError {
				t.Errorf("%s is an error", m.Code)
			}
		}
		return out
	}
	b := newShop().chat(t)
	in := lines(line("jeans", 1))
	in.Hints = &Hints{Eligibility: []string{"com.example.student"}}
	r := b.must(Create{Input: in})
	wantStatus(t, r, ReadyForComplete)
	if got := codes(r); !equal(got, []Code{CodeEligibilityIgnored, CodePickupNotice, CodeWithdrawal}) {
		t.Errorf("told %q", got)
	}
	if r.Messages[0].Path != "$.context.eligibility[0]" {
		t.Errorf("path %s", r.Messages[0].Path)
	}
	r = b.must(Complete{Payment: card("ok")})
	if len(r.Messages) != 0 {
		t.Errorf("completed: %q", codes(r))
	}
}
