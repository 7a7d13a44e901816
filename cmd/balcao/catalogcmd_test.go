package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ownCatalog = `{"id":"cuia","title":"Cuia de chimarrão","category":"Casa","price":7990,"stock":5,"ncm":"44219900"}
{"id":"bomba","title":"Bomba de inox","category":"Casa","options":[{"name":"Tamanho","values":["curta","longa"]}],"variants":[{"id":"bomba-curta","price":4990,"options":{"Tamanho":"curta"},"stock":0},{"id":"bomba-longa","price":5990,"options":{"Tamanho":"longa"}}]}
`

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// found are the ids of the variants that a search shows first of each product.
func (r *reply) found() string {
	var out []string
	products, _ := r.data("a2a.bcp.catalog")["products"].([]any)
	for _, p := range products {
		variants, _ := dig(p, "variants").([]any)
		out = append(out, dig(variants[0], "id").(string))
	}
	return strings.Join(out, " ")
}

// A running shop takes another catalogue up: in searches and in words, with its stock. A
// purchase that waits for its payment ends by the terms that were agreed.
func TestCatalogImportWhileRunning(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	run := func(args ...string) (int, string, string) {
		return staff(t, shop.Dir, strings.TrimPrefix(shop.Admin, "http://"), args...)
	}
	before := shop.agent(t, "platform.json")
	before.readyShirts()
	agreed := before.do("start_payment")
	file := writeFile(t, "own.jsonl", ownCatalog)

	if status, out, errs := run("catalog", "import", file, "--dry-run"); status != 0 || !strings.Contains(out, "good: 2 products, 3 variants") {
		t.Errorf("dry run: status %d, %s%s", status, out, errs)
	}
	p := shop.agent(t, "platform.json")
	if got := p.do("search_catalog", "query", "cuia").found(); got != "" {
		t.Errorf("before the import there is %q", got)
	}
	if status, out, errs := run("catalog", "import", file, "--new-stock=9"); status != 0 || !strings.Contains(out, "imported: 2 products, 3 variants, revision 1") {
		t.Fatalf("import: status %d, %s%s", status, out, errs)
	}
	if got := p.do("search_catalog", "query", "cuia de chimarrao").found(); got != "cuia" {
		t.Errorf("the search finds %q", got)
	}
	if got := p.do("search_catalog", "query", "camiseta").found(); got != "" {
		t.Errorf("the search still finds %q", got)
	}
	bought := p.say("quero duas bombas de inox longas")
	if lines, _ := bought.checkout()["line_items"].([]any); len(lines) != 1 || dig(lines[0], "item", "id") != "bomba-longa" || dig(lines[0], "quantity") != 2.0 {
		t.Errorf("the words buy %v", lines)
	}
	for variant, want := range map[string]string{"cuia": "5 0", "bomba-curta": "0 0", "bomba-longa": "9 0"} {
		if _, out, _ := run("stock", "list"); !strings.Contains(strings.Join(strings.Fields(out), " "), variant+" "+want) {
			t.Errorf("stock of %s is not %s", variant, want)
		}
	}
	if status, _, errs := run("stock", "set", "camiseta-vermelha-m", "3"); status != 1 {
		t.Errorf("stock of what is not sold any more: status %d, %s", status, errs)
	}

	shop.settle(agreed.charge())
	if done := before.until("completed"); done.total("total") != agreed.total("total") {
		t.Errorf("the purchase under way ended with %d, agreed were %d", done.total("total"), agreed.total("total"))
	}

	broken := writeFile(t, "broken.csv", "id,title,price\ncuia,Cuia,\nx y,X,1\n")
	status, _, errs := run("catalog", "import", broken)
	if want := "line 2: \"cuia\": there is no price\nline 3: \"x y\": the id must be"; status != 1 || !strings.HasPrefix(errs, want) {
		t.Errorf("a broken file: status %d, %s", status, errs)
	}
	if got := p.do("search_catalog", "query", "cuia").found(); got != "cuia" {
		t.Errorf("after a broken file there is %q", got)
	}
}

// What was imported is exported the same, and there when the shop starts again.
func TestCatalogExport(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	admin := strings.TrimPrefix(shop.Admin, "http://")
	status, sample, errs := staff(t, shop.Dir, admin, "catalog", "export")
	if status != 0 || strings.Count(sample, "\n") < 60 || !strings.Contains(sample, `"id":"item_123"`) {
		t.Fatalf("export of the sample: status %d, %.300s%s", status, sample, errs)
	}
	all := writeFile(t, "sample.jsonl", sample)
	if status, _, errs := staff(t, shop.Dir, admin, "catalog", "import", all); status != 0 {
		t.Fatalf("import of what was exported: status %d, %s", status, errs)
	}
	if _, again, _ := staff(t, shop.Dir, admin, "catalog", "export"); again != sample {
		t.Error("the export is another after its import")
	}
	shop.stop()
	if status, out, errs := staff(t, shop.Dir, admin, "catalog", "import", writeFile(t, "own.jsonl", ownCatalog)); status != 0 {
		t.Fatalf("import into a shop that does not run: status %d, %s%s", status, out, errs)
	}
	status, own, _ := staff(t, shop.Dir, admin, "catalog", "export")
	if status != 0 || strings.Count(own, "\n") != 2 || !strings.Contains(own, `"id":"bomba-longa","title":"Bomba de inox – longa","price":5990,"options":{"Tamanho":"longa"},"stock":0`) {
		t.Errorf("export: status %d\n%s", status, own)
	}
	shop = startShopIn(t, shop.Dir)
	if got := shop.agent(t, "platform.json").do("search_catalog", "query", "bomba").found(); !strings.HasPrefix(got, "bomba-") {
		t.Errorf("after a restart the search finds %q", got)
	}
}

// Standard input is a file too.
func TestCatalogImportOfStandardInput(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	m := &Main{Stdin: strings.NewReader(ownCatalog), Stdout: &out, Stderr: &errs}
	if status := m.Execute(t.Context(), []string{"catalog", "import", "-", "--dry-run"}); status != 0 || !strings.Contains(out.String(), "2 products") {
		t.Errorf("status %d, %s%s", status, &out, &errs)
	}
}

// A shop goes back to the sample, running or not, and can import again. The doctor says what is
// sold.
func TestCatalogReset(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	admin := strings.TrimPrefix(shop.Admin, "http://")
	run := func(args ...string) string {
		t.Helper()
		status, out, errs := staff(t, shop.Dir, admin, args...)
		if status != 0 {
			t.Fatalf("%q: status %d, %s%s", args, status, out, errs)
		}
		return out
	}
	told := func(want string) {
		t.Helper()
		_, out, _ := doctor(t, "--database=sqlite:"+filepath.Join(shop.Dir, "shop.db"), "--admin-listen="+admin)
		if !strings.Contains(out, "ok    catalogue  "+want) {
			t.Errorf("the doctor says\n%s, not %q", out, want)
		}
	}
	const example = "the sample: 66 products, "
	file := writeFile(t, "own.jsonl", ownCatalog)
	p := shop.agent(t, "platform.json")
	told(example)
	run("stock", "set", "item_123", "7")
	run("catalog", "import", file)
	told("the shop's own: 2 products, 3 variants, imported 20")
	if out := run("catalog", "reset"); !strings.Contains(out, "sold is "+example) {
		t.Errorf("reset says %s", out)
	}
	told(example)
	if got := p.do("search_catalog", "query", "cuia").found(); got != "" {
		t.Errorf("after the reset there is %q", got)
	}
	if got := p.say("quero uma camiseta vermelha M"); got.checkout() == nil {
		t.Errorf("after the reset the words buy nothing: %s", got.text())
	}
	if out := run("stock", "list"); !strings.Contains(strings.Join(strings.Fields(out), " "), "item_123 7 0") {
		t.Error("the stock is another after the reset")
	}
	run("catalog", "reset") // once more does no harm
	if out := run("catalog", "import", file); !strings.Contains(out, "revision 3") {
		t.Errorf("import after the reset: %s", out)
	}

	shop.stop()
	told("the shop's own: 2 products")
	run("catalog", "reset")
	told(example)
	shop = startShopIn(t, shop.Dir)
	if got := shop.agent(t, "platform.json").do("search_catalog", "query", "item_123").found(); got != "item_123" {
		t.Errorf("after a start the search finds %q", got)
	}
}

// Who asks an import to stop is heard while it reads.
func TestCatalogImportStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	lines := &stoppedInput{after: 3, stop: cancel}
	var out, errs bytes.Buffer
	m := &Main{Stdin: lines, Stdout: &out, Stderr: &errs}
	if status := m.Execute(ctx, []string{"catalog", "import", "-", "--dry-run"}); status != 1 || !strings.Contains(errs.String(), context.Canceled.Error()) {
		t.Errorf("status %d, %s%s", status, out.String(), errs.String())
	}
	if lines.reads > lines.after {
		t.Errorf("%d reads, the stop came at the %dth", lines.reads, lines.after)
	}
}

// stoppedInput gives products without end, and asks to stop after some reads.
type stoppedInput struct {
	reads, after int
	stop         context.CancelFunc
}

func (s *stoppedInput) Read(p []byte) (int, error) {
	if s.reads++; s.reads == s.after {
		s.stop()
	}
	return copy(p, strings.Repeat(`{"id":"a"}`+"\n", 1+len(p)/11)), nil
}
