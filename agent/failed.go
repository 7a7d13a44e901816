package agent

import (
	"time"

	"balcao/jsonrpc"
)

// Failed is the answer to a request that a panic ended: the JSON-RPC error of a request
// whose id is not known any more.
func Failed(now time.Time) []byte {
	f := fault{code: jsonrpc.CodeInternalError, reason: "INTERNAL_ERROR", text: "internal error"}
	return jsonrpc.EncodeError(nil, f.encode(now))
}
