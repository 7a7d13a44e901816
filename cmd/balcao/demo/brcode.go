package demo

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// brCode is a Pix code, its top-level fields by their two-digit id (EMV QR, merchant
// presented).
type brCode map[string]string

// readBRCode takes a code apart and checks its CRC.
func readBRCode(code string) (brCode, error) {
	fields, err := fieldsOf(code)
	if err != nil {
		return nil, err
	}
	body, sum, ok := cutLast(code, 4)
	if !ok || !strings.HasSuffix(body, "6304") || fields["63"] != sum {
		return nil, errors.New("the code does not end with its CRC")
	}
	if want := fmt.Sprintf("%04X", crc16(body)); !strings.EqualFold(sum, want) {
		return nil, fmt.Errorf("the code's CRC is %s, want %s", sum, want)
	}
	return fields, nil
}

// pix checks what every Pix code says.
func (b brCode) pix() error {
	account, err := fieldsOf(b["26"])
	if err != nil {
		return fmt.Errorf("account: %w", err)
	}
	for _, must := range []struct{ what, got, want string }{
		{"format", b["00"], "01"}, {"arrangement", strings.ToLower(account["00"]), "br.gov.bcb.pix"},
		{"currency", b["53"], "986"}, {"country", b["58"], "BR"},
	} {
		if must.got != must.want {
			return fmt.Errorf("the code's %s is %q, want %q", must.what, must.got, must.want)
		}
	}
	return nil
}

// fieldsOf reads a row of fields: two digits of id, two of length, the value.
func fieldsOf(s string) (map[string]string, error) {
	fields := map[string]string{}
	for rest := s; rest != ""; {
		if len(rest) < 4 {
			return nil, errors.New("the code ends within a field")
		}
		id := rest[:2]
		n, err := strconv.Atoi(rest[2:4])
		if err != nil || n < 0 || len(rest) < 4+n {
			return nil, fmt.Errorf("field %s has a wrong length", id)
		}
		if _, twice := fields[id]; twice {
			return nil, fmt.Errorf("field %s comes twice", id)
		}
		fields[id], rest = rest[4:4+n], rest[4+n:]
	}
	return fields, nil
}

func cutLast(s string, n int) (before, last string, ok bool) {
	if len(s) < n {
		return "", "", false
	}
	return s[:len(s)-n], s[len(s)-n:], true
}

// crc16 is CRC-16/CCITT-FALSE, bit by bit: polynomial 0x1021, start 0xFFFF. It is not that
// of payment/pix, which made the code: a mistake there must not agree with itself here.
func crc16(s string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		crc ^= uint16(s[i]) << 8
		for range 8 {
			top := crc&0x8000 != 0
			crc <<= 1
			if top {
				crc ^= 0x1021
			}
		}
	}
	return crc
}
