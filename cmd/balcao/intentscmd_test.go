package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"balcao/intents"
	"balcao/internal/bcptest"
)

// understand runs balcao intents with a catalogue over an input.
func understand(t *testing.T, catalog string, in io.Reader) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	m := &Main{Stdin: in, Stdout: &stdout, Stderr: &stderr}
	status = m.Execute(t.Context(), []string{"intents", "--catalog", catalog})
	return status, stdout.String(), stderr.String()
}

// file writes a file for the test alone.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// twoProducts is a catalogue as JSON Lines, with members that nobody knows.
const twoProducts = `{"id":"CANECA","title":"Caneca azul","price":2500,"weight":3}
{"id":"PRATO","title":"Prato fundo","brand":"Serra","variants":[{"id":"PRATO-P","price":10,"options":{"tamanho":"P"}},{"id":"PRATO-G","price":20,"options":{"tamanho":"G"}}],"options":[{"name":"tamanho","values":["P","G"]}]}
`

func TestIntentsIsWhatTheShopUnderstands(t *testing.T) {
	t.Parallel()
	gold, products := bcptest.Shared(t, "nl", "dev.jsonl"), bcptest.Shared(t, "nl", "catalog.json")
	lines, err := os.ReadFile(gold)
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := understand(t, products, bytes.NewReader(lines))
	if status != 0 || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	want := inProcess(t, products, lines)
	if out != want {
		t.Error("the command and the interpreter differ")
	}
	if got, want := scored(t, gold, out), scored(t, gold, want); got != want || !strings.Contains(got, "n=150") {
		t.Errorf("scored\n%s\nwant\n%s", got, want)
	}

	var all struct{ Products []json.RawMessage }
	raw, err := os.ReadFile(products)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	var asLines bytes.Buffer
	for _, p := range all.Products {
		if err := json.Compact(&asLines, p); err != nil {
			t.Fatal(err)
		}
		asLines.WriteByte('\n')
	}
	if _, same, _ := understand(t, file(t, "catalog.jsonl", asLines.String()), bytes.NewReader(lines)); same != out {
		t.Error("the same catalogue as JSON Lines gives another answer")
	}
}

// inProcess answers the lines with the interpreter itself.
func inProcess(t *testing.T, products string, lines []byte) string {
	t.Helper()
	list, err := readProducts(products)
	if err != nil {
		t.Fatal(err)
	}
	parser := intents.NewParser(list)
	var out bytes.Buffer
	for line := range bytes.Lines(lines) {
		id, u, err := intents.DecodeUtterance(line)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parser.Interpret(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		actions, err := json.Marshal(got.Actions())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "{\"id\":%q,\"actions\":%s}\n", id, actions)
	}
	return out.String()
}

// scored is the report of the set's scorer.
func scored(t *testing.T, gold, predictions string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		bcptest.Missing(t, "the scorer needs python3: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), python, bcptest.Shared(t, "nl", "score.py"), gold, file(t, "predictions.jsonl", predictions))
	report, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("unsafe, or not scored: %v\n%s", err, report)
	}
	return string(report)
}

func TestIntentsReadsWhatItCan(t *testing.T) {
	t.Parallel()
	products := file(t, "catalog.jsonl", twoProducts)
	row := func(id, text string) string { return fmt.Sprintf(`{"id":%q,"text":%q}`, id, text) }
	answer := `{"id":"%s","actions":[{"action":"add_to_checkout","product_id":"CANECA","quantity":2}]}` + "\n"
	good := row("a", "quero 2 canecas")
	for name, tc := range map[string]struct {
		in, says string
		answers  []string
	}{
		"nothing":            {"", "", nil},
		"no end of line":     {good, "", []string{"a"}},
		"empty lines":        {"\n" + good + "\r\n\n", "", []string{"a"}},
		"a language unknown": {`{"id":"a","lang":"tlh","text":"quero 2 canecas","expect":7,"x":{"y":[]}}`, "", []string{"a"}},
		"null context":       {`{"id":"a","context":null,"text":"quero 2 canecas"}`, "", []string{"a"}},
		"unknown products": {`{"id":"a","context":{"checkout":[{"product_id":"GONE","quantity":1}],"last_results":["GONE","LOST"],"focus":"GONE"},"text":"quero 2 canecas"}`,
			"", []string{"a"}},
		"not JSON":         {good + "\nquero\n" + row("b", "quero 2 canecas"), `line 2 (id ""): `, []string{"a", "b"}},
		"cut":              {good + "\n" + `{"id":"c","text":"quero` + "\n", `line 2 (id "c"): `, []string{"a"}},
		"cut before":       {`{"id":"c","text":"quero` + "\n" + good, `line 1 (id "c"): `, []string{"a"}},
		"no text":          {`{"lang":"en","id":"c"}` + "\n" + good, `line 1 (id "c"): id and text are needed`, []string{"a"}},
		"no id":            {`{"text":"oi"}`, `line 1 (id ""): id and text`, nil},
		"another type":     {`{"id":"c","text":["oi"]}`, `line 1 (id "c"): `, nil},
		"id twice":         {`{"id":"c","id":"d","text":"oi"}`, `line 1 (id "c"): `, nil},
		"a list":           {`[{"id":"c"}]`, `line 1 (id ""): `, nil},
		"too much":         {good + good, `line 1 (id "a"): `, nil},
		"bad quantity":     {`{"id":"c","text":"oi","context":{"checkout":[{"product_id":"PRATO","quantity":1.5}]}}`, `line 1 (id "c"): `, nil},
		"pending nothing":  {`{"id":"c","text":"sim","context":{"pending":{}}}`, `line 1 (id "c"): context.pending`, nil},
		"too long":         {good + "\n" + row("long", strings.Repeat("x", maxRow)) + "\n" + row("b", "quero 2 canecas"), `line 2 (id "long"): longer than 1048576 bytes`, []string{"a", "b"}},
		"too long, no id":  {strings.Repeat("x", 3*maxRow) + "\n" + good, `line 1 (id ""): longer than`, []string{"a"}},
		"too long, no end": {good + "\n" + strings.Repeat(" ", maxRow) + "x", `line 2 (id ""): longer than`, []string{"a"}},
	} {
		want := ""
		for _, id := range tc.answers {
			want += fmt.Sprintf(answer, id)
		}
		status, out, errs := understand(t, products, strings.NewReader(tc.in))
		if out != want {
			t.Errorf("%s: answered %s, want %s", name, out, want)
		}
		if ok := status == 0 && errs == ""; ok != (tc.says == "") || !strings.Contains(errs, tc.says) {
			t.Errorf("%s: status %d, says %q, want %q", name, status, errs, tc.says)
		}
		if tc.says != "" && (status != 1 || !strings.HasSuffix(errs, "lines without an answer: 1\n")) {
			t.Errorf("%s: status %d, says %q", name, status, errs)
		}
	}
}

func TestIntentsHoldsATextToItsLimit(t *testing.T) {
	t.Parallel()
	long := `{"id":"a","text":"` + strings.Repeat("quero uma caneca ", 500) + `"}`
	status, out, errs := understand(t, file(t, "catalog.jsonl", twoProducts), strings.NewReader(long))
	if want := `{"id":"a","actions":[{"action":"unknown","reason":"too_long"}]}` + "\n"; status != 0 || out != want {
		t.Errorf("status %d: %s%s, want %s", status, out, errs, want)
	}
}

func TestIntentsRefusesABadCatalogue(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, says string }{
		"not JSON":        {twoProducts + "<html>", "after 2 products"},
		"no id":           {`{"title":"Caneca"}`, `product 1 (""): id and title`},
		"no title":        {`{"products":[{"id":"A","title":"a"},{"id":"B"}]}`, `product 2 ("B"): id and title`},
		"an id twice":     {twoProducts + twoProducts, `product 3 ("CANECA"): the id is used twice`},
		"variant without": {`{"id":"A","title":"a","variants":[{"id":"A-1"},{}]}`, "variant 2 has no id"},
		"price in reais":  {`{"id":"A","title":"a","price":25.5}`, "price"},
	} {
		status, out, errs := understand(t, file(t, "catalog.json", tc.text), strings.NewReader(`{"id":"a","text":"oi"}`))
		if status != 2 || out != "" || !strings.Contains(errs, tc.says) {
			t.Errorf("%s: status %d, %s%s, want 2 and %q", name, status, out, errs, tc.says)
		}
	}
	if status, _, errs := understand(t, filepath.Join(t.TempDir(), "none"), strings.NewReader("")); status != 2 || !strings.Contains(errs, "none") {
		t.Errorf("no file: status %d: %s", status, errs)
	}
}

// TestIntentsAnswersWhileItReads talks with the command as a program would, line by line.
func TestIntentsAnswersWhileItReads(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	m := &Main{Stdin: in, Stdout: out, Stderr: io.Discard}
	done := make(chan int, 1)
	products := file(t, "catalog.jsonl", twoProducts)
	go func() { done <- m.Execute(ctx, []string{"intents", "--catalog", products}) }()
	lines := bufio.NewScanner(answers)
	for _, id := range []string{"a", "b"} {
		fmt.Fprintf(ask, `{"id":%q,"text":"oi"}`+"\n", id)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), `{"id":"`+id+`"`) {
			t.Fatalf("answered %q to %s: %v", lines.Text(), id, lines.Err())
		}
	}
	cancel() // while it waits for another line
	if status := <-done; status != 1 {
		t.Errorf("status %d after it was stopped, want 1", status)
	}
	ask.Close()
}
