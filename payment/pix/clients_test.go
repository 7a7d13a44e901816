package pix

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"balcao/internal/bcptest"
	"balcao/money"
)

// readCode is what a library of others reads out of a code.
type readCode struct {
	Kind, Name, City, MCC, Currency, Country string
	Key, URL, Recurrence, TxID               string
	// Amount is in minor units, 0 for none.
	Amount money.Amount
}

// readers are two libraries, each nil if it refuses the code.
type readers struct{ PixUtils, BrazilianUtils *readCode }

func readByOthers(t *testing.T, codes []string) []readers {
	t.Helper()
	var out []readers
	bcptest.JavaScript(t, "brcodes.mjs", codes, &out)
	if len(out) != len(codes) {
		t.Fatalf("%d of %d codes were read", len(out), len(codes))
	}
	return out
}

// Payers' applications must read in our codes what we wrote: pix-utils and brazilian-utils do,
// whatever receiver, key, amount and txid.
func TestClientsReadOurCodes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 26)) // the same codes every time
	var codes []string
	var want []readCode
	for range 400 {
		c, code := randomCode(t, random)
		codes, want = append(codes, code), append(want, c)
	}
	for i, read := range readByOthers(t, codes) {
		if read.PixUtils == nil || *read.PixUtils != want[i] {
			t.Errorf("pix-utils reads %q as\n %+v, want\n %+v", codes[i], read.PixUtils, want[i])
		}
		short := want[i]
		short.MCC, short.Currency, short.Country = "", "", "" // it does not tell them
		if short.TxID == noTxID {
			short.TxID = ""
		}
		if read.BrazilianUtils == nil || *read.BrazilianUtils != short {
			t.Errorf("brazilian-utils reads %q as\n %+v, want\n %+v", codes[i], read.BrazilianUtils, short)
		}
	}
}

// The same libraries take every code of the vectors that we take, and read the same in it.
// Where we refuse and they do not, the list says so: they judge less.
func TestClientsReadTheVectors(t *testing.T) {
	t.Parallel()
	vectors := codeVectors(t)
	var codes []string
	for _, v := range vectors {
		codes = append(codes, v.Payload)
	}
	var laxPix, laxBrazilian []string
	for i, read := range readByOthers(t, codes) {
		v := vectors[i]
		if !v.Strict {
			if read.PixUtils != nil {
				laxPix = append(laxPix, v.ID)
			}
			if read.BrazilianUtils != nil {
				laxBrazilian = append(laxBrazilian, v.ID)
			}
			continue
		}
		code, err := Parse(v.Payload)
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]*readCode{"pix-utils": read.PixUtils, "brazilian-utils": read.BrazilianUtils} {
			if name == "brazilian-utils" && (code.Key == "" && code.URL == "" || strings.HasPrefix(code.URL, "localhost:")) {
				continue // it knows no codes of a recurrence alone, and no host without a dot
			}
			if r == nil {
				t.Errorf("%s refuses %s", name, v.ID)
				continue
			}
			if r.Name != code.Name || r.City != code.City || r.Key != code.Key || r.URL != code.URL {
				t.Errorf("%s reads %s as %+v, we as %+v", name, v.ID, *r, code)
			}
			if amount, err := parseCodeAmount(code.Amount); code.Key != "" && code.Amount != "" && (err != nil || r.Amount != amount) {
				t.Errorf("%s reads the amount of %s as %d, we as %d, %v", name, v.ID, r.Amount, amount, err)
			}
		}
		if read.PixUtils != nil && read.PixUtils.Recurrence != code.RecurrenceURL {
			t.Errorf("pix-utils reads the recurrence of %s as %q, we as %q", v.ID, read.PixUtils.Recurrence, code.RecurrenceURL)
		}
	}
	if want := []string{"brcode-manual-v2", "brcode-manual-v1", "neg-zero-amount", "neg-currency-840", "neg-no-62"}; !slices.Equal(laxPix, want) {
		t.Errorf("pix-utils takes %q, want %q", laxPix, want)
	}
	if want := []string{"brcode-manual-v2", "brcode-manual-v1", "neg-no-62", "neg-crc-inside-62"}; !slices.Equal(laxBrazilian, want) {
		t.Errorf("brazilian-utils takes %q, want %q", laxBrazilian, want)
	}
}

// oddNames are names that a code can be misread by, or that do not fit into it.
var oddNames = []string{
	"Padaria São João & Filhos Comércio de Pães e Doces Ltda", "6304ABCD", "63046304", "0014br.gov.bcb.pix", "5903ABC6003XYZ",
	"O'Neill \"Café\" <b>", "Loja 100% ~ {x}|^`", "Ação — «Promoções» № 1", "e\u0301\u0302clair", "Zoë 日本 🛒 Fløde", "a", "***", "..", "-0.00",
	"  Mercado\u00a0 do\tZé\n", strings.Repeat("Ç", 40), strings.Repeat("9", 25),
}

// randomCode is a code of ours, and what must be read in it.
func randomCode(t *testing.T, random *rand.Rand) (readCode, string) {
	t.Helper()
	payee := Payee{Name: randomName(random), City: randomName(random)}
	want := readCode{
		Name: FoldASCII(payee.Name, MaxName), City: FoldASCII(payee.City, MaxCity), MCC: "0000", Currency: "986", Country: "BR",
	}
	if random.IntN(3) == 0 {
		want.Kind, want.URL = "dynamic", randomLocation(random)
		code, err := BuildDynamic(payee, want.URL)
		if err != nil {
			t.Fatalf("BuildDynamic(%q, %q): %v", payee, want.URL, err)
		}
		return want, code
	}
	want.Kind, want.Key, want.TxID = "static", randomKeyOf(random), noTxID
	txid := ""
	if random.IntN(2) == 0 {
		txid = randomText(random, alphanumeric, 1+random.IntN(25))
		want.TxID = txid
	}
	switch random.IntN(4) {
	case 0:
	case 1:
		want.Amount = []money.Amount{1, 5, 99, 100, 7980, 123456, 29, 1999, maxValor}[random.IntN(9)]
	default:
		want.Amount = 1 + money.Amount(random.Int64N(int64(maxValor)))
	}
	code, err := BuildStatic(payee, want.Key, want.Amount, txid)
	if err != nil {
		t.Fatalf("BuildStatic(%q, %q, %d, %q): %v", payee, want.Key, want.Amount, txid, err)
	}
	return want, code
}

const (
	digits       = "0123456789"
	alphanumeric = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func randomText(random *rand.Rand, letters string, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[random.IntN(len(letters))]
	}
	return string(out)
}

// randomName leaves something when it is folded.
func randomName(random *rand.Rand) string {
	if random.IntN(2) == 0 {
		return oddNames[random.IntN(len(oddNames))]
	}
	letters := []rune(alphanumeric + " .,&'-/() áàâãçéêíóôõúüÁÀÂÃÇÉÊÍÓÔÕÚñß€本🛒\u0301")
	out := []rune{'L'}
	for range random.IntN(40) {
		out = append(out, letters[random.IntN(len(letters))])
	}
	return string(out)
}

func randomLocation(random *rand.Rand) string {
	host := []string{"pix.example.com", "qr.banco-exemplo.com.br", "api.pix.example.com"}[random.IntN(3)]
	path := []string{"/qr/v2/", "/v2/cobv/", "/"}[random.IntN(3)]
	return host + path + randomText(random, alphanumeric, 1+random.IntN(maxPointer-len(host)-len(path)))
}

func randomKeyOf(random *rand.Rand) string {
	switch random.IntN(5) {
	case 0:
		return []string{"39053344705", "12345678909", "00000000191"}[random.IntN(3)]
	case 1:
		return []string{"19131243000197", "12ABC34501DE35", "00000000E08G12"}[random.IntN(3)]
	case 2:
		return "+5511" + "9" + randomText(random, digits, 8)
	case 3:
		return strings.ToLower(randomText(random, alphanumeric, 1+random.IntN(40))) + "@loja.example.com"
	}
	id := make([]byte, 16)
	for i := range id {
		id[i] = byte(random.IntN(256))
	}
	text := hex.EncodeToString(id)
	return fmt.Sprintf("%s-%s-%s-%s-%s", text[:8], text[8:12], text[12:16], text[16:20], text[20:])
}

// What folds to nothing is refused before anybody could misread it.
func TestNothingIsNoName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"日本語", "🛒", "\u0301", " \t", "ß"} {
		if _, err := BuildStatic(Payee{name, "Recife"}, randomKey, 1, ""); !errors.Is(err, ErrCodeRule) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
