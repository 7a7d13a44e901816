package checkout

import (
	"time"

	"balcao/internal/brazil"
	"balcao/money"
)

// MethodKind says how goods reach the buyer.
type MethodKind string

// The methods of this protocol release.
const (
	Shipping MethodKind = "shipping"
	Pickup   MethodKind = "pickup"
)

// The ids of the one method, its one group, and the shop's counter.
const (
	shippingMethodID = "shipping_1"
	pickupMethodID   = "pickup_1"
	groupID          = "package_1"
	counterID        = "counter"
	pickupOptionID   = "pickup"
)

// Fulfillment is how the goods reach the buyer: one method with one group for all lines,
// since neither combinations nor several groups are offered. Shipping state is kept
// while pickup is selected, so that the buyer can change his mind.
type Fulfillment struct {
	// Method is the method in use.
	Method MethodKind
	// Destinations are the shipping addresses known, in order of arrival.
	Destinations []Destination
	// SelectedDestination is the id of the one in use, empty if none.
	SelectedDestination string
	// Options are what can be chosen for the selected destination.
	Options []Option
	// SelectedOption is the id of the chosen one, empty if none.
	SelectedOption string
	// Undeliverable says that nothing goes to the selected destination.
	Undeliverable bool
	// Counter is the shop's own address, where pickup happens; nil if there is no pickup.
	Counter *brazil.Address
}

// Destination is an address with the id that selections refer to.
type Destination struct {
	ID      string
	Address brazil.Address
}

// Option is a way of shipping with its price in minor units.
type Option struct {
	ID, Title, Description, Carrier string
	Earliest, Latest                time.Time
	Price                           money.Amount
}

func (f *Fulfillment) destination() *brazil.Address {
	if f.Method == Pickup {
		return f.Counter
	}
	for i := range f.Destinations {
		if f.Destinations[i].ID == f.SelectedDestination {
			return &f.Destinations[i].Address
		}
	}
	return nil
}

func (f *Fulfillment) option() *Option {
	for i := range f.Options {
		if f.Options[i].ID == f.SelectedOption {
			return &f.Options[i]
		}
	}
	return nil
}

// MethodID returns the id of the method in use.
func (f *Fulfillment) MethodID() string {
	if f.Method == Pickup {
		return pickupMethodID
	}
	return shippingMethodID
}

// GroupID returns the id of the one group.
func (f *Fulfillment) GroupID() string { return groupID }

// CounterID is the id of the pickup destination.
func (f *Fulfillment) CounterID() string { return counterID }
