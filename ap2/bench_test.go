package ap2

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"testing"
)

// The first two are what nobody can do without: one P-256 signature, one verification. A
// seal has one of the former, a mandate three of the latter.

func BenchmarkRawSign(b *testing.B) {
	k := newTestKey(b, "k")
	sum := sha256.Sum256(loadExample(b).Checkout)
	for b.Loop() {
		if _, _, err := ecdsa.Sign(rand.Reader, k.private, sum[:]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRawVerifyThree(b *testing.B) {
	k := newTestKey(b, "k")
	sum := sha256.Sum256(loadExample(b).Checkout)
	r, s, err := ecdsa.Sign(rand.Reader, k.private, sum[:])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for range 3 {
			if !ecdsa.Verify(&k.private.PublicKey, sum[:], r, s) {
				b.Fatal("not verified")
			}
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	w := loadExample(b)
	k := w.key(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewSeal(k, w.Checkout); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	v := loadVector(b, "valid-dc-sd-jwt-kb")
	c := v.checkout(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := VerifyCheckout(v.Token, c); err != nil {
			b.Fatal(explain(err))
		}
	}
}

func BenchmarkRefuse5MB(b *testing.B) {
	c := loadVector(b, "valid-dc-sd-jwt-kb").checkout(b)
	token := strings.Repeat("a", 5_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := VerifyCheckout(token, c); err == nil {
			b.Fatal("accepted")
		}
	}
}
