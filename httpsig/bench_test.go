package httpsig

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkVerify has the bare signature beside the whole verification, so that a run shows
// what the rest costs: parsing, digest, base.
func BenchmarkVerify(b *testing.B) {
	key := newES256(b)
	private := key.private.(*ecdsa.PrivateKey)
	hash := sha256.Sum256([]byte("x"))
	r, s, err := ecdsa.Sign(rand.Reader, private, hash[:])
	if err != nil {
		b.Fatal(err)
	}
	b.Run("bare ES256", func(b *testing.B) {
		for b.Loop() {
			if !ecdsa.Verify(&private.PublicKey, hash[:], r, s) {
				b.Fatal("not verified")
			}
		}
	})
	edwards := newEd25519(b)
	bare := ed25519.Sign(edwards.private.(ed25519.PrivateKey), hash[:])
	public := edwards.private.(ed25519.PrivateKey).Public().(ed25519.PublicKey)
	b.Run("bare Ed25519", func(b *testing.B) {
		for b.Loop() {
			if !ed25519.Verify(public, hash[:], bare) {
				b.Fatal("not verified")
			}
		}
	})
	v := verifierOf(b, Policy{})
	for _, signer := range []testKey{key, edwards} {
		for _, kib := range []int{1, 64} {
			request := newRequest()
			request.Body = []byte(strings.Repeat("x", kib<<10))
			request = mustSign(b, signer, request, Options{Created: now})
			b.Run(fmt.Sprintf("%s/%d KiB", signer.id, kib), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := v.Request(b.Context(), request, signer.lookup); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	// What a stranger can have us do without a key.
	forged := mustSign(b, testKey{"unknown", key.private}, newRequest(), Options{Created: now})
	b.Run("unknown key", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := v.Request(b.Context(), forged, key.lookup); codeOf(err) != KeyNotFound {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSign has the bare signature beside the whole.
func BenchmarkSign(b *testing.B) {
	key := newES256(b)
	hash := sha256.Sum256([]byte("x"))
	b.Run("bare ES256", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := ecdsa.Sign(rand.Reader, key.private.(*ecdsa.PrivateKey), hash[:]); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, signer := range []testKey{key, newEd25519(b)} {
		b.Run(signer.id, func(b *testing.B) {
			request := newRequest()
			b.ReportAllocs()
			for b.Loop() {
				if err := SignRequest(signer, request, Options{Created: now}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
