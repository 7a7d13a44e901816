package httpd

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/ids"
)

// Stock is what the shop has of each variant.
type Stock interface {
	// Levels lists all variants, by variant.
	Levels(ctx context.Context) ([]StockLevel, error)
	// SetOnHand sets what is on hand. It returns checkout.ErrNotFound for a variant that
	// the shop does not sell, checkout.ErrStock if more than that is reserved.
	SetOnHand(ctx context.Context, variant ids.Variant, onHand int64) error
}

// StockLevel is the stock of one variant: Reserved is the part of OnHand that is promised
// to checkouts under way.
type StockLevel struct {
	Variant          ids.Variant
	OnHand, Reserved int64
}

type stockLevel struct {
	Variant   string `json:"variant"`
	OnHand    int64  `json:"on_hand"`
	Reserved  int64  `json:"reserved"`
	Available int64  `json:"available"`
}

func listStock(stock Stock) echo.HandlerFunc {
	return func(c echo.Context) error {
		levels, err := stock.Levels(c.Request().Context())
		if err != nil {
			return err
		}
		out := make([]stockLevel, 0, len(levels))
		for _, l := range levels {
			out = append(out, stockLevel{string(l.Variant), l.OnHand, l.Reserved, l.OnHand - l.Reserved})
		}
		return c.JSON(http.StatusOK, map[string]any{"stock": out})
	}
}

func setStock(stock Stock) echo.HandlerFunc {
	return func(c echo.Context) error {
		var in struct {
			OnHand *int64 `json:"on_hand"`
		}
		if err := readJSON(c, &in); err != nil {
			return badRequest(c, err)
		}
		variant := c.Param("variant")
		if !ids.Valid(variant) || in.OnHand == nil || *in.OnHand < 0 {
			return problem(c, http.StatusBadRequest, "on_hand must be a whole number, zero or more.")
		}
		err := stock.SetOnHand(c.Request().Context(), ids.Variant(variant), *in.OnHand)
		switch {
		case errors.Is(err, checkout.ErrNotFound):
			return problem(c, http.StatusNotFound, "The shop sells no such variant.")
		case errors.Is(err, checkout.ErrStock):
			return problem(c, http.StatusConflict, "More than that is reserved for checkouts under way.")
		case err != nil:
			return err
		}
		return c.NoContent(http.StatusNoContent)
	}
}
