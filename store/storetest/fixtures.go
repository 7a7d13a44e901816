package storetest

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// start is the time at which the tests begin.
var start = time.Date(2026, 7, 28, 12, 0, 0, 123_000_000, time.UTC)

var (
	proved  = platform.Owner{Profile: "https://platform.example/profile.json", Authenticated: true}
	claimed = platform.Owner{Profile: "https://platform.example/profile.json"}
	other   = platform.Owner{Profile: "https://other.example/profile.json", Authenticated: true}
)

func newCheckout(id ids.Checkout, txids ...ids.TXID) *checkout.Checkout {
	c := &checkout.Checkout{
		ID: id, Owner: proved, Context: "ctx", Version: 1, Revision: 1, Language: "pt-BR",
		Key: "key", CreatedAt: start, ExpiresAt: start.Add(6 * time.Hour), Currency: "BRL",
		Lines:       []checkout.Line{{ID: "li_1", Product: "p", Variant: "v", Title: "Camiseta", Price: 5990, Quantity: 1}},
		Attribution: map[string]string{"campanha": "junho"},
		Totals:      []order.Total{{Type: order.TotalTotal, Amount: 5990}},
	}
	for _, txid := range txids {
		c.Charges = append(c.Charges, payment.Charge{TXID: txid, State: payment.ChargeOpen, Amount: 5990, CreatedAt: start, ExpiresAt: start.Add(time.Hour), QRCode: []byte{0, 1, 2}})
	}
	return c
}

// at returns c in another version and, so that it can be told apart, revision.
func at(c *checkout.Checkout, version, revision int64) *checkout.Checkout {
	next := *c
	next.Version, next.Revision = version, revision
	return &next
}

func newContext(owner platform.Owner, id ids.Context, version int64, current ids.Checkout) *conversation.Context {
	return &conversation.Context{
		Owner: owner, ID: id, Version: version, Checkout: current, LastResults: []ids.Product{"p", "q"}, UpdatedAt: start,
		Pending: &conversation.Pending{Action: "complete_checkout", Slots: []byte(`{"a":1}`), Checkout: current, Revision: 1, ExpiresAt: start},
	}
}

func newKey(id string) *conversation.Key {
	return &conversation.Key{Owner: proved, Binding: "mcp", Operation: "create_checkout", ID: id, Fingerprint: [32]byte{1, 2, 3}}
}

func newReply(result string) *conversation.Reply {
	return &conversation.Reply{Fingerprint: [32]byte{1, 2, 3}, Done: true, Result: []byte(result), CreatedAt: start}
}

func newOrder(id ids.Order, of ids.Checkout, owner platform.Owner, age time.Duration) *order.Order {
	return &order.Order{ID: id, Checkout: of, Owner: owner, Version: 1, Label: "Pedido " + string(id), CreatedAt: start.Add(-age), Currency: "BRL",
		Lines: []order.Line{{ID: "li_1", Variant: "v", Title: "Camiseta", Price: 5990, Original: 1, Total: 1}}}
}

// newTask is a task in its first version that got its state some time before start.
func newTask(id ids.Task, owner platform.Owner, age time.Duration) *conversation.Task {
	return &conversation.Task{
		ID: id, Owner: owner, Context: "ctx", Checkout: "chk_1", Version: 1, State: conversation.TaskWorking,
		CreatedAt: start.Add(-age - time.Minute), StatusAt: start.Add(-age), Body: []byte(`{"status":"é"}`),
	}
}

// moved returns the task's next version, in a state that it got then.
func moved(t *conversation.Task, state conversation.TaskState, at time.Time) *conversation.Task {
	next := *t
	next.Version, next.State, next.StatusAt = t.Version+1, state, at
	return &next
}

func newPush(task ids.Task, id string) *conversation.PushConfig {
	return &conversation.PushConfig{
		Task: task, ID: id, URL: "https://platform.example/push?k=1", Token: "tok", Scheme: "Bearer", Credentials: "cred", CreatedAt: start,
	}
}

// commit writes and fails the test if that fails.
func commit(t *testing.T, s Store, w checkout.Write) {
	t.Helper()
	if err := s.Commit(t.Context(), w); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

// refuse writes and fails the test unless that fails with want.
func refuse(t *testing.T, s Store, w checkout.Write, want error) {
	t.Helper()
	if err := s.Commit(t.Context(), w); !errors.Is(err, want) {
		t.Fatalf("commit: error %v, want %v", err, want)
	}
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// missing fails the test unless err says that there is no such row.
func missing(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, checkout.ErrNotFound) {
		t.Errorf("%s: error %v, want ErrNotFound", what, err)
	}
}
