package agent

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/brazil"
	"balcao/payment"
	"balcao/platform"
)

// waiting is a pending question with these slots.
func waiting(t *testing.T, s intents.Slots) *conversation.Pending {
	t.Helper()
	slots, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return &conversation.Pending{Action: s.Action, Slots: slots, ExpiresAt: now.Add(time.Minute)}
}

// answered sends a text and returns what the answer says and what was asked of the counter.
func answered(t *testing.T, c *counter, text string, capabilities ...string) (string, checkout.Request) {
	t.Helper()
	m := sent(buyer, "", text)
	if len(capabilities) > 0 {
		m.Identity = identity(buyer, capabilities...)
	}
	m.Extension = ""
	c.asked = nil
	s := newShop(t, c)
	s.Encoder = bcp.NewEncoder(bcp.Config{PublicURL: "https://shop.example", ShopName: "Loja", Keys: paperKeys{}})
	reply, err := s.Send(context.Background(), m)
	if err != nil || len(c.asked) != 1 {
		t.Fatalf("%q: %v, the counter was asked %d times", text, err, len(c.asked))
	}
	var got struct {
		Message struct{ Parts []struct{ Text string } }
	}
	if err := json.Unmarshal(reply, &got); err != nil || len(got.Message.Parts) != 1 {
		t.Fatalf("%q: %s, %v", text, reply, err)
	}
	return got.Message.Parts[0].Text, c.asked[0]
}

// The shop's own lists are answered by a number, its options by a label; nothing else is.
func TestAnswersToLists(t *testing.T) {
	t.Parallel()
	which := intents.Slots{Action: actionAdd, Candidates: []string{"PIXEL-10", "PIXEL-9A"}, Quantity: 3}
	size := intents.Slots{Action: actionAdd, Product: "TENIS-ALL-STAR", Options: map[string]string{"cor": "Vermelho"}, Quantity: 1}
	shoe := func(size string) []checkout.Command {
		return []checkout.Command{checkout.Add{Item: "TENIS-ALL-STAR", Selected: []catalog.Selection{{Name: "cor", Label: "Vermelho"}, {Name: "tamanho", Label: size}}, Quantity: 1}}
	}
	pixel := func(id string) []checkout.Command { return []checkout.Command{checkout.Add{Item: id, Quantity: 3}} }
	for _, tt := range []struct {
		pending *conversation.Pending
		text    string
		want    []checkout.Command
	}{
		{waiting(t, which), "2", pixel("PIXEL-9A")},
		{waiting(t, which), " 1) ", pixel("PIXEL-10")},
		{waiting(t, which), "0", nil},
		{waiting(t, which), "sim", nil}, // which one?
		{waiting(t, size), "42", shoe("42")},
		{waiting(t, size), "39.", shoe("39")},
	} {
		c := &counter{conv: conversation.Context{Version: 1, Pending: tt.pending}}
		said, asked := answered(t, c, tt.text)
		if !reflect.DeepEqual(asked.Commands, tt.want) {
			t.Errorf("%q after %s: commands %#v, want %#v (%q)", tt.text, tt.pending.Slots, asked.Commands, tt.want, said)
		}
		if tt.text == "sim" && !strings.Contains(said, "2. Pixel 9a") {
			t.Errorf("a yes to a choice is answered %q", said)
		}
		if tt.text == "sim" && asked.Turn(checkout.Result{}).Pending == nil {
			t.Error("the question is forgotten")
		}
	}
	// A question that has lapsed is answered by nothing.
	old := waiting(t, which)
	old.ExpiresAt = now.Add(-time.Second)
	if _, asked := answered(t, &counter{conv: conversation.Context{Version: 1, Pending: old}}, "2"); len(asked.Commands) != 0 {
		t.Errorf("a lapsed question led to %#v", asked.Commands)
	}
}

// A text that belongs to no language leaves the conversation in its own.
func TestLanguageHolds(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"es": "¿", "en": "What ", "pt-BR": "você"} {
		for _, text := range []string{"ok", "2", "ana@example.com", "01310-100", "Rua da Consolação, 100, São Paulo", "??", "CPF 390.533.447-05"} {
			c := &counter{conv: conversation.Context{Version: 1, Language: language}}
			said, asked := answered(t, c, text)
			if kept := asked.Turn(checkout.Result{}).Language; kept != language {
				t.Errorf("%s: after %q the language is %s, said %q", language, text, kept, said)
			}
			if text == "ok" && !strings.Contains(said, want) {
				t.Errorf("%s: %q is answered %q", language, text, said)
			}
		}
	}
	c := &counter{conv: conversation.Context{Version: 1, Language: "en"}}
	if said, asked := answered(t, c, "o que tem no meu carrinho?"); asked.Turn(checkout.Result{}).Language != "pt-BR" || !strings.Contains(said, "carrinho") {
		t.Errorf("who goes over to Portuguese is answered %q", said)
	}
}

// Under AP2 nothing that is said offers a charge, and no yes makes one.
func TestNoChargeIsOfferedUnderMandates(t *testing.T) {
	t.Parallel()
	under := append([]string{platform.CapAP2Mandate}, everything...)
	for _, text := range []string{"ajuda", "aceita cartão?", "ok", "sim", "obrigado", "me dá um desconto?", "asdf qwer", "já paguei", "cadê meu pedido?", "help", "ayuda", "o que tem no carrinho?"} {
		c := &counter{conv: conversation.Context{Version: 1}, result: ready(under...)}
		said, asked := answered(t, c, text, under...)
		if strings.Contains(said, "Pix") {
			t.Errorf("%q is answered %q", text, said)
		}
		if p := asked.Turn(c.result).Pending; p != nil || len(asked.Commands) > 0 {
			t.Errorf("%q: pending %+v, commands %#v", text, p, asked.Commands)
		}
	}
}

// Questions about money are bound to the terms that were shown; the others are not.
func TestWhatIsPending(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, action string
		bound        bool
	}{
		{"o que tem no carrinho?", "start_payment", true},
		{"cancela a compra", "cancel_checkout", true},
		{"quanto custa o pixel 9a?", "", false}, // there is none left in this shop
		{"quero um celular", "add_to_checkout", false},
	} {
		c := &counter{result: ready(everything...)}
		_, asked := answered(t, c, tt.text)
		p := asked.Turn(c.result).Pending
		switch {
		case tt.action == "":
			if p != nil {
				t.Errorf("%q leaves %+v", tt.text, p)
			}
		case p == nil || p.Action != tt.action || (p.Revision == 3 && p.Checkout == "chk_1") != tt.bound || !p.ExpiresAt.Equal(now.Add(pendingLife)):
			t.Errorf("%q leaves %+v", tt.text, p)
		}
	}
}

// A canceled purchase is said to be so once, and is not canceled again.
func TestCanceledOnce(t *testing.T) {
	t.Parallel()
	r := ready(everything...)
	r.Status = checkout.Canceled
	said, asked := answered(t, &counter{result: r}, "cancela a compra")
	if strings.Count(said, "cancel") != 1 || len(asked.Commands) != 0 {
		t.Errorf("answered %q, commands %#v", said, asked.Commands)
	}
}

// Whether the money is there is answered by how the purchase stands, and charges nobody.
func TestPaymentStatus(t *testing.T) {
	t.Parallel()
	open, waits, done := ready(everything...), ready(everything...), ready(everything...)
	open.ChargeVisible = true
	open.Checkout.Charges = []payment.Charge{{TXID: "tx", State: payment.ChargeOpen, Amount: 5990, CopyPaste: "000201", ExpiresAt: now}}
	waits.Status = checkout.CompleteInProgress
	back := ready(everything...)
	back.Checkout.Told = []checkout.Message{{Code: checkout.CodePaymentFailed, Args: checkout.Args{Amount: 1234, Was: 5990}}}
	done.Status, done.Checkout.Order = checkout.Completed, &checkout.OrderRef{ID: "ord_1", Key: "k"}
	for _, tt := range []struct {
		name   string
		result checkout.Result
		want   string
	}{
		{"nothing", checkout.Result{}, "Ainda não há nenhum pedido"},
		{"unpaid", ready(everything...), "Ainda não há pedido: falta concluir"},
		{"gone back", back, "Recebemos R$\u00a012,34 em vez de R$\u00a059,90. O valor será devolvido; gere outro Pix para pagar.\nAinda não há pedido"},
		{"charge", open, "ainda não caiu"},
		{"waiting", waits, "aguardando o pagamento"},
		{"paid", done, "Pagamento confirmado"},
	} {
		said, asked := answered(t, &counter{result: tt.result}, "já paguei")
		if !strings.Contains(said, tt.want) || len(asked.Commands) != 0 {
			t.Errorf("%s: %q, commands %#v; want %q", tt.name, said, asked.Commands, tt.want)
		}
	}
}

// The parts of an address come one by one, and two places are never mixed.
func TestAddressInParts(t *testing.T) {
	t.Parallel()
	known := brazil.Address{Street: "Rua A, 1", Locality: "Goiânia", Region: "GO", PostalCode: "74000000", Country: "BR"}
	for _, tt := range []struct {
		name     string
		was      brazil.Address
		in, want checkout.AddressInput
	}{
		{"street to a code", brazil.Address{Region: "GO", PostalCode: "74000000"}, checkout.AddressInput{Street: "Rua B, 2"}, checkout.AddressInput{Street: "Rua B, 2", Region: "GO", PostalCode: "74000000"}},
		{"complement", known, checkout.AddressInput{Extended: "apto 3"}, checkout.AddressInput{Street: "Rua A, 1", Extended: "apto 3", Locality: "Goiânia", Region: "GO", PostalCode: "74000000"}},
		{"another code", known, checkout.AddressInput{PostalCode: "01310-100"}, checkout.AddressInput{PostalCode: "01310-100"}},
		{"same code, written otherwise", known, checkout.AddressInput{PostalCode: "74000-000"}, checkout.AddressInput{Street: "Rua A, 1", Locality: "Goiânia", Region: "GO", PostalCode: "74000-000"}},
		{"another street", known, checkout.AddressInput{Street: "Rua B, 2"}, checkout.AddressInput{Street: "Rua B, 2"}},
		{"another city", known, checkout.AddressInput{Locality: "Recife"}, checkout.AddressInput{Locality: "Recife"}},
	} {
		c := &checkout.Checkout{Fulfillment: checkout.Fulfillment{Destinations: []checkout.Destination{{ID: "d", Address: tt.was}}, SelectedDestination: "d"}}
		if got := (&turn{seen: checkout.Result{Checkout: c}}).withKnown(tt.in); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// The last change of the cart is taken back, and only that.
func TestUndo(t *testing.T) {
	t.Parallel()
	undo := func(revision int64) *conversation.Undo {
		return &conversation.Undo{Checkout: "chk_1", Revision: revision, Lines: []conversation.UndoLine{{Variant: "CAFE-PILAO-500", Quantity: 2}}}
	}
	back := []checkout.Command{checkout.Add{Item: "CAFE-PILAO-500", Quantity: 2}, checkout.Remove{Line: "line_1"}}
	for _, tt := range []struct {
		name string
		undo *conversation.Undo
		text string
		want []checkout.Command
	}{
		{"the change stands", undo(3), "desfaz", back},
		{"in English", undo(3), "Undo that!", back},
		{"changed since", undo(2), "desfaz", nil},
		{"nothing was changed", nil, "desfaz", nil},
		{"an action changed it", &conversation.Undo{}, "deshaz", nil},
	} {
		c := &counter{result: ready(everything...), conv: conversation.Context{Version: 1, Undo: tt.undo, Language: "pt-BR"}}
		said, asked := answered(t, c, tt.text)
		if !reflect.DeepEqual(asked.Commands, tt.want) || (tt.want == nil) != strings.Contains(said, "não consigo desfazer") {
			t.Errorf("%s: commands %#v, said %q", tt.name, asked.Commands, said)
		}
		if tt.want == nil {
			continue
		}
		if asked.IfRevision != 3 || asked.Target.Checkout != "chk_1" {
			t.Errorf("%s: the commands go to %+v, revision %d", tt.name, asked.Target, asked.IfRevision)
		}
		r := c.result
		r.Outcomes = []checkout.Outcome{{Applied: true}, {Applied: true}}
		if u := asked.Turn(r).Undo; u == nil || u.Checkout != "" {
			t.Errorf("%s: a second undo would find %+v", tt.name, u)
		}
	}
}

// What a change found is what takes it back, not what was there when the message was read.
func TestUndoOfWhatWasFound(t *testing.T) {
	t.Parallel()
	c := &counter{result: ready(everything...), conv: conversation.Context{Version: 1}}
	_, asked := answered(t, c, "esvazia o carrinho")
	r := c.result
	r.Outcomes = []checkout.Outcome{{Applied: true}}
	r.Found = &checkout.Found{Lines: []checkout.Line{{Variant: "CAFE-PILAO-500", Quantity: 7}}}
	want := &conversation.Undo{Checkout: "chk_1", Revision: 3, Lines: []conversation.UndoLine{{Variant: "CAFE-PILAO-500", Quantity: 7}}}
	if u := asked.Turn(r).Undo; !reflect.DeepEqual(u, want) {
		t.Errorf("undo %+v, want %+v", u, want)
	}
	if r.Found = nil; asked.Turn(r).Undo.Checkout != "" {
		t.Error("what is not known can be taken back")
	}
}

// While another message has the charge made, the answer says so and asks nothing, and the
// next word of the buyer gets the code.
func TestChargeInTheMaking(t *testing.T) {
	t.Parallel()
	r := ready(everything...)
	r.Checkout.Charges = []payment.Charge{{TXID: "tx", State: payment.ChargeCreating, Amount: 5990}}
	said, asked := answered(t, &counter{result: r, conv: conversation.Context{Version: 1, Language: "pt-BR"}}, "o que tem no carrinho?")
	if !strings.Contains(said, "Estou gerando o Pix") || strings.Contains(said, "?") {
		t.Errorf("said %q", said)
	}
	if p := asked.Turn(r).Pending; p == nil || p.Action != actionPay {
		t.Errorf("pending %+v", p)
	}
}

// The number of a card is neither repeated nor kept, whatever it was given as, and the answer
// asks not to send any.
func TestCardsAreNotKept(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"quero um zorp 5500000000000004", "4111 1111 1111 1111", "complemento: cartão 4111 1111 1111 1111", "tenho o CUPOM A4111111111111111",
		"Rua Um, 5, cartao 4111-1111-1111-1111, Campinas, SP, 13010-000", "meu nome é Ana Lima 4111111111111111", "I'd like to pay with my card 4111 1111 1111 1111 cvv 123",
	} {
		c := &counter{result: ready(everything...), conv: conversation.Context{Version: 1, Language: "pt-BR"}}
		said, asked := answered(t, c, text)
		kept, err := json.Marshal([]any{said, asked.Commands, asked.Turn(c.result)})
		if err != nil {
			t.Fatal(err)
		}
		if digits := onlyDigits(string(kept)); strings.Contains(digits, "4111111111111111") || strings.Contains(digits, "5500000000000004") || strings.Contains(digits, "123") {
			t.Errorf("%q is kept: %s", text, kept)
		}
		if !strings.Contains(said, "envie dados de cartão") && !strings.Contains(said, "send card details") || strings.Contains(said, "não entendi") {
			t.Errorf("%q is answered %q", text, said)
		}
	}
}
