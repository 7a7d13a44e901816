package email_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"balcao/internal/brazil"
	"balcao/notify/email"
	"balcao/order"
)

var update = flag.Bool("update", false, "write the letters of testdata anew")

var placed = time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)

// full is an order to which everything happened that is mailed about.
func full(language string) *order.Order {
	o := &order.Order{
		ID: "ord_1", Language: language, Label: "Pedido ABC123", Key: "k&y", CreatedAt: placed,
		Lines: []order.Line{
			{ID: "li_1", Title: "Camiseta básica <M>", Price: 61728, Original: 2, Total: 2, Totals: []order.Total{{Type: order.TotalTotal, Amount: 123456}}},
			{ID: "li_2", Title: "Boné", Price: 2000, Original: 2, Total: 1, Totals: []order.Total{{Type: order.TotalTotal, Amount: 2000}}},
		},
		Totals: []order.Total{
			{Type: order.TotalSubtotal, Amount: 125456}, {Type: order.TotalDiscount, Text: "BEMVINDO10", Amount: -12546},
			{Type: order.TotalFulfillment, Text: "PAC", Amount: 1500}, {Type: order.TotalTotal, Amount: 114410},
		},
		Promises: []order.Expectation{{
			Method: order.MethodShipping, Description: "3 a 5 dias úteis",
			Destination: brazil.Address{Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR", FirstName: "Ana", LastName: "Silva"},
		}},
		Seller:  order.Seller{CNPJ: "99887766000105", LegalName: "Balcão Demonstração Ltda.", Address: brazil.Address{Street: "Rua do Balcão, 100", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"}},
		Payment: order.Payment{Kind: "pix", Amount: 114410},
		Buyer:   order.Buyer{Name: "Ana Silva", Email: "ana@example.com", TaxpayerKind: "cpf", TaxpayerID: "52998224725"},
		Events: []order.Event{{
			ID: "evt_1", Type: order.EventShipped, At: placed.Add(time.Hour), Lines: []order.LineQuantity{{Line: "li_1", Quantity: 2}},
			Tracking: order.Tracking{Number: "AB123456789BR", Carrier: "Correios", URL: "https://rastreamento.example/?a=1&b=AB123456789BR"},
		}},
		Adjustments: []order.Adjustment{
			{ID: "adj_1", Type: order.Cancellation, Status: order.Completed, Reason: order.Withdrawal, Lines: []order.LineQuantity{{Line: "li_2", Quantity: -1}}, AcknowledgedAt: placed.Add(2 * time.Hour)},
			{ID: "adj_2", Type: order.Return, Status: order.Pending, Reason: order.Withdrawal, Lines: []order.LineQuantity{{Line: "li_1", Quantity: -2}}, AcknowledgedAt: placed.Add(2 * time.Hour), Deadline: placed.AddDate(0, 0, 10)},
			{ID: "adj_3", Type: order.Refunded, Status: order.Completed, Amount: -114410, Reason: order.Withdrawal, Related: []string{"adj_1", "adj_2"}, EndedAt: placed.Add(3 * time.Hour)},
			{ID: "adj_4", Type: order.Return, Status: order.Pending, Reason: order.Defect, Lines: []order.LineQuantity{{Line: "li_1", Quantity: -1}}, AcknowledgedAt: placed.Add(4 * time.Hour), ReverseShippingCode: "REV1", Carrier: "Correios"},
			{ID: "adj_5", Type: order.Refunded, Status: order.Failed, Amount: -1},
		},
	}
	for i := range o.Adjustments {
		o.Adjustments[i].Note = "for the shop alone"
	}
	return o
}

func composer(t *testing.T) *email.Composer {
	t.Helper()
	c, err := email.NewComposer(email.Shop{
		Name: "Balcão", ReturnsURL: "https://loja.example/returns",
		Permalink: func(id, key string) string {
			return "https://loja.example/orders/" + id + "?key=" + strings.ReplaceAll(key, "&", "%26")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var kinds = map[string]order.Mail{
	"placed":    {Kind: order.MailPlaced},
	"shipped":   {Kind: order.MailShipped, About: []string{"evt_1"}},
	"withdrawn": {Kind: order.MailReturn, About: []string{"adj_1", "adj_2"}},
	"defect":    {Kind: order.MailReturn, About: []string{"adj_4"}},
	"refunded":  {Kind: order.MailRefund, About: []string{"adj_3"}},
}

// Every letter in every language is as it is in testdata, and its HTML says what its text says.
func TestLetters(t *testing.T) {
	t.Parallel()
	c := composer(t)
	for name, m := range kinds {
		for _, language := range []string{"pt-BR", "en", "es"} {
			m.Order, m.Owed = "ord_1", placed
			l, err := c.Compose(full(language), m)
			if err != nil {
				t.Fatal(err)
			}
			if l.To != "ana@example.com" || l.Language != language || !l.Date.Equal(placed) || len(l.ID) != 32 || !strings.Contains(l.Subject, "Pedido ABC123") {
				t.Errorf("%s %s: %+v", name, language, l)
			}
			got := "Subject: " + l.Subject + "\n\n" + l.Text
			file := filepath.Join("testdata", name+"."+language+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s:\n%s", file, got)
			}
			words := wordsOf(visible(t, l.HTML))
			for word := range wordsOf(l.Text) {
				if !words[word] && word != "--" {
					t.Errorf("%s: the HTML does not say %q", file, word)
				}
			}
			if !strings.Contains(l.HTML, `href="https://loja.example/orders/ord_1?key=k%26y"`) {
				t.Errorf("%s: the HTML does not lead to the order", file)
			}
			if strings.Contains(l.Text+l.HTML, "52998224725") || strings.Contains(l.Text+l.HTML, "<no value>") || strings.Contains(l.Text+l.HTML, "for the shop alone") {
				t.Errorf("%s tells what it should not", file)
			}
		}
	}
}

// visible is the text of a page, and where its links lead.
func visible(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			out.WriteString(n.Data + " ")
		}
		for _, a := range n.Attr {
			if a.Key == "href" {
				out.WriteString(a.Val + " ")
			}
		}
	}
	return out.String()
}

// wordsOf are the words of a text, without what stands around them.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(text) {
		if w = strings.Trim(w, ":()"); w != "-" {
			words[w] = true
		}
	}
	return words
}

// What others chose makes no markup, no lines and no links of its own, is not turned around,
// and is not without end.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	evil := "x\r\n\r\nPague de novo: \u202egro.live//:ptth\u202c\u200b <script>alert(1)</script><img src=x onerror=y> \x00\x1b[31m{{.Key}}" + strings.Repeat("A", 5000)
	o := full("pt-BR")
	o.Label = evil
	o.Buyer.Name = "Ganhe em http://evil.example"
	for i := range o.Lines {
		o.Lines[i].Title = evil
	}
	o.Totals[1].Text, o.Totals[1].Type = evil, evil
	o.Promises[0].Description, o.Promises[0].Destination.Street, o.Promises[0].Destination.FirstName = evil, evil, evil
	o.Seller.LegalName = evil
	o.Events[0].Description, o.Events[0].Tracking.Number, o.Events[0].Tracking.Carrier = evil, evil, evil
	o.Events[0].Tracking.URL = "javascript:alert(1)"
	o.Adjustments[2].Description, o.Adjustments[3].ReverseShippingCode = evil, evil
	c := composer(t)
	for name, m := range kinds {
		m.Order, m.Owed = "ord_1", placed
		l, err := c.Compose(o, m)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Text) > 8000 || strings.ContainsAny(l.Subject, "\r\n") || strings.ContainsAny(l.Text+l.HTML, "\r\u202e\u202c\u200b\x00\x1b") {
			t.Errorf("%s: %d bytes, subject %q", name, len(l.Text), l.Subject)
		}
		for _, line := range strings.Split(l.Text, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "Pague") {
				t.Errorf("%s has a line of somebody else's: %q", name, line)
			}
		}
		if strings.Contains(l.HTML, "<script") || strings.Contains(l.HTML, "<img") || strings.Contains(l.HTML, `href="javascript:`) {
			t.Errorf("%s: %s", name, l.HTML)
		}
		if strings.Contains(l.Text, "evil.example") || !strings.Contains(l.Text, "Olá!") {
			t.Errorf("%s greets: %s", name, l.Text)
		}
	}
}

func TestGreeting(t *testing.T) {
	t.Parallel()
	c := composer(t)
	for name, want := range map[string]string{
		"Ana Silva": "Olá, Ana Silva!", "João  D'Ávila-Souza": "Olá, João D'Ávila-Souza!", "Ana P. Silva": "Olá, Ana P. Silva!", "": "Olá!",
		"www.evil.example": "Olá!", "a@b": "Olá!", "Ana 24h": "Olá!", "Ana\u202eevil": "Olá, Anaevil!", "José Jr.": "Olá, José Jr.!",
	} {
		o := full("pt-BR")
		o.Buyer.Name = name
		l, err := c.Compose(o, order.Mail{Order: "ord_1", Kind: order.MailPlaced, Owed: placed})
		if err != nil || !strings.Contains(l.Text, "\n"+want+"\n") {
			t.Errorf("%q: %v\n%s", name, err, l.Text)
		}
	}
}

// A platform gives the address, too: it makes no link.
func TestAddressIsNoLink(t *testing.T) {
	t.Parallel()
	o := full("pt-BR")
	o.Promises[0].Destination = brazil.Address{
		Street: "R. S.Paulo, 1.000, https://evil.example/premio", Extended: "www.evil.example", Locality: "Ganhe:evil.example",
		Region: "SP", PostalCode: "01310100", Country: "BR", FirstName: "evil.example/x", LastName: "Silva Jr.",
	}
	l, err := composer(t).Compose(o, order.Mail{Order: "ord_1", Kind: order.MailPlaced, Owed: placed})
	if err != nil || strings.Contains(l.Text+l.HTML, "evil.example") || strings.Contains(l.Text+l.HTML, "www.e") {
		t.Errorf("%v\n%s", err, l.Text)
	}
	if said := "R. S. Paulo, 1.000, https: //evil. example/premio, www. evil. example"; !strings.Contains(l.Text, said) {
		t.Errorf("%q is not said:\n%s", said, l.Text)
	}
}

// What there is nothing to tell of, or nobody to tell it to, is no letter.
func TestNothingToTell(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		address string
		m       order.Mail
	}{
		"no address":      {"", order.Mail{Kind: order.MailPlaced}},
		"two addresses":   {"ana@example.com, eve@example.com", order.Mail{Kind: order.MailPlaced}},
		"a line break":    {"ana@example.com\r\nBcc: eve@example.com", order.Mail{Kind: order.MailPlaced}},
		"unknown kind":    {"ana@example.com", order.Mail{Kind: "x"}},
		"unknown event":   {"ana@example.com", order.Mail{Kind: order.MailShipped, About: []string{"evt_2"}}},
		"unknown return":  {"ana@example.com", order.Mail{Kind: order.MailReturn, About: []string{"adj_9"}}},
		"a failed refund": {"ana@example.com", order.Mail{Kind: order.MailRefund, About: []string{"adj_5"}}},
	} {
		o := full("pt-BR")
		o.Buyer.Email = c.address
		if l, err := composer(t).Compose(o, c.m); !errors.Is(err, email.ErrNothing) {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
}
