package agent

import (
	"net/http"
	"time"

	"balcao/jsonrpc"
)

// failed is the error of a request that a panic ended.
func failed() fault {
	return fault{code: jsonrpc.CodeInternalError, reason: "INTERNAL_ERROR", text: "internal error"}
}

// Failed is the answer to a request that a panic ended: HTTP status and JSON-RPC error,
// since the request's id is not known any more.
func Failed(now time.Time) (status int, body []byte) {
	return http.StatusOK, jsonrpc.EncodeError(nil, failed().encode(now))
}

// FailedREST is what Failed is, for the HTTP+JSON binding.
func FailedREST(now time.Time) (status int, body []byte) {
	status = failed().httpStatus()
	return status, failed().rpcStatus(status, now)
}
