package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"balcao/httpsig"
)

// rawPost is a whole HTTP request.
func rawPost(server, path string, header http.Header, body []byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "POST %s HTTP/1.1\r\nHost: %s\r\n", path, strings.TrimPrefix(server, "http://"))
	if header.Get("Content-Type") == "" {
		out.WriteString("Content-Type: application/json\r\n")
	}
	_ = header.Write(&out) // into memory
	fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n", len(body))
	out.Write(body)
	return out.Bytes()
}

// benchCheckout is what an update sends: two lines, the buyer, and where it goes.
const benchCheckout = `{"line_items":[{"id":"li_1","item":{"id":"item_123"},"quantity":%d},{"id":"li_2","item":{"id":"camiseta-vermelha-m"},"quantity":1}],` +
	`"buyer":{"email":"jane.doe@example.com","first_name":"Jane","last_name":"Doe","taxpayer_id":{"kind":"cpf","value":"39053344705"}},"fulfillment":{"methods":[{"type":"shipping","destinations":[` +
	`{"street_address":"Rua das Flores, 123","address_locality":"São Paulo","address_region":"SP","address_country":"BR","postal_code":"01310-100"}]}]}}`

// checkouts are the cases on the sample shop: reads and updates that rotate over many
// checkouts, by a platform with a key, by one that signs, and by one that signs and has AP2,
// whose answers are sealed too.
func (m *mcpBench) checkouts() {
	begin := time.Now()
	shop := spawnShop(m.b, m.b.TempDir(), "127.0.0.1:0", "--sandbox-stock=1000000000")
	keyed := shop.tools(m.b, "platform.json")
	m.started("sample shop", begin, shop)
	reads := m.opened(keyed)
	m.add(&mcpCase{name: "get_checkout, API key", url: shop.URL, pid: shop.cmd.Process.Pid, requests: func(n int) [][]byte {
		return made(n, func(i int) []byte {
			return rawPost(shop.URL, "/bcp/mcp", keyed.Header, toolCall(i, "get_checkout", keyed.Profile, "", fmt.Sprintf(`"id":%q`, reads[i%len(reads)])))
		})
	}}, "echo, a checkout")

	next := 0 // of the updates, so that no two are the same
	update := func(name, profile string, ids []string, request func(body []byte) []byte) {
		m.add(&mcpCase{name: name, url: shop.URL, pid: shop.cmd.Process.Pid, once: true, requests: func(n int) [][]byte {
			return made(n, func(int) []byte {
				next++
				object := fmt.Sprintf(benchCheckout, 1+next/len(ids)%7)
				return request(toolCall(next, "update_checkout", profile, fmt.Sprintf("%08x-0000-4000-8000-%012x", next, next), fmt.Sprintf(`"id":%q,"checkout":%s`, ids[next%len(ids)], object)))
			})
		}}, "echo, a checkout")
	}
	update("update_checkout, API key", keyed.Profile, reads, func(body []byte) []byte { return rawPost(shop.URL, "/bcp/mcp", keyed.Header, body) })
	for _, signing := range []struct{ name, like string }{
		{"update_checkout, signed", "platform.json"}, {"update_checkout, signed, sealed by AP2", "platform-ap2.json"},
	} {
		platform := signingPlatformLike(m.b, shop.testShop, signing.like)
		// Its checkouts are made with a key, which is the same platform.
		ids := m.opened(shop.toolsOf(m.b, platform.profile))
		update(signing.name, platform.profile, ids, func(body []byte) []byte {
			r, err := http.NewRequest(http.MethodPost, shop.URL+"/bcp/mcp", bytes.NewReader(body))
			if err != nil {
				m.b.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", platform.profile))
			if err := httpsig.SignRequest(platform, httpsig.Outgoing(r, body), httpsig.Options{Created: time.Now()}); err != nil {
				m.b.Fatal(err)
			}
			return rawPost(shop.URL, "/bcp/mcp", r.Header, body)
		})
	}
}

// opened makes checkouts and returns their ids.
func (m *mcpBench) opened(u *toolUser) []string {
	var object json.RawMessage = fmt.Appendf(nil, benchCheckout, 1)
	var out []string
	for range benchContexts {
		a := u.post(u.body("create_checkout", map[string]any{"checkout": object}))
		out = append(out, a.text("id"))
	}
	return out
}

// searches are the cases on a shop with so many variants: searches that mean one product, by
// its kind and model, by its title and with a slip in it, and one that an eighth of all matches.
func (m *mcpBench) searches(variants int) {
	products := manyProducts(variants)
	titles := make([]string, 0, 1000)
	random := rand.New(rand.NewPCG(7, 8))
	for range cap(titles) {
		titles = append(titles, products[random.IntN(len(products))].Title)
	}
	dir := m.stocked(products)
	products = nil
	begin := time.Now()
	shop := spawnShop(m.b, dir, "127.0.0.1:0")
	u := shop.tools(m.b, "platform.json")
	if a := u.call("search_catalog", map[string]any{"catalog": map[string]any{"query": titles[0]}}); len(a.Doc["products"].([]any)) == 0 {
		m.b.Fatalf("nothing was found: %s", a.Body)
	}
	m.started(fmt.Sprintf("%d variants", variants), begin, shop)
	for _, search := range []struct {
		name, twin string
		query      func(words []string) string
		more       string
	}{
		{"selective", "echo, a few products", func(words []string) string { return words[0] + " " + words[3] }, ""},
		{"title", "echo, a few products", func(words []string) string { return strings.Join(words, " ") }, ""},
		{"slip", "echo, a few products", func(words []string) string { words[1] += "x"; return strings.Join(words, " ") }, ""},
		{"broad", "echo, a page of products", func([]string) string { return "camiseta" }, `,"filters":{"price":{"min":20000,"max":40000}}`},
	} {
		m.add(&mcpCase{name: fmt.Sprintf("search_catalog, %s, %d", search.name, variants), url: shop.URL, pid: shop.cmd.Process.Pid, requests: func(n int) [][]byte {
			return made(n, func(i int) []byte {
				query, _ := json.Marshal(search.query(strings.Fields(titles[random.IntN(len(titles))])))
				return rawPost(shop.URL, "/bcp/mcp", u.Header, toolCall(i, "search_catalog", u.Profile, "", fmt.Sprintf(`"catalog":{"query":%s%s}`, query, search.more)))
			})
		}}, search.twin)
	}
}

// toolCall is the body of a call.
func toolCall(n int, tool, profile, key, arguments string) []byte {
	if key != "" {
		key = fmt.Sprintf(`,"idempotency-key":%q`, key)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"meta":{"ucp-agent":{"profile":%q}%s},%s}}}`,
		n, tool, profile, key, arguments)
}

// made makes n requests.
func made(n int, request func(i int) []byte) [][]byte {
	out := make([][]byte, n)
	for i := range out {
		out[i] = request(i)
	}
	return out
}
