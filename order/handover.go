package order

import (
	"regexp"
	"slices"
	"time"
)

// event records what happened to units.
func (d *desk) event(kind EventType, units []LineQuantity, t Tracking, at time.Time, description string) error {
	at, err := d.moment(at)
	if err != nil {
		return err
	}
	if t, err = t.checked(); err != nil {
		return err
	}
	if err := checkText("description", description, maxText); err != nil {
		return err
	}
	d.o.Events = append(d.o.Events, Event{ID: d.id("evt_"), Type: kind, At: at, Lines: units, Tracking: t, Description: description})
	return nil
}

func (c Ship) apply(d *desk) error {
	units, err := d.units(c.Lines, func(l *Line) int64 { return l.Total - l.Fulfilled })
	if err != nil {
		return err
	}
	for _, q := range units {
		d.o.line(q.Line).Fulfilled += q.Quantity
	}
	return d.event(EventShipped, units, c.Tracking, c.At, c.Description)
}

func (c Deliver) apply(d *desk) error {
	onTheWay := func(l *Line) int64 { return l.Fulfilled - l.Delivered }
	available := func(l *Line) int64 { return l.Total - l.Delivered }
	if len(c.Lines) == 0 && slices.ContainsFunc(d.o.Lines, func(l Line) bool { return onTheWay(&l) > 0 }) {
		available = onTheWay
	}
	units, err := d.units(c.Lines, available)
	if err != nil {
		return err
	}
	if c.Tracking == (Tracking{}) {
		c.Tracking = d.o.lastTracking(units)
	}
	for _, q := range units {
		l := d.o.line(q.Line)
		l.Delivered += q.Quantity
		l.Fulfilled = max(l.Fulfilled, l.Delivered)
	}
	return d.event(EventDelivered, units, c.Tracking, c.At, c.Description)
}

// lastTracking is that of the last event of any of the units' lines that has one.
func (o *Order) lastTracking(units []LineQuantity) Tracking {
	for _, e := range slices.Backward(o.Events) {
		concerns := slices.ContainsFunc(e.Lines, func(q LineQuantity) bool {
			return slices.ContainsFunc(units, func(u LineQuantity) bool { return u.Line == q.Line })
		})
		if concerns && e.Tracking != (Tracking{}) {
			return e.Tracking
		}
	}
	return Tracking{}
}

// eventPattern is the form of an event's type.
var eventPattern = regexp.MustCompile(`^[a-z][a-z_]{1,39}$`)

func (c Report) apply(d *desk) error {
	available := func(l *Line) int64 { return l.Total }
	switch c.Type {
	case EventShipped, EventDelivered, EventCanceled: // commands of their own, with effects
		return invalid("type")
	case EventProcessing:
		available = func(l *Line) int64 { return l.Total - l.Fulfilled }
	case EventInTransit, EventFailedAttempt, EventUndeliverable:
		available = func(l *Line) int64 { return l.Fulfilled - l.Delivered }
	case EventReturnedToSender:
		// Units of which the buyer withdrew on their way come back as a return.
		available = func(l *Line) int64 { return l.Fulfilled - max(l.Delivered, l.Returned) }
	default:
		if !eventPattern.MatchString(string(c.Type)) {
			return invalid("type")
		}
	}
	units, err := d.units(c.Lines, available)
	if err != nil {
		return err
	}
	if c.Tracking == (Tracking{}) && c.Type != EventProcessing {
		c.Tracking = d.o.lastTracking(units)
	}
	if c.Type == EventReturnedToSender {
		for _, q := range units {
			d.o.line(q.Line).Fulfilled -= q.Quantity
		}
	}
	return d.event(c.Type, units, c.Tracking, c.At, c.Description)
}
