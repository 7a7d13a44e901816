package feed

import (
	"fmt"
	"strconv"
	"strings"

	"balcao/catalog"
	"balcao/money"
)

// parsePrice reads a price in reais as people and programs write it: 59,90, R$ 1.234,56,
// 1234.56, 59.90 BRL, 60. What can be read in two ways (1.234) is refused.
func parsePrice(written string) (money.Amount, error) {
	number := strings.ReplaceAll(strings.TrimSpace(written), "\u00a0", " ")
	for _, currency := range []string{"R$", "BRL"} {
		number = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(number, currency), currency))
	}
	if strings.ContainsFunc(number, func(r rune) bool { return r >= 'A' && r <= 'z' || r == '$' || r == '€' }) {
		return 0, fmt.Errorf("the price %.40q is not in reais (BRL)", written)
	}
	if number == "" {
		return 0, errPrice(written)
	}
	whole, cents := number, ""
	if last := strings.LastIndexAny(number, ".,"); last >= 0 {
		mark, other := number[last:last+1], "."
		if mark == "." {
			other = ","
		}
		switch decimals := number[last+1:]; {
		case len(decimals) <= 2 && strings.Count(number, mark) == 1:
			whole, cents = number[:last], decimals
			if !grouped(whole, other) {
				return 0, errPrice(written)
			}
			whole = strings.ReplaceAll(whole, other, "")
		case strings.Count(number, mark) > 1 && !strings.Contains(number, other) && grouped(number, mark): // 1.234.567
			whole = strings.ReplaceAll(number, mark, "")
		case len(decimals) == 4 && strings.Count(number, mark) == 1 && strings.HasSuffix(decimals, "00") && !strings.Contains(number, other): // 59.9000
			whole, cents = number[:last], decimals[:2]
		default:
			return 0, fmt.Errorf("the price %.40q can be read in two ways; write the centavos: 1234,00", written)
		}
	}
	n, err := strconv.ParseUint(whole+(cents + "00")[:2], 10, 53)
	if err != nil || whole+cents == "" {
		return 0, errPrice(written)
	}
	return money.Amount(n), nil
}

func errPrice(written string) error { return fmt.Errorf("%.40q is no price", written) }

// grouped reports whether every mark stands before three digits and behind at least one.
func grouped(number, mark string) bool {
	parts := strings.Split(number, mark)
	for i, part := range parts {
		if i > 0 && len(part) != 3 || part == "" && len(parts) > 1 {
			return false
		}
	}
	return true
}

// parseStock reads how many there are, which may be less than nothing.
func parseStock(written string) (int64, error) {
	whole, places, _ := strings.Cut(strings.TrimSpace(written), ".")
	if strings.Trim(places, "0") != "" {
		return 0, fmt.Errorf("the stock %.40q is no whole number", written)
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the stock %.40q is no whole number", written)
	}
	return n, nil
}

// variantTitle is the title of a variant that has none of its own.
func variantTitle(title string, selected []catalog.Selection) string {
	if len(selected) == 0 {
		return title
	}
	labels := make([]string, len(selected))
	for i, s := range selected {
		labels[i] = s.Label
	}
	return title + " – " + strings.Join(labels, ", ")
}
