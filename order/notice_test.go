package order

import (
	"testing"

	"balcao/internal/ids"
)

func TestNoticeID(t *testing.T) {
	t.Parallel()
	for _, id := range []ids.Order{"ord_1", "a.b.7", "."} {
		n := Notice{Order: &Order{ID: id}, Version: 12}
		got, version, ok := ParseNoticeID(n.ID())
		if n.ID() != string(id)+".12" || got != id || version != 12 || !ok {
			t.Errorf("%s: %s gives %s, %d, %t", id, n.ID(), got, version, ok)
		}
	}
	for _, bad := range []string{"", ".", ".1", "ord_1", "ord_1.", "ord_1.0", "ord_1.-1", "ord_1.01", "ord_1.+1", "ord_1.x", "ord_1.1 ", "ord_1.99999999999999999999"} {
		if id, version, ok := ParseNoticeID(bad); ok {
			t.Errorf("%q is %s, %d", bad, id, version)
		}
	}
}
