package sqlite

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// The pragmas of a connection in the order in which they must be set: the busy timeout
// first, since changing the journal mode can meet a lock; the journal mode before
// synchronous, whose meaning depends on it. Cache sizes are in KiB when negative.
var (
	writing = []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
		"temp_store(MEMORY)", "cache_size(-8192)", "trusted_schema(OFF)",
	}
	reading = []string{
		"busy_timeout(5000)", "temp_store(MEMORY)", "cache_size(-2048)", "trusted_schema(OFF)",
		"query_only(ON)",
	}
)

// readers is how many connections read: enough that a slow listing does not hold up
// requests, few enough that their caches stay small.
func readers() int { return max(4, runtime.GOMAXPROCS(0)) }

// connect returns a pool of at most n connections with these pragmas, kept open.
func connect(path string, pragmas []string, n int) (*sql.DB, error) {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	name := url.URL{
		Scheme: "file", OmitHost: true, Path: slashed,
		// Double-quoted words are names, never strings by mistake.
		RawQuery: url.Values{"_pragma": pragmas, "_dqs": {"0"}}.Encode(),
	}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: open: %w", err)
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}
