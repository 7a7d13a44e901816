package conversation

import (
	"time"

	"balcao/platform"
)

// KeepReplies is how long a stored reply is kept for retries (BCP recommends 48 hours).
const KeepReplies = 48 * time.Hour

// Key identifies a request for retries: the A2A messageId or the MCP idempotency key of
// one platform.
type Key struct {
	Owner platform.Owner
	// Binding is the transport ("a2a" or "mcp"), Operation the tool; A2A has none.
	Binding, Operation string
	// ID is what the platform chose.
	ID string
	// Fingerprint is the SHA-256 of the request's canonical content. The same ID with
	// another fingerprint is a conflict.
	Fingerprint [32]byte
}

// Reply is what is stored under a key.
type Reply struct {
	Fingerprint [32]byte
	// Done says that Result is final; until then the key is claimed by the request that
	// works on it, until LeaseUntil.
	Done       bool
	LeaseUntil time.Time
	// Result is the transport's result as it was sent, without the JSON-RPC envelope.
	Result []byte
	// Claim is the state of an unfinished request, opaque here.
	Claim []byte
	// CreatedAt is when the key was first seen.
	CreatedAt time.Time
}
