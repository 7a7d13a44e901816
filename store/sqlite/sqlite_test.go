package sqlite

import (
	"path/filepath"
	"testing"

	"balcao/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T, place string) storetest.Store { return open(t, place) })
}

// open opens a store whose file is in a folder.
func open(t testing.TB, folder string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Path: filepath.Join(folder, "shop ?#%.db")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
