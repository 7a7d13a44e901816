package agent

import (
	"time"

	"balcao/jsonrpc"
)

// Limited is the answer to a client that asks too often: the JSON-RPC error of a request
// that nobody read.
func Limited(retryAfter time.Duration) []byte {
	f := fault{code: codeBCP, reason: "rate_limited", domain: domainBCP, text: "too many requests", retryAfter: retryAfter}
	return jsonrpc.EncodeError(nil, f.encode(time.Now()))
}
