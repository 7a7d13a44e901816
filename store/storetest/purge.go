package storetest

import (
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// More replies than one batch are forgotten, and none that is young enough.
func purgeReplies(t *testing.T, s Store) {
	const old = 1200
	tasks(t, old, func(i int) error {
		r := newReply("old")
		r.CreatedAt = start.Add(-time.Nanosecond)
		r.Done = i%2 == 0
		return s.Commit(t.Context(), checkout.Write{Key: newKey(name("old", i)), Reply: r})
	})
	commit(t, s, checkout.Write{Key: newKey("young"), Reply: newReply("young")})
	equal(t, "purged", must[int](t)(s.PurgeReplies(t.Context(), start)), old)
	equal(t, "purged again", must[int](t)(s.PurgeReplies(t.Context(), start)), 0)
	if _, err := s.Reply(t.Context(), *newKey("young")); err != nil {
		t.Errorf("young reply: %v", err)
	}
	_, err := s.Reply(t.Context(), *newKey(name("old", 7)))
	missing(t, "old reply", err)
}

// A conversation is forgotten by when it last moved, however old it is.
func purgeContexts(t *testing.T, s Store) {
	const old = 1200
	tasks(t, old, func(i int) error {
		c := newContext(proved, ids.Context(name("old", i)), 1, "")
		c.UpdatedAt = start.Add(-time.Nanosecond)
		return s.Commit(t.Context(), checkout.Write{Context: c})
	})
	moved := newContext(proved, ids.Context(name("old", 7)), 2, "chk_1")
	commit(t, s, checkout.Write{Context: moved})
	commit(t, s, checkout.Write{Context: newContext(other, "young", 1, "")})
	equal(t, "purged", must[int](t)(s.PurgeContexts(t.Context(), start)), old-1)
	equal(t, "purged again", must[int](t)(s.PurgeContexts(t.Context(), start)), 0)
	for id, owner := range map[ids.Context]platform.Owner{moved.ID: proved, "young": other} {
		if _, err := s.Context(t.Context(), owner, id); err != nil {
			t.Errorf("context %s: %v", id, err)
		}
	}
	_, err := s.Context(t.Context(), proved, ids.Context(name("old", 8)))
	missing(t, "old context", err)
	commit(t, s, checkout.Write{Context: newContext(proved, ids.Context(name("old", 8)), 1, "")}) // anew
}

// Only what was canceled long ago, never saw money and owes none is forgotten, with its charges
// and seals.
func purgeCheckouts(t *testing.T, s Store) {
	const old = 1200
	canceled := func(id ids.Checkout, at time.Time, txids ...ids.TXID) *checkout.Checkout {
		c := newCheckout(id, txids...)
		c.CanceledAt = at
		return c
	}
	before := start.Add(-time.Nanosecond)
	tasks(t, old, func(i int) error {
		id := name("old", i)
		return s.Commit(t.Context(), checkout.Write{
			Checkout: canceled(ids.Checkout(id), before, ids.TXID("tx"+id)),
			Seals:    []checkout.Seal{newSeal(ids.Checkout(id), 1, "a"), newSeal(ids.Checkout(id), 1, "b")},
		})
	})
	open := newCheckout("open", "txopen")
	open.CreatedAt, open.ExpiresAt = start.Add(-time.Hour), before
	completed := newCheckout("completed", "txcompleted")
	completed.CompletedAt = before
	paid := canceled("paid", before, "txpaid")
	paid.Receipts = []payment.Receipt{{EndToEndID: "E1", TXID: "txpaid", Amount: 1, Refund: payment.RefundFailed}}
	voided := func(id ids.Checkout, state payment.RefundState) *checkout.Checkout {
		c := canceled(id, before, ids.TXID("tx"+id))
		c.Voids = []payment.Void{{Attempt: "pay_0", Amount: 1, State: payment.RefundDone}, {Attempt: "pay_1", Amount: 1, State: state}}
		return c
	}
	kept := []*checkout.Checkout{
		open, completed, paid, canceled("young", start, "txyoung"),
		voided("owing", payment.RefundQueued), voided("refused", payment.RefundFailed),
	}
	for _, c := range kept {
		commit(t, s, checkout.Write{Checkout: c, Seals: []checkout.Seal{newSeal(c.ID, 1, "a")}})
	}
	later := at(newCheckout("later", "txlater"), 2, 2) // canceled after it was stored
	commit(t, s, checkout.Write{Checkout: newCheckout("later", "txlater"), Seals: []checkout.Seal{newSeal("later", 1, "a")}})
	later.CanceledAt = before
	commit(t, s, checkout.Write{Checkout: later})
	commit(t, s, checkout.Write{Checkout: voided("undone", payment.RefundDone)})
	commit(t, s, checkout.Write{Order: newOrder("ord_1", "completed", proved, 0), Evidence: newEvidence("ord_1", "completed", "a")})

	equal(t, "purged", must[int](t)(s.PurgeCheckouts(t.Context(), start)), old+2)
	equal(t, "purged again", must[int](t)(s.PurgeCheckouts(t.Context(), start)), 0)
	for _, c := range kept {
		equal(t, "kept", must[*checkout.Checkout](t)(s.Checkout(t.Context(), c.ID)), c)
		equal(t, "its charge", must[ids.Checkout](t)(s.CheckoutOfCharge(t.Context(), c.Charges[0].TXID)), c.ID)
		equal(t, "its seals", hashes(t, s, c.ID, 1), []string{"a"})
	}
	must[*order.Order](t)(s.Order(t.Context(), "ord_1"))
	must[*order.Evidence](t)(s.Evidence(t.Context(), "ord_1"))
	for _, id := range []string{"later", name("old", 7)} {
		_, err := s.Checkout(t.Context(), ids.Checkout(id))
		missing(t, id, err)
		_, err = s.CheckoutOfCharge(t.Context(), ids.TXID("tx"+id))
		missing(t, "charge of "+id, err)
		equal(t, "seals of "+id, hashes(t, s, ids.Checkout(id), 1), []string(nil))
	}
}

// A task is forgotten by when it got its state, however old it is, with those who were to
// be told.
func purgeTasks(t *testing.T, s Store) {
	const old = 1200
	ctx := t.Context()
	tasks(t, old, func(i int) error {
		id := ids.Task(name("old", i))
		return s.Commit(ctx, checkout.Write{Task: newTask(id, proved, 1), Push: newPush(id, "p")})
	})
	late := moved(newTask(ids.Task(name("old", 7)), proved, 1), conversation.TaskCompleted, start)
	commit(t, s, checkout.Write{Task: late})
	commit(t, s, checkout.Write{Task: newTask("young", other, 0), Push: newPush("young", "p")})
	equal(t, "purged", must[int](t)(s.PurgeTasks(ctx, start)), old-1)
	equal(t, "purged again", must[int](t)(s.PurgeTasks(ctx, start)), 0)
	for _, id := range []ids.Task{late.ID, "young"} {
		if _, err := s.Task(ctx, id); err != nil {
			t.Errorf("task %s: %v", id, err)
		}
		equal(t, "its push configs", len(must[[]conversation.PushConfig](t)(s.PushConfigs(ctx, id))), 1)
	}
	gone := ids.Task(name("old", 8))
	_, err := s.Task(ctx, gone)
	missing(t, "old task", err)
	equal(t, "push configs of an old task", len(must[[]conversation.PushConfig](t)(s.PushConfigs(ctx, gone))), 0)
	equal(t, "listed", must[conversation.TaskPage](t)(s.Tasks(ctx, conversation.TaskQuery{Caller: provedCaller, Limit: 9})).Total, 1)
}
