package feed

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode"

	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const byteOrderMark = "\uFEFF"

// asText gives a file without its byte order mark, and in UTF-8 where that says UTF-16, as
// spreadsheets save "Unicode text". What is no text is refused.
func asText(in *bufio.Reader) (*bufio.Reader, error) {
	head, err := peek(in)
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte(byteOrderMark)):
		_, err := in.Discard(len(byteOrderMark))
		return in, err
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		decoder := utf.UTF16(utf.LittleEndian, utf.ExpectBOM).NewDecoder()
		return bufio.NewReaderSize(transform.NewReader(in, decoder), peeked), nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\x1F\x8B")):
		return nil, errors.New("the file is compressed, or a spreadsheet's own; save it as text")
	case bytes.IndexByte(head, 0) >= 0:
		return nil, errors.New("the file is no text; save it in UTF-8")
	}
	return in, nil
}

// withLines gives a file whose lines end by a carriage return alone, as old spreadsheets of the
// Macintosh save them, with those of today.
func withLines(in *bufio.Reader) (*bufio.Reader, error) {
	head, err := peek(in)
	if err != nil || bytes.IndexByte(head, '\n') >= 0 || bytes.IndexByte(head, '\r') < 0 {
		return in, err
	}
	return bufio.NewReaderSize(returns{in}, peeked), nil
}

// returns reads line feeds for carriage returns.
type returns struct{ r io.Reader }

// Read implements io.Reader.
func (r returns) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i := range p[:n] {
		if p[i] == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// peek returns how the file begins.
func peek(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(peeked)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, err
}

// readable is a text without what nobody sees and what would make others see another text:
// control characters, marks that turn the direction, and the tags in which instructions to
// machines are hidden. Lines says that it may have several.
func readable(text string, lines bool) string {
	if strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) || isUnseen(r) }) >= 0 {
		text = strings.Map(func(r rune) rune {
			switch {
			case isUnseen(r):
				return -1
			case r == '\n' && lines:
				return r
			case unicode.IsControl(r):
				return ' '
			}
			return r
		}, text)
	}
	if text = strings.TrimSpace(text); !strings.ContainsFunc(text, unicode.IsGraphic) {
		return ""
	}
	return text
}

// isUnseen reports whether a character is seen by nobody. Joiners are none of these: emoji
// and some scripts are written with them.
func isUnseen(r rune) bool {
	switch {
	case r == '\u200B', r == '\u2060', r == '\uFEFF', r >= '\uFFF9' && r <= '\uFFFB', r >= 0xE0000 && r <= 0xE007F:
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}
