package web_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/net/html"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/catalog/sample"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/token"
	"balcao/platform"
	"balcao/profile"
	"balcao/web"
)

var noon = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC) // noon in Brasília

var seller = order.Seller{
	CNPJ: "99887766000105", LegalName: "Balcão Demonstração Comércio Ltda",
	Address: brazil.Address{Street: "Rua do Balcão, 100", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"},
}

const evil = `<script>alert("x")</script>`

func address() brazil.Address {
	return brazil.Address{
		FirstName: "Ana", LastName: "Souza", Street: "Av. Paulista, 1000", Extended: "ap. 12",
		Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR", Phone: "+5511988887777",
	}
}

// purchase is a checkout with all that a page can show, its Pix charge open.
func purchase() checkout.Result {
	c := &checkout.Checkout{
		ID: "chk_1", Key: "KEY", Language: "pt-BR", CreatedAt: noon, ExpiresAt: noon.Add(6 * time.Hour),
		Session: platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{{Name: platform.CapFulfillment}}},
		Seller:  seller,
		Lines: []checkout.Line{{
			ID: "li_1", Title: "Camiseta " + evil, Price: 5990, Quantity: 2,
			Totals: []order.Total{{Type: "subtotal", Amount: 11980}, {Type: "total", Amount: 11980}},
		}},
		Buyer: &checkout.Buyer{
			FirstName: "Ana", LastName: "Souza", Email: "ana@example.com", Phone: "+5511988887777",
			TaxpayerID: &checkout.TaxpayerID{Kind: "cpf", Value: "39053344705"},
		},
		Fulfillment: checkout.Fulfillment{
			Method: checkout.Shipping, SelectedDestination: "d1", SelectedOption: "express",
			Destinations: []checkout.Destination{{ID: "d1", Address: address()}},
			Options: []checkout.Option{
				{ID: "standard", Title: "PAC", Price: 500}, {ID: "express", Title: "SEDEX", Description: "Até 3 dias úteis", Price: 1000},
			},
		},
		Totals: []order.Total{
			{Type: "subtotal", Amount: 11980}, {Type: "discount", Text: "BEMVINDO10", Amount: -1198},
			{Type: "fulfillment", Amount: 1000}, {Type: "gift_wrap", Amount: 0}, {Type: "total", Amount: 11782},
		},
		Charges: []payment.Charge{{
			TXID: "tx", State: payment.ChargeOpen, Amount: 11782, ExpiresAt: noon.Add(30 * time.Minute),
			CopyPaste: "00020126BR.GOV.BCB.PIX<6304ABCD", QRCode: []byte("\x89PNG\r\n"),
		}},
	}
	return checkout.Result{
		Checkout: c, Status: checkout.ReadyForComplete, ChargeVisible: true,
		Messages: []checkout.Message{
			{Type: checkout.TypeWarning, Code: checkout.CodeDiscountExpired, Args: checkout.Args{Value: "NATAL-20" + evil}},
			{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal},
		},
	}
}

func placed() *order.Order {
	return &order.Order{
		ID: "ord_1", Checkout: "chk_1", Key: "OKEY", Language: "pt-BR", Label: "Pedido ABC123", CreatedAt: noon, Currency: "BRL",
		Owner:   platform.Owner{Profile: "https://p.example/profile", Authenticated: true},
		Session: platform.Session{Version: "2026-04-08"},
		Lines: []order.Line{{
			ID: "li_1", Variant: "v1", Title: "Camiseta " + evil, Price: 5990, Original: 2, Total: 2,
			Totals: []order.Total{{Type: "total", Amount: 11980}},
		}},
		Totals:   []order.Total{{Type: "subtotal", Amount: 11980}, {Type: "total", Amount: 11980}},
		Promises: []order.Expectation{{ID: "exp_1", Method: "shipping", Description: "SEDEX", Destination: address()}},
		Seller:   seller,
	}
}

// shop fakes what the pages are made of.
type shop struct {
	result   checkout.Result
	order    *order.Order
	identity profile.Identity
	err      error // of Identify
	seen     profile.Credentials
	broken   bool
	// target is where the buyer proves identity; challengeErr and returnErr are answered instead.
	target                  string
	challengeErr, returnErr error
	returns                 int
	// asked are the returns that buyers asked for, by key; now is what the clock says.
	asked   map[string]order.Command
	refuse  error
	secrets int
	now     time.Time
	bank    *token.Sandbox
}

func (s *shop) ChallengeURL(_ context.Context, id ids.Checkout, key string) (string, error) {
	if s.challengeErr != nil || id != s.result.Checkout.ID || key != s.result.Checkout.Key {
		return "", cmp.Or(s.challengeErr, checkout.ErrNotFound)
	}
	return s.target, nil
}

func (s *shop) Returned(_ context.Context, id ids.Checkout, key string) error {
	if id != s.result.Checkout.ID || key != s.result.Checkout.Key {
		return checkout.ErrNotFound
	}
	s.returns++
	return s.returnErr
}

var errBroken = errors.New("secret detail")

func (s *shop) View(_ context.Context, id ids.Checkout, key string) (checkout.Result, error) {
	switch {
	case s.broken:
		return checkout.Result{}, errBroken
	case id != s.result.Checkout.ID || key != s.result.Checkout.Key:
		return checkout.Result{}, checkout.ErrNotFound
	}
	return s.result, nil
}

func (s *shop) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	switch {
	case s.broken:
		return nil, errBroken
	case id != s.order.ID:
		return nil, checkout.ErrNotFound
	}
	return s.order, nil
}

// Do has the domain's own door carry the command out.
func (s *shop) Do(ctx context.Context, id ids.Order, key string, cmd order.Command) (*order.Order, error) {
	if s.refuse != nil {
		return nil, s.refuse
	}
	o, err := (&order.Service{Store: (*shelf)(s), Clock: s}).Do(ctx, id, key, cmd)
	if err == nil {
		s.asked[key] = cmd
	}
	return o, err
}

func (s *shop) Now() time.Time { return s.now }

// shelf is the order of a shop as a store.
type shelf shop

func (s *shelf) Order(context.Context, ids.Order) (*order.Order, error) {
	raw, err := json.Marshal(s.order)
	if err != nil {
		return nil, err
	}
	o := new(order.Order)
	return o, json.Unmarshal(raw, o)
}

func (s *shelf) CommitOrder(_ context.Context, w order.Write) error {
	s.order = w.Order
	return nil
}

func (s *shop) Identify(_ context.Context, c profile.Credentials) (profile.Identity, error) {
	s.seen = c
	return s.identity, s.err
}

func products(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, err := catalog.New([]catalog.Product{
		{ID: "p1", Handle: "camiseta", Title: "Camiseta " + evil, Brand: "Marca", Category: "Roupas", Description: "Algodão & <b>linho</b>", NCM: "61091000",
			NotSoldIn: []string{"AC", "RO"},
			Options:   []catalog.Option{{Name: "Cor", Labels: []string{"Azul", "Preta"}}},
			Variants: []catalog.Variant{
				{ID: "p1-azul", Title: "Camiseta azul", Price: 5990, Selected: []catalog.Selection{{Name: "Cor", Label: "Azul"}}},
				{ID: "p1-preta", Title: "Camiseta preta", Price: 4990, Selected: []catalog.Selection{{Name: "Cor", Label: "Preta"}}},
			}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newShop() *shop {
	bank, err := token.NewSandbox(token.SandboxConfig{Pages: "https://loja.example" + web.PathSandboxBank, NewSecret: rand.Text})
	if err != nil {
		panic(err) // one without a file cannot fail
	}
	return &shop{result: purchase(), order: placed(), target: "https://bank.example/3ds", bank: bank, asked: map[string]order.Command{}, now: noon}
}

// handler serves the pages of s over Echo.
func (s *shop) handler(t *testing.T) http.Handler {
	t.Helper()
	pages := web.New(web.Deps{
		Shop:      web.Shop{Name: "Balcão Demonstração", Seller: seller, Email: "oi@balcao.example", Sandbox: true},
		Checkouts: s, SandboxBank: s.bank, Orders: s, Products: products(t), Identifier: s,
		Encoder: bcp.NewEncoder(bcp.Config{PublicURL: "https://loja.example"}),
		Picture: sample.Picture, Returns: s, NewSecret: func() string { s.secrets++; return fmt.Sprintf("segredo%d", s.secrets) },
		Now: func() time.Time { return s.now },
	})
	e := echo.New()
	pages.Register(e)
	return e
}

func ask(t *testing.T, h http.Handler, method, target string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(body)
}

func wantHeaders(t *testing.T, r *http.Response, pairs ...string) {
	t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		if got := strings.Join(r.Header.Values(pairs[i]), " | "); got != pairs[i+1] {
			t.Errorf("header %s = %q, want %q", pairs[i], got, pairs[i+1])
		}
	}
}

func wantParts(t *testing.T, body string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(body, p) {
			t.Errorf("page lacks %q", p)
		}
	}
	if t.Failed() {
		t.Log(body)
	}
}

func wantNone(t *testing.T, body string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(body, p) {
			t.Errorf("page holds %q", p)
		}
	}
}

// voids are the elements that have no end.
var voids = map[string]bool{"meta": true, "link": true, "br": true, "input": true, "img": true}

// wellFormed checks that every element ends where it should, that ids are used once and
// that nothing on the page can run.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	var open []string
	seen := make(map[string]bool)
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		switch kind {
		case html.StartTagToken:
			if token.Data == "script" || token.Data == "style" {
				t.Errorf("page has <%s>", token.Data)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
					t.Errorf("<%s> has %s", token.Data, a.Key)
				}
				if a.Key == "id" && seen[a.Val] {
					t.Errorf("id %q twice", a.Val)
				}
				if a.Key == "id" {
					seen[a.Val] = true
				}
			}
			if !voids[token.Data] {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Fatalf("</%s> closes nothing; open: %v", token.Data, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("never closed: %v", open)
	}
}

func decode(t *testing.T, body string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return out
}
