package storetest

import (
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
)

func newSeal(of ids.Checkout, revision int64, hash string) checkout.Seal {
	return checkout.Seal{Checkout: of, Revision: revision, Hash: hash, Payload: []byte(`{"id":"` + hash + `"}`), Authorization: "jws-" + hash}
}

// newEvidence has every member, so that one that is lost shows.
func newEvidence(of ids.Order, from ids.Checkout, hash string) *order.Evidence {
	return &order.Evidence{
		Order: of, Checkout: from, Platform: proved.Profile, AdmittedAt: start, CheckoutHash: hash,
		Terms: []byte("{\"título\":\"\x7f\"}"), Authorization: "a..b", Mandate: "a.b.c~d~e.f.g", OpenHash: "open", OpenMandate: "name",
		Payment: &order.PaymentEvidence{
			Mandate: "h.i.j~k.l.m", IssuerKeys: []byte(`[{"kid":"q"}]`), Audiences: []string{"psp", "shop"}, Amount: 5990, Currency: "BRL",
			InstrumentID: "instr_1", InstrumentType: "card",
		},
		Receipt: "n.o.p", IssuerKeys: []byte(`[{"kid":"p"}]`), MerchantKeys: []byte(`[{"kid":"m"}]`),
		MerchantID: "balcao-demo", Audiences: []string{"https://shop.example"}, Nonce: "nonce", SkewSeconds: 60,
		Chains: true, ExampleType: true,
	}
}

// hashes lists the seals of a revision in order.
func hashes(t *testing.T, s Store, of ids.Checkout, revision int64) []string {
	t.Helper()
	var out []string
	for _, seal := range must[[]checkout.Seal](t)(s.Seals(t.Context(), of, revision)) {
		out = append(out, seal.Hash)
	}
	return out
}

// Seals come back as they were stored, in order, and only those of the revision.
func seals(t *testing.T, s Store) {
	a, b, c := newSeal("chk_1", 1, "a"), newSeal("chk_1", 1, "b"), newSeal("chk_1", 1, "c")
	b.Payload = []byte("é\x00\xff")
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1"), Seals: []checkout.Seal{c, a}})
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_2"), Seals: []checkout.Seal{newSeal("chk_2", 1, "a")}}) // another checkout's hash
	commit(t, s, checkout.Write{Seals: []checkout.Seal{b}})                                                        // of a read
	equal(t, "seals", must[[]checkout.Seal](t)(s.Seals(t.Context(), "chk_1", 1)), []checkout.Seal{c, a, b})
	equal(t, "of the other", must[[]checkout.Seal](t)(s.Seals(t.Context(), "chk_2", 1)), []checkout.Seal{newSeal("chk_2", 1, "a")})
	equal(t, "of the next revision", hashes(t, s, "chk_1", 2), []string(nil))
	equal(t, "of no checkout", hashes(t, s, "chk_none", 1), []string(nil))

	again := newSeal("chk_1", 1, "a")
	again.Payload, again.Authorization = []byte("other"), "other"
	commit(t, s, checkout.Write{Seals: []checkout.Seal{again, again}})
	equal(t, "stored again", must[[]checkout.Seal](t)(s.Seals(t.Context(), "chk_1", 1)), []checkout.Seal{c, a, b})
}

// A mandate counts for the current revision alone: what is older goes, and comes to nothing
// if it arrives late.
func sealRevisions(t *testing.T, s Store) {
	c := newCheckout("chk_1")
	commit(t, s, checkout.Write{Checkout: c, Seals: []checkout.Seal{newSeal("chk_1", 1, "a"), newSeal("chk_1", 1, "b")}})
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_2"), Seals: []checkout.Seal{newSeal("chk_2", 1, "x")}})
	commit(t, s, checkout.Write{Checkout: at(c, 2, 2), Seals: []checkout.Seal{newSeal("chk_1", 2, "c"), newSeal("chk_1", 2, "a")}})
	equal(t, "old revision", hashes(t, s, "chk_1", 1), []string(nil))
	equal(t, "new revision", hashes(t, s, "chk_1", 2), []string{"c", "a"})
	equal(t, "another checkout", hashes(t, s, "chk_2", 1), []string{"x"})

	commit(t, s, checkout.Write{Seals: []checkout.Seal{newSeal("chk_1", 1, "late"), newSeal("chk_1", 1, "c")}})
	equal(t, "after a late one", hashes(t, s, "chk_1", 2), []string{"c", "a"})
	commit(t, s, checkout.Write{Seals: []checkout.Seal{newSeal("chk_1", 2, "d")}})
	equal(t, "still the newer", hashes(t, s, "chk_1", 2), []string{"c", "a", "d"})
	equal(t, "the late one", hashes(t, s, "chk_1", 1), []string(nil))
}

// Of very many seals of a revision the first and the newest are kept, whether they come one
// by one or at once.
func sealLimit(t *testing.T, s Store) {
	const many = 40
	var all []checkout.Seal
	for i := range many {
		all = append(all, newSeal("chk_1", 1, name("seal", i)))
	}
	var want []string
	for i := range many {
		if i == 0 || i > many-checkout.MaxSeals {
			want = append(want, name("seal", i))
		}
	}
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_2"), Seals: []checkout.Seal{newSeal("chk_2", 1, "x")}})
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1")})
	for _, seal := range all {
		commit(t, s, checkout.Write{Seals: []checkout.Seal{seal}})
	}
	equal(t, "kept", hashes(t, s, "chk_1", 1), want)
	equal(t, "how many", len(want), checkout.MaxSeals)
	commit(t, s, checkout.Write{Seals: []checkout.Seal{newSeal("chk_1", 1, "seal_39"), newSeal("chk_1", 1, "seal_0")}})
	equal(t, "stored again", hashes(t, s, "chk_1", 1), want)

	for i := range all {
		all[i].Checkout = "chk_3"
	}
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_3"), Seals: all})
	equal(t, "kept of one write", hashes(t, s, "chk_3", 1), want)
	equal(t, "another checkout", hashes(t, s, "chk_2", 1), []string{"x"})
}

func evidence(t *testing.T, s Store) {
	full := newEvidence("ord_1", "chk_1", "hash_1")
	bare := &order.Evidence{Order: "ord_2", Checkout: "chk_2", CheckoutHash: "hash_2", AdmittedAt: start.Add(time.Nanosecond)}
	for _, e := range []*order.Evidence{full, bare} {
		equal(t, "used before", must[bool](t)(s.MandateUsed(t.Context(), e.CheckoutHash)), false)
		_, err := s.Evidence(t.Context(), e.Order)
		missing(t, "evidence", err)
		commit(t, s, checkout.Write{Order: newOrder(e.Order, e.Checkout, proved, 0), Evidence: e})
		equal(t, "used", must[bool](t)(s.MandateUsed(t.Context(), e.CheckoutHash)), true)
		equal(t, "evidence", must[*order.Evidence](t)(s.Evidence(t.Context(), e.Order)), e)
	}
	commit(t, s, checkout.Write{Order: newOrder("ord_3", "chk_3", proved, 0)}) // placed without a mandate
	if s.Commit(t.Context(), checkout.Write{Order: newOrder("ord_4", "chk_4", proved, 0), Evidence: newEvidence("ord_3", "chk_4", "hash_4")}) == nil {
		t.Error("an earlier order got evidence")
	}
	for _, id := range []ids.Order{"ord_3", "ord_4", "ord_none"} {
		_, err := s.Evidence(t.Context(), id)
		missing(t, "evidence", err)
	}
	for _, hash := range []string{"hash", "HASH_1", "hash_10", ""} {
		equal(t, "used "+hash, must[bool](t)(s.MandateUsed(t.Context(), hash)), false)
	}
}

// A mandate is good for one order, and an order has the evidence it was placed with.
func evidenceUniqueness(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Order: newOrder("ord_1", "chk_1", proved, 0), Evidence: newEvidence("ord_1", "chk_1", "hash_1")})
	refuse(t, s, checkout.Write{
		Checkout: newCheckout("chk_2"), Order: newOrder("ord_2", "chk_2", other, 0), Evidence: newEvidence("ord_2", "chk_2", "hash_1"),
		Seals: []checkout.Seal{newSeal("chk_2", 1, "a")},
	}, checkout.ErrConflict)
	refuse(t, s, checkout.Write{Order: newOrder("ord_2", "chk_1", proved, 0), Evidence: newEvidence("ord_2", "chk_1", "hash_2")}, checkout.ErrConflict)
	refuse(t, s, checkout.Write{Order: newOrder("ord_1", "chk_2", proved, 0), Evidence: newEvidence("ord_1", "chk_2", "hash_2")}, checkout.ErrConflict)
	ctx := t.Context()
	_, err := s.Order(ctx, "ord_2")
	missing(t, "second order", err)
	_, err = s.Evidence(ctx, "ord_2")
	missing(t, "second evidence", err)
	_, err = s.Checkout(ctx, "chk_2")
	missing(t, "checkout of the second order", err)
	equal(t, "its seals", hashes(t, s, "chk_2", 1), []string(nil))
	equal(t, "the other hash", must[bool](t)(s.MandateUsed(ctx, "hash_2")), false)
	equal(t, "the first", must[*order.Evidence](t)(s.Evidence(ctx, "ord_1")), newEvidence("ord_1", "chk_1", "hash_1"))
}

// Of two orders at once with one mandate one is placed.
func raceEvidence(t *testing.T, s Store) {
	for round := range 20 {
		hash := name("hash", round)
		id := func(i int) (ids.Order, ids.Checkout) {
			return ids.Order(name(name("ord", round), i)), ids.Checkout(name(name("chk", round), i))
		}
		won := race(t, 8, checkout.ErrConflict, func(i int) error {
			placed, from := id(i)
			return s.Commit(t.Context(), checkout.Write{
				Checkout: newCheckout(from), Order: newOrder(placed, from, proved, 0), Evidence: newEvidence(placed, from, hash),
			})
		})
		equal(t, "winners", won, int64(1))
		left := 0
		for i := range 8 {
			placed, from := id(i)
			_, noEvidence := s.Evidence(t.Context(), placed)
			_, noOrder := s.Order(t.Context(), placed)
			_, noCheckout := s.Checkout(t.Context(), from)
			if (noEvidence == nil) != (noOrder == nil) || (noOrder == nil) != (noCheckout == nil) {
				t.Errorf("%s: evidence %v, order %v, checkout %v", placed, noEvidence, noOrder, noCheckout)
			}
			if noEvidence == nil {
				left++
			}
		}
		equal(t, "orders", left, 1)
	}
}

// openMandates: an open mandate is held by the checkout whose completion it admitted, until that
// one is canceled.
func openMandates(t *testing.T, s Store) {
	ctx := t.Context()
	under := func(id ids.Checkout, version int64, name string) *checkout.Checkout {
		c := at(newCheckout(id), version, 1)
		c.Mandate = &order.Evidence{Checkout: id, OpenMandate: name}
		return c
	}
	held := func(name string, but ids.Checkout, want bool) {
		t.Helper()
		equal(t, name+" held beside "+string(but), must[bool](t)(s.OpenMandateHeld(ctx, name, but)), want)
	}
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1")})
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_2")})
	held("A", "chk_2", false)
	commit(t, s, checkout.Write{Checkout: under("chk_1", 2, "A")})
	commit(t, s, checkout.Write{Checkout: under("chk_1", 3, "A")})
	held("A", "chk_1", false)
	held("A", "chk_2", true)
	held("B", "chk_2", false)
	refuse(t, s, checkout.Write{Checkout: under("chk_2", 2, "A")}, checkout.ErrConflict)
	equal(t, "version after the conflict", must[*checkout.Checkout](t)(s.Checkout(ctx, "chk_2")).Version, int64(1))
	commit(t, s, checkout.Write{Checkout: at(newCheckout("chk_1"), 4, 2)}) // the checkout lets go of it, not of its use
	held("A", "chk_2", true)
	canceled := at(newCheckout("chk_1"), 5, 2)
	canceled.CanceledAt = start
	canceled.Receipts = []payment.Receipt{{EndToEndID: "E1"}} // late money makes it no less canceled
	commit(t, s, checkout.Write{Checkout: canceled})
	held("A", "chk_2", false)
	commit(t, s, checkout.Write{Checkout: under("chk_2", 2, "A")})
	held("A", "chk_1", true)
	paying := under("chk_2", 3, "A")
	paying.Mandate.Payment = &order.PaymentEvidence{OpenMandate: "P"}
	commit(t, s, checkout.Write{Checkout: paying})
	held("P", "chk_1", true)
	if _, err := s.PurgeCheckouts(ctx, start.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	held("A", "chk_1", true)
}
