package pix

import (
	"fmt"
	"regexp"
	"strings"

	"balcao/internal/brazil"
	"balcao/money"
)

// Limits of the Pix manual, in characters.
const (
	MaxName    = 25  // merchant name
	MaxCity    = 15  // merchant city
	maxPayload = 512 // the whole code (pixCopiaECola of the Pix API)
	maxAmount  = 13
	maxInfo    = 72
	maxPointer = 77 // a key or a URL: what a template of 99 leaves
)

// realNumber is the ISO 4217 number of BRL.
const realNumber = "986"

var (
	initiationPattern = regexp.MustCompile(`^(11|12)?$`)
	fssPattern        = regexp.MustCompile(`^([0-9A-Z]{8})?$`)
	mccPattern        = regexp.MustCompile(`^[0-9]{4}$`)
	amountPattern     = regexp.MustCompile(`^[0-9]+(\.[0-9]{1,2})?$`)
	postalPattern     = regexp.MustCompile(`^([0-9]{8})?$`)
	staticTxIDPattern = regexp.MustCompile(`^([A-Za-z0-9]{1,25}|\*\*\*)$`)
	randomKeyPattern  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	urlPattern        = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?/[!-~]+$`)
)

// Validate judges a BR Code by the strict rules of the Pix manual. The error
// wraps ErrCodeSyntax, ErrCodeChecksum or ErrCodeRule. Dynamic codes may carry an
// amount and any txid, as several providers write them.
func Validate(payload string) error {
	root, err := readObjects(payload)
	if err != nil {
		return err
	}
	if err := checkEnvelope(payload, root); err != nil {
		return err
	}
	return codeOf(root).check()
}

// ValidateCharge judges the code of a charge of amount by the same rules. Besides, it must
// make its payer pay that amount and agree to nothing else: a dynamic code leaves the amount to
// the charge, a static one must carry it, and neither asks for payments to come (Pix Automático).
func ValidateCharge(payload string, amount money.Amount) error {
	if err := Validate(payload); err != nil {
		return err
	}
	code, err := Parse(payload)
	switch {
	case err != nil:
		return err
	case code.RecurrenceURL != "":
		return fmt.Errorf("%w: the code of one charge asks for a recurrence", ErrCodeRule)
	case code.URL != "":
		return nil
	}
	if asked, err := parseCodeAmount(code.Amount); err != nil || asked != amount {
		return fmt.Errorf("%w: amount %q of a static code is not the charge's", ErrCodeRule, code.Amount)
	}
	return nil
}

// parseCodeAmount reads object 54, which need not have both decimals.
func parseCodeAmount(text string) (money.Amount, error) {
	reais, cents, _ := strings.Cut(text, ".")
	return ParseValor(reais + "." + (cents + "00")[:max(2, len(cents))])
}

// checkEnvelope judges what does not depend on single values.
func checkEnvelope(payload string, root objects) error {
	last := root[len(root)-1]
	switch {
	case last.id != "63" || len(last.value) != 4:
		return fmt.Errorf("%w: the last object is no checksum", ErrCodeChecksum)
	case !checksumHolds(payload):
		return fmt.Errorf("%w: %q", ErrCodeChecksum, last.value)
	case len(payload) > maxPayload:
		return fmt.Errorf("%w: longer than %d characters", ErrCodeRule, maxPayload)
	case !printable(payload):
		return fmt.Errorf("%w: not printable ASCII", ErrCodeRule)
	case root[0].id != "00" || root[0].value != "01":
		return fmt.Errorf("%w: does not start with format indicator 01", ErrCodeRule)
	case root.repeated() != "":
		return fmt.Errorf("%w: object %s stands twice", ErrCodeRule, root.repeated())
	case len(root.pixTemplates("26", "51")) != 1:
		return fmt.Errorf("%w: not exactly one Pix account", ErrCodeRule)
	case len(root.pixTemplates("80", "99")) > 1:
		return fmt.Errorf("%w: more than one recurrence", ErrCodeRule)
	}
	return nil
}

// check judges the values and names the first bad one.
func (c Code) check() error {
	rules := []struct {
		holds       bool
		name, value string
	}{
		{initiationPattern.MatchString(c.Initiation), "point of initiation", c.Initiation},
		{c.Key == "" || c.URL == "", "key beside url", c.URL},
		{c.Key != "" || c.URL != "" || c.RecurrenceURL != "", "neither key nor url", ""},
		{c.Key == "" || ValidKey(c.Key), "key", c.Key},
		{c.URL == "" || validURL(c.URL), "url", c.URL},
		{c.RecurrenceURL == "" || validURL(c.RecurrenceURL), "recurrence url", c.RecurrenceURL},
		{len(c.Info) <= maxInfo, "information", c.Info},
		{fssPattern.MatchString(c.FSS), "withdrawal facilitator", c.FSS},
		{mccPattern.MatchString(c.MCC), "merchant category", c.MCC},
		{c.Currency == realNumber, "currency", c.Currency},
		{c.Amount == "" || c.validAmount(), "amount", c.Amount},
		{c.Country == "BR", "country", c.Country},
		{validName(c.Name, MaxName), "merchant name", c.Name},
		{validName(c.City, MaxCity), "merchant city", c.City},
		{postalPattern.MatchString(c.PostalCode), "postal code", c.PostalCode},
		{c.validTxID(), "txid", c.TxID},
	}
	for _, rule := range rules {
		if !rule.holds {
			return fmt.Errorf("%w: %s %q", ErrCodeRule, rule.name, rule.value)
		}
	}
	return nil
}

// validAmount lets zero pass only beside a URL, where payers ignore the amount.
func (c Code) validAmount() bool {
	zero := strings.Trim(c.Amount, "0.") == ""
	return len(c.Amount) <= maxAmount && amountPattern.MatchString(c.Amount) && (c.URL != "" || !zero)
}

// validTxID asks for object 62-05 in every code, but for its form only where payers read it.
func (c Code) validTxID() bool {
	if c.URL != "" {
		return c.TxID != ""
	}
	return staticTxIDPattern.MatchString(c.TxID)
}

// ValidKey accepts the five kinds of Pix key, each in the one form the
// directory holds: CPF, CNPJ, phone in E.164, e-mail in lower case, random UUID.
func ValidKey(key string) bool {
	if len(key) > maxPointer || !printable(key) {
		return false
	}
	if strings.Contains(key, "@") {
		email, ok := brazil.NormalizeEmail(key)
		return ok && email == key && key == strings.ToLower(key)
	}
	return isNormal(key, brazil.NormalizeCPF) || isNormal(key, brazil.NormalizeCNPJ) ||
		isNormal(key, brazil.NormalizePhone) || randomKeyPattern.MatchString(key)
}

func isNormal(text string, normalize func(string) (string, bool)) bool {
	normal, ok := normalize(text)
	return ok && normal == text
}

func validURL(url string) bool {
	return len(url) <= maxPointer && urlPattern.MatchString(url)
}

func validName(name string, limit int) bool {
	return len(name) <= limit && printable(name) && strings.TrimSpace(name) != ""
}

// printable says whether text is ASCII from blank to tilde, where bytes and characters agree.
func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}
