package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/store/rows"
)

// changed is the order's next version, in which all was handed over.
func changed(o *order.Order) *order.Order {
	next := *o
	next.Version, next.UpdatedAt = o.Version+1, start.Add(time.Hour)
	next.Lines = []order.Line{o.Lines[0]}
	next.Lines[0].Fulfilled = next.Lines[0].Total
	next.Payment = order.Payment{Handler: "pix", Kind: "pix", EndToEndID: "E1", Amount: 5990}
	next.Adjustments = []order.Adjustment{{ID: "adj_1", Type: order.Return, Status: order.Pending, At: start, Lines: []order.LineQuantity{{Line: "li_1", Quantity: -1}}}}
	return &next
}

// A change of an order is one transaction: its version, the shelf, the work owed and the
// notice to its platform.
func orderChanges(t *testing.T, s Store) {
	ctx := t.Context()
	must[struct{}](t)(struct{}{}, s.SetStock(ctx, "v", 5))
	o := newOrder("ord_1", "chk_1", proved, 0)
	o.Session.OrderWebhook = "https://platform.example/orders"
	commit(t, s, checkout.Write{Order: o})
	w := order.Write{
		Order: changed(o), Jobs: []job.Job{{Kind: job.RefundOrder, Ref: "ord_1", Due: start}},
		Stock: []order.StockMove{{Variant: "v", OnHand: 2}, {Variant: "new", OnHand: 1}, {Variant: "v", OnHand: 1}},
	}
	must[struct{}](t)(struct{}{}, s.CommitOrder(ctx, w))
	equal(t, "order", must[*order.Order](t)(s.Order(ctx, "ord_1")), w.Order)
	equal(t, "of its checkout", must[*order.Order](t)(s.OrderOfCheckout(ctx, "chk_1")), w.Order)
	equal(t, "stock", must[[]rows.StockLevel](t)(s.StockList(ctx)), []rows.StockLevel{{Variant: "new", OnHand: 1}, {Variant: "v", OnHand: 8}})
	first := must[order.Notice](t)(s.NextNotice(ctx, "ord_1"))
	must[struct{}](t)(struct{}{}, s.NoticeTaken(ctx, "ord_1", 1))
	second := must[order.Notice](t)(s.NextNotice(ctx, "ord_1"))
	if first.Version != 1 || second.Version != 2 || second.Order.Stage() != order.StageFulfilled || !second.At.Equal(w.Order.UpdatedAt) {
		t.Errorf("notices %+v, %+v", first, second)
	}
	// A change of what is not there any more changes nothing at all.
	for _, version := range []int64{2, 4} {
		late := order.Write{Order: changed(o), Stock: w.Stock, Jobs: []job.Job{{Kind: job.RefundOrder, Ref: "other", Due: start}}}
		late.Order.Version = version
		if err := s.CommitOrder(ctx, late); !errors.Is(err, order.ErrConflict) {
			t.Errorf("version %d: error %v", version, err)
		}
	}
	unknown := changed(newOrder("ord_2", "chk_2", proved, 0))
	if err := s.CommitOrder(ctx, order.Write{Order: unknown}); !errors.Is(err, order.ErrConflict) {
		t.Errorf("unknown order: error %v", err)
	}
	equal(t, "stock afterwards", must[[]rows.StockLevel](t)(s.StockList(ctx)), []rows.StockLevel{{Variant: "new", OnHand: 1}, {Variant: "v", OnHand: 8}})
	var owed []job.Kind
	for _, j := range must[[]job.Job](t)(s.LeaseJobs(ctx, start.Add(2*time.Hour), start.Add(3*time.Hour), 9)) {
		if j.Ref != "ord_1" {
			t.Errorf("job %+v", j)
		}
		owed = append(owed, j.Kind)
	}
	if len(owed) != 2 {
		t.Errorf("jobs owed: %v", owed)
	}
	for _, bad := range []order.Write{{}, {Order: o}, {Order: changed(w.Order), Stock: []order.StockMove{{Variant: "v", OnHand: -1}}}} {
		if err := s.CommitOrder(ctx, bad); err == nil {
			t.Errorf("%+v was written", bad)
		}
	}
	equal(t, "order afterwards", must[*order.Order](t)(s.Order(ctx, "ord_1")), w.Order)
	if err := s.Commit(ctx, checkout.Write{Order: changed(newOrder("ord_3", "chk_3", proved, 0))}); err == nil {
		t.Error("an order was placed in its second version")
	}
	_, err := s.Order(ctx, "none")
	missing(t, "order", err)
	if !errors.Is(err, order.ErrNotFound) {
		t.Errorf("error %v is not the order's", err)
	}
	_, err = s.OrderOfCheckout(ctx, "none")
	missing(t, "order of checkout", err)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.CommitOrder(ended, order.Write{Order: changed(w.Order)}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who went away: %v", err)
	}
}

func orderLists(t *testing.T, s Store) {
	ctx := t.Context()
	for i, id := range []ids.Order{"ord_a", "ord_b", "ord_c", "ord_d", "ord_e"} {
		o := newOrder(id, ids.Checkout("chk_"+id), proved, -time.Duration(i/2)*time.Hour) // two each hour
		commit(t, s, checkout.Write{Order: o})
		if id == "ord_b" || id == "ord_d" {
			must[struct{}](t)(struct{}{}, s.CommitOrder(ctx, order.Write{Order: changed(o)}))
		}
	}
	for name, c := range map[string]struct {
		q    order.Query
		want []ids.Order
		more bool
	}{
		"all":       {order.Query{}, []ids.Order{"ord_e", "ord_d", "ord_c", "ord_b", "ord_a"}, false},
		"a page":    {order.Query{Limit: 2}, []ids.Order{"ord_e", "ord_d"}, true},
		"the next":  {order.Query{Limit: 2, After: "ord_d"}, []ids.Order{"ord_c", "ord_b"}, true},
		"the last":  {order.Query{Limit: 2, After: "ord_b"}, []ids.Order{"ord_a"}, false},
		"none left": {order.Query{After: "ord_a"}, nil, false},
		"a stage":   {order.Query{Stage: order.StageFulfilled}, []ids.Order{"ord_d", "ord_b"}, false},
		"attention": {order.Query{Attention: true, Limit: 1}, []ids.Order{"ord_d"}, true},
		"no stage":  {order.Query{Stage: order.StageCanceled}, nil, false},
		"an hour":   {order.Query{From: start.Add(time.Hour), Until: start.Add(2 * time.Hour)}, []ids.Order{"ord_d", "ord_c"}, false},
	} {
		page := must[order.Page](t)(s.ListOrders(ctx, c.q))
		var got []ids.Order
		for _, o := range page.Orders {
			got = append(got, o.ID)
		}
		equal(t, name, got, c.want)
		equal(t, name+": more", page.More, c.more)
	}
	if _, err := s.ListOrders(ctx, order.Query{After: "none"}); !errors.Is(err, order.ErrNotFound) {
		t.Errorf("behind an unknown order: %v", err)
	}
}

// Of many who change one version of an order, one does, and its goods are back once.
func raceOrders(t *testing.T, s Store) {
	o := newOrder("ord_1", "chk_1", proved, 0)
	commit(t, s, checkout.Write{Order: o})
	won := race(t, 32, order.ErrConflict, func(int) error {
		return s.CommitOrder(t.Context(), order.Write{Order: changed(o), Stock: []order.StockMove{{Variant: "v", OnHand: 1}}})
	})
	equal(t, "winners", won, int64(1))
	equal(t, "stock", must[map[ids.Variant]int64](t)(s.Levels(t.Context(), []ids.Variant{"v"})), map[ids.Variant]int64{"v": 1})
}
