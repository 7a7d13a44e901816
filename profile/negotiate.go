package profile

import (
	"slices"
	"strings"

	"balcao/payment"
	"balcao/platform"
)

// Negotiated is what the shop and a platform have in common.
type Negotiated struct {
	Session platform.Session
	// Handlers are the payment handlers to offer, before the checkout narrows them.
	Handlers []payment.Handler
}

// negotiate computes what the shop and the platform with this profile, and this normalised
// URL of it, have in common. Protocol versions match by membership, never by order;
// capability versions by exact equality, the latest common one wins; extensions without a
// parent left are dropped. The result keeps the shop's order.
//
// The error is an [*Error] with code version_unsupported. An empty intersection is no
// error here: it depends on the operation what is missing.
func negotiate(shop Shop, profile string, doc *Document) (Negotiated, error) {
	if _, ok := shop.release(doc.Version); !ok {
		e := NewError(CodeVersionUnsupported, nil)
		e.Content += " Supported: " + strings.Join(shop.versions(), ", ") + "."
		return Negotiated{}, e
	}
	common := intersect(shop.enabledFor(profile), doc)
	return Negotiated{
		Session:  platform.Session{Version: doc.Version, Capabilities: common, OrderWebhook: webhook(common, doc)},
		Handlers: offered(shop.Handlers, doc),
	}, nil
}

// webhook is that of the entry by which the order capability was negotiated.
func webhook(common []platform.Capability, doc *Document) string {
	for _, c := range common {
		if c.Name != platform.CapOrder {
			continue
		}
		for _, theirs := range doc.Capabilities[c.Name] {
			if theirs.Version == c.Version && theirs.Webhook != "" {
				return theirs.Webhook
			}
		}
	}
	return ""
}

func (s Shop) versions() []string {
	var dates []string
	for _, r := range s.Releases {
		dates = append(dates, r.Date)
	}
	return dates
}

func intersect(ours []Capability, doc *Document) []platform.Capability {
	var common []platform.Capability
	for _, c := range ours {
		latest := ""
		for _, theirs := range doc.Capabilities[c.Name] {
			if slices.Contains(c.Versions, theirs.Version) {
				latest = max(latest, theirs.Version)
			}
		}
		if latest != "" {
			common = append(common, platform.Capability{Name: c.Name, Version: latest, Extends: c.Extends})
		}
	}
	return withoutOrphans(common, func(c platform.Capability) (string, []string) { return c.Name, c.Extends })
}
