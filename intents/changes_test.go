package intents

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// saidAs is the same meaning in other words.
func (s saying) saidAs(text string) saying {
	s.u.Text = text
	return s
}

func rewritten(change func(string) string) func(saying) []saying {
	return func(s saying) []saying { return []saying{s.saidAs(change(s.u.Text))} }
}

// unaccented drops accents alone.
func unaccented(text string) string {
	return strings.NewReplacer("á", "a", "à", "a", "â", "a", "ã", "a", "é", "e", "ê", "e", "í", "i", "ó", "o", "ô", "o",
		"õ", "o", "ú", "u", "ç", "c", "ñ", "n", "Á", "A", "É", "E").Replace(text)
}

func spaced(text string) string { return "  " + strings.ReplaceAll(text, " ", "  ") + " \n" }

// Politeness by language, before and after what is asked.
var (
	courtesies = map[string][]string{
		"pt-BR": {"por favor, ", "oi, bom dia! ", "Olá, tudo bem? ", "opa, boa noite, ", "fazendo favor, "},
		"en":    {"please ", "hi, good morning! ", "Hello there, ", "hey, please "},
		"es":    {"por favor, ", "hola, buenos días! ", "Buenas tardes, "},
	}
	thanks = map[string][]string{
		"pt-BR": {", por favor", " obrigado", ", muito obrigada!", " pfv", ", valeu"},
		"en":    {", please", " thanks", ", thank you very much!", " pls"},
		"es":    {", por favor", " gracias", ", ¡muchas gracias!"},
	}
)

func politeBefore(s saying) []saying {
	var out []saying
	for _, words := range courtesies[s.Lang] {
		out = append(out, s.saidAs(words+s.u.Text))
	}
	return out
}

func politeAfter(s saying) []saying {
	var out []saying
	for _, words := range thanks[s.Lang] {
		out = append(out, s.saidAs(s.u.Text+words))
	}
	return out
}

func leftOut(w string, at int) string { return w[:at] + w[at+1:] }
func doubled(w string, at int) string { return w[:at] + w[at:at+1] + w[at:] }
func swapped(w string, at int) string { return w[:at] + w[at+1:at+2] + w[at:at+1] + w[at+2:] }

func keyBeside(w string, at int) string {
	const keys = "qwertyuiopasdfghjklzxcvbnm"
	return w[:at] + keys[(strings.IndexByte(keys, w[at])+1)%len(keys):][:1] + w[at+1:]
}

// longWord is one in which a slip of a letter can be seen as one.
var longWord = regexp.MustCompile(`(?:^| )([a-z]{7,})(?:[ ,.?!]|$)`)

// mistyped changes a letter of a long word, in the middle and a third from either end,
// every word in its turn, but for those that are kept as they are written: names, streets,
// what is searched for.
func mistyped(slip func(string, int) string) func(saying) []saying {
	return func(s saying) []saying {
		var kept strings.Builder
		for _, a := range s.slots {
			for _, text := range []string{a.Query, a.FullName, a.Email, a.Street, a.Extended, a.Locality, a.Code, a.Order} {
				kept.WriteString(" " + fold(text))
			}
		}
		var out []saying
		for _, at := range longWord.FindAllStringSubmatchIndex(s.u.Text, -1) {
			word := s.u.Text[at[2]:at[3]]
			for _, place := range []int{len(word) / 3, len(word) / 2, len(word) * 2 / 3} {
				if wrong := slip(word, place); wrong != word && !strings.Contains(kept.String(), word) {
					out = append(out, s.saidAs(s.u.Text[:at[2]]+wrong+s.u.Text[at[3]:]))
				}
			}
		}
		return out
	}
}

// countingWords are what follows what, by language.
var countingWords = map[string][]string{
	"pt-BR": strings.Fields("um dois três quatro cinco seis sete oito nove dez onze doze treze"),
	"en":    strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen"),
	"es":    strings.Fields("un dos tres cuatro cinco seis siete ocho nueve diez once doce trece"),
}

// number is a number that stands by itself, in digits or in a word.
var number = regexp.MustCompile(`[\pL\d]+`)

// oneMore asks for one more of the one thing that is asked for in a number.
func oneMore(s saying) []saying {
	if len(s.slots) != 1 || s.slots[0].Quantity < 1 {
		return nil
	}
	n := s.slots[0].Quantity
	words := countingWords[s.Lang]
	for _, at := range number.FindAllStringIndex(s.u.Text, -1) {
		said := s.u.Text[at[0]:at[1]]
		digits := strings.TrimSuffix(said, "x")
		var more string
		switch value, isDigits := digitsOf(digits); {
		case isDigits && value == n:
			raw, _ := json.Marshal(n + 1)
			more = string(raw) + said[len(digits):]
		case n < int64(len(words)) && said == words[n-1]:
			more = words[n]
		default:
			continue
		}
		changed := s.saidAs(s.u.Text[:at[0]] + more + s.u.Text[at[1]:])
		changed.slots = slices.Clone(s.slots)
		changed.slots[0].Quantity++
		return []saying{changed}
	}
	return nil
}

func digitsOf(text string) (n int64, ok bool) {
	return n, isNumber(text) && json.Unmarshal([]byte(text), &n) == nil
}

// listEnds are what the parts of a list are joined with.
var listEnds = regexp.MustCompile(`, | e (?:depois )?| and | y `)

// leadingVerb is the word that a list begins with: it stays where it is if the parts are
// nouns, and goes with them if they have verbs of their own.
var leadingVerb = regexp.MustCompile(`^(?:quero|coloca|adiciona|adicione) `)

// reordered says the parts of a list in every other order. It knows the lists of the set
// by their having as many parts as they mean actions.
func reordered(s saying) []saying {
	verb := leadingVerb.FindString(s.u.Text)
	parts := listEnds.Split(strings.TrimPrefix(s.u.Text, verb), -1)
	if len(s.slots) < 2 || len(parts) != len(s.slots) || strings.HasSuffix(s.u.Text, "no lugar") || strings.HasSuffix(s.u.Text, "instead") {
		return nil
	}
	if slices.ContainsFunc(s.slots, func(a Slots) bool { return a.Action != "add_to_checkout" }) {
		parts[0], verb = verb+parts[0], ""
	}
	join := map[string]string{"pt-BR": " e ", "en": " and ", "es": " y "}[s.Lang]
	var out []saying
	for _, order := range permutations(len(parts))[1:] {
		var list []string
		for _, i := range order {
			list = append(list, parts[i])
		}
		last := len(list) - 1
		out = append(out, s.saidAs(verb+strings.Join(list[:last], ", ")+join+list[last]))
	}
	return out
}

// permutations are all orders of 0 to n-1, the given one first.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for i := range n {
		for _, rest := range permutations(n - 1) {
			order := []int{i}
			for _, r := range rest {
				if r >= i {
					r++
				}
				order = append(order, r)
			}
			out = append(out, order)
		}
	}
	return out
}
