package agent

import (
	"time"

	"balcao/jsonrpc"
)

// Limited is the answer to a client that asks too often: the JSON-RPC error of a request
// that nobody read.
func Limited(now time.Time, retryAfter time.Duration) []byte {
	return jsonrpc.EncodeError(nil, limited(retryAfter).encode(now))
}

func limited(retryAfter time.Duration) fault {
	return fault{code: codeBCP, reason: "rate_limited", domain: domainBCP, text: "too many requests", retryAfter: retryAfter}
}
