package pixtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
)

// Fault may answer a request in the bank's place, which it reports.
type Fault func(w http.ResponseWriter, r *http.Request) bool

// Once answers the first request whose method and path begin so.
func Once(start string, give func(w http.ResponseWriter)) Fault {
	var done atomic.Bool
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.Method+" "+r.URL.Path, start) || !done.CompareAndSwap(false, true) {
			return false
		}
		give(w)
		return true
	}
}

// Status answers with a status alone.
func Status(code int) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { w.WriteHeader(code) }
}

// HangUp ends the connection without an answer.
func HangUp(http.ResponseWriter) { panic(http.ErrAbortHandler) }

// Faulty stands before a bank's handler, and notes what is asked. Set its faults between
// requests.
type Faulty struct {
	Bank http.HandlerFunc
	// Before answers before the bank has done anything, After once it has done what was asked.
	// Nil is none.
	Before, After Fault

	mu    sync.Mutex
	calls []string
}

// Made counts the requests so far whose method and path begin so.
func (f *Faulty) Made(start string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, call := range f.calls {
		if strings.HasPrefix(call, start) {
			n++
		}
	}
	return n
}

// ServeHTTP implements http.Handler.
func (f *Faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.calls = append(f.calls, r.Method+" "+r.URL.Path)
	before, after := f.Before, f.After
	f.mu.Unlock()
	if before != nil && before(w, r) {
		return
	}
	record := httptest.NewRecorder()
	f.Bank(record, r)
	if after != nil && after(w, r) {
		return
	}
	for name, values := range record.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(record.Code)
	_, _ = w.Write(record.Body.Bytes())
}
