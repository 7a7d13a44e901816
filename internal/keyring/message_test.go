package keyring

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"math/big"
	"testing"
)

// TestMessageKey: what a key signs verifies under the id that it says, though another has
// taken its turn meanwhile; and both numbers keep their width.
func TestMessageKey(t *testing.T) {
	t.Parallel()
	ring, _ := ringAt(t)
	first := ring.MessageKey()
	second := rotate(t, ring, 0)
	if ring.MessageKey().KeyID() != second || first.KeyID() == second {
		t.Fatalf("%s, then %s; want %s", first.KeyID(), ring.MessageKey().KeyID(), second)
	}
	public, ok := ring.PublicKey(first.KeyID())
	if !ok {
		t.Fatal("the key in grace is gone")
	}
	for range 4000 {
		message := []byte("x")
		signature, err := first.Sign(message)
		if err != nil || len(signature) != 64 {
			t.Fatalf("%d bytes, %v", len(signature), err)
		}
		hash := sha256.Sum256(message)
		r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
		if !ecdsa.Verify(public, hash[:], r, s) {
			t.Fatal("not verified")
		}
		if signature[0] == 0 || signature[32] == 0 { // one in 128
			return
		}
	}
	t.Error("no short number in 4,000 signatures")
}
