package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/ap2"
	"balcao/httpd"
)

// document reads a public document; etag is that of the one the reader has.
func (s *testShop) document(path, etag string) (status int, header http.Header, body []byte) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(resp.Body); err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, body
}

// publishedKeys are the keys in a document of the shop, by id, and the ids in their order.
func (s *testShop) publishedKeys(path string) (map[string]*ecdsa.PublicKey, []string) {
	s.t.Helper()
	_, _, body := s.document(path, "")
	var doc struct{ Keys []struct{ KID, X, Y string } }
	if err := json.Unmarshal(body, &doc); err != nil {
		s.t.Fatal(err)
	}
	keys, kids := map[string]*ecdsa.PublicKey{}, []string{}
	for _, k := range doc.Keys {
		x, err := base64.RawURLEncoding.DecodeString(k.X)
		y, errY := base64.RawURLEncoding.DecodeString(k.Y)
		if err != nil || errY != nil {
			s.t.Fatal(err, errY)
		}
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{4}, x, y))
		if err != nil {
			s.t.Fatal(err)
		}
		keys[k.KID], kids = key, append(kids, k.KID)
	}
	return keys, kids
}

// cardSigner verifies a card by the shop's key set and returns the id of its key; it is
// empty if the key is not there.
func (s *testShop) cardSigner(card []byte) string {
	s.t.Helper()
	var doc map[string]any
	var signed struct {
		Signatures []struct{ Protected, Signature string }
	}
	if err := json.Unmarshal(card, &doc); err != nil {
		s.t.Fatalf("%v in %s", err, card)
	}
	if err := json.Unmarshal(card, &signed); err != nil || len(signed.Signatures) != 1 {
		s.t.Fatalf("%v, signatures %v", err, signed)
	}
	delete(doc, "signatures")
	for _, e := range doc["capabilities"].(map[string]any)["extensions"].([]any) {
		if e := e.(map[string]any); e["required"] == false { // a default is not signed
			delete(e, "required")
		}
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		s.t.Fatal(err)
	}
	payload, err := ap2.Canonical(raw)
	if err != nil {
		s.t.Fatal(err)
	}
	protected, err := base64.RawURLEncoding.DecodeString(signed.Signatures[0].Protected)
	if err != nil {
		s.t.Fatal(err)
	}
	var header struct{ KID string }
	if err := json.Unmarshal(protected, &header); err != nil {
		s.t.Fatal(err)
	}
	signature, err := base64.RawURLEncoding.DecodeString(signed.Signatures[0].Signature)
	if err != nil || len(signature) != 64 {
		s.t.Fatalf("signature of %d bytes, %v", len(signature), err)
	}
	all, _ := s.publishedKeys("/.well-known/jwks.json")
	key, ok := all[header.KID]
	if !ok {
		return ""
	}
	digest := sha256.Sum256([]byte(signed.Signatures[0].Protected + "." + base64.RawURLEncoding.EncodeToString(payload)))
	r, v := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	if !ecdsa.Verify(key, digest[:], r, v) {
		s.t.Errorf("the signature by %s is wrong", header.KID)
	}
	return header.KID
}

const (
	pathProfile = "/.well-known/bcp"
	pathKeySet  = "/.well-known/jwks.json"
	pathCard    = "/.well-known/agent-card.json"
)

// TestKeysOfRunningShop: what the commands change is seen in a running shop's documents by
// the next request.
func TestKeysOfRunningShop(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout", "order"))
	published := func(want ...string) {
		t.Helper()
		for _, path := range []string{pathProfile, "/.well-known/ucp.json", pathKeySet} {
			if _, kids := shop.publishedKeys(path); !slices.Equal(kids, want) {
				t.Errorf("%s shows %v, want %v", path, kids, want)
			}
		}
	}
	signedBy := func(want string) (card []byte) {
		t.Helper()
		_, _, card = shop.document(pathCard, "")
		extended := []byte(p.rpc("GetExtendedAgentCard", nil).result())
		rest := p.rest("GET", "/extendedAgentCard", "", nil).body
		for name, c := range map[string][]byte{"public": card, "extended": extended, "extended by HTTP": rest} {
			if got := shop.cardSigner(c); got != want {
				t.Errorf("the %s card is signed by %q, want %q", name, got, want)
			}
		}
		return card
	}
	_, kids := shop.publishedKeys(pathProfile)
	first := kids[0]
	oldCard := signedBy(first)
	etags := map[string]string{}
	for _, path := range []string{pathProfile, pathKeySet, pathCard, "/sandbox/platform.json"} {
		_, header, _ := shop.document(path, "")
		etags[path] = header.Get("ETag")
		if status, _, _ := shop.document(path, etags[path]); status != http.StatusNotModified {
			t.Errorf("%s unchanged: status %d", path, status)
		}
	}

	second := mustKeys(t, shop.Dir, "make")[1]
	published(first, second)
	signedBy(first)
	for path, etag := range etags {
		want := http.StatusOK
		if path == "/sandbox/platform.json" { // without the shop's keys
			want = http.StatusNotModified
		}
		if status, header, _ := shop.document(path, etag); status != want || (header.Get("ETag") == etag) == (want == http.StatusOK) {
			t.Errorf("%s after the making: status %d, want %d", path, status, want)
		}
	}

	third := mustKeys(t, shop.Dir, "make", "--now")[1]
	published(first, second, third)
	signedBy(third)
	if got := shop.cardSigner(oldCard); got != first {
		t.Errorf("in grace, the old card is verified by %q", got)
	}

	mustKeys(t, shop.Dir, "retire", "--force", second)
	published(first, third)
	mustKeys(t, shop.Dir, "revoke", first)
	published(third)
	if got := shop.cardSigner(oldCard); got != "" {
		t.Errorf("the old card is still verified by %q", got)
	}
	mustKeys(t, shop.Dir, "revoke", "--replace", third)
	_, kids = shop.publishedKeys(pathProfile)
	published(kids[len(kids)-1])
	signedBy(kids[len(kids)-1])
	p.say("Procuro uma camiseta vermelha") // it still sells
}

// TestKeysTurn: the card is signed by the next key once its time has come, though the file
// did not change.
func TestKeysTurn(t *testing.T) {
	t.Parallel()
	shop, now := clockedShop(t)
	first := mustKeys(t, shop.Dir, "list")[7]
	second := mustKeys(t, shop.Dir, "make", "--signs-after=2h")[1]
	front, err := newFront(shop.inside)
	if err != nil {
		t.Fatal(err)
	}
	dates := func() (profile, card, sandbox time.Time) {
		docs := front.face().documents
		return docs[pathProfile].Modified, docs[pathCard].Modified, docs["/sandbox/platform.json"].Modified
	}
	start := now.Now()
	signer := func() string {
		_, _, card := shop.document(pathCard, "")
		return shop.cardSigner(card)
	}
	if got := signer(); got != first {
		t.Errorf("before: signed by %s", got)
	}
	now.Advance(time.Hour)
	if got := signer(); got != first {
		t.Errorf("after an hour: signed by %s", got)
	}
	now.Advance(2 * time.Hour)
	if got := signer(); got != second {
		t.Errorf("after three hours: signed by %s, want %s", got, second)
	}
	if profile, card, sandbox := dates(); !profile.Equal(start) || !card.Equal(now.Now()) || !sandbox.Equal(start) {
		t.Errorf("the profile is of %s, the card of %s, the sandbox platform of %s", profile, card, sandbox)
	}
}

// TestKeysTrouble: a key file that cannot be used does not stop a running shop, and is
// logged once.
func TestKeysTrouble(t *testing.T) {
	t.Parallel()
	log := new(keptLog)
	shop := startShopWith(t, t.TempDir(), log)
	path := filepath.Join(shop.Dir, "keys", "keys.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, kids := shop.publishedKeys(pathKeySet)
	for range 2 { // told again when it comes again
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, got := shop.publishedKeys(pathKeySet); !slices.Equal(got, kids) {
				t.Errorf("keys %v, want %v", got, kids)
			}
		}
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		shop.publishedKeys(pathKeySet)
	}
	if logged := log.take(); strings.Count(logged, "the key file cannot be used") != 2 {
		t.Errorf("logged not twice:\n%s", logged)
	}
	second := mustKeys(t, shop.Dir, "make", "--now")[1]
	if _, _, card := shop.document(pathCard, ""); shop.cardSigner(card) != second {
		t.Error("after the mending, the shop does not follow")
	}
}

func TestKeepDates(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for name, tc := range map[string]struct {
		body string
		at   time.Time
		want time.Time
	}{
		"same":              {"a", noon.Add(time.Hour), noon},
		"changed":           {"b", noon.Add(time.Second), noon.Add(time.Second)},
		"changed at once":   {"b", noon.Add(900 * time.Millisecond), time.Time{}},
		"clock turned back": {"b", noon.Add(-time.Hour), time.Time{}},
	} {
		next := map[string]httpd.Document{"/": {Body: []byte(tc.body), Modified: tc.at}}
		keepDates(next, map[string]httpd.Document{"/": {Body: []byte("a"), Modified: noon}})
		if got := next["/"].Modified; !got.Equal(tc.want) {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// TestKeysWhileServing: the keys change under requests; in the end all shows the last ones.
func TestKeysWhileServing(t *testing.T) {
	t.Parallel()
	shop, _ := clockedShop(t)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					shop.document(pathCard, "")
				}
			}
		})
	}
	last := ""
	for range 5 {
		last = mustKeys(t, shop.Dir, "make", "--signs-after=6m")[1]
	}
	close(done)
	readers.Wait()
	if _, kids := shop.publishedKeys(pathKeySet); len(kids) != 6 || kids[5] != last {
		t.Errorf("published %v, want %s last", kids, last)
	}
	_, _, card := shop.document(pathCard, "")
	shop.cardSigner(card)
}
