package profile

import (
	"encoding/json"
	"slices"
)

// Release is one dated release of the protocol. The shop behaves the same under each;
// what differs is how its profile is written.
type Release struct {
	// Date is the protocol version.
	Date string
	// Schemas is the path of the release's schemas on the protocol's site.
	Schemas string
	// SingleParent says that an extension names one parent, as a string. Readers of the
	// first release cannot resolve a list.
	SingleParent bool
}

// Releases returns the releases that the shop speaks, the current one first.
func Releases() []Release {
	return []Release{
		{Date: "2026-07-28", Schemas: "/2026-07-28/schemas"},
		{Date: "2026-07-14", Schemas: "/2026-07-14/schemas"},
		{Date: "2026-04-08", Schemas: "/schemas", SingleParent: true},
	}
}

// Extends returns how this release writes the parents of an extension.
func (r Release) Extends(parents []string) Extends {
	if r.SingleParent && len(parents) > 1 {
		return parents[:1]
	}
	return parents
}

// Extends is the parents of an extension on the wire: a string for one, an array for
// several.
type Extends []string

// MarshalJSON implements json.Marshaler.
func (e Extends) MarshalJSON() ([]byte, error) {
	if len(e) == 1 {
		return json.Marshal(e[0])
	}
	return json.Marshal([]string(e))
}

// release returns the release with this date.
func (s Shop) release(date string) (Release, bool) {
	i := slices.IndexFunc(s.Releases, func(r Release) bool { return r.Date == date })
	if i < 0 {
		return Release{}, false
	}
	return s.Releases[i], true
}

// publishedBy returns the release whose pages describe a capability of this date: the
// newest one that is not newer, else the oldest. Dates compare as text.
func (s Shop) publishedBy(date string) Release {
	for _, r := range s.Releases {
		if r.Date <= date {
			return r
		}
	}
	return s.Releases[len(s.Releases)-1]
}
