package agent

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/bcp"
	"balcao/catalog/sample"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// counter is a checkout service that remembers what it was asked and fails on demand.
type counter struct {
	asked        []checkout.Request
	result       checkout.Result
	conv         conversation.Context
	do, look     error
	replayed     []byte
	encodedTwice bool
}

func (c *counter) Do(_ context.Context, r checkout.Request) (checkout.Done, error) {
	c.asked = append(c.asked, r)
	if c.do != nil || c.replayed != nil {
		return checkout.Done{Reply: c.replayed}, c.do
	}
	reply, err := r.Reply(c.result)
	again, _ := r.Reply(c.result)
	c.encodedTwice = string(reply) == string(again)
	return checkout.Done{Reply: reply, Result: c.result}, err
}

func (c *counter) Look(context.Context, platform.Caller, checkout.Target) (conversation.Context, checkout.Result, error) {
	return c.conv, c.result, c.look
}

// records fail on demand.
type records struct{ order, levels error }

func (r records) Order(context.Context, ids.Order) (*order.Order, error) { return nil, r.order }
func (r records) Levels(context.Context, []ids.Variant) (map[ids.Variant]int64, error) {
	return map[ids.Variant]int64{}, r.levels
}

func (r records) Reply(context.Context, conversation.Key) (conversation.Reply, error) {
	return conversation.Reply{}, checkout.ErrNotFound
}

type brokenInterpreter struct{}

func (brokenInterpreter) Interpret(context.Context, intents.Utterance) (intents.Interpretation, error) {
	return intents.Interpretation{}, errSecret
}

// newShop returns a shop over the sample catalogue.
func newShop(t *testing.T, c *counter) *Shop {
	t.Helper()
	goods, err := sample.New()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return &Shop{
		Counter: c, Catalog: goods.Catalog, Records: records{order: checkout.ErrNotFound},
		Interpreter: intents.NewParser(goods.Catalog.Products()), Encoder: bcp.NewEncoder(bcp.Config{PublicURL: "https://shop.example", ShopName: "Loja"}),
		NewID: func(prefix string) string { n++; return prefix + string(rune('0'+n)) },
		Now:   func() time.Time { return now }, Name: "Loja", StorefrontURL: "https://shop.example/",
	}
}

var everything = []string{platform.CapCheckout, platform.CapOrder, platform.CapCatalogSearch, platform.CapCatalogLookup, platform.CapFulfillment}

var (
	buyer  = platform.Caller{Profile: "https://platform.example/p", Rights: platform.RightCheckout}
	proven = platform.Caller{Profile: "https://platform.example/p", Rights: platform.RightCheckout | platform.RightOrder, Authenticated: true}
)

// sent is a message with one data part, or a text if data is empty.
func sent(who platform.Caller, data, text string) Message {
	m := Message{Identity: identity(who, everything...), Extension: draftURI, ID: "m1", Context: "c1", Text: text, Fingerprint: [32]byte{1}}
	if data != "" {
		m.Data = []json.RawMessage{json.RawMessage(data)}
	}
	return m
}

// What the counter is asked to do.
func TestWhatTheCounterIsAsked(t *testing.T) {
	t.Parallel()
	key := &conversation.Key{Owner: buyer.Owner(), Binding: "a2a", ID: "m1", Fingerprint: [32]byte{1}}
	without := sent(buyer, `{"action":"get_checkout"}`, "")
	without.Extension = ""
	tests := []struct {
		name     string
		m        Message
		target   checkout.Target
		commands []checkout.Command
		key      *conversation.Key
	}{
		{"add", sent(buyer, `{"action":"add_to_checkout","product_id":"item_123","quantity":3.0}`, ""), checkout.Target{Context: "c1"}, []checkout.Command{checkout.Add{Item: "item_123", Quantity: 3}}, key},
		{"named checkout", sent(buyer, `{"action":"cancel_checkout","checkout_id":"chk_1"}`, ""), checkout.Target{Context: "c1", Checkout: "chk_1"}, []checkout.Command{checkout.Cancel{}}, key},
		{"read", sent(buyer, `{"action":"get_checkout","checkout_id":"chk_1"}`, ""), checkout.Target{Context: "c1", Checkout: "chk_1"}, nil, key},
		{"search", sent(buyer, `{"action":"search_catalog","query":"camiseta"}`, ""), checkout.Target{Context: "c1"}, nil, key},
		{"greeting", sent(buyer, "", "bom dia"), checkout.Target{Context: "c1"}, nil, key},
		{"action beside a text", sent(buyer, `{"action":"cancel_checkout"}`, "adicione uma camiseta"), checkout.Target{Context: "c1"}, []checkout.Command{checkout.Cancel{}}, key},
		{"without the extension no key", without, checkout.Target{Context: "c1"}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &counter{}
			if _, err := newShop(t, c).Send(context.Background(), tt.m); err != nil {
				t.Fatalf("Send failed: %v", err)
			}
			if len(c.asked) != 1 {
				t.Fatalf("the counter was asked %d times", len(c.asked))
			}
			r := c.asked[0]
			if r.Target != tt.target || r.Caller != tt.m.Identity.Caller || r.Session.Version != "2026-07-28" || r.IfRevision != 0 {
				t.Errorf("asked about %+v by %+v", r.Target, r.Caller)
			}
			if !reflect.DeepEqual(r.Commands, tt.commands) {
				t.Errorf("commands are %#v, want %#v", r.Commands, tt.commands)
			}
			if (r.Key == nil) != (tt.key == nil) || r.Key != nil && *r.Key != *tt.key {
				t.Errorf("key is %+v, want %+v", r.Key, tt.key)
			}
			if !c.encodedTwice {
				t.Error("encoding twice gave two answers")
			}
		})
	}
}

// Nobody never reaches the counter, and a stored reply goes out as it was.
func TestNobodyAndReplays(t *testing.T) {
	t.Parallel()
	c := &counter{}
	m := sent(platform.Caller{}, "", "Adicione um Pixel 10 Pro ao carrinho")
	m.Extension, m.Context = "", ""
	reply, err := newShop(t, c).Send(context.Background(), m)
	if err != nil || len(c.asked) != 0 {
		t.Fatalf("nobody: %s, %v, the counter was asked %d times", reply, err, len(c.asked))
	}
	want := `{"message":{"messageId":"msg_2","contextId":"ctx_1","role":"ROLE_AGENT","parts":[{"text":"` + sayIdentify.In(lang.Portuguese) + `"}]}}`
	if string(reply) != want {
		t.Errorf("answered\n%s, want\n%s", reply, want)
	}
	c = &counter{replayed: []byte(`{"stored":1.0}`)}
	reply, err = newShop(t, c).Send(context.Background(), sent(buyer, `{"action":"get_checkout"}`, ""))
	if err != nil || string(reply) != `{"stored":1.0}` {
		t.Errorf("a replay is %s, %v", reply, err)
	}
}

// A failure of anything behind the binding is an internal error whose text stays inside.
func TestFailuresBehindTheBinding(t *testing.T) {
	t.Parallel()
	const add = `"parts":[{"data":{"action":"add_to_checkout","product_id":"item_123"}}]`
	tests := []struct {
		name, members string
		breakIt       func(*Shop, *counter)
		want          answer
	}{
		{"counter", add, func(_ *Shop, c *counter) { c.do = &checkout.Error{Reason: checkout.Internal, Err: errSecret} }, internalAnswer},
		{"counter, bare", add, func(_ *Shop, c *counter) { c.do = errSecret }, internalAnswer},
		{"counter busy", add, func(_ *Shop, c *counter) { c.do = &checkout.Error{Reason: checkout.Unavailable, Err: errSecret} }, answer{503, -32000, "unavailable", "bcp.dev.br", "", "1"}},
		{"key", add, func(_ *Shop, c *counter) { c.do = &checkout.Error{Reason: checkout.KeyConflict} }, answer{200, -32602, "idempotency_conflict", "bcp.dev.br", "message.messageId", ""}},
		{"conversation", `"parts":[{"text":"oi"}]`, func(_ *Shop, c *counter) { c.look = errSecret }, internalAnswer},
		{"interpreter", `"parts":[{"text":"oi"}]`, func(s *Shop, _ *counter) { s.Interpreter = brokenInterpreter{} }, internalAnswer},
		{"stock, search", `"parts":[{"data":{"action":"search_catalog","query":"camiseta"}}]`, func(s *Shop, _ *counter) { s.Records = records{levels: errSecret} }, internalAnswer},
		{"stock, product", `"parts":[{"data":{"action":"get_product","product_id":"item_123"}}]`, func(s *Shop, _ *counter) { s.Records = records{levels: errSecret} }, internalAnswer},
		{"orders", `"parts":[{"data":{"action":"get_order","order_id":"ord_1"}}]`, func(s *Shop, _ *counter) { s.Records = records{order: errSecret} }, internalAnswer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &counter{}
			s := newShop(t, c)
			tt.breakIt(s, c)
			h := newHarness()
			h.Sender = s
			h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) { return identity(proven, everything...), nil })
			w := h.say(tt.members)
			e := errorIn(t, w)
			got := answer{status: w.Code, code: e.Error.Code, reason: e.Error.Data[0].Reason, domain: e.Error.Data[0].Domain, retryAfter: w.Header().Get("Retry-After")}
			if len(e.Error.Data) > 1 {
				got.field = e.Error.Data[1].FieldViolations[0].Field
			}
			if got != tt.want {
				t.Errorf("answered %+v, want %+v: %s", got, tt.want, w.Body)
			}
			h.hides(t, w)
			if tt.want == internalAnswer && !strings.Contains(h.log.String(), "hunter2") {
				t.Errorf("the log does not tell what happened: %s", &h.log)
			}
		})
	}
}

var internalAnswer = answer{status: 200, code: -32603, reason: "INTERNAL_ERROR", domain: "a2a-protocol.org"}

// Who may do what, by rights and proof.
func TestRights(t *testing.T) {
	t.Parallel()
	const buy, read = `{"action":"add_to_checkout","product_id":"item_123"}`, `{"action":"get_order","order_id":"o1"}`
	who := func(authenticated bool, rights platform.Rights) platform.Caller {
		return platform.Caller{Profile: "https://platform.example/p", Authenticated: authenticated, Rights: rights}
	}
	tests := []struct {
		name, data string
		who        platform.Caller
		want       string // code of the error, empty if it may
	}{
		{"anonymous buys", buy, who(false, platform.RightCheckout), ""},
		{"anonymous without rights", buy, who(false, 0), "unauthenticated"},
		{"key for checkouts buys", buy, who(true, platform.RightCheckout), ""},
		{"key for orders buys", buy, who(true, platform.RightOrder), "forbidden"},
		{"key for orders reads", read, who(true, platform.RightOrder), ""},
		{"key for checkouts reads", read, who(true, platform.RightCheckout), ""}, // answered by an envelope
		{"anonymous reads", read, who(false, platform.RightCheckout), "unauthenticated"},
	}
	for _, tt := range tests {
		c := &counter{}
		_, err := newShop(t, c).Send(context.Background(), sent(tt.who, tt.data, ""))
		var e *profile.Error
		got := ""
		if errors.As(err, &e) {
			got = e.Code
		} else if err != nil {
			got = err.Error()
		}
		if got != tt.want || (tt.want == "") != (len(c.asked) == 1) {
			t.Errorf("%s: %q, want %q; the counter was asked %d times", tt.name, got, tt.want, len(c.asked))
		}
	}
}

// Without the capability an action needs, the answer is the envelope; nothing is done.
func TestCapabilitiesOfActions(t *testing.T) {
	t.Parallel()
	needs := map[string]string{
		`{"action":"search_catalog","query":"camiseta"}`:               platform.CapCatalogSearch,
		`{"action":"get_product","product_id":"item_123"}`:             platform.CapCatalogLookup,
		`{"action":"add_to_checkout","product_id":"item_123"}`:         platform.CapCheckout,
		`{"action":"get_checkout"}`:                                    platform.CapCheckout,
		`{"action":"get_order","order_id":"o1"}`:                       platform.CapOrder,
		`{"action":"complete_checkout","a2a.bcp.checkout.payment":{}}`: platform.CapCheckout,
	}
	for _, data := range slices.Sorted(maps.Keys(needs)) {
		c := &counter{}
		m := sent(proven, data, "")
		m.Identity = identity(proven, slices.DeleteFunc(slices.Clone(everything), func(name string) bool { return name == needs[data] })...)
		reply, err := newShop(t, c).Send(context.Background(), m)
		if err != nil || !strings.Contains(string(reply), `"code":"capabilities_incompatible"`) || !strings.Contains(string(reply), `"severity":"unrecoverable"`) ||
			!strings.Contains(string(reply), `"continue_url":"https://shop.example/"`) {
			t.Errorf("%s is answered %s, %v", data, reply, err)
		}
		if len(c.asked) != 1 || len(c.asked[0].Commands) != 0 {
			t.Errorf("%s: the counter was asked %+v", data, c.asked)
		}
	}
}
