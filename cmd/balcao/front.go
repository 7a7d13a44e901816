package main

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"balcao/agent"
	"balcao/agentcard"
	"balcao/httpd"
	"balcao/internal/keyring"
)

// front is what the shop shows and signs: its documents, and the A2A binding with the
// extended card. Both are made anew when the signing keys are others: another process
// changed them, or the turn of one came. This is looked at with every request, which costs
// a look at the key file, so nothing revoked is shown even once.
type front struct {
	sh *shop

	mu    sync.Mutex
	shown atomic.Pointer[face]
}

// face is the front at one moment. It does not change.
type face struct {
	keyState
	documents map[string]httpd.Document
	a2a       *agent.Binding
}

// keyState is what the face depends on: the keys, and the trouble there is with their file.
type keyState struct {
	keys    keyring.Version
	trouble string
}

// newFront makes the front of a shop.
func newFront(sh *shop) (*front, error) {
	f := &front{sh: sh}
	shown := &face{keyState: f.state(), a2a: sh.a2a()}
	if err := shown.build(sh); err != nil {
		return nil, err
	}
	f.shown.Store(shown)
	return f, nil
}

func (f *front) state() keyState {
	version, err := f.sh.keys.Version()
	if err != nil {
		return keyState{version, err.Error()}
	}
	return keyState{version, ""}
}

// build makes the face of the keys of now.
func (c *face) build(sh *shop) (err error) {
	if c.documents, err = sh.documents(); err != nil {
		return fmt.Errorf("documents: %w", err)
	}
	a2a := *c.a2a
	if a2a.ExtendedCard, err = agentcard.Extended(sh.profile, sh.cardOptions()); err != nil {
		return fmt.Errorf("extended card: %w", err)
	}
	c.a2a = &a2a
	return nil
}

// face returns the face of now.
func (f *front) face() *face {
	if shown := f.shown.Load(); shown.keyState == f.state() {
		return shown
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	old, state := f.shown.Load(), f.state()
	if old.trouble != state.trouble && state.trouble != "" {
		f.sh.log.Error("the key file cannot be used; the keys known before serve on", "error", state.trouble)
	}
	next := *old
	if next.keyState = state; state.keys != old.keys {
		if err := next.build(f.sh); err != nil {
			f.sh.log.Error("the documents cannot be made anew", "error", err)
			return old
		}
		keepDates(next.documents, old.documents)
		f.sh.log.Info("the signing keys changed", "published", len(f.sh.keys.PublicJWKs()))
	}
	f.shown.Store(&next)
	return &next
}

// keepDates gives documents that are the same the date that they had. One that changed twice
// in a second, which is all that a date can tell, has none.
func keepDates(next, old map[string]httpd.Document) {
	for path, doc := range next {
		before := old[path]
		switch {
		case bytes.Equal(doc.Body, before.Body):
			doc.Modified = before.Modified
		case !doc.Modified.Truncate(time.Second).After(before.Modified):
			doc.Modified = time.Time{}
		}
		next[path] = doc
	}
}

// documents are the shop's documents by path, as they are when asked for.
func (f *front) documents() map[string]func() httpd.Document {
	out := map[string]func() httpd.Document{}
	for path := range f.face().documents {
		out[path] = func() httpd.Document { return f.face().documents[path] }
	}
	return out
}

// rpc and rest are the two bindings of A2A.
func (f *front) rpc(w http.ResponseWriter, r *http.Request) { f.face().a2a.ServeHTTP(w, r) }

func (f *front) rest(w http.ResponseWriter, r *http.Request) {
	agent.REST{Binding: f.face().a2a, Base: pathA2A}.ServeHTTP(w, r)
}
