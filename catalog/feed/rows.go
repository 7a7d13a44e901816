package feed

import (
	"fmt"
	"io"
)

// rowReader bounds what one row of a table or one item of a feed takes: readers of either
// hold it as a whole, however long it is, and a quotation mark that is not closed makes one
// row of the rest of the file.
type rowReader struct {
	r    io.Reader
	left int
}

// next begins a row.
func (b *rowReader) next() { b.left = maxLine + 1 }

// Read implements io.Reader. The error is errRow.
func (b *rowReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errRow
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

var errRow = fmt.Errorf("it has more than %d bytes", maxLine)
