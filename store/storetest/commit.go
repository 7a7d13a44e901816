package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/platform"
)

func notFound(t *testing.T, s Store) {
	ctx := t.Context()
	_, err := s.Checkout(ctx, "chk_none")
	missing(t, "checkout", err)
	_, err = s.CheckoutOfCharge(ctx, "none")
	missing(t, "charge", err)
	_, err = s.Context(ctx, proved, "none")
	missing(t, "context", err)
	_, err = s.Reply(ctx, *newKey("none"))
	missing(t, "reply", err)
	_, err = s.Order(ctx, "ord_none")
	missing(t, "order", err)
	_, err = s.Evidence(ctx, "ord_none")
	missing(t, "evidence", err)
	_, err = s.Task(ctx, "task_none")
	missing(t, "task", err)
	_, err = s.APIKeyByHash(ctx, [32]byte{1})
	missing(t, "API key", err)
	missing(t, "revoke", s.RevokeAPIKey(ctx, "none"))
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
	commit(t, s, checkout.Write{}) // nothing to write is no error
}

func checkoutVersions(t *testing.T, s Store) {
	c := newCheckout("chk_1")
	refuse(t, s, checkout.Write{Checkout: at(c, 2, 1)}, checkout.ErrConflict) // not stored yet
	commit(t, s, checkout.Write{Checkout: c})
	equal(t, "stored", must[*checkout.Checkout](t)(s.Checkout(t.Context(), "chk_1")), c)
	refuse(t, s, checkout.Write{Checkout: at(c, 1, 9)}, checkout.ErrConflict) // stored meanwhile
	refuse(t, s, checkout.Write{Checkout: at(c, 3, 9)}, checkout.ErrConflict) // a version left out
	commit(t, s, checkout.Write{Checkout: at(c, 2, 2)})
	refuse(t, s, checkout.Write{Checkout: at(c, 2, 9)}, checkout.ErrConflict) // a version too late
	equal(t, "replaced", must[*checkout.Checkout](t)(s.Checkout(t.Context(), "chk_1")), at(c, 2, 2))
}

func contextVersions(t *testing.T, s Store) {
	first, second := newContext(proved, "ctx", 1, "chk_1"), newContext(proved, "ctx", 2, "chk_2")
	refuse(t, s, checkout.Write{Context: second}, checkout.ErrConflict)
	commit(t, s, checkout.Write{Context: first})
	refuse(t, s, checkout.Write{Context: first}, checkout.ErrConflict)
	commit(t, s, checkout.Write{Context: second})
	refuse(t, s, checkout.Write{Context: second}, checkout.ErrConflict)
	equal(t, "context", must[conversation.Context](t)(s.Context(t.Context(), proved, "ctx")), *second)
}

// A context is found by owner and id together.
func contextOwners(t *testing.T, s Store) {
	for _, owner := range []platform.Owner{proved, claimed, other} {
		commit(t, s, checkout.Write{Context: newContext(owner, "ctx", 1, ids.Checkout("of "+owner.Profile))})
		equal(t, "context", must[conversation.Context](t)(s.Context(t.Context(), owner, "ctx")).Owner, owner)
	}
	_, err := s.Context(t.Context(), platform.Owner{Profile: other.Profile}, "ctx")
	missing(t, "unauthenticated", err)
}

// Every member of a key tells it from others, but the fingerprint does not.
func replyKeys(t *testing.T, s Store) {
	base := *newKey("k")
	keys := []conversation.Key{base, base, base, base, base}
	keys[1].Owner.Authenticated = false
	keys[2].Binding = "a2a"
	keys[3].Operation = ""
	keys[4].ID = "K"
	for i, k := range keys {
		commit(t, s, checkout.Write{Key: &k, Reply: newReply(string(rune('a' + i)))})
	}
	for i, k := range keys {
		k.Fingerprint = [32]byte{9}
		got := must[conversation.Reply](t)(s.Reply(t.Context(), k))
		equal(t, "result", string(got.Result), string(rune('a'+i)))
		refuse(t, s, checkout.Write{Key: &k, Reply: newReply("again")}, checkout.ErrConflict)
	}
}

func replyClaims(t *testing.T, s Store) {
	key := newKey("k")
	claim := &conversation.Reply{Fingerprint: key.Fingerprint, LeaseUntil: start.Add(time.Minute), Claim: []byte("half"), CreatedAt: start}
	refuse(t, s, checkout.Write{Key: key, Reply: newReply("done"), ExpectClaim: true}, checkout.ErrConflict) // no claim
	commit(t, s, checkout.Write{Key: key, Reply: claim})
	equal(t, "claim", must[conversation.Reply](t)(s.Reply(t.Context(), *key)), *claim)
	refuse(t, s, checkout.Write{Key: key, Reply: claim}, checkout.ErrConflict) // claimed already
	later := *claim
	later.LeaseUntil = start.Add(time.Hour)
	commit(t, s, checkout.Write{Key: key, Reply: &later, ExpectClaim: true}) // taken over
	commit(t, s, checkout.Write{Key: key, Reply: newReply("done"), ExpectClaim: true})
	equal(t, "reply", must[conversation.Reply](t)(s.Reply(t.Context(), *key)), *newReply("done"))
	refuse(t, s, checkout.Write{Key: key, Reply: newReply("twice"), ExpectClaim: true}, checkout.ErrConflict) // finished
}

// What is replayed is what was stored, byte for byte.
func replyRoundTrip(t *testing.T, s Store) {
	for i, r := range []conversation.Reply{
		{},
		{Result: []byte{}, Claim: []byte{}},
		{Fingerprint: [32]byte{31: 255}, Done: true, LeaseUntil: start, Result: []byte("\x00\xff{}"), Claim: []byte("é"), CreatedAt: start.Add(1)},
	} {
		key := newKey(string(rune('a' + i)))
		commit(t, s, checkout.Write{Key: key, Reply: &r})
		got := must[conversation.Reply](t)(s.Reply(t.Context(), *key))
		equal(t, "result", string(got.Result), string(r.Result))
		equal(t, "claim", string(got.Claim), string(r.Claim))
		got.Result, got.Claim, r.Result, r.Claim = nil, nil, nil, nil
		equal(t, "reply", got, r)
	}
}

func charges(t *testing.T, s Store) {
	c := newCheckout("chk_1", "txid1")
	commit(t, s, checkout.Write{Checkout: c})
	more := newCheckout("chk_1", "txid1", "txid2")
	commit(t, s, checkout.Write{Checkout: at(more, 2, 2)})
	for _, txid := range []ids.TXID{"txid1", "txid2"} {
		equal(t, "checkout of charge", must[ids.Checkout](t)(s.CheckoutOfCharge(t.Context(), txid)), ids.Checkout("chk_1"))
	}
	// Nobody takes over another checkout's charge.
	refuse(t, s, checkout.Write{Checkout: newCheckout("chk_2", "txid2")}, checkout.ErrConflict)
	_, err := s.Checkout(t.Context(), "chk_2")
	missing(t, "the thief", err)
}

// A write of which one part fails leaves nothing of the others.
func allOrNothing(t *testing.T, s Store) {
	must[struct{}](t)(struct{}{}, s.SetStock(t.Context(), "v", 3))
	commit(t, s, checkout.Write{
		Checkout: newCheckout("chk_old"), Context: newContext(proved, "old", 1, ""), Key: newKey("old"), Reply: newReply("old"),
		Order: newOrder("ord_old", "chk_old", proved, 0), Evidence: newEvidence("ord_old", "chk_old", "hash_old"),
		Task: newTask("task_old", proved, 0),
	})
	whole := func() checkout.Write {
		return checkout.Write{
			Checkout: newCheckout("chk_new", "txid"), Context: newContext(proved, "new", 1, "chk_new"),
			Key: newKey("new"), Reply: newReply("new"), Order: newOrder("ord_new", "chk_new", proved, 0),
			Evidence: newEvidence("ord_new", "chk_new", "hash_new"), Seals: []checkout.Seal{newSeal("chk_new", 1, "seal")},
			Task: newTask("task_new", proved, 0), Push: newPush("task_new", "p"),
			Stock: []checkout.StockMove{{Variant: "v", Reserved: 1}},
			Jobs:  []job.Job{{Kind: job.ExpireCheckout, Ref: "chk_new", Due: start}},
		}
	}
	for name, c := range map[string]struct {
		spoil func(w *checkout.Write)
		want  error
	}{
		"checkout": {func(w *checkout.Write) { w.Checkout = at(w.Checkout, 2, 1) }, checkout.ErrConflict},
		"context":  {func(w *checkout.Write) { w.Context.ID = "old" }, checkout.ErrConflict},
		"reply":    {func(w *checkout.Write) { w.Key.ID = "old" }, checkout.ErrConflict},
		"claim":    {func(w *checkout.Write) { w.ExpectClaim = true }, checkout.ErrConflict},
		"order":    {func(w *checkout.Write) { w.Order.ID, w.Evidence.Order = "ord_old", "ord_old" }, checkout.ErrConflict},
		"evidence": {func(w *checkout.Write) { w.Evidence.CheckoutHash = "hash_old" }, checkout.ErrConflict},
		"task":     {func(w *checkout.Write) { w.Task.ID, w.Push.Task = "task_old", "task_old" }, checkout.ErrConflict},
		"stock":    {func(w *checkout.Write) { w.Stock[0].Reserved = 4 }, checkout.ErrStock},
	} {
		w := whole()
		c.spoil(&w)
		if err := s.Commit(t.Context(), w); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
		ctx := t.Context()
		_, err := s.Checkout(ctx, "chk_new")
		missing(t, name+": checkout", err)
		_, err = s.CheckoutOfCharge(ctx, "txid")
		missing(t, name+": charge", err)
		_, err = s.Context(ctx, proved, "new")
		missing(t, name+": context", err)
		_, err = s.Reply(ctx, *newKey("new"))
		missing(t, name+": reply", err)
		_, err = s.Order(ctx, "ord_new")
		missing(t, name+": order", err)
		_, err = s.Evidence(ctx, "ord_new")
		missing(t, name+": evidence", err)
		equal(t, name+": mandate used", must[bool](t)(s.MandateUsed(ctx, "hash_new")), false)
		equal(t, name+": seals", hashes(t, s, "chk_new", 1), []string(nil))
		_, err = s.Task(ctx, "task_new")
		missing(t, name+": task", err)
		equal(t, name+": push configs", must[[]conversation.PushConfig](t)(s.PushConfigs(ctx, "task_new")), []conversation.PushConfig(nil))
		equal(t, name+": stock", must[map[ids.Variant]int64](t)(s.Levels(ctx, []ids.Variant{"v"})), map[ids.Variant]int64{"v": 3})
		if _, found, err := s.NextJobDue(ctx); found || err != nil {
			t.Errorf("%s: a job was left (error %v)", name, err)
		}
	}
	commit(t, s, whole())
}

func badWrites(t *testing.T, s Store) {
	for name, w := range map[string]checkout.Write{
		"checkout without version": {Checkout: at(newCheckout("chk_1"), 0, 0)},
		"context without version":  {Context: newContext(proved, "ctx", 0, "")},
		"task without version":     {Task: &conversation.Task{ID: "task_1", Owner: proved}},
		"push config without task": {Push: newPush("task_1", "p")},
		"another task's config":    {Task: newTask("task_1", proved, 0), Push: newPush("task_2", "p")},
		"evidence without order":   {Evidence: newEvidence("ord_1", "chk_1", "hash")},
		"another order's evidence": {Order: newOrder("ord_1", "chk_1", proved, 0), Evidence: newEvidence("ord_2", "chk_1", "hash")},
		"seal of no checkout":      {Seals: []checkout.Seal{newSeal("chk_none", 1, "a")}},
		"reply without key":        {Reply: newReply("r")},
		"key without reply":        {Key: newKey("k")},
		"text that is none":        {Context: newContext(proved, "ctx", 1, "\xff")},
	} {
		if err := s.Commit(t.Context(), w); err == nil || errors.Is(err, checkout.ErrConflict) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The error of a context that ended means that nothing was written.
func canceled(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Commit(ctx, checkout.Write{Checkout: newCheckout("chk_1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1")})
}
