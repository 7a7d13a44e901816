package bcptest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Vectors decodes a file of the repository's testdata/vectors into v. The whole of it must
// have a place in v, its comment aside: a case or verdict that no test knows of would look as
// if it were held.
func Vectors(t testing.TB, name string, v any) {
	t.Helper()
	root, err := repositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(root, "testdata", "vectors", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := decodeVectors(raw, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// decodeVectors decodes an object, its _comment aside, and knows all of its members.
func decodeVectors(raw []byte, v any) error {
	var file map[string]json.RawMessage
	if err := json.Unmarshal(raw, &file); err != nil {
		return err
	}
	delete(file, "_comment")
	rest, err := json.Marshal(file)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(rest))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}
