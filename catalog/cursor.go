package catalog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"

	"balcao/internal/ids"
)

// ErrCursor says that a cursor does not belong to the query it came with.
var ErrCursor = errors.New("catalog: the cursor does not belong to this query")

// digestLen is how much of the digest a cursor carries, in bytes.
const digestLen = 12

// place is where a page ended: what comes after it has a lower score, or the same and a
// later id. So a product that came or went meanwhile moves none of the others to a page
// that was read, or past one that was not.
type place struct {
	score int32
	id    ids.Product
}

// cursor returns the cursor of the page after a place: the place and a digest of it and the
// query. It is bound to the query, not secret: who makes one by himself can only begin
// elsewhere in his own result.
func (q Query) cursor(p place) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(p.score))
	b = append(b, p.id...)
	return base64.RawURLEncoding.EncodeToString(append(b, q.digest(b)...))
}

// place reads the query's cursor; ok is false if there is none.
func (q Query) place() (p place, ok bool, err error) {
	if q.Cursor == "" {
		return place{}, false, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(q.Cursor)
	if err != nil || len(b) <= 4+digestLen {
		return place{}, false, ErrCursor
	}
	p = place{int32(binary.BigEndian.Uint32(b)), ids.Product(b[4 : len(b)-digestLen])}
	if !ids.Valid(string(p.id)) || q.cursor(p) != q.Cursor {
		return place{}, false, ErrCursor
	}
	return p, true, nil
}

// digest covers the place and everything that decides what is found. The length of the
// page is left out, so that it may change from page to page.
func (q Query) digest(place []byte) []byte {
	var d []byte
	text := func(s string) {
		d = binary.BigEndian.AppendUint64(d, uint64(len(s)))
		d = append(d, s...)
	}
	text(string(place))
	text(q.Text)
	if q.Hint != "" {
		text("hint")
		text(q.Hint)
	}
	for _, category := range q.Categories {
		text("category")
		text(category)
	}
	for _, s := range q.Options {
		text("option")
		text(s.Name)
		text(s.Label)
	}
	if q.PriceMin != nil {
		text("from")
		d = binary.BigEndian.AppendUint64(d, uint64(*q.PriceMin))
	}
	if q.PriceMax != nil {
		text("to")
		d = binary.BigEndian.AppendUint64(d, uint64(*q.PriceMax))
	}
	if q.Available != nil {
		text("available")
	}
	sum := sha256.Sum256(d)
	return sum[:digestLen]
}
