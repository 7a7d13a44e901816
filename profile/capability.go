package profile

import (
	"slices"

	"balcao/platform"
)

// Capability is one line of the table of what the shop can do.
type Capability struct {
	Name string
	// Versions are all dates under which it was published, newest first. Matching is
	// exact, so a platform that knows one of them only is served too.
	Versions []string
	// Extends are the capabilities it extends, the main one first; empty for a root.
	Extends []string
	// Spec is its page below the release's specification, Schema its file below the
	// release's shopping schemas.
	Spec, Schema string
	// Config is published with it, encoded as JSON; nil for none.
	Config any
}

// Returns is the shop's returns policy.
type Returns struct {
	// WithdrawalDays is how many days after delivery the buyer may withdraw; the law
	// gives 7 at least (CDC, article 49).
	WithdrawalDays int
	// RequestChannel is where a return is asked for, a URL or an address.
	RequestChannel string
}

type returnsConfig struct {
	WithdrawalDays int    `json:"withdrawal_period_days"`
	RequestChannel string `json:"request_channel,omitempty"`
}

// mandateConfig names the formats in which mandates are taken, each with its options.
type mandateConfig struct {
	Formats map[string]struct{} `json:"vp_formats_supported"`
}

// Capabilities returns the table. A new capability is a new line.
func Capabilities(returns Returns) []Capability {
	all := []string{"2026-07-28", "2026-07-14", "2026-04-08"}
	checkout := []string{platform.CapCheckout}
	both := []string{platform.CapCheckout, platform.CapOrder}
	policy := returnsConfig{max(returns.WithdrawalDays, 7), returns.RequestChannel}
	mandates := mandateConfig{Formats: map[string]struct{}{"dc+sd-jwt": {}}}
	return []Capability{
		{platform.CapCheckout, all, nil, "checkout", "checkout.json", nil},
		{platform.CapFulfillment, all, checkout, "fulfillment", "fulfillment.json", nil},
		{platform.CapDiscount, all, checkout, "discount", "discount.json", nil},
		{platform.CapBuyerConsent, all, checkout, "buyer-consent", "buyer_consent.json", nil},
		{platform.CapFiscalIdentity, []string{"2026-07-28", "2026-07-03"}, both, "fiscal-identity", "fiscal_identity.json", nil},
		{platform.CapTax, []string{"2026-07-28", "2026-07-14"}, both, "tax", "tax.json", nil},
		{platform.CapAP2Mandate, all, checkout, "ap2-mandates", "ap2_mandate.json", mandates},
		{platform.CapOrder, all, nil, "order", "order.json", nil},
		{platform.CapNFe, []string{"2026-07-28", "2026-07-03", "2026-04-08"}, []string{platform.CapOrder}, "nfe", "nfe.json", nil},
		{platform.CapReturns, []string{"2026-07-28", "2026-07-27"}, []string{platform.CapOrder}, "returns", "returns.json", policy},
		{platform.CapCatalogSearch, all, nil, "catalog/search", "catalog_search.json", nil},
		{platform.CapCatalogLookup, all, nil, "catalog/lookup", "catalog_lookup.json", nil},
	}
}

// Enabled returns the capabilities that are switched on, in the table's order. An
// extension names only parents that are on, and is off without any. Mandates are off where
// nobody's are taken: who agreed on them could never buy.
func (s Shop) Enabled() []Capability { return s.enabled(s.takesMandates()) }

// enabledFor is Enabled for the platform at a normalised profile URL.
func (s Shop) enabledFor(profile string) []Capability { return s.enabled(s.Trusts(profile)) }

func (s Shop) enabled(mandates bool) []Capability {
	on := slices.Clone(s.Capabilities)
	on = slices.DeleteFunc(on, func(c Capability) bool {
		return slices.Contains(s.Disabled, c.Name) || c.Name == platform.CapAP2Mandate && !mandates
	})
	on = withoutOrphans(on, func(c Capability) (string, []string) { return c.Name, c.Extends })
	for i := range on {
		var parents []string
		for _, p := range on[i].Extends {
			if slices.ContainsFunc(on, func(c Capability) bool { return c.Name == p }) {
				parents = append(parents, p)
			}
		}
		on[i].Extends = parents
	}
	return on
}

// withoutOrphans drops extensions none of whose parents is in the list, until nothing
// changes: a dropped extension may have been a parent itself. It reuses list.
func withoutOrphans[T any](list []T, view func(T) (name string, parents []string)) []T {
	for {
		names := make(map[string]bool, len(list))
		for _, item := range list {
			name, _ := view(item)
			names[name] = true
		}
		before := len(list)
		list = slices.DeleteFunc(list, func(item T) bool {
			_, parents := view(item)
			return len(parents) > 0 && !slices.ContainsFunc(parents, func(p string) bool { return names[p] })
		})
		if len(list) == before {
			return list
		}
	}
}
