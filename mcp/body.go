package mcp

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"balcao/jsonrpc"
)

// MaxBody is the largest request body, in bytes.
const MaxBody = 1 << 20

// readBody reads a JSON body within MaxBody, as it came over the wire: what is signed, read
// and passed on is the same bytes.
func readBody(r *http.Request) ([]byte, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if encoding := r.Header.Get("Content-Encoding"); err != nil || media != "application/json" || encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, &fault{
			status: http.StatusUnsupportedMediaType, code: codeMediaType, reason: reasonInvalidRequest,
			text: "the request must be application/json, not compressed",
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, MaxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, &fault{
			status: http.StatusRequestEntityTooLarge, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest,
			text: "the request is larger than 1 MiB",
		}
	}
	if err != nil {
		return nil, &fault{status: http.StatusBadRequest, code: jsonrpc.CodeParseError, reason: reasonParseError, text: "the request could not be read"}
	}
	return body, nil
}
