package pix

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

type codeVector struct {
	ID      string
	Kind    string
	Payload string
	Len     int
	// CRC is what the code itself ends with.
	CRC    string
	CRCOK  bool `json:"crc_ok"`
	TLVOK  bool `json:"tlv_ok"`
	Strict bool `json:"pix_strict_ok"`
	// Why is what is wrong, in the words of another program; Source where the code is from.
	Why    []string `json:"strict_why"`
	Source string
}

type codeFile struct {
	Check struct{ CRC, Input string } `json:"crc_check"`
	// Vectors are the codes.
	Vectors []codeVector
}

func codeVectors(tb testing.TB) []codeVector {
	tb.Helper()
	var file codeFile
	bcptest.Vectors(tb, "pix/brcode_vectors.json", &file)
	if len(file.Vectors) != 29 {
		tb.Fatalf("%d vectors, want 29", len(file.Vectors))
	}
	return file.Vectors
}

func vectorPayload(tb testing.TB, id string) string {
	tb.Helper()
	for _, v := range codeVectors(tb) {
		if v.ID == id {
			return v.Payload
		}
	}
	tb.Fatalf("no vector %q", id)
	return ""
}

func TestCodeVectors(t *testing.T) {
	t.Parallel()
	tally := map[error]int{}
	for _, v := range codeVectors(t) {
		tally[v.verdict()]++
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			if len(v.Payload) != v.Len || !strings.HasSuffix(v.Payload, v.CRC) || len(v.CRC) != 4 {
				t.Fatalf("vector damaged: %d bytes that end with %q, want %d and %q", len(v.Payload), v.Payload[len(v.Payload)-4:], v.Len, v.CRC)
			}
			if got := checksumHolds(v.Payload); got != v.CRCOK {
				t.Errorf("checksum holds = %v, want %v", got, v.CRCOK)
			}
			code, err := Parse(v.Payload)
			if (err == nil) != v.TLVOK || err != nil && !errors.Is(err, ErrCodeSyntax) {
				t.Errorf("Parse: %v, want success %v", err, v.TLVOK)
			}
			if got := kindOf(code, err); got != v.Kind {
				t.Errorf("kind %q, want %q", got, v.Kind)
			}
			if err := Validate(v.Payload); !errors.Is(err, v.verdict()) {
				t.Errorf("Validate: %v, want %v", err, v.verdict())
			}
		})
	}
	want := map[error]int{nil: 16, ErrCodeRule: 6, ErrCodeChecksum: 2, ErrCodeSyntax: 5}
	if !maps.Equal(tally, want) {
		t.Errorf("the vectors' verdicts are %v, want %v", tally, want)
	}
}

// verdict is what Validate must say of the code.
func (v codeVector) verdict() error {
	switch {
	case v.Strict:
		return nil
	case !v.TLVOK:
		return ErrCodeSyntax
	case !v.CRCOK, v.ID == "neg-crc-inside-62": // its four characters are right where no checksum stands
		return ErrCodeChecksum
	}
	return ErrCodeRule
}

func kindOf(code Code, err error) string {
	switch {
	case err != nil:
		return "broken"
	case code.RecurrenceURL != "":
		return "composite"
	case code.URL != "":
		return "dynamic"
	case code.Key != "":
		return "static"
	}
	return "none"
}

func TestCRC16CheckValue(t *testing.T) {
	t.Parallel()
	var file codeFile
	bcptest.Vectors(t, "pix/brcode_vectors.json", &file)
	if got := fmt.Sprintf("%04X", crc16(file.Check.Input)); got != file.Check.CRC || got != "29B1" {
		t.Errorf("crc16(%q) = %s, want %s", file.Check.Input, got, file.Check.CRC)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		vector string
		want   Code
	}{
		{"bcb-composite-static", Code{
			Key: "123e4567-e12b-12d1-a456-426655440000", MCC: "0000", Currency: "986", Amount: "100.50",
			Country: "BR", Name: "Fulano de Tal", City: "BRASILIA", TxID: "***",
			RecurrenceURL: "pix.example.com/rec/2353c790eefb11eaadc10242ac120002",
		}},
		{"openpix-docs-dynamic", Code{
			Initiation: "12", URL: "localhost:5001/api/testaccount/qr/v1/5b2970f464a740378aa472c6dad0bf83",
			MCC: "0000", Currency: "986", Amount: "1234.56", Country: "BR", Name: "Woovi",
			City: "SAO_PAULO", PostalCode: "04556300", TxID: "5b2970f464a740378aa472c6d",
		}},
		{"brcode-manual-v2", Code{
			Key: "123e4567-e12b-12d1-a456-426655440000", MCC: "0000", Currency: "986", Amount: "123.45",
			Country: "BR", Name: "NOME DO RECEBEDOR", City: "BRASILIA", PostalCode: "70074900",
			TxID: "RP12345678-2019",
		}},
	}
	for _, tt := range tests {
		got, err := Parse(vectorPayload(t, tt.vector))
		if err != nil || got != tt.want {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", tt.vector, got, err, tt.want)
		}
	}
}

func TestParseCountsCharacters(t *testing.T) {
	t.Parallel()
	got, err := Parse("5909São Paulo6003ABC")
	if err != nil || got.Name != "São Paulo" || got.City != "ABC" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestParseMalformed(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{
		"", "0", "000", "0000", "0002", "00021", "x002ab", "00x2ab", "00 2ab", "00-1ab",
		"٠٠02ab", "0002\xff\xfe", "000201" + "26040003", "6204" + "05ab", "8002ab", "5900",
	} {
		if code, err := Parse(payload); !errors.Is(err, ErrCodeSyntax) || code != (Code{}) {
			t.Errorf("Parse(%q) = %+v, %v; want ErrCodeSyntax", payload, code, err)
		}
	}
}
