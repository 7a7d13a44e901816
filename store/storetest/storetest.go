// Package storetest is the contract that every store of the shop fulfils, as tests. The
// comments of checkout.Store are the contract's words; this is its proof, run by each
// database's package.
package storetest

import (
	"context"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
	"balcao/settlement"
	"balcao/store/rows"
)

// Store is all that the program asks of a database: what the counter needs, and what
// jobs and staff need beside it. Methods that find nothing return checkout.ErrNotFound.
type Store interface {
	checkout.Store

	// SetStock sets what is on hand; checkout.ErrStock if less than is reserved.
	SetStock(ctx context.Context, variant ids.Variant, onHand int64) error
	// SeedStock sets what is on hand of the variants that have no stock yet.
	SeedStock(ctx context.Context, onHand map[ids.Variant]int64) error
	// StockList lists all stock, by variant.
	StockList(ctx context.Context) ([]rows.StockLevel, error)

	// Tasks lists the tasks that the caller may see, latest status first.
	Tasks(ctx context.Context, q conversation.TaskQuery) (conversation.TaskPage, error)
	// PushConfigs lists the push configurations of a task, by id. When a write makes a
	// task's owner an authenticated one, those from before go.
	PushConfigs(ctx context.Context, task ids.Task) ([]conversation.PushConfig, error)
	// SavePushConfig stores a push configuration, or replaces the one with its id. Sent
	// becomes the task's version, or stays as it was: a replacement is owed what the one
	// before it was. It is false, and nothing is stored, if the caller sees no such
	// task or it has its most configurations.
	SavePushConfig(ctx context.Context, caller platform.Caller, c conversation.PushConfig) (saved bool, err error)
	// DeletePushConfig takes a push configuration away, if it is there.
	DeletePushConfig(ctx context.Context, task ids.Task, id string) error
	// MarkPushed remembers that a version of the task was delivered. A later one stays.
	MarkPushed(ctx context.Context, task ids.Task, id string, version int64) error

	// NextNotice returns the earliest version of an order of which its platform is to be
	// told. Dead letters are passed over.
	NextNotice(ctx context.Context, id ids.Order) (order.Notice, error)
	// Notices lists what was not taken yet: dead letters first, then the oldest.
	Notices(ctx context.Context, limit int) ([]order.Notice, error)
	// NoticeTaken forgets a notice that the platform has taken.
	NoticeTaken(ctx context.Context, id ids.Order, version int64) error
	// NoticeMissed keeps what became of a try, unless the notice is dead.
	NoticeMissed(ctx context.Context, n order.Notice) error
	// ReplayNotices puts dead letters back into the queue, as new and due at that time, and
	// returns how many.
	ReplayNotices(ctx context.Context, choice order.NoticeChoice, now time.Time) (int, error)
	// PurgeNotices forgets dead letters last tried before a time and returns how many.
	PurgeNotices(ctx context.Context, before time.Time) (int, error)

	// LeaseJobs takes jobs that are due at now, for one worker until the given time.
	LeaseJobs(ctx context.Context, now, until time.Time, limit int) ([]job.Job, error)
	// FinishJob takes a leased job away, unless it was moved meanwhile.
	FinishJob(ctx context.Context, j job.Job) error
	// RetryJob gives a leased job back, unless it was moved, and counts the failure.
	RetryJob(ctx context.Context, j job.Job, due time.Time) error
	// PostponeJob gives a leased job back that ran well, unless it was moved.
	PostponeJob(ctx context.Context, j job.Job, due time.Time) error
	// NextJobDue returns when the next job may be taken, false if there is none.
	NextJobDue(ctx context.Context) (time.Time, bool, error)
	// JobsAdded tells after a commit that added or moved jobs, or gave one back.
	JobsAdded() <-chan struct{}

	// What settlement needs: callbacks stored as work, marks of statements, parked money.
	settlement.Store
	// Unmatched lists parked money, the oldest first: what is open, or all of it.
	Unmatched(ctx context.Context, all bool, limit int) ([]payment.Unmatched, error)
	// CountUnmatched is how many are open.
	CountUnmatched(ctx context.Context) (int, error)
	// CloseUnmatched notes that the staff have dealt with one that is open.
	CloseUnmatched(ctx context.Context, endToEndID, note string, now time.Time) error

	// PurgeReplies forgets replies first seen before a time and returns how many.
	PurgeReplies(ctx context.Context, before time.Time) (int, error)
	// PurgeContexts forgets conversations that have not moved since before a time.
	PurgeContexts(ctx context.Context, before time.Time) (int, error)
	// PurgeCheckouts forgets checkouts that were canceled before a time and for which no
	// money came, with their charges and seals.
	PurgeCheckouts(ctx context.Context, before time.Time) (int, error)
	// PurgeTasks forgets tasks that got their state before a time, with their push
	// configurations.
	PurgeTasks(ctx context.Context, before time.Time) (int, error)

	// InsertAPIKey stores a new key; checkout.ErrConflict if id or hash is there.
	InsertAPIKey(ctx context.Context, k platform.APIKey) error
	// APIKeyByHash returns a key that is good.
	APIKeyByHash(ctx context.Context, hash [32]byte) (platform.APIKey, error)
	// ListAPIKeys lists all keys, oldest first.
	ListAPIKeys(ctx context.Context) ([]platform.APIKey, error)
	// RevokeAPIKey makes a key void.
	RevokeAPIKey(ctx context.Context, id string) error

	// CommitOrder is that of order.Store: version, stock, jobs and the notice to the
	// platform in one transaction.
	CommitOrder(ctx context.Context, w order.Write) error
	// OrderOfCheckout returns the order that a checkout ended in.
	OrderOfCheckout(ctx context.Context, id ids.Checkout) (*order.Order, error)
	// ListOrders lists orders, newest first, page by page.
	ListOrders(ctx context.Context, q order.Query) (order.Page, error)
	// Orders lists orders, newest first, at most limit (0 for all).
	Orders(ctx context.Context, limit int) ([]*order.Order, error)
	// Evidence returns what shows that the buyer agreed to an order that took a mandate.
	Evidence(ctx context.Context, id ids.Order) (*order.Evidence, error)

	// Ping reports whether reads work and a write reaches the disk.
	Ping(ctx context.Context) error
	// Close carries out what was acknowledged and closes.
	Close() error
}

// Run tests the stores that open makes. A place is a folder of its own: two stores
// opened one after the other in one place are the same database, in two places never.
func Run(t *testing.T, open func(t *testing.T, place string) Store) {
	for _, c := range contract {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, t.TempDir())
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			c.test(t, s)
		})
	}
	t.Run("reopen", func(t *testing.T) {
		t.Parallel()
		reopen(t, open)
	})
}

// contract lists the tests that need one open store.
var contract = []struct {
	name string
	test func(t *testing.T, s Store)
}{
	{"not found", notFound},
	{"checkout versions", checkoutVersions},
	{"context versions", contextVersions},
	{"context owners", contextOwners},
	{"reply keys", replyKeys},
	{"reply claims", replyClaims},
	{"reply round trip", replyRoundTrip},
	{"charges", charges},
	{"orders", orders},
	{"order changes", orderChanges},
	{"order lists", orderLists},
	{"race of order changes", raceOrders},
	{"order uniqueness", orderUniqueness},
	{"seals", seals},
	{"seal revisions", sealRevisions},
	{"seal limit", sealLimit},
	{"evidence", evidence},
	{"evidence uniqueness", evidenceUniqueness},
	{"all or nothing", allOrNothing},
	{"bad writes", badWrites},
	{"context canceled", canceled},
	{"stock moves", stockMoves},
	{"stock of staff", stockOfStaff},
	{"open mandates", openMandates},
	{"task versions", taskVersions},
	{"task round trip", taskRoundTrip},
	{"task owners", taskOwners},
	{"task filters", taskFilters},
	{"task pages", taskPages},
	{"task pages while tasks move", taskPagesMoving},
	{"push configs", pushConfigs},
	{"push config owner", pushConfigOwner},
	{"push config limit", pushConfigLimit},
	{"push config of a new task", pushOfNewTask},
	{"push configs of a taken task", pushOfTakenTask},
	{"pushed versions", pushedVersions},
	{"order notices", orderNotices},
	{"order notices of each version", noticesOfVersions},
	{"order notices replayed", noticesReplayed},
	{"order notices nobody wants", noticesUnwanted},
	{"payments count once", paymentsOnce},
	{"callbacks announced", announced},
	{"statement marks", statementMarks},
	{"unmatched payments", unmatched},
	{"jobs", jobs},
	{"jobs moved", jobsMoved},
	{"jobs wake", jobsWake},
	{"purge replies", purgeReplies},
	{"purge contexts", purgeContexts},
	{"purge checkouts", purgeCheckouts},
	{"purge tasks", purgeTasks},
	{"purge order notices", purgeNotices},
	{"API keys", apiKeys},
	{"race: checkout", raceCheckout},
	{"race: inserts", raceInserts},
	{"race: evidence", raceEvidence},
	{"race: stock", raceStock},
	{"race: leases", raceLeases},
	{"race: neighbours", raceNeighbours},
	{"race: 1000 commits", raceCommits},
}
