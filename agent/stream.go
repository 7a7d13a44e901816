package agent

import (
	"bytes"
	"encoding/json"
	"iter"
	"net/http"
	"time"
)

// eventTime is how long a client may take to receive an event.
const eventTime = 10 * time.Second

// writeEvents writes the results as Server-Sent Events, each encoded as its binding does,
// until they end or the client goes away. A result that is nil is a sign of life.
func writeEvents(w http.ResponseWriter, results iter.Seq2[json.RawMessage, error], encode func(json.RawMessage, error) []byte) {
	out := newEventWriter(w)
	for result, err := range results {
		if result == nil && err == nil {
			out.alive()
		} else {
			out.event(encode(result, err))
		}
		if out.failed || err != nil {
			return
		}
	}
}

// eventWriter writes Server-Sent Events.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	failed  bool
}

// newEventWriter begins a stream of events. The server's time limits are for requests that
// end; here each event has its own.
func newEventWriter(w http.ResponseWriter) *eventWriter {
	out := &eventWriter{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // a writer without deadlines needs none
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy must not keep events back
	w.WriteHeader(http.StatusOK)
	return out
}

// event writes one event.
func (e *eventWriter) event(data []byte) {
	var b bytes.Buffer
	b.Grow(len(data) + 16)
	b.WriteString("data: ")
	b.Write(bytes.ReplaceAll(data, []byte("\n"), []byte("\ndata: ")))
	b.WriteString("\n\n")
	e.write(b.Bytes())
}

// alive writes a comment, so that nobody on the way takes the connection for dead.
func (e *eventWriter) alive() { e.write([]byte(": alive\n\n")) }

func (e *eventWriter) write(b []byte) {
	_ = e.control.SetWriteDeadline(time.Now().Add(eventTime)) // of the socket, so real time
	_, err := e.w.Write(b)
	if err == nil {
		err = e.control.Flush()
	}
	e.failed = err != nil
}
