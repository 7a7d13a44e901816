package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
)

// Orders is what the shop keeps of its orders, and what its staff can do with them.
type Orders interface {
	// Evidence returns the JSON document that shows that the buyer agreed to an order. It
	// returns checkout.ErrNotFound for an order that is not there or needed no mandate.
	Evidence(ctx context.Context, id ids.Order) ([]byte, error)
	// ListOrders lists orders, newest first. It returns order.ErrNotFound if the order behind
	// which the list is to go on is not there.
	ListOrders(ctx context.Context, q order.Query) (OrderPage, error)
	// ShowOrder returns an order, order.ErrNotFound if there is none.
	ShowOrder(ctx context.Context, id ids.Order) (OrderView, error)
	// ChangeOrder carries a command out, once for each key. Its errors are those of
	// order.Service.Do.
	ChangeOrder(ctx context.Context, id ids.Order, key string, cmd order.Command) (OrderView, error)
}

func orderRoutes(e *echo.Echo, orders Orders) {
	e.GET("/orders", listOrders(orders))
	e.GET("/orders/:id", showOrder(orders))
	e.GET("/orders/:id/evidence", evidence(orders))
	for name, read := range orderCommands {
		e.POST("/orders/:id/"+name, changeOrder(orders, read))
	}
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

func listOrders(orders Orders) echo.HandlerFunc {
	return func(c echo.Context) error {
		q, field := readQuery(c.QueryParams())
		if field != "" {
			return problem(c, http.StatusBadRequest, "The parameter "+field+" is not known, is given twice or is not in its form.")
		}
		page, err := orders.ListOrders(c.Request().Context(), q)
		switch {
		case errors.Is(err, order.ErrNotFound):
			return problem(c, http.StatusBadRequest, "There is no order behind which the list could go on.")
		case err != nil:
			return err
		}
		if page.Orders == nil {
			page.Orders = []OrderSummary{}
		}
		return c.JSON(http.StatusOK, page)
	}
}

// orderStages are the stages by which orders can be listed.
var orderStages = map[order.Stage]bool{
	order.StageProcessing: true, order.StagePartial: true, order.StageFulfilled: true, order.StageDelivered: true, order.StageCanceled: true,
}

// readQuery reads the parameters of a list, and returns the name of one that is wrong.
func readQuery(in url.Values) (q order.Query, wrong string) {
	for name, values := range in {
		var err error
		v := values[0]
		ok := len(values) == 1
		switch name {
		case "stage":
			q.Stage = order.Stage(v)
			ok = ok && orderStages[q.Stage]
		case "attention":
			q.Attention, err = strconv.ParseBool(v)
		case "from":
			q.From, err = time.Parse(time.RFC3339, v)
		case "until":
			q.Until, err = time.Parse(time.RFC3339, v)
		case "after":
			q.After = ids.Order(v)
			ok = ok && ids.Valid(v)
		case "limit":
			q.Limit, err = strconv.Atoi(v)
			ok = ok && q.Limit >= 1 && q.Limit <= order.MaxPage
		default:
			ok = false
		}
		if !ok || err != nil {
			return q, name
		}
	}
	return q, ""
}

// writeQuery is the reverse of readQuery.
func writeQuery(q order.Query) url.Values {
	out := url.Values{}
	set := func(name, value string, given bool) {
		if given {
			out.Set(name, value)
		}
	}
	set("stage", string(q.Stage), q.Stage != "")
	set("attention", "true", q.Attention)
	set("from", q.From.Format(time.RFC3339Nano), !q.From.IsZero())
	set("until", q.Until.Format(time.RFC3339Nano), !q.Until.IsZero())
	set("after", string(q.After), q.After != "")
	set("limit", strconv.Itoa(q.Limit), q.Limit != 0)
	return out
}

func showOrder(orders Orders) echo.HandlerFunc {
	return func(c echo.Context) error {
		found, err := orders.ShowOrder(c.Request().Context(), ids.Order(c.Param("id")))
		if err != nil {
			return orderProblem(c, err)
		}
		return c.JSON(http.StatusOK, found)
	}
}

// headerIdempotencyKey names a request, so that a repetition has no second effect.
const headerIdempotencyKey = "Idempotency-Key"

func changeOrder(orders Orders, read func(echo.Context) (order.Command, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		keys := c.Request().Header.Values(headerIdempotencyKey)
		if len(keys) != 1 || !ids.ValidOpaque(keys[0]) {
			return problem(c, http.StatusBadRequest, "The header Idempotency-Key is needed, once: 1 to 128 printable ASCII characters, the same for a repetition of the same request.")
		}
		cmd, err := read(c)
		if err != nil {
			return badRequest(c, err)
		}
		changed, err := orders.ChangeOrder(c.Request().Context(), ids.Order(c.Param("id")), keys[0], cmd)
		if err != nil {
			return orderProblem(c, err)
		}
		return c.JSON(http.StatusOK, changed)
	}
}

// refusals are the status and the words of each code of the domain.
var refusals = map[order.Code]struct {
	status int
	text   string
}{
	order.CodeInvalid:           {http.StatusBadRequest, "A member is missing or not in its form."},
	order.CodeUnknownLine:       {http.StatusUnprocessableEntity, "The order has no such line."},
	order.CodeUnknownAdjustment: {http.StatusUnprocessableEntity, "The order has no such adjustment."},
	order.CodeQuantity:          {http.StatusUnprocessableEntity, "There are not so many units for which this can be done."},
	order.CodeAmount:            {http.StatusUnprocessableEntity, "It is more than can still be given back."},
	order.CodeNothing:           {http.StatusConflict, "There is nothing for which this can be done."},
	order.CodeTooLate:           {http.StatusConflict, "The period in which this can be asked for is over."},
	order.CodeEnded:             {http.StatusConflict, "The adjustment is not pending any more."},
	order.CodeKeyUsed:           {http.StatusConflict, "Another command was carried out under this Idempotency-Key."},
	order.CodeLimit:             {http.StatusConflict, "The order has as many changes as one order may have."},
	order.CodeBusy:              {http.StatusServiceUnavailable, "Others changed the order meanwhile. Send the same request again."},
}

// orderProblem answers what the domain refused. Anything else is a failure of the shop.
func orderProblem(c echo.Context, err error) error {
	if errors.Is(err, order.ErrNotFound) {
		return problem(c, http.StatusNotFound, "There is no order with this id.")
	}
	var refused *order.Error
	if !errors.As(err, &refused) {
		return err
	}
	r, ok := refusals[refused.Code]
	if !ok {
		return err
	}
	if refused.Code == order.CodeInvalid && refused.Field == "occurred_at" {
		r.text = "It cannot have happened in the future, nor before the order was placed."
	}
	if r.status == http.StatusServiceUnavailable {
		c.Response().Header().Set(echo.HeaderRetryAfter, "1")
	}
	return problemOf(c, problemDocument{
		Status: r.status, Detail: r.text, Code: string(refused.Code), Field: refused.Field, Line: string(refused.Line), Available: refused.Available,
	})
}
