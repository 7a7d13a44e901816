package intents

// consentTold reports whether the tokens tell that somebody else has agreed.
func consentTold(tokens []token) bool {
	for i, o := range tokens {
		if othersAgree(tokens, i) {
			return true
		}
		if !otherPeople[o.word] {
			continue
		}
		for j := i + 1; j < len(tokens) && j <= i+4; j++ {
			if agreedWords[tokens[j].word] {
				return true
			}
		}
	}
	return false
}

// othersAgree reports whether tokens[i] is somebody near the customer who is said to agree:
// "meu chefe está de acordo".
func othersAgree(tokens []token, i int) bool {
	return i > 0 && personNouns[tokens[i].word] && possessives[tokens[i-1].word] && relayApproves.at(tokens, i+1) > 0
}

// thirdPerson reports whether somebody else does what the verb at tokens[at] says: "meu
// banco cobra", "ela cancela".
func thirdPerson(tokens []token, at int) bool {
	for at > 0 && manners[tokens[at-1].word] {
		at--
	}
	return at > 0 && (nobody[tokens[at-1].word] || at > 1 && personNouns[tokens[at-1].word] && possessives[tokens[at-2].word])
}
