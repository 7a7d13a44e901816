package feed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"balcao/catalog"
)

// endless gives a beginning and then the same for ever, and counts what was taken.
type endless struct {
	head, body string
	taken      int
}

func (e *endless) Read(p []byte) (int, error) {
	var n int
	if e.taken < len(e.head) {
		n = copy(p, e.head[e.taken:])
	} else {
		for n < len(p) {
			n += copy(p[n:], e.body)
		}
	}
	e.taken += n
	return n, nil
}

// A row that does not end must not be read to the end of the file: it would be held as a whole.
func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]*endless{
		"a field":          {head: "id,title,price\na,A,10\nb,", body: "x"},
		"an open quote":    {head: "id,title,price\na,A,10\nb,\"", body: "x,y\n"},
		"tabs":             {head: "id\ttitle\tprice\na\t", body: "x"},
		"the names":        {head: "id,", body: "x"},
		"an element":       {head: "<rss><item><id>a</id><title>", body: "x"},
		"elements":         {head: "<rss><item>", body: "<a>"},
		"an attribute":     {head: "<rss><item a='", body: "x"},
		"a name":           {head: "<rss><", body: "x"},
		"a comment":        {head: "<!-- ", body: "x"},
		"around the items": {head: "<rss>", body: "<a>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(file, "x", Auto)
			var report *Report
			if !errors.As(err, &report) {
				t.Fatalf("error is %v, want a report", err)
			}
			if most := maxLine + 4*peeked; file.taken > most {
				t.Errorf("%d bytes were read, at most %d", file.taken, most)
			}
		})
	}
}

// A row as long as it may be is read, wherever it stands.
func TestLongRow(t *testing.T) {
	t.Parallel()
	long := "a,A,10," + strings.Repeat("x", maxLine-len("a,A,10,\n")) + "\n"
	_, err := Read(strings.NewReader("id,title,price,description\n"+strings.Repeat("b,B,10,\n", 1)+long), "x", Auto)
	if err == nil || !strings.Contains(err.Error(), "the description has") {
		t.Errorf("error is %v, want the description's", err)
	}
}

// numbered writes n texts.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// What a file has too many of is told at once, not after each was compared with each.
func TestTooManyTakeNoTime(t *testing.T) {
	t.Parallel()
	const n = 200_000 // by their square these take minutes
	for name, test := range map[string]struct{ file, want string }{
		"tags":     {`{"id":"a","title":"A","price":1,"tags":["x"` + numbered(`,"%d"`, n) + "]}", "200001 tags"},
		"states":   {`{"id":"a","title":"A","price":1,"not_sold_in":["x"` + numbered(`,"%d"`, n) + "]}", "200001 states"},
		"labels":   {`{"id":"a","title":"A","options":[{"name":"o","values":["x"` + numbered(`,"%d"`, n) + `]}],"variants":[{"id":"v","price":1,"options":{"o":"x"}}]}`, "200001 labels"},
		"options":  {`{"id":"a","title":"A","options":[{"name":"o","values":["x"]}` + numbered(`,{"name":"%d","values":[]}`, n) + `],"variants":[{"id":"v","price":1,"options":{"o":"x"` + numbered(`,"%d":""`, n) + "}}]}", "200001 options"},
		"in a row": {"id,title,price,tags,image\na,A,10,\"" + numbered("%d,", n) + "\",\"" + numbered("http://a.example/%d,", n) + "\"\n", "200000 tags"},
		"rows":     {"id,product_id,title,price,color\n" + numbered("v%[1]d,p,T,10,c%[1]d\n", n), "200000 rows"},
		"columns":  {"id,title,price" + numbered(",option_%d", 900) + "\n" + numbered("v%d,T,10"+strings.Repeat(",x", 900)+"\n", 2000), "900 options"},
		"tags of rows": {"id,product_id,title,price,color,tags\n" + func() string {
			var b strings.Builder
			for i := range maxOwnVariants {
				fmt.Fprintf(&b, "v%d,p,T,10,c%d,\"%s\"\n", i, i, numbered(fmt.Sprint(i, "-%d,"), maxTags))
			}
			return b.String()
		}(), "tags, at most"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, err := Read(strings.NewReader(test.file), "x", Auto)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %.200v, want one with %q", err, test.want)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// Problems do not repeat what is in the file at any length.
func TestProblemsAreShort(t *testing.T) {
	t.Parallel()
	_, err := Read(strings.NewReader(`{"id":"a","title":"A","price":1,"ncm":"`+strings.Repeat("é", 100_000)+`"}`), "x", Auto)
	if err == nil || len(err.Error()) > 2*maxProblem {
		t.Errorf("error is %.100v, %d bytes", err, len(err.Error()))
	}
}

// What spreadsheets save as "Unicode text" is read.
func TestUTF16(t *testing.T) {
	t.Parallel()
	const file = "id\ttitle\tprice\na\tTênis ação\t59,90\n"
	for name, order := range map[string]int{"little end first": 0, "big end first": 1} {
		encoded := []byte{0xFF, 0xFE}
		for _, r := range file {
			encoded = append(encoded, byte(r), byte(r>>8))
		}
		if order == 1 {
			for i := 0; i < len(encoded); i += 2 {
				encoded[i], encoded[i+1] = encoded[i+1], encoded[i]
			}
		}
		feed, err := Read(bytes.NewReader(encoded), "x", Auto)
		if err != nil || feed.Products[0].Title != "Tênis ação" || feed.Products[0].Variants[0].Price != 5990 {
			t.Errorf("%s: %v, %v", name, feed, err)
		}
	}
}

// A title must be what is seen of it, to people and to the agents that read it to them.
func TestTextsAreReadable(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Tênis\x00 azul\x1b[31m":    "Tênis  azul [31m",
		"\u202e09,9 $R\u202c":       "09,9 $R",
		"Caneca\u200b\ufeff branca": "Caneca branca",
		"Copo\U000E0069\U000E0067":  "Copo",
		"Família 👨\u200d👩\u200d👧":   "Família 👨\u200d👩\u200d👧",
		"Duas\r\nlinhas":            "Duas  linhas",
		"<b>5 > 3</b> & \"mais\"":   "<b>5 > 3</b> & \"mais\"",
	} {
		if got := readable(written, false); got != want {
			t.Errorf("readable(%q) = %q, want %q", written, got, want)
		}
	}
	if got := readable("um\r\ndois\ttrês", true); got != "um \ndois três" {
		t.Errorf("of several lines: %q", got)
	}
	const unseen = "\u200b\u202e\u2066\U000E0041"
	hidden := strings.NewReplacer("#", unseen).Replace(
		`{"id":"a","title":"A#","brand":"B#","category":"C#","description":"D#","tags":["T#"],"media":[{"url":"https://a.example/a","alt_text":"M#"}],` +
			`"categories":[{"value":"K#","taxonomy":"X#"}],"metadata":{"F#":"G#","H":{"I#":"J#"}},"options":[{"name":"O#","values":["L#"]}],` +
			`"variants":[{"id":"v","title":"V#","sku":"S#","description":"E#","price":1,"options":{"O#":"L#"},"tags":["U#"]}]}`)
	feed, err := Read(strings.NewReader(hidden), "x", Auto)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := feed.Write(&out); err != nil || strings.ContainsAny(out.String(), unseen) {
		t.Errorf("%q, %v", out.String(), err)
	}
	for _, title := range []string{unseen, "\u200d", " \u00a0\t"} {
		_, err := Read(strings.NewReader("id,title,price\na,\""+title+"\",10\n"), "x", Auto)
		if err == nil || !strings.Contains(err.Error(), "there is no title") {
			t.Errorf("the title %q: error is %v", title, err)
		}
	}
	if _, err := catalog.New(feed.Products); err != nil {
		t.Error(err)
	}
}

// A file that fails while it is read is no file that ends there.
func TestReadFails(t *testing.T) {
	t.Parallel()
	for _, head := range []string{"id,title,price\na,A,10\n", "<rss><item><id>a</id>", `{"id":"a","title":"A","price":1}` + "\n"} {
		broken := errors.New("broken")
		in := io.MultiReader(strings.NewReader(head+strings.Repeat("\n", peeked)), failing{broken})
		if _, err := Read(in, "x", Auto); !errors.Is(err, broken) {
			t.Errorf("%.20q: error is %v", head, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// An element that comes again and again must not cost the square of what it says.
func TestElementsAgain(t *testing.T) {
	element := "<image_link>https://loja.example/" + strings.Repeat("a", 7_000) + "</image_link>"
	file := "<rss><item><id>a</id><title>A</title><price>10,00</price>" + strings.Repeat(element, 990) + "</item></rss>"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(strings.NewReader(file), "x", Auto)
	runtime.ReadMemStats(&after)
	var report *Report
	if !errors.As(err, &report) {
		t.Fatalf("error is %v, want a report of too many pictures", err)
	}
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(20*len(file)); got > most {
		t.Errorf("%d bytes were allocated for %d, at most %d", got, len(file), most)
	}
}
