package feed

import (
	"strings"
	"testing"
)

// A stock below nothing is a mistake of a table of the shop's own; one of a thing is no plural.
func TestStockBelowNothing(t *testing.T) {
	t.Parallel()
	if _, err := Read(strings.NewReader("id,title,price,stock\na,Pão,\"1,20\",-3\n"), "a.csv", ""); err == nil || !strings.Contains(err.Error(), "stock -3") {
		t.Errorf("a stock of -3: %v", err)
	}
	if one, two := Counted(1, "problem"), Counted(2, "problem"); one != "1 problem" || two != "2 problems" {
		t.Errorf("%s, %s", one, two)
	}
}
