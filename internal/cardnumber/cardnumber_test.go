package cardnumber

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	t.Parallel()
	for _, yes := range []string{
		"4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "4111.1111.1111.1111", "41111111 11111111", "cartão:5555555555554444;",
		"378282246310005", "3782 822463 10005", "30569309025904", "6011111111111117", "x4111111111111111y", "1 4111 1111 1111 1111 123",
	} {
		if !In(yes, 14) {
			t.Errorf("%q is not seen", yes)
		}
	}
	for _, no := range []string{
		"", "4111111111111112", "1111111111111111", "0000000000000000", "+5562999990000", "+49 1512 3456789", "99887766000105", "36.000.000/0001-00",
		"4006381333931", "7891234567895", "GA1.2.1234567890.1690000000", "2026-11-30 17:05:45.123456", "192.168.100.200", "35260799887766000105550010000000011000000019",
		"00000000-0000-0000-0000-000000000000", "74000-000", "390.533.447-05",
	} {
		if In(no, 14) {
			t.Errorf("%q is taken for a card's number", no)
		}
	}
	if In("30569309025904", 15) || !In("4111111111111111", 15) {
		t.Error("the least length is not held")
	}
}

// Platforms name what they send by UUIDs and hexadecimal numbers: none is refused for the digits
// that it happens to have.
func TestIDsAreNoCards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	bare := 0
	for range 50_000 {
		hi, lo := random.Uint64()&^0xf000|0x4000, random.Uint64()&^(3<<62)|2<<62
		id := fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", hi>>32, hi>>16&0xffff, hi&0xffff, lo>>48, lo&0xffffffffffff)
		for _, form := range []string{id, "chk_" + strings.ReplaceAll(id, "-", "") + "_1", strings.ReplaceAll(id, "-", "")[:24], id + "_" + id} {
			if In(form, Least) {
				t.Fatalf("%q is taken for a card's number", form)
			}
		}
		if In(id[:len(id)-1], Least) { // which is no UUID
			bare++
		}
	}
	if bare == 0 {
		t.Error("no id had digits that could be a card's: the test shows nothing")
	}
	if !In("id 123e4567-e89b-42d3-a456-426614174000, 4111-1111-1111-1111", Least) {
		t.Error("a card's number beside a UUID is not seen")
	}
}
