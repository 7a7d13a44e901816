package money

import (
	"fmt"
	"strconv"
	"strings"

	"balcao/internal/lang"
)

// noBreakSpace stands between symbol and number, so that a line never breaks there (CLDR).
const noBreakSpace = "\u00a0"

// Format writes an amount of reais for people: "R$ 1.234,56" in Portuguese and
// Spanish, "R$ 1,234.56" in English, with U+00A0 after the symbol and the sign
// before it (CLDR). language is a BCP 47 tag; any language but English is written
// the Brazilian way.
func Format(a Amount, language string) string {
	group, decimal := ".", ","
	if lang.Of(language) == lang.English {
		group, decimal = ",", "."
	}
	sign := ""
	if a < 0 {
		sign = "-"
	}
	minor := magnitude(int64(a))
	whole := grouped(strconv.FormatUint(minor/100, 10), group)
	return fmt.Sprintf("%sR$%s%s%s%02d", sign, noBreakSpace, whole, decimal, minor%100)
}

// grouped puts separator between each three digits, counted from the right.
func grouped(digits, separator string) string {
	var out strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteString(separator)
		}
		out.WriteRune(digit)
	}
	return out.String()
}
