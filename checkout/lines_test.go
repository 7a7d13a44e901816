package checkout

import (
	"fmt"
	"slices"
	"testing"

	"balcao/catalog"
	"balcao/platform"
)

// basket writes lines as "id variant×quantity".
func basket(c *Checkout) []string {
	var out []string
	for _, l := range c.Lines {
		out = append(out, fmt.Sprintf("%s %s×%d", l.ID, l.Variant, l.Quantity))
	}
	return out
}

func wantBasket(t *testing.T, r Result, want ...string) {
	t.Helper()
	if got := basket(r.Checkout); !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

func TestCreateOfWhatCanBeSold(t *testing.T) {
	t.Parallel()
	size := []catalog.Selection{{Name: "size", Label: "m"}}
	for _, tt := range []struct {
		name  string
		lines []LineInput
		want  []string // no checkout if empty
		said  []string
	}{
		{"variant", []LineInput{line("jeans", 2)}, []string{"line_1 jeans×2"}, nil},
		{"sku", []LineInput{line("SKU-jeans", 2)}, []string{"line_1 jeans×2"}, nil},
		{"id of the platform", []LineInput{{ID: "li_1", Item: "jeans", Quantity: 1}}, []string{"li_1 jeans×1"}, nil},
		{"one id twice", []LineInput{{ID: "li_1", Item: "jeans", Quantity: 1}, {ID: "li_1", Item: "cap", Quantity: 1}}, []string{"li_1 jeans×1", "line_1 cap×1"}, nil},
		{"an id like ours", []LineInput{line("cap", 1), {ID: "line_1", Item: "jeans", Quantity: 1}}, []string{"line_2 cap×1", "line_1 jeans×1"}, nil},
		{"less in stock", []LineInput{line("jeans", 15)}, []string{"line_1 jeans×12"}, []string{"~quantity_adjusted $.line_items[0].quantity"}},
		{"two lines of one variant", []LineInput{line("jeans", 10), line("jeans", 10)}, []string{"line_1 jeans×10", "line_2 jeans×2"}, []string{"~quantity_adjusted $.line_items[1].quantity"}},
		{"nothing left for the second", []LineInput{line("jeans", 12), line("jeans", 1)}, []string{"line_1 jeans×12", "line_2 jeans×1"}, []string{"out_of_stock $.line_items[1]"}},
		{"some sold out", []LineInput{line("gone", 1), line("jeans", 1)}, []string{"line_1 jeans×1"}, []string{"out_of_stock $.line_items"}},
		{"some unknown", []LineInput{line("nix", 1), line("jeans", 1), line("nada", 1)}, []string{"line_1 jeans×1"}, []string{"item_unavailable $.line_items", "item_unavailable $.line_items"}},
		{"sold out", []LineInput{line("gone", 1)}, nil, []string{"out_of_stock $.line_items"}},
		{"unknown", []LineInput{line("nix", 1)}, nil, []string{"item_unavailable $.line_items"}},
		{"choice of options", []LineInput{line("shirt", 1)}, nil, []string{"option_required $.line_items"}},
		{"chosen", []LineInput{{Item: "shirt", Selected: size, Quantity: 1}}, []string{"line_1 shirt-m×1"}, nil},
		{"too much money", []LineInput{line("gold", 2)}, nil, []string{"limit_exceeded $.line_items[0].quantity"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			r := b.do(Create{Input: lines(tt.lines...)})
			wantSaid(t, r.Messages, tt.said...)
			if len(tt.want) == 0 {
				if r.Checkout != nil || len(b.store.checkouts) != 0 || len(b.store.jobs) != 0 {
					t.Errorf("made %+v", r.Checkout)
				}
				for _, m := range r.Messages {
					if m.Severity != Unrecoverable {
						t.Errorf("without a checkout %s is %s", m.Code, m.Severity)
					}
				}
				return
			}
			wantBasket(t, r, tt.want...)
		})
	}
}

func TestAdjustedQuantityIsTold(t *testing.T) {
	t.Parallel()
	r := newShop().chat(t).must(Create{Input: lines(line("jeans", 15))})
	want := Args{Title: "The jeans", Requested: 15, Available: 12}
	if m := r.Messages[0]; !equal(m.Args, want) {
		t.Errorf("args %+v, want %+v", m.Args, want)
	}
	wantTotals(t, r, "subtotal 60000", "total 60000")
}

func TestOptionRequiredNamesTheOptions(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "jeans", Quantity: 1})
	r := b.do(Add{Item: "shirt", Quantity: 1})
	wantBasket(t, r, "line_1 jeans×1")
	if m := r.Outcomes[0].Messages[0]; m.Code != CodeOptionRequired || m.Severity != Recoverable || !slices.Equal(m.Args.Names, []string{"Size"}) {
		t.Errorf("told %+v", m)
	}
	wantBasket(t, b.must(Add{Item: "shirt", Selected: []catalog.Selection{{Name: "Size", Label: "P"}}, Quantity: 1}), "line_1 jeans×1", "line_2 shirt-p×1")
}

func TestAddSetAndRemove(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	wantBasket(t, b.must(Add{Item: "jeans", Quantity: 1}), "line_1 jeans×1")
	wantBasket(t, b.must(Add{Item: "SKU-jeans", Quantity: 2}), "line_1 jeans×3")
	wantBasket(t, b.must(Add{Item: "cap", Quantity: 1}), "line_1 jeans×3", "line_2 cap×1")
	wantBasket(t, b.must(SetQuantity{Line: "line_1", Quantity: 5}), "line_1 jeans×5", "line_2 cap×1")
	wantBasket(t, b.must(SetQuantity{Item: "SKU-cap", Quantity: 7}), "line_1 jeans×5", "line_2 cap×7")
	r := b.must(Add{Item: "jeans", Quantity: 9})
	wantBasket(t, r, "line_1 jeans×12", "line_2 cap×7")
	wantSaid(t, r.Messages, "~quantity_adjusted $.line_items[0].quantity")
	wantSaid(t, b.do().Messages) // told once
	r = b.do(Add{Item: "gone", Quantity: 1})
	wantSaid(t, r.Messages, "out_of_stock $.line_items")
	r = b.do(SetQuantity{Line: "line_9", Quantity: 1})
	wantSaid(t, r.Messages, "invalid_selection $.line_items")
	r = b.do(Remove{Item: "pen"})
	wantSaid(t, r.Messages, "item_unavailable $.line_items")
	wantBasket(t, b.must(Remove{Line: "line_1"}), "line_2 cap×7")
	r = b.must(Remove{Item: "cap"})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "field_required $.line_items")
	wantTotals(t, r, "subtotal 0", "total 0")
}

func TestTwoVariantsAreNotGuessedAt(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("shirt-p", 1), line("shirt-m", 1))})
	r := b.do(Remove{Item: "shirt"})
	wantBasket(t, r, "line_1 shirt-p×1", "line_2 shirt-m×1")
	if m := r.Outcomes[0].Messages[0]; m.Code != CodeOptionRequired || !slices.Equal(m.Args.Names, []string{"The shirt P", "The shirt M"}) {
		t.Errorf("told %+v", m)
	}
	b.must(Remove{Item: "shirt-p"})
	if r := b.must(Remove{Item: "shirt"}); len(r.Checkout.Lines) != 0 {
		t.Error("the one that is left is meant")
	}
}

// TestCommandsOfOneMessage: one that fails changes nothing, the others stand.
func TestCommandsOfOneMessage(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r := b.do(Add{Item: "jeans", Quantity: 1}, Add{Item: "nix", Quantity: 1}, Add{Item: "cap", Quantity: 2}, StartPayment{}, ApplyDiscount{Code: "X"})
	wantBasket(t, r, "line_1 jeans×1", "line_2 cap×2")
	var applied []bool
	for _, o := range r.Outcomes[:5] {
		applied = append(applied, o.Applied)
	}
	if !slices.Equal(applied, []bool{true, false, true, true, false}) {
		t.Errorf("applied %v", applied)
	}
	if r.Checkout.Charge() == nil || r.Checkout.Charge().Amount != 9000 || b.bank.count("charge") != 1 {
		t.Error("one charge, for the state after the last command")
	}
	wantSaid(t, r.Messages, "item_unavailable $.line_items", "capabilities_incompatible $")
}

// TestRefusedAfterComplete: a refused command does not undo the payment before it.
func TestRefusedAfterComplete(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "jeans", Quantity: 1})
	r := b.do(Complete{Payment: card("ok")}, Add{Item: "nix", Quantity: 1})
	wantStatus(t, r, Completed)
	if b.bank.captured() != 1 || b.orders() != 1 {
		t.Errorf("%d payments, %d orders", b.bank.captured(), b.orders())
	}
}

func TestOwnHoldsCount(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "last", Quantity: 1})
	b.must(StartPayment{})
	wantLevel(t, b.shop, "last", 1, 1)
	other := b.shop.chat(t)
	other.context = "other"
	r := other.do(Add{Item: "last", Quantity: 1})
	wantSaid(t, r.Messages, "out_of_stock $.line_items")
	// For its own checkout the unit is still there.
	r = b.must(Update{Input: lines(LineInput{ID: "line_1", Item: "last", Quantity: 1}, line("cap", 1))})
	wantStatus(t, r, ReadyForComplete)
	r = b.must(Update{Input: lines(line("last", 1))})
	wantStatus(t, r, ReadyForComplete)
	wantLevel(t, b.shop, "last", 1, 1)
	b.must(Cancel{})
	wantLevel(t, b.shop, "last", 1, 0)
	wantStatus(t, other.must(Add{Item: "last", Quantity: 1}), ReadyForComplete)
}

func TestStockGoneMeanwhile(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "jeans", Quantity: 5})
	b.store.stock["jeans"] = level{OnHand: 3}
	r := b.do(payByPix())
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "out_of_stock $.line_items[0]")
	if m := r.Messages[0]; m.Args.Requested != 5 || m.Args.Available != 3 || m.Severity != Recoverable {
		t.Errorf("told %+v", m)
	}
	r = b.must(SetQuantity{Item: "jeans", Quantity: 5}) // a change adjusts
	wantBasket(t, r, "line_1 jeans×3")
	wantStatus(t, r, ReadyForComplete)
}

func TestPriceChanged(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Add{Item: "jeans", Quantity: 2})
	b.products.setPrice("jeans", 5500)
	r := b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}})
	wantTotals(t, r, "subtotal 10000", "total 10000") // what was shown holds
	r = b.must(Add{Item: "cap", Quantity: 1})
	wantSaid(t, r.Messages, "~price_changed $.line_items[0]")
	if a := r.Messages[0].Args; a.Was != 5000 || a.Amount != 5500 || a.Title != "The jeans" {
		t.Errorf("args %+v", a)
	}
	wantTotals(t, r, "subtotal 13000", "total 13000")
	// Complete never reprices.
	b.products.setPrice("jeans", 9999)
	r = b.must(Complete{Payment: card("ok")})
	wantStatus(t, r, Completed)
	wantTotals(t, r, "subtotal 13000", "total 13000")
	for _, amount := range b.bank.amounts {
		if amount != 13000 {
			t.Errorf("took %d", amount)
		}
	}
}

func TestWithdrawnProduct(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1), line("cap", 1))})
	b.must(StartPayment{})
	b.products.withdraw("jeans")
	r := b.must(SetQuantity{Item: "cap", Quantity: 2})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "item_unavailable $.line_items[0]")
	if r.Checkout.Charge() != nil {
		t.Error("not ready, but it can be paid")
	}
	r = b.must(Remove{Item: "jeans"})
	wantStatus(t, r, ReadyForComplete)
	if r.Checkout.Charge() == nil {
		t.Error("ready again with Pix chosen, but no charge")
	}
}

func TestNotSoldThere(t *testing.T) {
	t.Parallel()
	acre := AddressInput{Street: "Rua 1", PostalCode: "69900-000"}
	create := func(items []LineInput, to *FulfillmentInput, hints *Hints) Create {
		return Create{Input: Input{Lines: items, Fulfillment: to, Hints: hints}}
	}
	aerosol, both := []LineInput{line("aerosol", 1)}, []LineInput{line("aerosol", 1), line("cap", 1)}
	for _, tt := range []struct {
		name   string
		create Create
		said   []string
		made   bool
	}{
		{"all of it", create(aerosol, shipTo(acre), nil), []string{"item_unavailable $.line_items"}, false},
		{"some of it", create(both, shipTo(acre), nil), []string{"item_unavailable $.line_items[0]"}, true},
		{"elsewhere", create(aerosol, shipTo(saoPaulo()), nil), nil, true},
		{"by hint", create(aerosol, nil, &Hints{Region: "Acre"}), []string{"item_unavailable $.line_items"}, false},
		{"by hinted postal code", create(aerosol, nil, &Hints{PostalCode: "69900-000"}), []string{"item_unavailable $.line_items"}, false},
		{"an address beats a hint", create(aerosol, shipTo(saoPaulo()), &Hints{Region: "AC"}), nil, true},
		{"a state of another country", create(aerosol, nil, &Hints{Country: "AR", Region: "AC"}), []string{"field_required $.fulfillment.methods[0].destinations"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newShop().chat(t, platform.CapFulfillment).do(tt.create)
			wantSaid(t, r.Messages, tt.said...)
			if (r.Checkout != nil) != tt.made {
				t.Errorf("checkout %+v", r.Checkout)
			}
		})
	}
	t.Run("picked up", func(t *testing.T) { // the goods stay here
		b := newShop().chat(t)
		wantStatus(t, b.must(create(aerosol, nil, &Hints{Region: "AC"})), ReadyForComplete)
	})
}

func TestMaxLines(t *testing.T) {
	t.Parallel()
	many := slices.Repeat([]LineInput{line("pen", 1)}, MaxLines)
	b := newShop(stock("pen", 1000)).chat(t)
	r := b.do(Create{Input: lines(append(many, line("cap", 1))...)})
	wantSaid(t, r.Messages, "limit_exceeded $.line_items")
	if len(r.Checkout.Lines) != MaxLines {
		t.Errorf("%d lines", len(r.Checkout.Lines))
	}
	r = b.do(Add{Item: "jeans", Quantity: 1})
	wantSaid(t, r.Messages, "limit_exceeded $.line_items")
	r = b.do(Update{Input: lines(append(many, line("cap", 1))...)})
	if r.Outcomes[0].Applied || len(r.Checkout.Lines) != MaxLines {
		t.Errorf("update past the limit: %d lines", len(r.Checkout.Lines))
	}
}

func TestTotalLimit(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.products.setPrice("gold", maxTotal-2000)
	b.must(Create{Input: lines(line("gold", 1))})
	wantTotals(t, b.must(Add{Item: "cap", Quantity: 1}), "subtotal 999999999999", "total 999999999999") // the most a charge can carry
	r := b.do(Add{Item: "pen", Quantity: 1})
	wantSaid(t, r.Messages, "limit_exceeded $.line_items[2].quantity")
	wantTotals(t, r, "subtotal 999999999999", "total 999999999999")
	b.products.setPrice("gold", 1<<52)
	r = b.do(SetQuantity{Item: "gold", Quantity: MaxQuantity}) // would not even fit
	wantSaid(t, r.Messages, "limit_exceeded $.line_items[0].quantity")
	wantBasket(t, r, "line_1 gold×1", "line_2 cap×1")
	ship := newShop().chat(t, platform.CapFulfillment)
	ship.products.setPrice("gold", maxTotal-499)
	ship.must(Create{Input: lines(line("gold", 1))})
	ship.must(SetAddress{Address: saoPaulo()})
	wantSaid(t, ship.do(SelectOption{Option: "standard"}).Messages, "limit_exceeded $.totals", "field_required "+optionPath)
}

// More than a line may have is not cut down in silence.
func TestAddBeyondTheBound(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ inStock, want int64 }{{1 << 40, MaxQuantity}, {MaxQuantity - 1, MaxQuantity - 1}} {
		b := newShop(stock("cap", tt.inStock)).chat(t)
		b.must(Create{Input: lines(line("cap", MaxQuantity-5))})
		r := b.must(Add{Item: "cap", Quantity: 10})
		wantBasket(t, r, fmt.Sprintf("line_1 cap×%d", tt.want))
		wantSaid(t, r.Messages, "~quantity_adjusted $.line_items[0].quantity")
		if a := r.Messages[0].Args; a.Requested != MaxQuantity+5 || a.Available != tt.want {
			t.Errorf("told %+v, want from %d to %d", a, MaxQuantity+5, tt.want)
		}
	}
}

func TestUpdateKeepsLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		in   []LineInput
		want []string
	}{
		{"by id", []LineInput{{ID: "line_2", Item: "cap", Quantity: 3}}, []string{"line_2 cap×3"}},
		{"turned round", []LineInput{{ID: "line_2", Item: "cap", Quantity: 1}, {ID: "line_1", Item: "jeans", Quantity: 1}}, []string{"line_2 cap×1", "line_1 jeans×1"}},
		{"a new one first", []LineInput{line("pen", 1), {ID: "line_1", Item: "jeans", Quantity: 1}}, []string{"line_2 pen×1", "line_1 jeans×1"}},
		{"unknown id", []LineInput{{ID: "mine", Item: "jeans", Quantity: 1}}, []string{"mine jeans×1"}},
		{"another item", []LineInput{{ID: "line_1", Item: "pen", Quantity: 1}}, []string{"line_1 pen×1"}},
		{"id twice", []LineInput{{ID: "line_1", Item: "jeans", Quantity: 1}, {ID: "line_1", Item: "jeans", Quantity: 2}}, []string{"line_1 jeans×1", "line_2 jeans×2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			b.must(Create{Input: lines(line("jeans", 1), line("cap", 1))})
			wantBasket(t, b.must(Update{Input: lines(tt.in...)}), tt.want...)
		})
	}
	t.Run("an unknown product changes nothing", func(t *testing.T) {
		b := newShop().chat(t)
		was := b.must(Create{Input: lines(line("jeans", 1))})
		r := b.do(Update{Input: lines(line("cap", 1), line("nix", 1))})
		wantSaid(t, r.Messages, "item_unavailable $.line_items")
		if !equal(was.Checkout, r.Checkout) {
			t.Errorf("changed: %+v", r.Checkout)
		}
	})
	t.Run("a line that is sold out stays and blocks", func(t *testing.T) {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("last", 1))})
		b.store.stock["last"] = level{}
		r := b.must(Update{Input: lines(LineInput{ID: "line_1", Item: "last", Quantity: 1}, line("cap", 1))})
		wantBasket(t, r, "line_1 last×1", "line_2 cap×1")
		wantSaid(t, r.Messages, "out_of_stock $.line_items[0]")
	})
}
