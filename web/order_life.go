package web

import (
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// eventView is something that happened to goods; URL is where the parcel is followed.
type eventView struct{ What, When, Units, Tracking, URL, Note string }

// adjustmentView is a change after the purchase.
type adjustmentView struct{ ID, What, Status, When, Units, Amount, SendBack, Note string }

// known are the texts of sets that are open: a member without one shows as it is.
func known(prefix, name, lang string) (string, error) {
	if _, ok := texts[prefix+name]; !ok {
		return name, nil
	}
	return text(lang, prefix+name)
}

// lineStage is where a line stands for its buyer: the protocol does not tell what was handed
// over from what arrived.
func lineStage(l order.Line) string {
	if l.Total > 0 && l.Delivered == l.Total {
		return "line.delivered"
	}
	return "line." + l.Status()
}

// unitsText names units: 2 × Camiseta, 1 × Caneca.
func unitsText(o *order.Order, units []order.LineQuantity) string {
	titles := map[ids.LineItem]string{}
	for _, l := range o.Lines {
		titles[l.ID] = l.Title
	}
	parts := make([]string, len(units))
	for i, u := range units {
		parts[i] = counted(max(u.Quantity, -u.Quantity), titles[u.Line])
	}
	return joined(", ", parts...)
}

func viewEvents(o *order.Order, lang string) ([]eventView, error) {
	var out []eventView
	for _, e := range o.Events {
		what, err := known("event.", string(e.Type), lang)
		if err != nil {
			return nil, err
		}
		out = append(out, eventView{
			What: what, When: brazil.Moment(e.At, lang), Units: unitsText(o, e.Lines),
			Tracking: joined(" ", e.Tracking.Carrier, e.Tracking.Number), URL: e.Tracking.URL, Note: e.Description,
		})
	}
	return out, nil
}

func viewAdjustments(o *order.Order, lang string) ([]adjustmentView, error) {
	var out []adjustmentView
	for _, a := range o.Adjustments {
		v := adjustmentView{ID: a.ID, When: brazil.Moment(a.At, lang), Units: unitsText(o, a.Lines), Note: a.Description}
		var err error
		if v.What, err = known("adjustment.", string(a.Type), lang); err != nil {
			return nil, err
		}
		if a.Reason != "" {
			reason, err := known("reason.", string(a.Reason), lang)
			if err != nil {
				return nil, err
			}
			v.What += " (" + reason + ")"
		}
		if v.Status, err = known("adjusted.", outcome(a), lang); err != nil {
			return nil, err
		}
		if a.Amount != 0 {
			v.Amount = money.Format(max(a.Amount, -a.Amount), lang)
		}
		if a.Type == order.Return && a.Status == order.Pending {
			if v.SendBack, err = sendBack(a, lang); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// outcome names where an adjustment stands. Of what came to nothing, only a refund of the shop's
// own is still for the shop to mend.
func outcome(a order.Adjustment) string {
	switch {
	case a.Status == order.Failed && a.Type == order.Return:
		return "closed"
	case a.Status == order.Failed && a.Elsewhere:
		return "dropped"
	}
	return string(a.Status)
}

// sendBack says how and until when the goods of a return are to be sent.
func sendBack(a order.Adjustment, lang string) (string, error) {
	until, code := "", ""
	var err error
	if !a.Deadline.IsZero() {
		if until, err = text(lang, "return.deadline", brazil.Moment(a.Deadline, lang)); err != nil {
			return "", err
		}
	}
	switch {
	case a.ReverseShippingCode != "":
		code, err = text(lang, "return.code", joined(" ", a.Carrier, a.ReverseShippingCode))
	default:
		code, err = text(lang, "return.nocode")
	}
	return joined(" ", until, code), err
}

// nfeView refers to the invoice.
type nfeView struct{ Key, URL string }

func viewNFe(n *order.NFe) *nfeView {
	if n == nil {
		return nil
	}
	key := ""
	for i, c := range n.AccessKey { // in fours, as on the DANFE
		if i > 0 && i%4 == 0 {
			key += " "
		}
		key += string(c)
	}
	return &nfeView{key, n.DANFEURL}
}
