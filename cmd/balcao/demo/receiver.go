package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// receiver is where the platform is told of its tasks: a small server of its own.
type receiver struct {
	url     string
	server  *http.Server
	notices chan notice
}

// notice is one call of the shop.
type notice struct {
	method, contentType, authorization string
	body                               []byte
}

// errNotTold says that the shop never called.
var errNotTold = errors.New("no push notification of the task's end arrived in time")

// receive starts a receiver on loopback. Close its server when done.
func receive(ctx context.Context) (*receiver, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("receiver: %w", err)
	}
	r := &receiver{url: "http://" + l.Addr().String() + "/avisos", notices: make(chan notice, 8)}
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = r.server.Serve(l) }() // until it is closed
	return r, nil
}

// ServeHTTP keeps what the shop tells.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(io.LimitReader(req.Body, maxAnswer))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	select {
	case r.notices <- notice{req.Method, req.Header.Get("Content-Type"), req.Header.Get("Authorization"), body}:
	default: // more than anybody waits for
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// await waits until the shop tells how a task ended.
func (r *receiver) await(ctx context.Context, record func(Exchange) error) (task, notice, error) {
	for {
		select {
		case <-ctx.Done():
			return task{}, notice{}, context.Cause(ctx)
		case n := <-r.notices:
			shown := map[string]string{"Content-Type": n.contentType}
			if n.authorization != "" {
				shown["Authorization"] = hiddenKey
			}
			err := record(Exchange{
				Step:     "push_notification",
				Request:  Request{Method: n.method, URL: r.url, Headers: shown, Body: raw(n.body)},
				Response: Response{Status: http.StatusOK},
			})
			if err != nil {
				return task{}, n, err
			}
			var told struct{ Task *task }
			if err := json.Unmarshal(n.body, &told); err != nil {
				return task{}, n, fmt.Errorf("unreadable push notification: %w", err)
			}
			if told.Task == nil {
				return task{}, n, errors.New("the push notification has no task")
			}
			if told.Task.Status.State != working {
				return *told.Task, n, nil
			}
		}
	}
}
