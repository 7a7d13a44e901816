package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/google/go-cmp/cmp"
)

// update writes what the shop answers now into the conversations, to be read by a person
// before it is committed.
var update = flag.Bool("update", false, "rewrite the conversations")

// TestConversations has the conversations of testdata/transcripts/a2a/conversations again
// with a running shop and fails on any difference in text or data. A line that begins with
// "> " is what a person writes, "< " what the shop says, "! " what happens meanwhile:
// "settle" (the bank pays the charge) or "stock VARIANT N". "#" comments: a turn that the shop
// still misreads says what is right. The section data has what changes in the answers' data
// parts, turn by turn.
func TestConversations(t *testing.T) {
	t.Parallel()
	eachArchive(t, "conversations/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		if len(archive.Files) == 0 || archive.Files[0].Name != "dialogue" {
			t.Fatal("the dialogue is missing")
		}
		shop := startShop(t)
		c := &talk{shop: shop, agent: shop.agent(t, "platform.json"), masked: masks{seen: map[string]string{}}, known: map[string]map[string]string{}}
		if err := c.hold(string(archive.Files[0].Data)); err != nil {
			t.Error(err)
		}
		now := []txtar.File{{Name: "dialogue", Data: []byte(c.dialogue.String())}, {Name: "data", Data: []byte(c.data.String())}}
		if *update {
			archive.Files = now
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		was := txtar.Format(&txtar.Archive{Files: archive.Files})
		if diff := cmp.Diff(string(was), string(txtar.Format(&txtar.Archive{Files: now}))); diff != "" {
			t.Errorf("the conversation goes otherwise (-was +now):\n%s", diff)
		}
	})
}

// talk is a conversation in the making, and what came of it.
type talk struct {
	shop           *testShop
	agent          *buyerAgent
	masked         masks
	charge         string
	checkout       string
	turn           int
	known          map[string]map[string]string // the data as last shown, by kind
	dialogue, data strings.Builder
}

// hold says the customer's lines of a dialogue again.
func (c *talk) hold(script string) error {
	var said []string
	say := func() {
		if len(said) > 0 {
			c.say(strings.Join(said, "\n"))
			said = nil
		}
	}
	for line := range strings.Lines(script) {
		line = strings.TrimRight(line, "\n")
		text, ours := strings.CutPrefix(line, "> ")
		if ours {
			said = append(said, text)
			continue
		}
		say()
		switch event, happens := strings.CutPrefix(line, "! "); {
		case happens:
			fmt.Fprintf(&c.dialogue, "! %s\n\n", event)
			if err := c.happen(strings.Fields(event)); err != nil {
				return fmt.Errorf("%s: %w", line, err)
			}
		case line == "", line[0] == '<':
		case line[0] == '#':
			fmt.Fprintln(&c.dialogue, line)
		default:
			return fmt.Errorf("%q is neither said nor done", line)
		}
	}
	say()
	return nil
}

func (c *talk) happen(event []string) error {
	switch {
	case len(event) == 1 && event[0] == "settle" && c.charge != "":
		c.shop.settle(c.charge)
		c.await("completed")
		return nil
	case len(event) == 3 && event[0] == "stock":
		n, err := strconv.Atoi(event[2])
		c.shop.setStock(event[1], n)
		return err
	}
	return errors.New("cannot happen")
}

// await looks at the checkout from beside the conversation, which it leaves as it is.
func (c *talk) await(status string) {
	c.agent.t.Helper()
	beside := &buyerAgent{t: c.agent.t, shop: c.shop, Header: c.agent.Header, seen: map[string][][]byte{}}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		r := beside.do("get_checkout", "checkout_id", c.checkout)
		if got := r.status(); got == status {
			return
		} else if time.Now().After(deadline) {
			c.agent.t.Fatalf("status is %q, want %q", got, status)
		}
	}
}

// say sends a text and writes down what is answered.
func (c *talk) say(text string) {
	c.turn++
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&c.dialogue, "> %s\n", line)
	}
	r := c.agent.say(text)
	if r.Error != nil {
		c.agent.t.Errorf("%q is answered %s", text, r.Body)
	}
	for line := range strings.SplitSeq(c.masked.text(r.text()), "\n") {
		fmt.Fprintln(&c.dialogue, strings.TrimRight("< "+line, " "))
	}
	fmt.Fprintln(&c.dialogue)
	if strings.Contains(string(r.Body), `"provider_payment_id"`) {
		c.charge = r.charge()
		c.checkout, _ = r.checkout()["id"].(string)
	}
	c.changes(r)
}

// changes writes down what each data part shows that the one of its kind before did not.
func (c *talk) changes(r *reply) {
	for _, part := range r.Message.Parts {
		for name, raw := range part.Data {
			var v map[string]any
			if err := json.Unmarshal(raw, &v); err != nil {
				c.agent.t.Fatal(err)
			}
			delete(v, "ucp") // what was negotiated, and what the shop says of itself: other tests look at them
			delete(v, "links")
			delete(v, "seller_identity")
			kind, now := strings.TrimPrefix(name, "a2a.bcp."), map[string]string{}
			switch kind {
			case "catalog":
				c.masked.products(v, now)
			default:
				c.masked.flatten("", byCode(v), now)
			}
			c.show(kind, now)
		}
	}
}

func (c *talk) show(kind string, now map[string]string) {
	fmt.Fprintf(&c.data, "turn %d: %s\n", c.turn, kind)
	was := c.known[kind]
	for _, path := range slices.SortedFunc(maps.Keys(was), inOrder) {
		if _, there := now[path]; !there && kind != "catalog" {
			fmt.Fprintf(&c.data, "  - %s\n", path)
		}
	}
	for _, path := range slices.SortedFunc(maps.Keys(now), inOrder) {
		if before, there := was[path]; !there || before != now[path] || kind == "catalog" {
			fmt.Fprintf(&c.data, "  + %s = %s\n", path, now[path])
		}
	}
	c.known[kind] = now
}

// byCode files messages under their code and path, so that one more does not move the others.
func byCode(v map[string]any) map[string]any {
	list, _ := v["messages"].([]any)
	filed := map[string]any{}
	for _, m := range list {
		message, _ := m.(map[string]any)
		filed[fmt.Sprintf("%v %v", message["code"], message["path"])] = fmt.Sprintf("%v %v: %v", message["type"], message["severity"], message["content"])
	}
	v["messages"] = filed
	return v
}

// products writes each product of an answer as a line.
func (m masks) products(v map[string]any, into map[string]string) {
	list, _ := v["products"].([]any)
	if one, ok := v["product"]; ok {
		list = []any{one}
	}
	for i, p := range list {
		free := 0
		variants, _ := dig(p, "variants").([]any)
		for _, variant := range variants {
			if dig(variant, "availability", "available") == true {
				free++
			}
		}
		into[fmt.Sprintf("products[%d]", i)] = fmt.Sprintf("%v: %v, %v to %v %v, %d of %d variants available", dig(p, "id"), dig(p, "title"),
			dig(p, "price_range", "min", "amount"), dig(p, "price_range", "max", "amount"), dig(p, "price_range", "max", "currency"), free, len(variants))
	}
	if total := dig(v, "pagination", "total_count"); total != nil {
		into["total"] = fmt.Sprint(total)
	}
	if messages, _ := v["messages"].([]any); len(messages) > 0 {
		m.flatten("messages", messages, into)
	}
}

// inOrder sorts paths so that [10] comes after [9].
func inOrder(a, b string) int {
	pad := func(s string) string {
		return digits.ReplaceAllStringFunc(s, func(n string) string { return fmt.Sprintf("%06s", n) })
	}
	return strings.Compare(pad(a), pad(b))
}

// nextDay takes away the day that a charge names when it can be paid until after midnight.
var nextDay = strings.NewReplacer("até <dd/mm> às <hh:mm>", "até <hh:mm>", "by <dd/mm> at <hh:mm>", "by <hh:mm>", "hasta el <dd/mm> a las <hh:mm>", "hasta las <hh:mm>")

// masks write what differs from one run to the next as what it is.
type masks struct{ seen map[string]string }

var (
	digits     = regexp.MustCompile(`\d+`)
	madeID     = regexp.MustCompile(`\b(?:chk|ord|ctx|msg|instr|li|line|task|exp)_[0-9A-Za-z]{8,}`)
	ownLinks   = regexp.MustCompile(`https?://127\.0\.0\.1[^\s"]*`)
	pixCode    = regexp.MustCompile(`000201[^\n"]*`)
	timeOfDay  = regexp.MustCompile(`\b[0-2]\d:[0-5]\d\b`)
	dayOfMonth = regexp.MustCompile(`\b[0-3]\d/[01]\d\b`)
	instant    = regexp.MustCompile(`\b20\d\d-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)`)
	orderLabel = regexp.MustCompile(`\b([Pp]edido|order) [0-9A-Z]{8}\b`)
)

// text masks a text, and gives the ids in it numbers in the order in which they come.
func (m masks) text(s string) string {
	s = instant.ReplaceAllString(s, "<time>")
	s = pixCode.ReplaceAllString(s, "<pix code>")
	s = ownLinks.ReplaceAllStringFunc(s, func(link string) string {
		link = strings.TrimRight(link, ".")
		for _, page := range []string{"/c/", "/o/", "/orders/", "/checkout"} {
			if strings.Contains(link, page) {
				return "<link" + strings.TrimRight(page, "/") + ">"
			}
		}
		return "<link>"
	})
	s = timeOfDay.ReplaceAllString(s, "<hh:mm>")
	s = nextDay.Replace(dayOfMonth.ReplaceAllString(s, "<dd/mm>"))
	s = orderLabel.ReplaceAllString(s, "$1 <code>")
	return madeID.ReplaceAllStringFunc(s, func(id string) string {
		if m.seen[id] == "" {
			kind, _, _ := strings.Cut(id, "_")
			m.seen[id] = fmt.Sprintf("<%s %d>", kind, len(m.seen)+1)
		}
		return m.seen[id]
	})
}

// flatten writes every value of a document under its path.
func (m masks) flatten(path string, v any, into map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			switch name {
			case "qr_code_base64", "provider_payment_id", "nonce", "etag":
				value = "<" + name + ">"
			}
			m.flatten(strings.TrimPrefix(path+"."+name, "."), value, into)
		}
	case []any:
		for i, value := range v {
			m.flatten(fmt.Sprintf("%s[%d]", path, i), value, into)
		}
	case string:
		into[path] = m.text(v)
	default:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		if err := enc.Encode(v); err != nil {
			b.WriteString(err.Error())
		}
		into[path] = strings.TrimSpace(b.String())
	}
}
