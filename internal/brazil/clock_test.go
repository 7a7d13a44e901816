package brazil

import (
	"testing"
	"time"
)

func TestBrasilia(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"2025-06-10T02:59:59Z":      "2025-06-09 23:59:59 BRT",
		"2025-06-10T03:00:00Z":      "2025-06-10 00:00:00 BRT",
		"2025-12-24T15:00:00Z":      "2025-12-24 12:00:00 BRT", // no summer time
		"2025-06-10T12:00:00+02:00": "2025-06-10 07:00:00 BRT",
	} {
		at, err := time.Parse(time.RFC3339, given)
		if err != nil {
			t.Fatal(err)
		}
		if got := Brasilia(at).Format("2006-01-02 15:04:05 MST"); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
		if !Brasilia(at).Equal(at) {
			t.Errorf("%s became another moment", given)
		}
	}
}
