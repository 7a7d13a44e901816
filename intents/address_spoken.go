package intents

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"balcao/internal/brazil"
)

//go:embed lexicon/cities.txt
var citiesList string

// largeCities are the capitals and other large cities, folded, the longest names first.
var largeCities = func() []string {
	var out []string
	for line := range dataLines(citiesList) {
		_, names, _ := strings.Cut(line, " = ")
		out = append(out, strings.Split(names, ", ")...)
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}()

// leastStreet is how many words a street has at least before its number.
const leastStreet = 2

// splitSpoken parts an address that was said without any mark: the street with its number,
// in digits, from the place behind it. The place must end in a state or a large city.
func (a *addressReader) splitSpoken(piece string) (street, place string, ok bool) {
	tokens := tokenize(piece)
	for i := len(tokens) - 1; i >= leastStreet; i-- {
		n := spokenAt(tokens, i)
		if i > leastStreet && numberJoins[tokens[i-1].word] || i > 0 && spokenAt(tokens, i-1).length > n.length {
			continue // the middle of a longer number
		}
		end := i + n.length
		if n.length == 0 || end < len(tokens) && tokens[end].word == "de" {
			continue
		}
		if end < len(tokens) {
			place = piece[tokens[end].start:]
			if !a.isPlace(place) {
				return "", "", false
			}
		} else if isNumber(tokens[i].word) {
			return "", "", false // as it is written
		}
		name := i
		if labelled := tokens[name-1].word; labelled == "numero" || labelled == "n" || labelled == "nr" {
			name--
		}
		street = strings.TrimRight(piece[:tokens[name].start], " ,")
		if isNumber(tokens[i].word) && n.length == 1 && name == i {
			return street + " " + tokens[i].word, place, true
		}
		return street + ", " + strconv.FormatInt(n.value, 10), place, true
	}
	return "", "", false
}

// isPlace reports whether words end in a state or in a large city.
func (a *addressReader) isPlace(text string) bool {
	words := strings.Fields(text)
	for n := min(len(words), mostStateWords); n > 0; n-- {
		name := strings.Join(words[len(words)-n:], " ")
		if _, ok := brazil.NormalizeUF(name); ok && (len(name) > 2 || a.isCode(name) && len(words) > 1) {
			return true
		}
	}
	_, _, ok := cutCity(text)
	return ok
}

// mostStateWords is how many words the name of a state has.
const mostStateWords = 4

// takePlace reads a place without marks: district, city, state.
func (a *addressReader) takePlace(text string) {
	words := strings.Fields(text)
	for n := min(len(words)-1, mostStateWords); n > 0 && a.region == ""; n-- {
		name, rest := strings.Join(words[len(words)-n:], " "), strings.Join(words[:len(words)-n], " ")
		uf, ok := brazil.NormalizeUF(name)
		_, _, known := cutCity(rest)
		if ok && (len(name) > 2 || a.isCode(name)) && ((uf != "SP" && uf != "RJ") || len(name) == 2 || known) {
			a.region, text = uf, rest
		}
	}
	district, city, ok := cutCity(text)
	if !ok {
		district, city = "", text
	}
	if district != "" {
		a.extend(withoutDistrictWord(district))
	}
	a.locality = inPlace.ReplaceAllString(city, "")
}

// cutCity parts a large city from the words before it.
func cutCity(text string) (district, city string, ok bool) {
	words := strings.Fields(text)
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[len(words)-n:], " ")
		if slices.Contains(largeCities, fold(name)) {
			return strings.Join(words[:len(words)-n], " "), name, true
		}
	}
	return "", "", false
}

// inFigures writes the number of a complement in figures: "apartamento trinta e dois".
func inFigures(piece string) string {
	tokens := tokenize(piece)
	for i := 1; i < len(tokens); i++ {
		if n := spokenAt(tokens, i); n.length > 0 && !isNumber(tokens[i].word) {
			return piece[:tokens[i].start] + strconv.FormatInt(n.value, 10) + piece[tokens[i+n.length-1].end:]
		}
	}
	return piece
}

// withoutDistrictWord takes "bairro" off the name of a district.
func withoutDistrictWord(name string) string { return district.ReplaceAllString(name, "") }
