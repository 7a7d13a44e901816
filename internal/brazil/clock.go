package brazil

import "time"

// brasilia is three hours behind UTC all year: Brazil has had no summer time since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// Brasilia returns t as the buyers' clocks show it.
func Brasilia(t time.Time) time.Time { return t.In(brasilia) }
