package bcptest

import "testing"

func TestVectorsAreReadWhole(t *testing.T) {
	t.Parallel()
	type file struct{ Cases []struct{ In string } }
	for raw, whole := range map[string]bool{
		`{"_comment": "ours", "cases": [{"in": "a"}]}`:      true,
		`{"cases": [{"in": "a"}], "more": []}`:              false,
		`{"cases": [{"in": "a", "_comment": "a verdict"}]}`: false,
		`{"cases": [{"in": 1}]}`:                            false,
	} {
		var v file
		if err := decodeVectors([]byte(raw), &v); (err == nil) != whole || whole && v.Cases[0].In != "a" {
			t.Errorf("%s: %+v, %v", raw, v, err)
		}
	}
}
