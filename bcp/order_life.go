package bcp

import (
	"cmp"
	"slices"

	"balcao/internal/lang"
	"balcao/order"
	"balcao/platform"
)

// orderTotals are those that concern the session: the taxes that prices contain are listed
// where tax was negotiated (Law 12.741/2012), and nowhere else, so that what is listed then
// adds up.
func orderTotals(o *order.Order) []order.Total {
	if o.Session.Has(platform.CapTax) {
		return o.Totals
	}
	return slices.DeleteFunc(slices.Clone(o.Totals), func(t order.Total) bool { return t.Included })
}

// writeEvents tells what happened to the goods. The protocol demands a tracking number and
// its address of every event but processing, also where there is no carrier: what is not
// known then is the order's own id and page.
func (e *Encoder) writeEvents(w *writer, o *order.Order) {
	w.array("events", func() {
		for _, ev := range o.Events {
			number, url := ev.Tracking.Number, ev.Tracking.URL
			if ev.Type != order.EventProcessing {
				number = cmp.Or(number, string(o.ID))
				url = cmp.Or(url, e.Permalink(string(o.ID), o.Key))
			}
			w.object("", func() {
				w.str("id", ev.ID)
				w.timestamp("occurred_at", ev.At)
				w.str("type", string(ev.Type))
				writeQuantities(w, ev.Lines)
				w.strIfAny("tracking_number", number)
				w.strIfAny("tracking_url", url)
				w.strIfAny("carrier", ev.Tracking.Carrier)
				w.strIfAny("description", ev.Description)
			})
		}
	})
}

// writeAdjustments tells what was changed after the purchase: quantities and money that were
// taken back or given back are below zero. The members of the returns extension appear
// where it was negotiated. Nothing tells of a payment provider.
func writeAdjustments(w *writer, o *order.Order) {
	returns := o.Session.Has(platform.CapReturns)
	w.array("adjustments", func() {
		for _, a := range o.Adjustments {
			w.object("", func() {
				w.str("id", a.ID)
				w.str("type", string(a.Type))
				w.timestamp("occurred_at", a.At)
				w.str("status", string(a.Status))
				if len(a.Lines) > 0 {
					writeQuantities(w, a.Lines)
				}
				if a.Amount != 0 {
					writeTotals(w, []order.Total{adjustmentTotal(a, o.Language)})
				}
				w.strIfAny("description", a.Description)
				if returns {
					writeReturnMembers(w, a)
				}
			})
		}
	})
}

func writeReturnMembers(w *writer, a order.Adjustment) {
	w.strIfAny("reason", string(a.Reason))
	if !a.AcknowledgedAt.IsZero() {
		w.timestamp("requested_at", a.At)
		w.timestamp("acknowledged_at", a.AcknowledgedAt)
	}
	w.strIfAny("reverse_shipping_code", a.ReverseShippingCode)
	w.strIfAny("carrier", a.Carrier)
	if !a.Deadline.IsZero() {
		w.timestamp("deadline", a.Deadline)
	}
	if len(a.Related) > 0 {
		w.strs("related_adjustment_ids", a.Related)
	}
}

var textRefund = lang.Text{"Reembolso", "Refund", "Reembolso"}

// adjustmentTotal is the money of an adjustment. The types that amounts of goods have may
// not be below zero, so it is a type of its own, or the total.
func adjustmentTotal(a order.Adjustment, language string) order.Total {
	if a.Type == order.Refunded {
		return order.Total{Type: "refund", Text: textRefund.In(language), Amount: a.Amount}
	}
	return order.Total{Type: order.TotalTotal, Amount: a.Amount}
}

// writeNFe refers to the invoice (BCP NF-e extension): absent before it was issued.
func writeNFe(w *writer, n *order.NFe) {
	if n == nil {
		return
	}
	w.object("nfe", func() {
		w.str("access_key", n.AccessKey)
		w.strIfAny("danfe_url", n.DANFEURL)
		w.strIfAny("xml_url", n.XMLURL)
		if !n.IssuedAt.IsZero() {
			w.timestamp("issued_at", n.IssuedAt)
		}
	})
}

func writeQuantities(w *writer, lines []order.LineQuantity) {
	w.array("line_items", func() {
		for _, l := range lines {
			w.object("", func() {
				w.str("id", string(l.Line))
				w.integer("quantity", l.Quantity)
			})
		}
	})
}
