package bcp

import (
	"balcao/checkout"
	"balcao/order"
)

// pickupOption is the id of the one way to pick up; it is free.
const pickupOption = "pickup"

// writeFulfillment writes the one method in use with its one group, and the methods that
// could be used (BCP fulfilment extension).
func writeFulfillment(w *writer, c *checkout.Checkout) {
	f := &c.Fulfillment
	w.object("fulfillment", func() {
		w.array("methods", func() {
			if f.Method != "" {
				w.object("", func() { writeMethod(w, c) })
			}
		})
		w.array("available_methods", func() {
			writeAvailable(w, c, checkout.Shipping, shippingText(c.Language))
			if f.Counter != nil {
				writeAvailable(w, c, checkout.Pickup, pickupText(*f.Counter, c.Language))
			}
		})
	})
}

func writeMethod(w *writer, c *checkout.Checkout) {
	f := &c.Fulfillment
	w.str("id", f.MethodID())
	w.str("type", string(f.Method))
	writeLineIDs(w, c)
	if f.Method == checkout.Pickup {
		writePickup(w, c)
		return
	}
	w.array("destinations", func() {
		for _, d := range f.Destinations {
			writeDestination(w, d)
		}
	})
	w.strOrNull("selected_destination_id", f.SelectedDestination)
	writeGroup(w, c, f.Options, f.SelectedOption)
}

// writePickup writes the shop's counter as the destination. It has no name, because the
// schema's oneOf takes an object with id and name for a shipping destination and a retail
// location at once.
func writePickup(w *writer, c *checkout.Checkout) {
	f := &c.Fulfillment
	w.array("destinations", func() {
		if f.Counter != nil {
			writeDestination(w, checkout.Destination{ID: f.CounterID(), Address: *f.Counter})
		}
	})
	w.str("selected_destination_id", f.CounterID())
	options := []checkout.Option{{ID: pickupOption, Title: pickupTitle(c.Language)}}
	writeGroup(w, c, options, pickupOption)
}

func writeDestination(w *writer, d checkout.Destination) {
	w.object("", func() {
		w.str("id", d.ID)
		writeAddress(w, d.Address)
	})
}

func writeGroup(w *writer, c *checkout.Checkout, options []checkout.Option, selected string) {
	w.array("groups", func() {
		w.object("", func() {
			w.str("id", c.Fulfillment.GroupID())
			writeLineIDs(w, c)
			w.array("options", func() {
				for _, o := range options {
					w.object("", func() { writeOption(w, o) })
				}
			})
			w.strOrNull("selected_option_id", selected)
		})
	})
}

func writeOption(w *writer, o checkout.Option) {
	w.str("id", o.ID)
	w.str("title", o.Title)
	w.strIfAny("description", o.Description)
	w.strIfAny("carrier", o.Carrier)
	if !o.Earliest.IsZero() {
		w.timestamp("earliest_fulfillment_time", o.Earliest)
	}
	if !o.Latest.IsZero() {
		w.timestamp("latest_fulfillment_time", o.Latest)
	}
	writeTotals(w, []order.Total{{Type: order.TotalTotal, Text: o.Title, Amount: o.Price}}) // exactly one: its price
}

func writeAvailable(w *writer, c *checkout.Checkout, kind checkout.MethodKind, description string) {
	w.object("", func() {
		w.str("type", string(kind))
		writeLineIDs(w, c)
		w.str("description", description)
	})
}

func writeLineIDs(w *writer, c *checkout.Checkout) {
	w.array("line_item_ids", func() {
		for _, l := range c.Lines {
			w.str("", string(l.ID))
		}
	})
}
