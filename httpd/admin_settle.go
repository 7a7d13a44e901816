package httpd

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/fakepsp"
)

type receipt struct {
	EndToEndID string    `json:"end_to_end_id"`
	TXID       string    `json:"txid"`
	Amount     int64     `json:"amount"` // minor units
	PaidAt     time.Time `json:"paid_at"`
}

// settle pays a charge of the sandbox, as the buyer would at the bank.
func settle(pay func(context.Context, ids.TXID) (payment.Receipt, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		got, err := pay(c.Request().Context(), ids.TXID(c.Param("txid")))
		switch {
		case errors.Is(err, fakepsp.ErrUnknownCharge):
			return problem(c, http.StatusNotFound, "There is no charge with this txid.")
		case errors.Is(err, fakepsp.ErrNotPayable):
			return problem(c, http.StatusConflict, "The charge is paid, removed or past its time.")
		case err != nil:
			return err
		}
		return c.JSON(http.StatusOK, receipt{
			EndToEndID: got.EndToEndID, TXID: string(got.TXID), Amount: int64(got.Amount), PaidAt: got.PaidAt,
		})
	}
}
