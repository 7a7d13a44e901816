package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balcao/internal/bcptest"
	"balcao/internal/brazil"
)

// The playground's purchase ends in the playground's order: our own shop, with the seller and
// the figures of the walk-through, sells the same shirt turn by turn, staff prepare it and
// enter the invoice, and every member of the order is then the one that is shown there, but
// for those that orderDepartures tells. The order goes on to its buyer, read over HTTP, A2A and
// MCP alike.
func TestPlaygroundOrderInFull(t *testing.T) {
	t.Parallel()
	s := &script{t: t, shared: bcptest.Shared(t)}
	step, err := s.playground("08-order")
	if err != nil {
		t.Fatal(err)
	}
	want := dig(step, "response").(map[string]any)
	seller := dig(want, "seller_identity").(map[string]any)
	s.shop = startShop(t, "--shop-cnpj="+seller["cnpj"].(string), "--shop-legal-name="+seller["legal_name"].(string))
	s.play("as-playground", "discover",
		"send playground 02-search-and-choose", "send playground 03-create-checkout", "send playground 04-delivery-data",
		"send playground 05-select-shipping", "send playground 06-present-pix", "settle", "await completed",
		"send playground 08-order-confirmation", "status completed", "order")
	reader := newOrderReader(s)
	placed := reader.read()
	if _, invoiced := placed["nfe"]; invoiced || len(list(placed, "fulfillment", "events")) > 0 {
		t.Errorf("a new order has events or an invoice: %v", placed)
	}

	// Staff do what the order shows. The invoice's key is the one shown, with its check digit
	// put right.
	event := list(want, "fulfillment", "events")[0].(map[string]any)
	shown := dig(want, "nfe", "access_key").(string)
	if _, ok := brazil.NormalizeAccessKey(shown); ok {
		t.Error("the access key that is shown holds: it need not be put right any more")
	}
	key := rightAccessKey(t, shown[:43])
	staffDo := func(args ...string) {
		t.Helper()
		if status, out, errs := staff(t, s.shop.Dir, strings.TrimPrefix(s.shop.Admin, "http://"), append([]string{"orders"}, args...)...); status != 0 {
			t.Fatalf("orders %q: %d\n%s%s", args, status, out, errs)
		}
	}
	staffDo("event", reader.id, "processing", "--tracking="+event["tracking_number"].(string),
		"--carrier="+event["carrier"].(string), "--note="+event["description"].(string))
	staffDo("nfe", reader.id, key, "--issued="+dig(want, "nfe", "issued_at").(string))
	got := reader.read()
	compareOrders(t, want, got)
	if k := dig(got, "nfe", "access_key"); k != key {
		t.Errorf("access key %v, want %v", k, key)
	}

	// It goes on to the buyer, and what was told stays told.
	staffDo("ship", reader.id, "--tracking="+event["tracking_number"].(string), "--carrier="+event["carrier"].(string))
	staffDo("deliver", reader.id)
	end := reader.read()
	var kinds []string
	for _, e := range list(end, "fulfillment", "events") {
		kinds = append(kinds, dig(e, "type").(string))
		for _, member := range []string{"tracking_number", "tracking_url", "carrier"} {
			if dig(e, member) != event[member] {
				t.Errorf("%s of %v is %v, want %v", member, dig(e, "type"), dig(e, member), event[member])
			}
		}
	}
	if want := []string{"processing", "shipped", "delivered"}; !slices.Equal(kinds, want) {
		t.Errorf("events %q, want %q", kinds, want)
	}
	line := list(end, "line_items")[0].(map[string]any)
	if line["status"] != "fulfilled" || dig(line, "quantity", "fulfilled") != 1.0 || dig(line, "quantity", "total") != 1.0 {
		t.Errorf("the line is %v", line)
	}
	changed := differing(leaves(got), leaves(end))
	changed = slices.DeleteFunc(changed, func(path string) bool {
		return strings.HasPrefix(path, "$.fulfillment.events[1]") || strings.HasPrefix(path, "$.fulfillment.events[2]")
	})
	if want := []string{"$.line_items[0].quantity.fulfilled", "$.line_items[0].status"}; !slices.Equal(changed, want) {
		t.Errorf("the way to the buyer changed %q, want %q", changed, want)
	}
	page, body := s.shop.request(t, http.MethodGet, strings.TrimPrefix(end["permalink_url"].(string), s.shop.URL), http.Header{"Accept": {"text/html"}}, nil)
	if page.StatusCode != http.StatusOK || !strings.Contains(string(body), "Camiseta Vermelha M") {
		t.Errorf("the permalink shows %s %.300s", page.Status, body)
	}
}

// orderDepartures are the members, with all below them, in which our order differs from the
// one that is shown, and why. docs/DIVERGENCES.md has them for people.
var orderDepartures = map[string]string{
	"$.adjustments":                                         "an empty list where nothing was changed",
	"$.label":                                               "tells orders apart; the one shown is the shop's name",
	"$.seller_identity.address":                             "is known, so it is told",
	"$.line_items[0].taxes[pis_cofins]":                     "two taxes, in the vocabulary of the tax extension",
	"$.line_items[0].taxes[pis]":                            "the one of them",
	"$.line_items[0].taxes[cofins]":                         "the other",
	"$.totals[tax].display_text":                            "the amounts are approximate, by law and as the checkouts of the walk-through say it",
	"$.fulfillment.expectations[0].destination.postal_code": "with its hyphen",
	"$.nfe.access_key":                                      "the check digit of the one shown is wrong",
}

// compareOrders holds every member against the one that is shown.
func compareOrders(t *testing.T, want, got map[string]any) {
	t.Helper()
	w, g := leaves(want), leaves(got)
	names := map[any]any{} // ours for each id that is shown
	for path := range w {
		if !ownValue(path[strings.LastIndexByte(path, '.')+1:]) || g[path] == nil {
			continue
		}
		if other, named := names[w[path]]; named && !strings.HasSuffix(path, "_at") && other != g[path] {
			t.Errorf("%s is %v, which elsewhere is %v", path, g[path], other)
		}
		names[w[path]] = g[path]
		if reflect.TypeOf(w[path]) != reflect.TypeOf(g[path]) {
			t.Errorf("%s is %v, want another such as %v", path, g[path], w[path])
		}
		w[path] = g[path]
	}
	used := map[string]bool{}
	for _, path := range differing(w, g) {
		departure := departureOf(path)
		if departure == "" {
			t.Errorf("%s is %v, shown is %v", path, g[path], w[path])
		}
		used[departure] = true
	}
	for path := range orderDepartures {
		if !used[path] {
			t.Errorf("%s is as shown: it is no departure any more", path)
		}
	}
	// What departs says the same.
	for _, member := range []string{"rate", "amount"} {
		of := func(doc map[string]any, tax string) float64 {
			n, _ := doc["$.line_items[0].taxes["+tax+"]."+member].(float64)
			return n
		}
		if sum, shown := of(g, "pis")+of(g, "cofins"), of(w, "pis_cofins"); math.Abs(sum-shown) > 1e-9 || shown == 0 {
			t.Errorf("%s of PIS and COFINS is %v, shown is %v", member, sum, shown)
		}
	}
	const cep = "$.fulfillment.expectations[0].destination.postal_code"
	if strings.ReplaceAll(fmt.Sprint(g[cep]), "-", "") != w[cep] {
		t.Errorf("%s is %v, shown is %v", cep, g[cep], w[cep])
	}
}

// departureOf is the departure that a path belongs to, empty for none.
func departureOf(path string) string {
	for at := range orderDepartures {
		if rest, ok := strings.CutPrefix(path, at); ok && (rest == "" || rest[0] == '.') {
			return at
		}
	}
	return ""
}

// differing are the paths that only one has, or that have two values.
func differing(a, b map[string]any) (out []string) {
	for path := range a {
		if a[path] != b[path] {
			out = append(out, path)
		}
	}
	for path := range b {
		if _, ok := a[path]; !ok {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// leaves are the values of a document by their paths. Totals and taxes go by their type, for
// they are in no order.
func leaves(doc any) map[string]any {
	out := map[string]any{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				walk(path+"."+name, member)
			}
		case []any:
			for i, element := range v {
				key := strconv.Itoa(i)
				if strings.HasSuffix(path, ".totals") || strings.HasSuffix(path, ".taxes") {
					key = fmt.Sprint(dig(element, "type"))
				}
				walk(path+"["+key+"]", element)
			}
			if len(v) == 0 {
				out[path] = "empty"
			}
		default:
			out[path] = v
		}
	}
	walk("$", doc)
	return out
}

func list(doc any, path ...string) []any {
	l, _ := dig(doc, path...).([]any)
	return l
}

// rightAccessKey closes 43 digits with the check digit that holds.
func rightAccessKey(t *testing.T, digits string) string {
	t.Helper()
	for d := range 10 {
		if key, ok := brazil.NormalizeAccessKey(digits + strconv.Itoa(d)); ok {
			return key
		}
	}
	t.Fatalf("no digit closes %s", digits)
	return ""
}

// play runs the lines of a transcript.
func (s *script) play(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		if err := s.run(strings.Fields(line)); err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
	}
}

// orderReader reads an order as its platform over everything that there is to read it by.
type orderReader struct {
	s     *script
	id    string
	tools *toolUser
}

func newOrderReader(s *script) *orderReader {
	id, _ := dig(s.last.checkout(), "order", "id").(string)
	tools := s.shop.toolsOf(s.t, s.profile)
	s.agent.Header.Set("Authorization", tools.Header.Get("Authorization"))
	return &orderReader{s: s, id: id, tools: tools}
}

// read returns the order, which must be the same and valid over HTTP, A2A and MCP.
func (r *orderReader) read() map[string]any {
	r.s.t.Helper()
	header := r.s.agent.Header.Clone()
	header.Del("Content-Type")
	resp, raw := r.s.shop.request(r.s.t, http.MethodGet, "/orders/"+r.id, header, nil)
	var order map[string]any
	if err := json.Unmarshal(raw, &order); err != nil || resp.StatusCode != http.StatusOK {
		r.s.t.Fatalf("order read: %s %v: %s", resp.Status, err, raw)
	}
	bcptest.Check(r.s.t, "order", raw)
	for name, other := range map[string]map[string]any{
		"A2A": r.s.agent.do("get_order", "order_id", r.id).data("a2a.bcp.order"),
		"MCP": r.tools.call("get_order", map[string]any{"id": r.id}).Doc,
	} {
		if !reflect.DeepEqual(other, order) {
			r.s.t.Errorf("over %s the order differs in %q", name, differing(leaves(order), leaves(other)))
		}
	}
	return order
}
