package intents

// spokenNumber is a number said in words, or in digits and words: "mil e quinhentos",
// "doscientos cincuenta y seis", "two hundred", "4 mil".
type spokenNumber struct {
	value  int64
	length int
	// scale is what the last word multiplied, 1 if none: "three hundred" has 100. A smaller
	// number before it in a range may mean the same: "between two and three hundred".
	scale int64
}

// The scales of number words.
const (
	hundredScale  = 100
	thousandScale = 1000
)

// thousandWords multiply all before them, hundredWords a number below twenty.
var (
	thousandWords = wordSet("mil thousand grand k")
	hundredWords  = wordSet("hundred")
	numberJoins   = wordSet("e y and")
)

// spokenAt reads the number that begins at tokens[i]; its length is 0 if none does.
func spokenAt(tokens []token, i int) spokenNumber {
	n := belowThousand(tokens, i)
	at := i + n.length
	if at >= len(tokens) || !thousandWords[tokens[at].word] || n.length == 0 && tokens[at].word != "mil" {
		return n
	}
	n.value, n.length, n.scale = max(n.value, 1)*thousandScale, n.length+1, thousandScale
	at++
	joined := at < len(tokens) && numberJoins[tokens[at].word]
	if joined {
		at++
	}
	rest := belowThousand(tokens, at)
	end := at + rest.length
	if rest.length == 0 || end < len(tokens) && thousandWords[tokens[end].word] || !joined && rest.value < hundredScale {
		return n // "entre mil e dois mil"
	}
	return spokenNumber{value: n.value + rest.value, length: end - i, scale: 1}
}

// belowThousand reads a number up to 999, or one in digits.
func belowThousand(tokens []token, i int) spokenNumber {
	if i >= len(tokens) || tokens[i].mark {
		return spokenNumber{}
	}
	if word := tokens[i].word; isNumber(word) && len(word) <= mostSpokenDigits {
		var n int64
		for _, c := range word {
			n = 10*n + int64(c-'0')
		}
		return spokenNumber{value: n, length: 1, scale: 1}
	}
	value, ok := numberWords[tokens[i].word]
	if !ok || value < 1 || value >= thousandScale {
		return spokenNumber{}
	}
	n := spokenNumber{value: value, length: 1, scale: 1}
	if next := i + 1; value < tensFrom && next < len(tokens) && hundredWords[tokens[next].word] {
		n.value, n.length, n.scale = value*hundredScale, 2, hundredScale
	}
	if n.value < tensFrom {
		return n
	}
	at := i + n.length
	joined := at < len(tokens) && (numberJoins[tokens[at].word] || tokens[at].mark && tokens[at].word == "-" && n.value < hundredScale)
	if joined {
		at++
	}
	least := int64(10) // what follows tens is below it
	if n.value >= hundredScale {
		least = hundredScale
	}
	rest := spokenNumber{}
	if at < len(tokens) && !tokens[at].mark && !isNumber(tokens[at].word) && (joined || !articleNumbers[tokens[at].word]) {
		rest = belowThousand(tokens, at)
	}
	if rest.length == 0 || rest.value >= least || rest.scale > 1 {
		return n
	}
	return spokenNumber{value: n.value + rest.value, length: at + rest.length - i, scale: 1}
}

// mostSpokenDigits is how many digits a number has that "mil" may stand behind.
const mostSpokenDigits = 5

// articleNumbers are articles too: "cem uma" is no number, "cento e uma" is.
var articleNumbers = wordSet(wordList("spoken_numbers articleNumbers"))
