package httpsig

import (
	"context"
	"crypto/ecdsa"
	"encoding/base64"
	"errors"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"balcao/internal/clock"
)

func TestReplay(t *testing.T) {
	t.Parallel()
	for _, key := range []testKey{newES256(t), newEd25519(t)} {
		for name, o := range map[string]Options{"bytes": {Created: now}, "nonce": {Created: now, Nonce: "once"}} {
			c := clock.NewFake(now)
			v := verifierOf(t, Policy{Now: c.Now, Window: time.Minute, Skew: time.Second, Replays: NewMemory(c.Now, 10)})
			r := mustSign(t, key, newRequest(), o)
			tampered := r
			tampered.Path = "/x"
			if _, err := v.Request(t.Context(), tampered, key.lookup); codeOf(err) != SignatureInvalid {
				t.Fatal(err)
			}
			if _, err := v.Request(t.Context(), r, key.lookup); err != nil {
				t.Errorf("%s: what does not verify is not remembered: %v", name, err)
			}
			for range 2 {
				if _, err := v.Request(t.Context(), r, key.lookup); codeOf(err) != SignatureInvalid {
					t.Errorf("%s: again: %v", name, err)
				}
				c.Advance(61 * time.Second) // the last moment, then too late
			}
		}
	}
}

// TestReplayMalleable: with (r, s) also (r, n-s) verifies, which anybody can write.
func TestReplayMalleable(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	v := verifierOf(t, Policy{Window: time.Minute, Replays: NewMemory(func() time.Time { return now }, 10)})
	r := mustSign(t, key, newRequest(), Options{Created: now})
	if _, err := v.Request(t.Context(), r, key.lookup); err != nil {
		t.Fatal(err)
	}
	raw := decode64(t, strings.Trim(strings.TrimPrefix(r.Header.Get("Signature"), "sig1="), ":"))
	s := new(big.Int).SetBytes(raw[size/2:])
	s.Sub(key.private.(*ecdsa.PrivateKey).Params().N, s).FillBytes(raw[size/2:])
	r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(raw)+":")
	if _, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup); err != nil {
		t.Fatalf("the other form does not verify, the test shows nothing: %v", err)
	}
	if _, err := v.Request(t.Context(), r, key.lookup); codeOf(err) != SignatureInvalid {
		t.Errorf("the other form: %v", err)
	}
}

// TestReplayOfOthers: two keys may use one nonce.
func TestReplayOfOthers(t *testing.T) {
	t.Parallel()
	v := verifierOf(t, Policy{Window: time.Minute, Replays: NewMemory(func() time.Time { return now }, 10)})
	for range 3 {
		key := newES256(t)
		r := mustSign(t, key, newRequest(), Options{Created: now, Nonce: "1"})
		if _, err := v.Request(t.Context(), r, key.lookup); err != nil {
			t.Error(err)
		}
	}
}

type brokenReplays struct{}

func (brokenReplays) Seen(context.Context, [32]byte, time.Time) (bool, error) {
	return false, errors.New("down")
}

func TestReplayUnknown(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	r := mustSign(t, key, newRequest(), Options{Created: now})
	v := verifierOf(t, Policy{Window: time.Minute, Replays: brokenReplays{}})
	if _, err := v.Request(t.Context(), r, key.lookup); codeOf(err) != Unavailable {
		t.Error(err)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(now)
	m := NewMemory(c.Now, 3)
	see := func(id byte, life time.Duration, want bool, wantErr error) {
		t.Helper()
		if got, err := m.Seen(t.Context(), [32]byte{id}, c.Now().Add(life)); got != want || !errors.Is(err, wantErr) {
			t.Errorf("%d: %t, %v; want %t, %v", id, got, err, want, wantErr)
		}
	}
	see(1, 3*time.Second, false, nil)
	see(2, time.Second, false, nil)
	see(3, 2*time.Second, false, nil)
	see(2, time.Second, true, nil)
	see(4, time.Second, false, ErrFull)
	see(1, time.Second, true, nil)
	c.Advance(time.Second)
	see(2, time.Second, true, nil) // at its last moment
	c.Advance(time.Nanosecond)
	see(4, time.Second, false, nil)
	see(3, time.Second, true, nil)
	see(5, time.Second, false, ErrFull)
	c.Advance(time.Hour)
	see(1, time.Second, false, nil)
	if len(m.known) != 1 || len(m.order) != 1 {
		t.Errorf("%d known, %d in order", len(m.known), len(m.order))
	}
}

// TestMemoryAtOnce: of many at once, one is the first.
func TestMemoryAtOnce(t *testing.T) {
	t.Parallel()
	m := NewMemory(func() time.Time { return now }, 1000)
	var first atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for id := range 100 {
				if seen, err := m.Seen(t.Context(), [32]byte{byte(id)}, now); err == nil && !seen {
					first.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if first.Load() != 100 {
		t.Errorf("%d were the first of 100", first.Load())
	}
}
