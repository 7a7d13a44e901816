package catalog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
)

// ErrCursor says that a cursor does not belong to the query it came with.
var ErrCursor = errors.New("catalog: the cursor does not belong to this query")

// digestLen is how much of the digest a cursor carries, in bytes.
const digestLen = 12

// cursor returns the cursor of the page that begins at offset: the offset and a digest of
// it and the query. It is bound to the query, not secret: who makes one by himself can
// only begin elsewhere in his own result.
func (q Query) cursor(offset int) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(offset))
	return base64.RawURLEncoding.EncodeToString(append(b, q.digest(b)...))
}

// offset reads the query's cursor.
func (q Query) offset() (int, error) {
	if q.Cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(q.Cursor)
	if err != nil || len(b) != 4+digestLen {
		return 0, ErrCursor
	}
	offset := int(binary.BigEndian.Uint32(b))
	if offset == 0 || q.cursor(offset) != q.Cursor {
		return 0, ErrCursor
	}
	return offset, nil
}

// digest covers the offset and everything that decides what is found. The length of the
// page is left out, so that it may change from page to page.
func (q Query) digest(offset []byte) []byte {
	d := offset
	text := func(s string) {
		d = binary.BigEndian.AppendUint64(d, uint64(len(s)))
		d = append(d, s...)
	}
	text(q.Text)
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
