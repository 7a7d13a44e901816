package keyring

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

func fixedNow() time.Time {
	return time.Date(2026, 11, 30, 22, 30, 0, 5, time.FixedZone("BRT", -3*3600)) // 1 December in UTC
}

func open(t *testing.T, dir string) *Ring {
	t.Helper()
	ring, err := Open(dir, fixedNow, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// TestFirstRun pins key, id and coordinates for a known scalar: 1, whose public
// point is the base point of P-256.
func TestFirstRun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "keys")
	one := append(make([]byte, 31), 1)
	ring, err := Open(dir, fixedNow, bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	want := JWK{
		KID: "2026-12-01-xx0BcA-wMohw",
		KTY: "EC", CRV: "P-256", Use: "sig", Alg: "ES256",
		X: "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY",
		Y: "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
	}
	if got := ring.PublicJWKs(); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "keys.json"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v; want mode %o", path, info.Mode(), err, mode)
		}
	}
	again, err := Open(dir, func() time.Time { panic("a second run needs no time") }, failing{})
	if err != nil || again.PublicJWKs()[0] != want {
		t.Errorf("second run: %v, %v", again, err)
	}
	if names := list(t, dir); len(names) != 1 {
		t.Errorf("files left over: %v", names)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no entropy") }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestBadRandomSource(t *testing.T) {
	t.Parallel()
	for _, source := range []interface{ Read([]byte) (int, error) }{failing{}, zeros{}, bytes.NewReader([]byte("short"))} {
		dir := t.TempDir()
		if _, err := Open(dir, fixedNow, source); err == nil {
			t.Errorf("%T accepted", source)
		}
		if names := list(t, dir); len(names) != 0 {
			t.Errorf("%T left %v", source, names)
		}
	}
	// One refused draw, then a good one.
	draws := append(bytes.Repeat([]byte{0xff}, 32), append(make([]byte, 31), 1)...)
	if _, err := Open(t.TempDir(), fixedNow, bytes.NewReader(draws)); err != nil {
		t.Errorf("after a refused draw: %v", err)
	}
}

func TestConcurrentFirstRuns(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "keys")
	const runs = 16
	kids := make([]string, runs)
	var wg sync.WaitGroup
	for i := range runs {
		wg.Go(func() {
			ring, err := Open(dir, fixedNow, rand.Reader)
			if err != nil {
				t.Error(err)
				return
			}
			kids[i] = ring.PublicJWKs()[0].KID
		})
	}
	wg.Wait()
	for _, kid := range kids {
		if kid != kids[0] {
			t.Fatalf("different keys: %v", kids)
		}
	}
	if names := list(t, dir); len(names) != 1 {
		t.Errorf("files left over: %v", names)
	}
}

// TestLateCreate is the losing side of the race, step by step: the key of the
// first process stays.
func TestLateCreate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, dir).PublicJWKs()[0].KID
	err := firstRun(filepath.Join(dir, fileName), fixedNow(), rand.Reader)
	if keys := open(t, dir).PublicJWKs(); err != nil || len(keys) != 1 || keys[0].KID != first {
		t.Errorf("got %v, %v; want the key %s", keys, err, first)
	}
}

func TestExposedFile(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o644, 0o640, 0o604, 0o620, 0o666} {
		dir := t.TempDir()
		open(t, dir)
		path := filepath.Join(dir, fileName)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := Open(dir, fixedNow, rand.Reader)
		if !errors.Is(err, ErrExposed) || !strings.Contains(err.Error(), "chmod 600 "+path) {
			t.Errorf("mode %o: %v", mode, err)
		}
	}
	dir := t.TempDir()
	open(t, dir)
	if err := os.Chmod(filepath.Join(dir, fileName), 0o400); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir)
	good, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	foreign := open(t, other).PublicJWKs()[0]
	edit := func(change func(record, jwk map[string]any)) string {
		var file struct {
			Keys []map[string]any `json:"keys"`
		}
		if err := json.Unmarshal(good, &file); err != nil {
			t.Fatal(err)
		}
		change(file.Keys[0], file.Keys[0]["jwk"].(map[string]any))
		out, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	var record string
	edit(func(r, _ map[string]any) { b, _ := json.Marshal(r); record = string(b) })

	tests := map[string]string{
		"all retired":   edit(func(r, _ map[string]any) { r["retired"] = "2026-12-01T00:00:00Z" }),
		"all revoked":   edit(func(r, _ map[string]any) { r["revoked"] = "2026-12-01T00:00:00Z" }),
		"no time":       edit(func(r, _ map[string]any) { r["signs_from"] = "soon" }),
		"empty file":    "",
		"no list":       "{}",
		"empty list":    `{"keys":[]}`,
		"empty record":  `{"keys":[{}]}`,
		"cut off":       string(good[:len(good)/2]),
		"same kid":      `{"keys":[` + record + `,` + record + `]}`,
		"no kid":        edit(func(_, jwk map[string]any) { delete(jwk, "kid") }),
		"public only":   edit(func(_, jwk map[string]any) { delete(jwk, "d") }),
		"no alg":        edit(func(_, jwk map[string]any) { delete(jwk, "alg") }),
		"other curve":   edit(func(_, jwk map[string]any) { jwk["crv"] = "P-384" }),
		"short x":       edit(func(_, jwk map[string]any) { jwk["x"] = "AA" }),
		"symmetric key": `{"keys":[{"jwk":{"kty":"oct","kid":"a","alg":"ES256","k":"c2VjcmV0"}}]}`,
		"foreign point": edit(func(_, jwk map[string]any) { jwk["x"], jwk["y"] = foreign.X, foreign.Y }),
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, fileName)
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(dir, fixedNow, rand.Reader); err == nil {
				t.Error("accepted")
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != content {
				t.Error("the file was changed")
			}
		})
	}
}

// TestPublished: what a stored key signs, its published half verifies.
func TestPublished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	published := open(t, dir).PublicJWKs()[0]
	raw := fmt.Sprintf(`{"kty":%q,"crv":%q,"x":%q,"y":%q,"kid":%q,"alg":%q,"use":%q}`,
		published.KTY, published.CRV, published.X, published.Y, published.KID, published.Alg, published.Use)
	var public jose.JSONWebKey
	if err := json.Unmarshal([]byte(raw), &public); err != nil || !public.IsPublic() {
		t.Fatalf("published key %s: %v", raw, err)
	}
	keys, _, err := read(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256([]byte("payload"))
	sig, err := ecdsa.SignASN1(rand.Reader, keys[0].private, digest[:])
	if err != nil || !ecdsa.VerifyASN1(public.Key.(*ecdsa.PublicKey), digest[:], sig) {
		t.Errorf("not verified: %v", err)
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
