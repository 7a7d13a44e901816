package brazil

import (
	"time"

	"balcao/internal/lang"
)

// brasilia is three hours behind UTC all year: Brazil has had no summer time since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// Brasilia returns t as the buyers' clocks show it.
func Brasilia(t time.Time) time.Time { return t.In(brasilia) }

// Moment writes a time as the buyers' clocks show it, the way readers of a language do; empty
// for none. The language is a BCP 47 tag.
func Moment(t time.Time, language string) string {
	if t.IsZero() {
		return ""
	}
	layout := "02/01/2006 15:04"
	if lang.Of(language) == lang.English {
		layout = "2 Jan 2006, 15:04" // day first, but never to be taken for a month
	}
	return Brasilia(t).Format(layout)
}
