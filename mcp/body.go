package mcp

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"balcao/jsonrpc"
)

const (
	// MaxBody is the largest request body, in bytes.
	MaxBody = 1 << 20
	// smallBody is the largest that needs no place. Calls of real platforms are smaller, so
	// whoever takes all places with large bodies keeps none of them out.
	smallBody = 16 << 10
	// maxLarge is how many larger ones are read and worked on at once. One takes 8 MiB at
	// most, a call of a platform that has shown who it is 24 MiB: 384 MiB for all of them.
	maxLarge = 16
)

// readBody reads a JSON body within MaxBody, as it came over the wire: what is signed, read
// and passed on is the same bytes. Whoever gets one calls done when it is worked on no more.
func (s *Server) readBody(r *http.Request) (body []byte, done func(), err error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if encoding := r.Header.Get("Content-Encoding"); err != nil || media != "application/json" || encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, nil, &fault{
			status: http.StatusUnsupportedMediaType, code: codeMediaType, reason: reasonInvalidRequest,
			text: "the request must be application/json, not compressed",
		}
	}
	if r.ContentLength > MaxBody {
		return nil, nil, tooLarge()
	}
	limited := http.MaxBytesReader(nil, r.Body, MaxBody)
	body, err = io.ReadAll(io.LimitReader(limited, smallBody+1))
	if err != nil {
		return nil, nil, unread(err)
	}
	if len(body) <= smallBody {
		return body, func() {}, nil
	}
	select {
	case s.large <- struct{}{}:
	default:
		return nil, nil, full()
	}
	done = func() { <-s.large }
	// Of the size that was said, so that it need not grow.
	whole := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, int64(len(body)))+bytes.MinRead))
	whole.Write(body)
	if _, err := whole.ReadFrom(limited); err != nil {
		done()
		return nil, nil, unread(err)
	}
	return whole.Bytes(), done, nil
}

// unread is why a body could not be read.
func unread(err error) error {
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return tooLarge()
	}
	return &fault{status: http.StatusBadRequest, code: jsonrpc.CodeParseError, reason: reasonParseError, text: "the request could not be read"}
}

func tooLarge() *fault {
	return &fault{
		status: http.StatusRequestEntityTooLarge, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest,
		text: "the request is larger than 1 MiB",
	}
}
