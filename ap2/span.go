package ap2

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// span is where a member of the top-level object stands in its document: from the end of
// what comes before it to the end of its value. The zero span is no member.
type span struct{ start, end int64 }

// cutFrom returns the document without the member and the comma that belonged to it.
func (s span) cutFrom(raw []byte) []byte {
	if s == (span{}) {
		return raw
	}
	before, after := raw[:s.start], raw[s.end:]
	if before[len(before)-1] == '{' { // the comma stands behind a first member
		after = bytes.TrimPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte(","))
	}
	return append(append(make([]byte, 0, len(before)+len(after)), before...), after...)
}

// spanFinder finds the top-level member "ap2" in the tokens that it is shown.
type spanFinder struct {
	found  span
	last   int64 // end of the last token at the top level
	inside bool  // its value is being read
}

func (f *spanFinder) see(dec *jsontext.Decoder, token jsontext.Token) {
	if dec.StackDepth() != 1 {
		return
	}
	end := dec.InputOffset()
	_, length := dec.StackIndex(1)
	switch {
	case length%2 == 1 && token.String() == "ap2":
		f.found.start, f.inside = f.last, true
		return
	case f.inside:
		f.found.end, f.inside = end, false
	}
	f.last = end
}
