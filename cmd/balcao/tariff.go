package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"balcao/catalog/tariff"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
)

// tariffFile is the file --tariff. All three lists must be there; an empty one means none.
// Prices and amounts are in centavos.
type tariffFile struct {
	Freight *[]struct {
		States   []string `yaml:"states"`
		CEPs     []string `yaml:"ceps"`
		Services []struct {
			ID      string    `yaml:"id"`
			Title   string    `yaml:"title"`
			Carrier string    `yaml:"carrier"`
			Price   *centavos `yaml:"price"`
			Days    int       `yaml:"days"`
		} `yaml:"services"`
	} `yaml:"freight"`
	Coupons *[]struct {
		Code    string   `yaml:"code"`
		Title   string   `yaml:"title"`
		Percent int64    `yaml:"percent"`
		Amount  centavos `yaml:"amount"`
		PixOnly bool     `yaml:"pix_only"`
		// Until is the last day on which it counts, in Brasília.
		Until string `yaml:"until"`
	} `yaml:"coupons"`
	Taxes *[]struct {
		Type      string `yaml:"type"`
		Authority string `yaml:"authority"`
		// Rate is in per cent, as text, so that none is rounded: "10.217".
		Rate string `yaml:"rate"`
		NCM  string `yaml:"ncm"`
	} `yaml:"taxes"`
}

// centavos are written in digits alone: YAML would take 15.00 for the whole number 15.
type centavos money.Amount

// UnmarshalYAML implements yaml.Unmarshaler.
func (c *centavos) UnmarshalYAML(node *yaml.Node) error {
	n, err := strconv.ParseInt(node.Value, 10, 64)
	if err != nil || node.Kind != yaml.ScalarNode {
		return fmt.Errorf("line %d: %.20q is no whole number of centavos", node.Line, node.Value)
	}
	*c = centavos(n)
	return nil
}

// ownTariff is what a shop asks besides its prices.
type ownTariff struct {
	freight *tariff.Freight
	codes   tariff.Codes
	taxes   *tariff.Taxes
}

// maxTariff is the largest file, in bytes.
const maxTariff = 4 << 20

func readTariff(path string) (ownTariff, error) {
	file, err := os.Open(path)
	if err != nil {
		return ownTariff{}, fmt.Errorf("--tariff: %w", err)
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, maxTariff+1))
	if err != nil {
		return ownTariff{}, fmt.Errorf("--tariff: %w", err)
	}
	if len(raw) > maxTariff { // cut off, it might pass for a whole one
		return ownTariff{}, fmt.Errorf("--tariff: %s has more than %d bytes", path, maxTariff)
	}
	own, err := parseTariff(bytes.NewReader(raw))
	if err != nil {
		return ownTariff{}, fmt.Errorf("--tariff: %s: %w", path, err)
	}
	return own, nil
}

// parseTariff reads the file strictly: what is not known in it is an error.
func parseTariff(r io.Reader) (own ownTariff, err error) {
	decoder := yaml.NewDecoder(r)
	decoder.KnownFields(true)
	var in tariffFile
	if err := decoder.Decode(&in); err != nil && !errors.Is(err, io.EOF) {
		return own, tariffFault(err)
	}
	if err := decoder.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return own, errors.New("more than one document")
	}
	if in.Freight == nil || in.Coupons == nil || in.Taxes == nil {
		return own, errors.New("freight, coupons and taxes must all be there; an empty list, [], means none")
	}
	if own.freight, err = in.zones(); err != nil {
		return own, err
	}
	if own.codes, err = in.codes(); err != nil {
		return own, err
	}
	own.taxes, err = in.levies()
	return own, err
}

// tariffFault is a fault of the file's form in the words of who writes it: the library names
// our Go types, on lines of their own.
func tariffFault(err error) error {
	var form *yaml.TypeError
	if !errors.As(err, &form) {
		return err
	}
	said := make([]string, len(form.Errors))
	for i, text := range form.Errors {
		if at := strings.LastIndex(text, " not found in type "); at >= 0 {
			text = text[:at] + " is not known"
		} else if at := strings.LastIndex(text, " into "); at >= 0 {
			text = strings.Replace(text[:at], "cannot unmarshal", "what cannot be there:", 1)
		}
		said[i] = text
	}
	return errors.New(strings.Join(said, "; "))
}

func (in tariffFile) zones() (*tariff.Freight, error) {
	var zones []tariff.Zone
	for i, z := range *in.Freight {
		zone := tariff.Zone{States: z.States}
		switch len(z.CEPs) {
		case 0:
		case 2:
			for at, end := range []*string{&zone.FirstCEP, &zone.LastCEP} {
				cep, ok := brazil.NormalizeCEP(z.CEPs[at])
				if !ok {
					return nil, fmt.Errorf("freight: zone %d: %q is no CEP", i+1, z.CEPs[at])
				}
				*end = cep
			}
		default:
			return nil, fmt.Errorf("freight: zone %d: ceps are the first and the last", i+1)
		}
		for _, s := range z.Services {
			if s.Price == nil { // 0 is free, nothing is a slip
				return nil, fmt.Errorf("freight: zone %d: service %q has no price", i+1, s.ID)
			}
			zone.Services = append(zone.Services, tariff.Service{ID: s.ID, Title: s.Title, Carrier: s.Carrier, Price: money.Amount(*s.Price), Days: s.Days})
		}
		zones = append(zones, zone)
	}
	return tariff.NewFreight(zones)
}

func (in tariffFile) codes() (tariff.Codes, error) {
	var list []checkout.Promotion
	for i, c := range *in.Coupons {
		p := checkout.Promotion{Code: c.Code, Title: c.Title, Percent: c.Percent, Amount: money.Amount(c.Amount), PixOnly: c.PixOnly}
		if c.Until != "" {
			day, err := time.Parse(time.DateOnly, c.Until)
			if err != nil {
				return nil, fmt.Errorf("coupons: %d (%q): until is a day such as 2026-12-31", i+1, c.Code)
			}
			p.EndsAt = day.AddDate(0, 0, 1).Add(brasiliaMidnight)
		}
		list = append(list, p)
	}
	return tariff.NewCodes(list)
}

// brasiliaMidnight is when the day begins in Brasília, in UTC.
const brasiliaMidnight = 3 * time.Hour

func (in tariffFile) levies() (*tariff.Taxes, error) {
	var levies []tariff.Levy
	for i, t := range *in.Taxes {
		rate, err := perUnit(t.Rate)
		if err != nil {
			return nil, fmt.Errorf("taxes: %d (%q): %w", i+1, t.Type, err)
		}
		levies = append(levies, tariff.Levy{NCM: strings.ReplaceAll(t.NCM, ".", ""), Type: t.Type, Authority: t.Authority, Rate: rate})
	}
	return tariff.NewTaxes(levies)
}

// perUnit reads a rate in per cent exactly, three decimals at most.
func perUnit(percent string) (int64, error) {
	plain := strings.Replace(strings.TrimSuffix(strings.TrimSpace(percent), "%"), ",", ".", 1)
	bad := fmt.Errorf("the rate %.20q is no percentage with three decimals at most, such as 10.217", percent)
	if plain == "" || len(plain) > 10 || strings.Trim(plain, "0123456789.") != "" {
		return 0, bad
	}
	r, ok := new(big.Rat).SetString(plain)
	if !ok {
		return 0, bad
	}
	r.Mul(r, big.NewRat(tariff.RateUnit/100, 1))
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, bad
	}
	return r.Num().Int64(), nil
}
