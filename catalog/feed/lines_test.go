package feed

import (
	"errors"
	"strings"
	"testing"
)

// Tables as spreadsheets write them: with a first line that says what cuts the rows, and with
// lines that a carriage return alone ends. Problems are told by the line of the file.
func TestLinesOfSpreadsheets(t *testing.T) {
	t.Parallel()
	const good = "id;title;price;stock\r\nA1;Um, dois;1,50;3\r\nA2;Três;2,00;4\r\n"
	const bad = "id;title;price;stock\r\nA1;Um, dois;1,50;3\r\nA2;Três;;4\r\n"
	const woo = "ID;Type;SKU;Name;Published;Regular price\r\n13;simple;CAN;Caneca;1;25,00\r\n"
	alone := func(text string) string { return strings.ReplaceAll(text, "\r\n", "\r") }
	for name, c := range map[string]struct {
		text     string
		products int
		problem  string
	}{
		"as it is":               {good, 2, ""},
		"said":                   {"sep=;\r\n" + good, 2, ""},
		"said, in capitals":      {"\uFEFFSEP=;\n" + good, 2, ""},
		"said, quoted":           {"\"sep=;\"\r\n" + good, 2, ""},
		"said, of another kind":  {"sep=;\r\n" + woo, 1, ""},
		"returns alone":          {alone(good), 2, ""},
		"both":                   {alone("sep=;\r\n" + good), 2, ""},
		"bad":                    {bad, 0, `line 3: "A2": there is no price`},
		"bad, said":              {"sep=;\r\n" + bad, 0, `line 4: "A2": there is no price`},
		"bad, returns alone":     {alone(bad), 0, `line 3: "A2": there is no price`},
		"open quote, said":       {"sep=;\r\n" + "id;title;price\r\nA1;\"Um;1,00\r\n", 0, "line 3: the row cannot be read"},
		"a column called sep":    {"sep;id;title;price\nx;A1;Um;1,00\n", 1, ""},
		"nothing that cuts":      {"sep=ab\nid;title;price\nA1;Um;1,00\n", 0, "line 2"},
		"nothing but the saying": {"sep=;\n", 0, "the file has no product"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			feed, err := Read(strings.NewReader(c.text), "x.csv", Auto)
			if c.problem == "" {
				if err != nil || len(feed.Products) != c.products {
					t.Fatalf("got %v, %v", feed, err)
				}
				return
			}
			var report *Report
			if !errors.As(err, &report) || !strings.Contains(report.Error(), c.problem) {
				t.Errorf("want %s, got %v", c.problem, err)
			}
		})
	}
}
