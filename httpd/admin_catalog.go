package httpd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/catalog/feed"
)

// Catalog is what the shop sells, as its staff see it. The form is that of package feed,
// JSON Lines.
type Catalog interface {
	// Import replaces the catalogue. A new variant of which nothing says how many there are
	// has newStock. The error is a [*feed.Report] if the products are not in order.
	Import(ctx context.Context, lines io.Reader, newStock int64) (CatalogSummary, error)
	// Export writes the catalogue with the stock.
	Export(ctx context.Context, w io.Writer) error
	// Reset takes the shop's own catalogue away: it sells the sample again.
	Reset(ctx context.Context) (CatalogSummary, error)
	// Summary says what the shop sells now.
	Summary(ctx context.Context) (CatalogSummary, error)
}

// CatalogSummary says what the shop sells now.
type CatalogSummary struct {
	Revision int64 `json:"revision"`
	Products int   `json:"products"`
	Variants int   `json:"variants"`
	// Own says that the catalogue is the shop's own, and not the sample; then ImportedAt is
	// when it was imported.
	Own        bool      `json:"own"`
	ImportedAt time.Time `json:"imported_at,omitzero"`
}

// ErrImporting refuses a second import beside the first.
var ErrImporting = errors.New("another import is under way; try again when it is done")

const (
	// maxCatalog is the largest catalogue that staff may send, in bytes.
	maxCatalog = 2 << 30
	// catalogPatience is how long a catalogue may take to come, be indexed and stored.
	catalogPatience = time.Hour
	typeJSONLines   = "application/jsonl"
)

func importCatalog(catalog Catalog) echo.HandlerFunc {
	return func(c echo.Context) error {
		newStock := int64(0)
		if given := c.QueryParam("new_stock"); given != "" {
			n, err := strconv.ParseUint(given, 10, 31)
			if err != nil {
				return problem(c, http.StatusBadRequest, "new_stock must be a whole number, zero or more.")
			}
			newStock = int64(n)
		}
		if err := patient(c); err != nil {
			return err
		}
		body := http.MaxBytesReader(c.Response().Writer, c.Request().Body, maxCatalog)
		done, err := catalog.Import(c.Request().Context(), body, newStock)
		var report *feed.Report
		switch {
		case errors.As(err, &report):
			return problem(c, http.StatusUnprocessableEntity, report.Error())
		case errors.Is(err, ErrImporting):
			return problem(c, http.StatusConflict, "Another import is under way; try again when it is done.")
		case err != nil && statusOf(err) == http.StatusRequestEntityTooLarge:
			return problem(c, http.StatusRequestEntityTooLarge, "")
		case err != nil:
			return err
		}
		return c.JSON(http.StatusOK, done)
	}
}

func resetCatalog(catalog Catalog) echo.HandlerFunc {
	return func(c echo.Context) error {
		done, err := catalog.Reset(c.Request().Context())
		switch {
		case errors.Is(err, ErrImporting):
			return problem(c, http.StatusConflict, "Another import is under way; try again when it is done.")
		case err != nil:
			return err
		}
		return c.JSON(http.StatusOK, done)
	}
}

func summaryOf(catalog Catalog) echo.HandlerFunc {
	return func(c echo.Context) error {
		summary, err := catalog.Summary(c.Request().Context())
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, summary)
	}
}

func exportCatalog(catalog Catalog) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := patient(c); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderContentType, typeJSONLines)
		return catalog.Export(c.Request().Context(), c.Response())
	}
}

// patient gives a request more time than requests have.
func patient(c echo.Context) error {
	control := http.NewResponseController(c.Response().Writer)
	until := time.Now().Add(catalogPatience)
	err := errors.Join(control.SetReadDeadline(until), control.SetWriteDeadline(until))
	if errors.Is(err, http.ErrNotSupported) { // under a test's recorder nothing is in a hurry
		return nil
	}
	return err
}

// Import replaces the running shop's catalogue.
func (a AdminClient) Import(ctx context.Context, lines io.Reader, newStock int64) (CatalogSummary, error) {
	var done CatalogSummary
	resp, err := a.long(ctx, http.MethodPut, "/catalog?new_stock="+strconv.FormatInt(newStock, 10), lines)
	if err != nil {
		return done, err
	}
	defer resp.Body.Close()
	return done, readAnswer(resp, &done)
}

// Reset has the running shop sell the sample again.
func (a AdminClient) Reset(ctx context.Context) (CatalogSummary, error) {
	return a.summary(ctx, http.MethodDelete, "/catalog")
}

// Summary says what the running shop sells.
func (a AdminClient) Summary(ctx context.Context) (CatalogSummary, error) {
	return a.summary(ctx, http.MethodGet, "/catalog/summary")
}

func (a AdminClient) summary(ctx context.Context, method, path string) (CatalogSummary, error) {
	var summary CatalogSummary
	resp, err := a.long(ctx, method, path, http.NoBody)
	if err != nil {
		return summary, err
	}
	defer resp.Body.Close()
	return summary, readAnswer(resp, &summary)
}

// Export writes the running shop's catalogue.
func (a AdminClient) Export(ctx context.Context, w io.Writer) error {
	resp, err := a.long(ctx, http.MethodGet, "/catalog", http.NoBody)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return readAnswer(resp, nil)
	}
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("read the running shop's catalogue: %w", err)
	}
	return nil
}

// long sends a request that may take longer than the client's own patience.
func (a AdminClient) long(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, a.URL+path, body)
	if err != nil {
		return nil, fmt.Errorf("httpd: make request: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+a.Token)
	req.Header.Set("Content-Type", typeJSONLines)
	client := *a.HTTP
	client.Timeout = catalogPatience
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask the running shop: %w", err)
	}
	return resp, nil
}
