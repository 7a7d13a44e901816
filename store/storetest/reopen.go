package storetest

import (
	"testing"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/platform"
)

// reopen tests that everything is there when a store is opened again.
func reopen(t *testing.T, open func(t *testing.T, place string) Store) {
	place, ctx := t.TempDir(), t.Context()
	s := open(t, place)
	w := checkout.Write{
		Checkout: newCheckout("chk_1", "txid"), Context: newContext(proved, "ctx", 1, "chk_1"),
		Key: newKey("k"), Reply: newReply("r"), Order: newOrder("ord_1", "chk_1", proved, 0),
		Evidence: newEvidence("ord_1", "chk_1", "hash_1"),
		Seals:    []checkout.Seal{newSeal("chk_1", 1, "b"), newSeal("chk_1", 1, "a")},
		Task:     newTask("task_1", proved, 0), Push: newPush("task_1", "p"),
		Stock: []checkout.StockMove{{Variant: "v", Reserved: 1}},
		Jobs:  []job.Job{{Kind: job.Refund, Ref: "txid", Due: start}},
	}
	key := platform.APIKey{ID: "key_a", Profile: proved.Profile, Hash: [32]byte{1}, CreatedAt: start}
	must[struct{}](t)(struct{}{}, s.SetStock(ctx, "v", 2))
	must[struct{}](t)(struct{}{}, s.InsertAPIKey(ctx, key))
	commit(t, s, w)
	for i := range 100 {
		commit(t, s, checkout.Write{Key: newKey(name("more", i)), Reply: newReply("r")})
	}
	for range 2 { // closing twice is no error
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Commit(ctx, checkout.Write{Checkout: newCheckout("chk_2")}) == nil {
		t.Error("a closed store took a write")
	}
	if _, err := s.Checkout(ctx, "chk_1"); err == nil {
		t.Error("a closed store answered")
	}

	s = open(t, place)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	equal(t, "checkout", must[*checkout.Checkout](t)(s.Checkout(ctx, "chk_1")), w.Checkout)
	equal(t, "charge", must[ids.Checkout](t)(s.CheckoutOfCharge(ctx, "txid")), ids.Checkout("chk_1"))
	equal(t, "context", must[conversation.Context](t)(s.Context(ctx, proved, "ctx")), *w.Context)
	equal(t, "reply", must[conversation.Reply](t)(s.Reply(ctx, *w.Key)), *w.Reply)
	equal(t, "order", must[*order.Order](t)(s.Order(ctx, "ord_1")), w.Order)
	equal(t, "evidence", must[*order.Evidence](t)(s.Evidence(ctx, "ord_1")), w.Evidence)
	equal(t, "mandate used", must[bool](t)(s.MandateUsed(ctx, "hash_1")), true)
	equal(t, "seals", must[[]checkout.Seal](t)(s.Seals(ctx, "chk_1", 1)), w.Seals)
	equal(t, "task", must[conversation.Task](t)(s.Task(ctx, "task_1")), *w.Task)
	w.Push.Sent = 1
	equal(t, "push configs", must[[]conversation.PushConfig](t)(s.PushConfigs(ctx, "task_1")), []conversation.PushConfig{*w.Push})
	equal(t, "levels", must[map[ids.Variant]int64](t)(s.Levels(ctx, []ids.Variant{"v"})), map[ids.Variant]int64{"v": 1})
	equal(t, "jobs", must[[]job.Job](t)(s.LeaseJobs(ctx, start, start.Add(lease), 9)), w.Jobs)
	equal(t, "key", must[platform.APIKey](t)(s.APIKeyByHash(ctx, key.Hash)), key)
	for i := range 100 {
		if _, err := s.Reply(ctx, *newKey(name("more", i))); err != nil {
			t.Errorf("reply %d: %v", i, err)
		}
	}
	if n, err := s.PurgeReplies(ctx, start.Add(1)); n != 101 || err != nil {
		t.Errorf("purged %d (error %v), want 101", n, err)
	}
}
