package httpd

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/ids"
)

// Orders is what the shop keeps of its orders.
type Orders interface {
	// Evidence returns the JSON document that shows that the buyer agreed to an order. It
	// returns checkout.ErrNotFound for an order that is not there or needed no mandate.
	Evidence(ctx context.Context, id ids.Order) ([]byte, error)
}

func evidence(orders Orders) echo.HandlerFunc {
	return func(c echo.Context) error {
		doc, err := orders.Evidence(c.Request().Context(), ids.Order(c.Param("id")))
		switch {
		case errors.Is(err, checkout.ErrNotFound):
			return problem(c, http.StatusNotFound, "There is no order with this id that was placed by a mandate.")
		case err != nil:
			return err
		}
		return c.JSONBlob(http.StatusOK, doc)
	}
}
