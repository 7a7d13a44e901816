package checkout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"balcao/money"
	"balcao/order"
	"balcao/platform"
)

func TestDiscounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		lines       []LineInput
		codes       []string
		totals      []string
		allocations []money.Amount
		said        []string
	}{
		{"percent", []LineInput{line("jeans", 2)}, []string{"bemvindo10"}, []string{"subtotal 10000", "discount -1000", "total 9000"}, []money.Amount{1000}, nil},
		{"percent half up", []LineInput{line("pen", 5)}, []string{"BEMVINDO10"}, // 16.5 of 165
			[]string{"subtotal 165", "discount -17", "total 148"}, []money.Amount{17}, nil},
		{"percent half down", []LineInput{line("pen", 4)}, []string{"BEMVINDO10"}, // 13.2 of 132
			[]string{"subtotal 132", "discount -13", "total 119"}, []money.Amount{13}, nil},
		{"largest remainder", []LineInput{line("pen", 1), line("pen", 1), line("pen", 1)}, []string{"BEMVINDO10"}, // 9.9 of 99
			[]string{"subtotal 99", "discount -10", "total 89"}, []money.Amount{4, 3, 3}, nil},
		{"in proportion", []LineInput{line("jeans", 1), line("cap", 1)}, []string{"WELCOME5"}, // 357.14 and 142.86
			[]string{"subtotal 7000", "discount -500", "total 6500"}, []money.Amount{357, 143}, nil},
		{"never free", []LineInput{line("cap", 1)}, []string{"HUGE"}, []string{"subtotal 2000", "discount -1999", "total 1"}, []money.Amount{1999}, nil},
		{"one at a time", []LineInput{line("jeans", 2)}, []string{"WELCOME5", "BEMVINDO10"}, []string{"subtotal 10000", "discount -500", "total 9500"}, []money.Amount{500},
			[]string{"~discount_code_combination_disallowed $.discounts.codes[1]"}},
		{"bad ones before", []LineInput{line("jeans", 2)}, []string{"nope", "natal-20", "WELCOME5", "welcome5"}, []string{"subtotal 10000", "discount -500", "total 9500"}, []money.Amount{500},
			[]string{"~discount_code_invalid $.discounts.codes[0]", "~discount_code_expired $.discounts.codes[1]", "~discount_code_already_applied $.discounts.codes[3]"}},
		{"none", []LineInput{line("jeans", 2)}, nil, []string{"subtotal 10000", "total 10000"}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t, platform.CapDiscount)
			r := b.must(Create{Input: Input{Lines: tt.lines, Codes: tt.codes}})
			wantStatus(t, r, ReadyForComplete) // a rejected code does not block
			wantTotals(t, r, tt.totals...)
			wantSaid(t, r.Messages, tt.said...)
			var got []money.Amount
			if len(r.Checkout.Discounts) == 1 {
				got = r.Checkout.Discounts[0].Allocations
			}
			if !slices.Equal(got, tt.allocations) {
				t.Errorf("allocations %v, want %v", got, tt.allocations)
			}
			if !slices.Equal(r.Checkout.Codes, tt.codes) {
				t.Errorf("codes %q, want all that came", r.Checkout.Codes)
			}
			wantSaid(t, b.do().Messages, tt.said...) // they hold: a read tells them again
		})
	}
}

func TestDiscountCommands(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapDiscount)
	b.must(Create{Input: lines(line("jeans", 2))})
	wantTotals(t, b.must(ApplyDiscount{Code: "WELCOME5"}), "subtotal 10000", "discount -500", "total 9500")
	r := b.do(ApplyDiscount{Code: "welcome5"})
	wantSaid(t, r.Messages, "~discount_code_already_applied $.discounts.codes")
	r = b.must(ApplyDiscount{Code: "BEMVINDO10"})
	wantSaid(t, r.Messages, "~discount_code_combination_disallowed $.discounts.codes[1]")
	r = b.must(RemoveDiscount{Code: "welcome5"}) // now the other one counts
	wantTotals(t, r, "subtotal 10000", "discount -1000", "total 9000")
	wantSaid(t, b.do(RemoveDiscount{Code: "nope"}).Messages, "~discount_code_invalid $.discounts.codes")
	wantTotals(t, b.must(Update{Input: lines(line("jeans", 1))}), "subtotal 5000", "total 5000") // left out is removed
	for _, code := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		b.must(ApplyDiscount{Code: code})
	}
	if r = b.do(ApplyDiscount{Code: "k"}); r.Outcomes[0].Messages[0].Code != CodeLimit {
		t.Errorf("an eleventh code: %+v", r.Outcomes)
	}
	in := lines(line("jeans", 1))
	in.Codes = slices.Repeat([]string{"x"}, 11)
	if r = b.do(Update{Input: in}); len(r.Checkout.Codes) != maxCodes || r.Outcomes[0].Messages[0].Code != CodeLimit {
		t.Errorf("eleven codes: kept %d, told %q", len(r.Checkout.Codes), said(r.Outcomes[0].Messages))
	}
	b.must(Remove{All: true})
	if r := b.do(); len(r.Checkout.Discounts) != 0 {
		t.Error("a discount of nothing")
	}
}

func TestPixOnlyHidesTheOthers(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapDiscount)
	if r := b.must(Create{Input: lines(line("jeans", 2))}); len(r.Handlers) != 2 {
		t.Errorf("handlers %v", r.Handlers)
	}
	r := b.must(ApplyDiscount{Code: "PIX15"})
	wantTotals(t, r, "subtotal 10000", "discount -1500", "total 8500")
	if len(r.Handlers) != 1 || r.Handlers[0].ID != "pix_1" {
		t.Errorf("handlers %v, want Pix alone", r.Handlers)
	}
	r = b.do(Complete{Payment: card("ok")})
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "payment_failed $.payment.instruments[0].handler_id")
	wantSaid(t, b.do(StartPayment{Handler: "gpay"}).Messages, "invalid_selection $.payment.instruments[0].handler_id")
	b.must(RemoveDiscount{Code: "PIX15"})
	wantStatus(t, b.must(Complete{Payment: card("ok")}), Completed)
}

func TestTaxes(t *testing.T) {
	t.Parallel()
	taxes := func(r Result) []money.Amount {
		var out []money.Amount
		for _, tax := range r.Checkout.Lines[0].Taxes {
			out = append(out, tax.Amount)
		}
		return out
	}
	b := newShop().chat(t, platform.CapTax, platform.CapDiscount)
	r := b.must(Create{Input: lines(line("polo", 1))})
	wantTotals(t, r, "subtotal 5990", "tax 834", "total 5990") // shown, not added
	if got := taxes(r); !slices.Equal(got, []money.Amount{612, 40, 182}) {
		t.Errorf("taxes %v", got)
	}
	r = b.must(ApplyDiscount{Code: "BEMVINDO10"}) // on 5391
	wantTotals(t, r, "subtotal 5990", "discount -599", "tax 751", "total 5391")
	if got := taxes(r); !slices.Equal(got, []money.Amount{551, 36, 164}) {
		t.Errorf("taxes %v", got)
	}
	r = newShop().chat(t).must(Create{Input: lines(line("polo", 1))}) // not negotiated
	wantTotals(t, r, "subtotal 5990", "total 5990")
	for _, caps := range [][]string{nil, {platform.CapTax}} { // a tax that is added always shows
		r = newShop().chat(t, caps...).must(Create{Input: lines(line("import", 1))})
		want := []string{"subtotal 10000", "tax 1000", "total 11000"}
		if caps != nil {
			want = slices.Insert(want, 1, "tax 0")
		}
		wantTotals(t, r, want...)
	}
}

func TestFulfillmentTotal(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapFulfillment)
	wantTotals(t, b.must(Create{Input: lines(line("jeans", 1))}), "subtotal 5000", "total 5000")
	b.must(SetAddress{Address: goias()})
	wantTotals(t, b.must(SelectOption{Option: "express"}), "subtotal 5000", "fulfillment 3490", "total 8490")
	wantTotals(t, b.must(SelectOption{Option: "pickup"}), "subtotal 5000", "fulfillment 0", "total 5000")
	wantTotals(t, newShop().chat(t).must(Create{Input: lines(line("jeans", 1))}), "subtotal 5000", "total 5000")
}

// TestSumsOfRandomCarts: whatever is in the cart, the totals obey the laws.
func TestSumsOfRandomCarts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	items := []string{"jeans", "shirt-p", "shirt-m", "polo", "cap", "pin", "pen", "import"}
	codes := []string{"BEMVINDO10", "PIX15", "WELCOME5", "HUGE", "NATAL-20", "x"}
	capabilities := []string{platform.CapFulfillment, platform.CapDiscount, platform.CapTax}
	for range 300 {
		var caps []string
		for _, c := range capabilities {
			if random.IntN(2) == 0 {
				caps = append(caps, c)
			}
		}
		in := Input{Fulfillment: shipTo([]AddressInput{saoPaulo(), goias()}[random.IntN(2)])}
		for range 1 + random.IntN(8) {
			in.Lines = append(in.Lines, line(items[random.IntN(len(items))], 1+random.Int64N(20)))
		}
		for range random.IntN(3) {
			in.Codes = append(in.Codes, codes[random.IntN(len(codes))])
		}
		c := newShop().chat(t, caps...).must(Create{Input: in}).Checkout
		checkSums(t, c)
		if t.Failed() {
			t.Fatalf("of %v: %q, %q", caps, basket(c), totals(c.Totals))
		}
	}
}

// checkSums checks the laws of totals: one subtotal first, one total last, the sum of all
// others but included tax; signs; lines; allocations.
func checkSums(t *testing.T, c *Checkout) {
	t.Helper()
	var sum, included, subtotal money.Amount
	count := map[string]int{}
	for i, entry := range c.Totals {
		count[entry.Type]++
		switch entry.Type {
		case order.TotalTotal:
			if i != len(c.Totals)-1 {
				t.Error("total is not last")
			}
			continue
		case order.TotalTax:
			if entry.Text == textIncludedTax[0] {
				included = entry.Amount
				continue
			}
		case order.TotalDiscount:
			if entry.Amount >= 0 {
				t.Error("a discount that is none")
			}
		}
		if entry.Type != order.TotalDiscount && entry.Amount < 0 {
			t.Errorf("negative %s", entry.Type)
		}
		sum += entry.Amount
	}
	if sum != c.Total() || c.Total() <= 0 || count[order.TotalSubtotal] != 1 || count[order.TotalTotal] != 1 {
		t.Errorf("entries sum to %d, total %d", sum, c.Total())
	}
	discounted := make([]money.Amount, len(c.Lines))
	for i, l := range c.Lines {
		want := []order.Total{{Type: order.TotalSubtotal, Amount: l.Price * money.Amount(l.Quantity)}, {Type: order.TotalTotal, Amount: l.Price * money.Amount(l.Quantity)}}
		if !slices.Equal(l.Totals, want) {
			t.Errorf("line totals %v, want %v", l.Totals, want)
		}
		discounted[i] = order.Amount(l.Totals, order.TotalTotal)
		subtotal += discounted[i]
	}
	if subtotal != c.Totals[0].Amount || c.Totals[0].Type != order.TotalSubtotal {
		t.Errorf("lines sum to %d, subtotal %d", subtotal, c.Totals[0].Amount)
	}
	for _, d := range c.Discounts {
		var allocated money.Amount
		for i, a := range d.Allocations {
			allocated += a
			discounted[i] -= a
		}
		if allocated != d.Amount {
			t.Errorf("allocations sum to %d, discount %d", allocated, d.Amount)
		}
	}
	var inLines money.Amount
	for i, l := range c.Lines {
		for _, tax := range l.Taxes {
			if tax.Base != discounted[i] {
				t.Errorf("tax on %d, price after discount %d", tax.Base, discounted[i])
			}
			if tax.Behavior == order.TaxInclusive {
				inLines += tax.Amount
			}
		}
	}
	if c.Session.Has(platform.CapTax) && included != inLines || !c.Session.Has(platform.CapTax) && included != 0 {
		t.Errorf("included tax %d, lines %d", included, inLines)
	}
}
