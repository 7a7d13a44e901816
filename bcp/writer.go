package bcp

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/money"
)

// writer appends JSON to one buffer. An empty name writes an element of an array (or the
// document itself), any other name a member of the object that is open.
type writer struct {
	buf []byte
	// err is the first string that was not UTF-8.
	err error
}

func newWriter() *writer { return &writer{buf: make([]byte, 0, 8192)} }

// bytes returns the document.
func (w *writer) bytes() (json.RawMessage, error) {
	if w.err != nil {
		return nil, fmt.Errorf("bcp: encode: %w", w.err)
	}
	return w.buf, nil
}

// name writes the comma that is due and the member's name, which is one of the protocol's
// and needs no escaping. Names that others chose go through foreignName.
func (w *writer) name(name string) {
	w.comma()
	if name != "" {
		w.buf = append(w.buf, '"')
		w.buf = append(w.buf, name...)
		w.buf = append(w.buf, '"', ':')
	}
}

// foreignName writes a member's name that may hold anything.
func (w *writer) foreignName(name string) {
	w.comma()
	w.quote(name)
	w.buf = append(w.buf, ':')
}

func (w *writer) comma() {
	if n := len(w.buf); n > 0 && w.buf[n-1] != '{' && w.buf[n-1] != '[' {
		w.buf = append(w.buf, ',')
	}
}

func (w *writer) quote(s string) {
	var err error
	if w.buf, err = jsontext.AppendQuote(w.buf, s); err != nil && w.err == nil {
		w.err = err
	}
}

func (w *writer) object(name string, body func()) {
	w.name(name)
	w.buf = append(w.buf, '{')
	body()
	w.buf = append(w.buf, '}')
}

func (w *writer) array(name string, body func()) {
	w.name(name)
	w.buf = append(w.buf, '[')
	body()
	w.buf = append(w.buf, ']')
}

// objectIfAny writes the object unless its body wrote nothing.
func (w *writer) objectIfAny(name string, body func()) {
	before := len(w.buf)
	w.object(name, body)
	if w.buf[len(w.buf)-2] == '{' {
		w.buf = w.buf[:before]
	}
}

func (w *writer) str(name, value string) {
	w.name(name)
	w.quote(value)
}

// strIfAny writes the member unless it is empty.
func (w *writer) strIfAny(name, value string) {
	if value != "" {
		w.str(name, value)
	}
}

// strOrNull writes null for an empty value.
func (w *writer) strOrNull(name, value string) {
	if value != "" {
		w.str(name, value)
		return
	}
	w.name(name)
	w.buf = append(w.buf, "null"...)
}

func (w *writer) strs(name string, values []string) {
	w.array(name, func() {
		for _, v := range values {
			w.str("", v)
		}
	})
}

func (w *writer) integer(name string, n int64) {
	w.name(name)
	w.buf = strconv.AppendInt(w.buf, n, 10)
}

func (w *writer) amount(name string, a money.Amount) { w.integer(name, int64(a)) }

func (w *writer) boolean(name string, b bool) {
	w.name(name)
	w.buf = strconv.AppendBool(w.buf, b)
}

// boolIfAny writes the member unless nothing is known.
func (w *writer) boolIfAny(name string, b *bool) {
	if b != nil {
		w.boolean(name, *b)
	}
}

// timestamp writes RFC 3339 in UTC with a Z.
func (w *writer) timestamp(name string, t time.Time) {
	w.name(name)
	w.buf = append(w.buf, '"')
	w.buf = t.UTC().AppendFormat(w.buf, time.RFC3339Nano)
	w.buf = append(w.buf, '"')
}

// rateScale is one whole in the units of a tax rate.
const rateScale = 100_000

// rate writes a rate in units per 100,000 as a decimal number: 10217 is 0.10217. The form
// is also the canonical one of RFC 8785, since no rate needs an exponent.
func (w *writer) rate(name string, perHundredThousand int64) {
	w.name(name)
	w.buf = strconv.AppendInt(w.buf, perHundredThousand/rateScale, 10)
	fraction := perHundredThousand % rateScale
	if fraction == 0 {
		return
	}
	w.buf = append(w.buf, '.')
	for place := int64(rateScale / 10); fraction > 0; place /= 10 {
		w.buf = append(w.buf, byte('0'+fraction/place))
		fraction %= place
	}
}
