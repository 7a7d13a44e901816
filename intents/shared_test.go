package intents

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"balcao/catalog"
	"balcao/internal/bcptest"
)

// evaluationProducts reads the catalogue of the evaluation set.
func evaluationProducts(t testing.TB) []*catalog.Product {
	t.Helper()
	file, err := os.Open(bcptest.Shared(t, "nl", "catalog.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	products, err := DecodeProducts(file)
	if err != nil {
		t.Fatal(err)
	}
	return products
}

// row is one labelled utterance.
type row struct {
	ID, Lang, Text string
	Expect         []json.RawMessage
	Tags           []string
	line           []byte
}

func (r row) utterance(t testing.TB) Utterance {
	t.Helper()
	_, u, err := DecodeUtterance(r.line)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	return u
}

// rows reads a set of labelled utterances.
func rows(t testing.TB, path string) []row {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []row
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		r := row{line: slices.Clone(lines.Bytes())}
		if err := json.Unmarshal(r.line, &r); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return out
}
