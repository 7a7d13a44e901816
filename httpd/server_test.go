package httpd_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/httpd"
)

// running is a server with a request that is being answered.
type running struct {
	url     string
	stop    context.CancelFunc
	release chan struct{}
	served  chan error
	answer  chan string
}

func run(t *testing.T, drain time.Duration) running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	r := running{
		url: "http://" + listener.Addr().String() + "/", stop: stop,
		release: make(chan struct{}), served: make(chan error, 1), answer: make(chan string, 1),
	}
	entered := make(chan struct{})
	config := quiet()
	config.Drain = drain
	s := httpd.New(config, httpd.Routes{Pages: []httpd.Registrar{pages{"/": func(c echo.Context) error {
		close(entered)
		<-r.release
		return c.String(http.StatusOK, "whole")
	}}}})
	go func() { r.served <- s.Serve(ctx, listener) }()
	go func() {
		answer, err := http.Get(r.url)
		if err != nil {
			r.answer <- "cut"
			return
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		r.answer <- string(body)
	}()
	<-entered
	return r
}

func TestServeDrains(t *testing.T) {
	t.Parallel()
	r := run(t, time.Minute)
	r.stop()
	for { // the listener is closed as soon as the stop is noticed
		conn, err := net.Dial("tcp", r.url[len("http://"):len(r.url)-1])
		if err != nil {
			break
		}
		conn.Close()
		time.Sleep(time.Millisecond)
	}
	close(r.release)
	if got := <-r.answer; got != "whole" {
		t.Errorf("open request was answered %q", got)
	}
	if err := <-r.served; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

func TestServeCutsOffWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	r := run(t, time.Millisecond)
	defer close(r.release)
	r.stop()
	if err := <-r.served; err == nil {
		t.Error("Serve does not say that a request was cut off")
	}
	if got := <-r.answer; got != "cut" {
		t.Errorf("stuck request was answered %q", got)
	}
}

func TestServeReportsABrokenListener(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	if err := httpd.New(quiet(), httpd.Routes{}).Serve(t.Context(), listener); err == nil {
		t.Error("no error")
	}
}
