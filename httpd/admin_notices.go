package httpd

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/ids"
	"balcao/order"
)

// Notices are the order webhooks that platforms have not taken yet.
type Notices interface {
	// Notices lists them, dead letters first and then the oldest, at most limit.
	Notices(ctx context.Context, limit int) ([]NoticeLine, error)
	// Replay puts dead letters back into the queue and returns how many.
	Replay(ctx context.Context, choice order.NoticeChoice) (int, error)
}

// NoticeLine is what staff see of a notice: nothing of what was bought, nor of whom it is.
type NoticeLine struct {
	// ID is the Webhook-Id.
	ID    string    `json:"id"`
	Order ids.Order `json:"order_id"`
	// Platform is its profile URL.
	Platform string    `json:"platform"`
	Dead     bool      `json:"dead"`
	At       time.Time `json:"at"`
	Tries    int       `json:"tries"`
	// TriedAt is the last try and Next when there may be another; zero for none.
	TriedAt time.Time `json:"tried_at,omitzero"`
	Next    time.Time `json:"next,omitzero"`
	// Status is the HTTP status of the last answer, 0 if there was none.
	Status  int    `json:"status,omitempty"`
	Failure string `json:"failure,omitempty"`
}

// LineOf is what staff see of a notice.
func LineOf(n order.Notice) NoticeLine {
	return NoticeLine{
		ID: n.ID(), Order: n.Order.ID, Platform: n.Order.Owner.Profile, Dead: n.Dead, At: n.At, Tries: n.Tries,
		TriedAt: n.TriedAt, Next: n.Next, Status: n.Status, Failure: n.Failure,
	}
}

// MaxNotices is how many notices are listed at most.
const MaxNotices = 1000

func listNotices(notices Notices) echo.HandlerFunc {
	return func(c echo.Context) error {
		all, err := notices.Notices(c.Request().Context(), MaxNotices)
		if err != nil {
			return err
		}
		if all == nil {
			all = []NoticeLine{}
		}
		return c.JSON(http.StatusOK, map[string]any{"webhooks": all})
	}
}

// replay is what staff ask for: one of its members.
type replay struct {
	ID    string    `json:"id,omitempty"`
	Order ids.Order `json:"order_id,omitempty"`
	All   bool      `json:"all,omitempty"`
}

// choice is what is meant, false if that is nothing or two things.
func (r replay) choice() (order.NoticeChoice, bool) {
	switch r {
	case replay{All: true}:
		return order.NoticeChoice{}, true
	case replay{Order: r.Order}:
		return order.NoticeChoice{Order: r.Order}, r.Order != ""
	case replay{ID: r.ID}:
		id, version, ok := order.ParseNoticeID(r.ID)
		return order.NoticeChoice{Order: id, Version: version}, ok
	}
	return order.NoticeChoice{}, false
}

func replayNotices(notices Notices) echo.HandlerFunc {
	return func(c echo.Context) error {
		var in replay
		if err := readJSON(c, &in); err != nil {
			return badRequest(c, err)
		}
		choice, ok := in.choice()
		if !ok {
			return problem(c, http.StatusBadRequest, "The body names one of id (a Webhook-Id), order_id and all (true).")
		}
		n, err := notices.Replay(c.Request().Context(), choice)
		switch {
		case err != nil:
			return err
		case n == 0 && !in.All:
			return problem(c, http.StatusNotFound, "There is no such webhook that was given up.")
		}
		return c.JSON(http.StatusOK, map[string]int{"replayed": n})
	}
}

// Notices lists the webhooks that were not taken yet. The running shop lists MaxNotices.
func (a AdminClient) Notices(ctx context.Context, limit int) ([]NoticeLine, error) {
	var list struct{ Webhooks []NoticeLine }
	err := a.ask(ctx, http.MethodGet, "/order-webhooks", nil, &list)
	return list.Webhooks[:min(limit, len(list.Webhooks))], err
}

// Replay puts dead letters back into the queue.
func (a AdminClient) Replay(ctx context.Context, choice order.NoticeChoice) (int, error) {
	in := replay{Order: choice.Order, All: choice == order.NoticeChoice{}}
	if choice.Version != 0 {
		in = replay{ID: order.NoticeID(choice.Order, choice.Version)}
	}
	var done struct{ Replayed int }
	err := a.ask(ctx, http.MethodPost, "/order-webhooks/replay", in, &done)
	return done.Replayed, err
}
