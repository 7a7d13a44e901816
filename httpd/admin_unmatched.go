package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/cardnumber"
	"balcao/payment"
)

// Unmatched is money that came into the shop's account and that no charge asked for.
type Unmatched interface {
	// ListUnmatched lists it, the oldest first, at most MaxUnmatched: what people must look
	// at, or with all also what they have dealt with.
	ListUnmatched(ctx context.Context, all bool) ([]UnmatchedLine, error)
	// CloseUnmatched notes that the staff have dealt with a payment, and how;
	// checkout.ErrNotFound if no such payment is open.
	CloseUnmatched(ctx context.Context, endToEndID, note string) error
}

// UnmatchedLine is what staff see of a payment: nothing of who paid.
type UnmatchedLine struct {
	EndToEndID string `json:"end_to_end_id"`
	// TXID is empty for money that came without one.
	TXID string `json:"txid,omitempty"`
	// Amount and Returned are minor units.
	Amount   int64     `json:"amount"`
	Returned int64     `json:"returned"`
	PaidAt   time.Time `json:"paid_at"`
	FoundAt  time.Time `json:"found_at"`
	ClosedAt time.Time `json:"closed_at,omitzero"`
	Note     string    `json:"note,omitempty"`
}

// UnmatchedLineOf is what staff see of a payment.
func UnmatchedLineOf(u payment.Unmatched) UnmatchedLine {
	return UnmatchedLine{
		EndToEndID: u.EndToEndID, TXID: string(u.TXID), Amount: int64(u.Amount), Returned: int64(u.Returned),
		PaidAt: u.PaidAt, FoundAt: u.FoundAt, ClosedAt: u.ClosedAt, Note: u.Note,
	}
}

// MaxUnmatched is how many payments are listed at most; MaxUnmatchedNote how many characters
// a note has.
const (
	MaxUnmatched     = 1000
	MaxUnmatchedNote = 500
)

func listUnmatched(money Unmatched) echo.HandlerFunc {
	return func(c echo.Context) error {
		lines, err := money.ListUnmatched(c.Request().Context(), c.QueryParam("all") == "true")
		if err != nil {
			return err
		}
		if lines == nil {
			lines = []UnmatchedLine{}
		}
		return c.JSON(http.StatusOK, map[string]any{"payments": lines})
	}
}

type closing struct {
	Note string `json:"note"`
}

func closeUnmatched(money Unmatched) echo.HandlerFunc {
	return func(c echo.Context) error {
		var in closing
		if err := readJSON(c, &in); err != nil {
			return badRequest(c, err)
		}
		if n := utf8.RuneCountInString(in.Note); n < 1 || n > MaxUnmatchedNote {
			return problem(c, http.StatusBadRequest, "The note has 1 to 500 characters: how the payment was dealt with.")
		}
		if cardnumber.In(in.Note, cardnumber.Least) {
			return problem(c, http.StatusBadRequest, "The note has the number of a card in it, which is not to be kept.")
		}
		err := money.CloseUnmatched(c.Request().Context(), c.Param("id"), in.Note)
		if errors.Is(err, checkout.ErrNotFound) {
			return problem(c, http.StatusNotFound, "There is no such payment that is open.")
		}
		if err != nil {
			return err
		}
		return c.NoContent(http.StatusNoContent)
	}
}

// ListUnmatched lists the payments that no charge asked for.
func (a AdminClient) ListUnmatched(ctx context.Context, all bool) ([]UnmatchedLine, error) {
	path := "/pix/unmatched"
	if all {
		path += "?all=true"
	}
	var list struct{ Payments []UnmatchedLine }
	err := a.ask(ctx, http.MethodGet, path, nil, &list)
	return list.Payments, err
}

// CloseUnmatched notes that a payment was dealt with.
func (a AdminClient) CloseUnmatched(ctx context.Context, endToEndID, note string) error {
	return a.ask(ctx, http.MethodPost, "/pix/unmatched/"+url.PathEscape(endToEndID)+"/close", closing{Note: note}, nil)
}
