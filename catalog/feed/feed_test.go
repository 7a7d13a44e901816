package feed

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
)

var update = flag.Bool("update", false, "write what the files are read as")

func readFile(t *testing.T, name string, format Format) (*Feed, error) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return Read(f, name, format)
}

// golden compares with a file beside the one that was read.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// Every format is read into the full form, which is read as the same again.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"full.jsonl", "own.csv", "google.tsv", "google.xml", "shopify.csv", "shopify-2025.csv", "woocommerce.csv", "nuvemshop.csv",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			feed, err := readFile(t, name, Auto)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := feed.Write(&out); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".want", append(bytes.Clone(out.Bytes()), strings.Join(feed.Notes, "\n")...))
			again, err := Read(bytes.NewReader(out.Bytes()), "", Auto)
			if err != nil {
				t.Fatal(err)
			}
			again.Notes = feed.Notes
			if diff := cmp.Diff(feed, again); diff != "" {
				t.Errorf("read again (-first +second):\n%s", diff)
			}
			if _, err := catalog.New(feed.Products); err != nil {
				t.Error(err)
			}
		})
	}
}

// What is wrong is told by line, all of it.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"broken.jsonl", "broken.csv"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			feed, err := readFile(t, name, Auto)
			var report *Report
			if !errors.As(err, &report) || feed != nil {
				t.Fatalf("feed %v, error %v", feed, err)
			}
			var out strings.Builder
			for _, p := range report.Problems {
				out.WriteString(p.String() + "\n")
			}
			golden(t, name+".want", []byte(out.String()))
			if report.Total != len(report.Problems) {
				t.Errorf("%d problems in all, %d named", report.Total, len(report.Problems))
			}
		})
	}
}

func TestReadOther(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                            "the file is empty",
		"[]":                          "the file is neither",
		"PK\x03\x04":                  "the file is compressed",
		"\x1F\x8B\x08":                "the file is compressed",
		"i\x00d\x00,\x00":             "the file is no text",
		"id,title,price\n":            "the file has no product",
		"id,ID,price\na,b,c\n":        `two columns "ID"`,
		"id,title,price\n\"a\"b,c,d":  "line 2: the row cannot be read",
		"<rss><item><id>a</id></rss>": "the XML cannot be read",
		"<rss>\n<item>":               "line 2: the XML cannot be read",
		"{\"id\":\"" + strings.Repeat("a", maxLine) + "\"}":                         "line 1: the line has more than",
		"{\"id\":\"a\",\"title\":\"" + strings.Repeat("a", 501) + "\",\"price\":1}": "the title has 501 bytes, at most 500",
	} {
		if _, err := Read(strings.NewReader(text), "x", Auto); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error is %v, want one with %q", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("{}"), "x", "other"); err == nil {
		t.Error("a format that is none is taken")
	}
}

// Two rows with one id are told once, with both lines, and not as variants without an option.
func TestIDTwice(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"table": "id;title;price\na;A;1,00\nb;B;1,00\na;A;1,00\n",
		"feed":  "id\ttitle\tprice\tavailability\tlink\na\tA\t1.00 BRL\tin_stock\t\nb\tB\t1.00 BRL\tin_stock\t\na\tA\t1.00 BRL\tin_stock\t\n",
	} {
		_, err := Read(strings.NewReader(text), "x", Auto)
		var report *Report
		if !errors.As(err, &report) || len(report.Problems) != 1 || report.Problems[0].String() != `line 4: "a": the id is used on line 2 already` {
			t.Errorf("%s: %v", name, report)
		}
	}
}

// A report names so many problems and counts the rest.
func TestReportIsBounded(t *testing.T) {
	t.Parallel()
	_, err := Read(strings.NewReader(strings.Repeat("{\"id\":\"\"}\n", 1000)), "", JSONLines)
	var report *Report
	if !errors.As(err, &report) || report.Total != 1000 || len(report.Problems) != maxProblems {
		t.Errorf("error is %v", err)
	}
}

func TestParsePrice(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]int64{
		"59,90": 5990, "59.90": 5990, "59.9": 5990, "60": 6000, "R$ 1.234,56": 123456, "1,234.56 BRL": 123456, "1.234.567": 123456700,
		"1.234.567,8": 123456780, "0": 0, "BRL 5": 500, "59.9000": 5990, "R$\u00a059,90": 5990,
	} {
		if got, err := parsePrice(written); err != nil || int64(got) != want {
			t.Errorf("%q is %d, %v, want %d", written, got, err, want)
		}
	}
	for _, written := range []string{"1.234", "1,234", "59.90 USD", "$5", "-1", "", "a", "1.23.4", "12.34,56", "1,2,3", "99999999999999999999", "59.905", ",", ".", "R$ ,", ".234,56", ",234,567"} {
		if got, err := parsePrice(written); err == nil {
			t.Errorf("%q is taken for %d", written, got)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"só texto":                             "só texto",
		"a < b & c":                            "a < b & c",
		"<p>Um &amp; <b>dois</b></p><p>três":   "Um & dois\ntrês",
		"x<script>alert(1)</script>y<br/>z":    "xy\nz",
		"<style>p{}</style><!-- c --><i>a</i>": "a",
		"corta <b":                             "corta",
	} {
		if got := plain(written); got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		feed, err := Read(bytes.NewReader(text), "", Auto)
		if err != nil {
			return
		}
		if _, err := catalog.New(feed.Products); err != nil {
			t.Errorf("what was read is refused: %v", err)
		}
	})
}
