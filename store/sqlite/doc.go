// Package sqlite keeps the shop in one SQLite file: the default store, for one process.
//
// One goroutine owns the only connection that writes. It takes what is queued, up to
// maxBatch writes, runs each in a savepoint inside one transaction, commits once and
// then answers: many writers share one sync to disk, and a write that loses a race does
// not harm its neighbours. Reads run beside it on connections of their own, and see all
// that was committed before they began (WAL).
//
// Every exported method is a transaction; unexported helpers take one (tx).
//
// Committed means on disk: synchronous=FULL syncs the log at every commit. A second
// process is kept out by a lock on a file beside the database.
package sqlite
