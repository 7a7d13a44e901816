package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxReply is the most that is read of an answer, in bytes.
	maxReply = 64 << 10
	// maxAttempts is the first try and one more.
	maxAttempts = 2
	// leastWait and moreWait are how long a retry waits: the first, and up to the second on
	// top of it, so that many shops do not come back at once.
	leastWait, moreWait = 150 * time.Millisecond, 350 * time.Millisecond
	// leastLeft must be left of the deadline after the wait, or there is no use in a retry.
	leastLeft = 500 * time.Millisecond
)

var errTooLarge = errors.New("llm: the answer is too large")

// usualTransport is that of the standard library, for one host.
func usualTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	t.MaxResponseHeaderBytes = maxReply
	return t
}

// trace is what the wire showed of one call. The library's errors do not tell it.
type trace struct {
	attempts int
	// status is that of the last answer, 0 if none came.
	status int
	// failed says that the last attempt brought no answer at all.
	failed   bool
	tooLarge bool
}

type traceKey struct{}

func withTrace(ctx context.Context) (context.Context, *trace) {
	t := new(trace)
	return context.WithValue(ctx, traceKey{}, t), t
}

// retrying makes a request, and once more where that may help: no connection, 429, a fault
// of the server. The body of what is no success is dropped, since it may quote the request.
type retrying struct {
	next   http.RoundTripper
	now    func() time.Time
	random func() float64
	after  func(time.Duration) <-chan time.Time
}

// RoundTrip implements http.RoundTripper.
func (r *retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	t, ok := ctx.Value(traceKey{}).(*trace)
	if !ok {
		t = new(trace)
	}
	for {
		t.attempts++
		resp, err := r.next.RoundTrip(req)
		t.failed = err != nil
		t.status = 0
		if err == nil {
			t.status = resp.StatusCode
		}
		if t.status == http.StatusOK {
			resp.Body = &bounded{body: resp.Body, left: maxReply, trace: t}
			return resp, nil
		}
		wait := r.wait(resp)
		if resp != nil {
			_ = resp.Body.Close() // it is not read
			resp.Body, resp.ContentLength = http.NoBody, 0
		}
		if !r.again(ctx, t, err, wait) || req.GetBody == nil {
			return resp, err
		}
		select {
		case <-ctx.Done():
			return resp, err
		case <-r.after(wait):
		}
		body, bodyErr := req.GetBody()
		if bodyErr != nil {
			return resp, err
		}
		req = req.Clone(ctx)
		req.Body = body
	}
}

// again reports whether another attempt may help and would be in time.
func (r *retrying) again(ctx context.Context, t *trace, err error, wait time.Duration) bool {
	if t.attempts >= maxAttempts || ctx.Err() != nil {
		return false
	}
	if err == nil && t.status != http.StatusTooManyRequests && t.status < 500 {
		return false
	}
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) >= wait+leastLeft
}

// wait is how long to wait before the next attempt: as long as the server says, or a
// moment.
func (r *retrying) wait(resp *http.Response) time.Duration {
	wait := leastWait + time.Duration(r.random()*float64(moreWait))
	if resp == nil {
		return wait
	}
	said := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(said); err == nil && n >= 0 && n <= 3600 {
		return max(wait, time.Duration(n)*time.Second)
	}
	if at, err := http.ParseTime(said); err == nil {
		return max(wait, at.Sub(r.now()))
	}
	return wait
}

// bounded is a body that ends in an error where it is too large.
type bounded struct {
	body  io.ReadCloser
	left  int
	trace *trace
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.body.Read(p)
	if b.left -= n; b.left < 0 {
		b.trace.tooLarge = true
		return 0, errTooLarge
	}
	return n, err
}

func (b *bounded) Close() error { return b.body.Close() }

// noRedirects keeps key and text from going where a redirect says.
func noRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
