package keyring

import (
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// watch is a clock that a test moves.
type watch struct{ at time.Time }

func (w *watch) now() time.Time { return w.at }

// ringAt is a ring of its own, with one key, by a clock that stands at noon.
func ringAt(t *testing.T) (*Ring, *watch) {
	t.Helper()
	w := &watch{time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	ring, err := Open(t.TempDir(), w.now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return ring, w
}

func rotate(t *testing.T, r *Ring, delay time.Duration) string {
	t.Helper()
	key, err := r.Make(delay)
	if err != nil || key.KID == "" {
		t.Fatalf("Make: %+v, %v", key, err)
	}
	return key.KID
}

// states are those of all keys, in order.
func states(r *Ring) string {
	var out []string
	for _, key := range r.List() {
		out = append(out, string(key.State))
	}
	return strings.Join(out, " ")
}

// signedBy is the id of the key that signs, which must verify.
func signedBy(t *testing.T, r *Ring) string {
	t.Helper()
	protected, signature, err := r.Sign(nil, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range r.PublicJWKs() {
		if verifies(t, protected, signature, []byte("x"), public(t, key)) {
			return key.KID
		}
	}
	t.Fatal("signed by no published key")
	return ""
}

// TestKeyStates follows the same keys over time: a is there from the start, b is made at
// once with a delay of an hour, c at two hours, to sign at once.
func TestKeyStates(t *testing.T) {
	t.Parallel()
	ring, w := ringAt(t)
	start := w.at
	rotate(t, ring, time.Hour)
	const day = 24 * time.Hour
	steps := []struct {
		at     time.Duration
		do     func(kids []string) error
		want   string
		signer int
	}{
		{0, nil, "signing published", 0},
		{time.Hour - time.Second, nil, "signing published", 0},
		{time.Hour, nil, "grace signing", 1},
		{-time.Minute, nil, "signing published", 0}, // the machine's clock was set back
		{2 * time.Hour, func([]string) error { _, err := ring.Make(0); return err }, "grace grace signing", 2},
		{time.Hour + 7*day - time.Second, func(k []string) error { return refused(ring.Retire(k[0], false), ErrGrace) }, "grace grace signing", 2},
		{time.Hour + 7*day, func(k []string) error { return ring.Retire(k[0], false) }, "retired grace signing", 2},
		{time.Hour + 7*day, func(k []string) error { return refused(ring.Retire(k[1], false), ErrGrace) }, "retired grace signing", 2},
		{time.Hour + 7*day, func(k []string) error { return refused(ring.Retire(k[2], true), ErrSigns) }, "retired grace signing", 2},
		{time.Hour + 7*day, func(k []string) error { _, err := ring.Revoke(k[2], false); return err }, "retired signing revoked", 1},
		{20 * day, func(k []string) error { _, err := ring.Revoke(k[1], false); return refused(err, ErrOnly) }, "retired signing revoked", 1},
		{20 * day, func(k []string) error { _, err := ring.Revoke(k[1], true); return err }, "retired revoked revoked signing", 3},
		{20 * day, func([]string) error { _, err := ring.Make(time.Hour); return err }, "retired revoked revoked signing published", 3},
		{20 * day, func(k []string) error { return refused(ring.Retire(k[4], false), ErrWaits) }, "retired revoked revoked signing published", 3},
		{20 * day, func(k []string) error { _, err := ring.Revoke(k[3], false); return err }, "retired revoked revoked revoked signing", 4},
	}
	for i, step := range steps {
		w.at = start.Add(step.at)
		if step.do != nil {
			if err := step.do(kidsOf(ring)); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
		if got := states(ring); got != step.want {
			t.Fatalf("step %d: %s, want %s", i, got, step.want)
		}
		kids := kidsOf(ring)
		if got := signedBy(t, ring); got != kids[step.signer] {
			t.Errorf("step %d: signed by %s, want the one at %d of %v", i, got, step.signer, kids)
		}
		var usable []string
		for _, key := range ring.List() {
			_, found := ring.PublicKey(key.KID)
			gone := key.State == Retired || key.State == Revoked
			if found == gone || gone == key.PublishedUntil.IsZero() {
				t.Errorf("step %d: %+v is found: %t", i, key, found)
			}
			if !gone {
				usable = append(usable, key.KID)
			}
		}
		var published []string
		for _, key := range ring.PublicJWKs() {
			published = append(published, key.KID)
		}
		if !slices.Equal(published, usable) {
			t.Errorf("step %d: published %v, want %v", i, published, usable)
		}
	}
	// What waited signs since its turn came, not when it was to come.
	if last := ring.List()[4]; !last.SignsFrom.Equal(w.at) {
		t.Errorf("signs from %s, want %s", last.SignsFrom, w.at)
	}
}

func kidsOf(r *Ring) []string {
	var out []string
	for _, key := range r.List() {
		out = append(out, key.KID)
	}
	return out
}

// refused turns the error that is wanted into nil.
func refused(err, want error) error {
	if errors.Is(err, want) {
		return nil
	}
	return fmt.Errorf("got the error %w, want %w", err, want)
}

// TestKeyGraceVerifies: what a key signed is verified by what is published, until the key
// is retired.
func TestKeyGraceVerifies(t *testing.T) {
	t.Parallel()
	ring, w := ringAt(t)
	old := kidsOf(ring)[0]
	protected, signature, err := ring.Sign(nil, []byte("seal"))
	if err != nil {
		t.Fatal(err)
	}
	rotate(t, ring, time.Hour)
	w.at = w.at.Add(time.Hour + GracePeriod)
	if signedBy(t, ring) == old {
		t.Fatal("the old key still signs")
	}
	if !verifies(t, protected, signature, []byte("seal"), public(t, ring.PublicJWKs()[0])) {
		t.Error("not verified in grace")
	}
	key, ok := ring.PublicKey(old)
	if !ok || !key.Equal(ring.current().keys[0].public) {
		t.Error("the key in grace is not found")
	}
	*key = ecdsa.PublicKey{} // the caller's to change
	if again, _ := ring.PublicKey(old); !again.Equal(ring.current().keys[0].public) {
		t.Error("the caller reached into the ring")
	}
	if err := ring.Retire(old, false); err != nil {
		t.Fatal(err)
	}
	if _, ok := ring.PublicKey(old); ok || len(ring.PublicJWKs()) != 1 {
		t.Error("a retired key is published")
	}
}

func TestKeyRefusals(t *testing.T) {
	t.Parallel()
	ring, _ := ringAt(t)
	first := kidsOf(ring)[0]
	second := rotate(t, ring, 0)
	if err := ring.Retire(first, true); err != nil { // in its grace, by force
		t.Fatal(err)
	}
	before := content(t, ring)
	revoke := func(kid string, another bool) error { _, err := ring.Revoke(kid, another); return err }
	for name, tc := range map[string]struct{ got, want error }{
		"retire nothing":  {ring.Retire("none", true), ErrUnknown},
		"retire again":    {ring.Retire(first, true), ErrGone},
		"retire signer":   {ring.Retire(second, true), ErrSigns},
		"revoke nothing":  {revoke("none", true), ErrUnknown},
		"revoke the last": {revoke(second, false), ErrOnly},
	} {
		if !errors.Is(tc.got, tc.want) {
			t.Errorf("%s: %v, want %v", name, tc.got, tc.want)
		}
	}
	if content(t, ring) != before {
		t.Error("a refusal changed the file")
	}
	if err := revoke(first, false); err != nil {
		t.Errorf("revoke what is retired: %v", err)
	}
	if err := refused(revoke(first, true), ErrGone); err != nil {
		t.Error(err)
	}
}

// TestKeyTombstones: what is gone has no private part, and stays.
func TestKeyTombstones(t *testing.T) {
	t.Parallel()
	ring, _ := ringAt(t)
	first := kidsOf(ring)[0]
	second := rotate(t, ring, 0)
	if got := strings.Count(content(t, ring), `"d":`); got != 2 {
		t.Fatalf("%d private parts, want 2", got)
	}
	if signs, err := ring.Revoke(second, false); err != nil || signs.KID != first {
		t.Fatalf("signs %+v, %v", signs, err)
	}
	if signs, err := ring.Revoke(first, true); err != nil || signs.State != Signing || signs.KID == first {
		t.Fatalf("signs %+v, %v", signs, err)
	}
	raw := content(t, ring)
	if strings.Count(raw, `"d":`) != 1 || !strings.Contains(raw, first) || !strings.Contains(raw, second) {
		t.Errorf("the file is\n%s", raw)
	}
	// A source that gives an old key once more makes none.
	w := &watch{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}
	one := append(make([]byte, 31), 1)
	repeating := strings.NewReader(strings.Repeat(string(one), 3))
	again, err := Open(t.TempDir(), w.now, repeating)
	if err != nil {
		t.Fatal(err)
	}
	w.at = w.at.Add(48 * time.Hour) // another day is another id
	if _, err := again.Make(0); err == nil || !strings.Contains(err.Error(), "repeats") {
		t.Errorf("the same key was made again: %v", err)
	}
	if _, err := again.Revoke(kidsOf(again)[0], true); err == nil || states(again) != "signing" {
		t.Errorf("it was revoked for itself: %v, %s", err, states(again))
	}
}

// TestKeyGraceBegins: it begins when a key stopped signing for good, not when one that is
// void now had taken over.
func TestKeyGraceBegins(t *testing.T) {
	t.Parallel()
	ring, w := ringAt(t)
	second := rotate(t, ring, 0)
	w.at = w.at.Add(time.Hour)
	if _, err := ring.Revoke(second, false); err != nil {
		t.Fatal(err)
	}
	w.at = w.at.Add(10 * 24 * time.Hour)
	rotate(t, ring, 0)
	stopped := w.at
	w.at = w.at.Add(time.Hour)
	rotate(t, ring, time.Hour)
	first := ring.List()[0]
	if states(ring) != "grace revoked signing published" || !first.GraceEnds.Equal(stopped.Add(GracePeriod)) {
		t.Errorf("%s; %+v, stopped at %s", states(ring), first, stopped)
	}
}
