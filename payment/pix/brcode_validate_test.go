package pix

import (
	"errors"
	"strings"
	"testing"

	"balcao/money"
)

func TestValidateErrorKinds(t *testing.T) {
	t.Parallel()
	static := vectorPayload(t, "bcb-static")
	tests := []struct {
		name    string
		payload string
		want    error
	}{
		{"one digit off", vectorPayload(t, "neg-crc"), ErrCodeChecksum},
		{"lower-case checksum", strings.Replace(static, "63041D3D", "63041d3d", 1), ErrCodeChecksum},
		{"checksum inside 62", vectorPayload(t, "neg-crc-inside-62"), ErrCodeChecksum},
		{"object after the checksum", static + "9902ab", ErrCodeSyntax},
		{"template after the checksum", static + "99060002ab", ErrCodeChecksum},
		{"checksum of five", "0002016305ABCDE", ErrCodeChecksum},
		{"wrong length", vectorPayload(t, "neg-gist-static"), ErrCodeSyntax},
		{"zero amount", vectorPayload(t, "neg-zero-amount"), ErrCodeRule},
		{"dollars", vectorPayload(t, "neg-currency-840"), ErrCodeRule},
		{"empty", "", ErrCodeSyntax},
	}
	for _, tt := range tests {
		if err := Validate(tt.payload); !errors.Is(err, tt.want) {
			t.Errorf("%s: Validate = %v, want %v", tt.name, err, tt.want)
		}
	}
}

// Each case swaps one part of a good code and seals it again, so that only the rule can refuse it.
func TestValidateRules(t *testing.T) {
	t.Parallel()
	const (
		static  = "000201" + "26330014br.gov.bcb.pix011112345678909" + "52040000" + "5303986" + "5802BR" + "5906Fulano" + "6008BRASILIA" + "62070503***"
		dynamic = "000201" + "26400014br.gov.bcb.pix2518pix.example.com/v2" + "52040000" + "5303986" + "5802BR" + "5906Fulano" + "6008BRASILIA" + "62070503***"
	)
	tests := []struct {
		name, base, old, new string
		ok                   bool
	}{
		{"static", static, "", "", true},
		{"dynamic", dynamic, "", "", true},
		{"amount", static, "5802BR", "54040.015802BR", true},
		{"amount without decimals", static, "5802BR", "5402105802BR", true},
		{"amount of 13", static, "5802BR", "54139999999999.995802BR", true},
		{"amount of 14", static, "5802BR", "541410000000000.005802BR", false},
		{"three decimals", static, "5802BR", "54051.0005802BR", false},
		{"comma", static, "5802BR", "54041,005802BR", false},
		{"bare point", static, "5802BR", "54021.5802BR", false},
		{"plain zero", static, "5802BR", "540105802BR", false},
		{"zero beside a url", dynamic, "5802BR", "54040.005802BR", true},
		{"comma beside a url", dynamic, "5802BR", "54041,005802BR", false},
		{"format not first", static, "000201", "010211000201", false},
		{"format 02", static, "000201", "000202", false},
		{"initiation 12", static, "000201", "000201010212", true},
		{"initiation 13", static, "000201", "000201010213", false},
		{"repeated object", static, "5802BR", "5802BR5802BR", false},
		{"repeated inside 62", static, "62070503***", "62140503***0503***", false},
		{"two Pix accounts", static, "5204", "27330014br.gov.bcb.pix0111123456789095204", false},
		{"another scheme beside", static, "5204", "27080004othr5204", true},
		{"no Pix account", static, "br.gov.bcb.pix", "br.gov.bcb.pux", false},
		{"upper-case id", static, "br.gov.bcb.pix", "BR.GOV.BCB.PIX", true},
		{"key and url", static, "26330014br.gov.bcb.pix", "26490014br.gov.bcb.pix2512pix.ex.com/1", false},
		{"CPF with wrong digit", static, "12345678909", "12345678908", false},
		{"masked CPF", static, "26330014br.gov.bcb.pix011112345678909", "26360014br.gov.bcb.pix0114123.456.789-09", false},
		{"url with scheme", dynamic, "pix.example.com/v2", "https://pix.com/v2", false},
		{"url without path", dynamic, "pix.example.com/v2", "pix.example.com.br", false},
		{"url with blank", dynamic, "pix.example.com/v2", "pix.example.com/ 2", false},
		{"merchant category", static, "52040000", "5204000A", false},
		{"country", static, "5802BR", "5802AR", false},
		{"no country", static, "5802BR", "", false},
		{"name of 25", static, "5906Fulano", "5925" + strings.Repeat("N", 25), true},
		{"name of 26", static, "5906Fulano", "5926" + strings.Repeat("N", 26), false},
		{"blank name", static, "5906Fulano", "5906      ", false},
		{"accent in name", static, "5906Fulano", "5906Fulanó", false},
		{"city of 16", static, "6008BRASILIA", "6016" + strings.Repeat("C", 16), false},
		{"postal code", static, "6207", "6108700749006207", true},
		{"postal code with hyphen", static, "6207", "610970074-9006207", false},
		{"txid of 25", static, "62070503***", "62290525" + strings.Repeat("t", 25), true},
		{"txid of 26", static, "62070503***", "62300526" + strings.Repeat("t", 26), false},
		{"hyphen in static txid", static, "62070503***", "62070503a-b", false},
		{"hyphen in dynamic txid", dynamic, "62070503***", "62070503a-b", true},
		{"no txid", dynamic, "62070503***", "62070403***", false},
		{"no 62 beside a url", dynamic, "62070503***", "", false},
		{"recurrence with scheme", static, "62070503***", "62070503***" + "80320014br.gov.bcb.pix2510https://ab", false},
		{"two recurrences", static, "62070503***", "62070503***" + "80180014br.gov.bcb.pix" + "81180014br.gov.bcb.pix", false},
	}
	for _, tt := range tests {
		payload := sealed(strings.Replace(tt.base, tt.old, tt.new, 1))
		err := Validate(payload)
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrCodeRule) {
			t.Errorf("%s: Validate(%q) = %v, want success %v or ErrCodeRule", tt.name, payload, err, tt.ok)
		}
	}
}

func TestValidateLength(t *testing.T) {
	t.Parallel()
	body := strings.TrimSuffix(vectorPayload(t, "bcb-static"), "63041D3D")
	filler := func(id string, value int) string {
		return objects{{id: id, value: strings.Repeat("x", value)}}.String()
	}
	body += filler("03", 99) + filler("04", 99) + filler("05", 99)
	rest := maxPayload - len(body) - len("6304ABCD") - 4
	if payload := sealed(body + filler("06", rest)); len(payload) != 512 || Validate(payload) != nil {
		t.Errorf("512 characters: %v", Validate(payload))
	}
	if err := Validate(sealed(body + filler("06", rest+1))); !errors.Is(err, ErrCodeRule) {
		t.Errorf("513 characters: %v, want ErrCodeRule", err)
	}
}

func TestValidKey(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"12345678909":                            true,
		"19131243000197":                         true,
		"12ABC34501DE35":                         true,
		"12abc34501de35":                         false,
		"+5511988887777":                         true,
		"11988887777":                            false, // a CPF by its length, and its check digits fail
		"maria@example.com":                      true,
		"Maria@example.com":                      false,
		"maria@localhost":                        false,
		"123e4567-e12b-12d1-a456-426655440000":   true,
		"123E4567-E12B-12D1-A456-426655440000":   false,
		"123e4567e12b12d1a456426655440000":       false,
		"joão@example.com":                       false,
		strings.Repeat("a", 65) + "@example.com": true,
		strings.Repeat("a", 66) + "@example.com": false,
		"":                                       false,
	}
	for key, want := range tests {
		if got := ValidKey(key); got != want {
			t.Errorf("ValidKey(%q) = %v, want %v", key, got, want)
		}
	}
}

// A charge's code must make its payer pay the charge's amount.
func TestValidateCharge(t *testing.T) {
	t.Parallel()
	payee := Payee{Name: "Loja", City: "SAO PAULO"}
	dynamic, err := BuildDynamic(payee, "pix.example.com/qr/v2/1")
	if err != nil {
		t.Fatal(err)
	}
	static := func(amount money.Amount) string {
		code, err := BuildStatic(payee, "pix@balcao.example", amount, "")
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	short := Code{Key: "pix@balcao.example", TxID: noTxID, Amount: "79.8"}
	oneDecimal, err := short.build(payee)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		code string
		good bool
	}{
		"with a recurrence":        {vectorPayload(t, "bcb-composite-dynamic"), false},
		"static with a recurrence": {vectorPayload(t, "bcb-composite-static"), false},
		"a recurrence alone":       {vectorPayload(t, "bcb-composite-rec-only"), false},
		"dynamic":                  {dynamic, true}, "static with the amount": {static(7980), true}, "one decimal": {oneDecimal, true},
		"static with another": {static(7981), false}, "static without": {static(0), false},
		"broken": {dynamic[:len(dynamic)-1] + "!", false}, "none": {"", false},
	} {
		if err := ValidateCharge(tc.code, 7980); (err == nil) != tc.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
