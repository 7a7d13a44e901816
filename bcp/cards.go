package bcp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/internal/cardnumber"
)

const (
	// leastCard is how many digits make a card's number in a value, leastCardID in an
	// identifier: some catalogues have ids of fourteen digits.
	leastCard, leastCardID = 14, 15
)

// opaque are members that are not read as text: signatures and codes of payment, in which any
// digits may stand. What they are is judged elsewhere, and none is kept or shown as it came.
var opaque = map[string]bool{
	"checkout_mandate": true, "merchant_authorization": true, "copia_e_cola": true, "qr_code_base64": true, "provider_payment_id": true,
}

// cardData are members that name what is on a card. Their values may be too short to be told
// by their digits.
var cardData = map[string]bool{
	"card_number": true, "pan": true, "cvc": true, "cvc2": true, "cvv": true, "cvv2": true, "csc": true, "security_code": true,
	"track1": true, "track2": true, "track_data": true, "pin": true, "pin_block": true, "cryptogram": true,
}

const notHere = "must not be sent: cards are paid with by token alone, and what is on a card is not to reach the shop"

// RefuseCards looks for the data of a payment card in anything that a platform sends, also in
// members that nobody reads. The error is a *FieldError that names the place and shows nothing
// of the value. What is no JSON is for whoever reads it to refuse.
func RefuseCards(raw json.RawMessage) error {
	decoder := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var place place
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return nil
		}
		if place.next(token) {
			return &FieldError{Field: place.path(), Reason: notHere}
		}
	}
}

// place is where a reading of a document stands: the objects and lists that are open.
type place []level

// level is an object or a list that is open. In an object name is that of the member that is
// being read, in a list the one that the list is of; at counts a list's elements.
type level struct {
	list, named bool
	name        string
	at          int
}

// next takes the next token and reports whether it is of a card. Then the place is where.
func (p *place) next(token jsontext.Token) bool {
	top := len(*p) - 1
	switch kind := token.Kind(); kind {
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		*p = append(*p, level{list: kind == jsontext.KindBeginArray, name: p.name()})
	case jsontext.KindEndObject, jsontext.KindEndArray:
		*p = (*p)[:top]
		p.done()
	case jsontext.KindString, jsontext.KindNumber:
		text := token.String()
		if kind == jsontext.KindString && top >= 0 && !(*p)[top].list && !(*p)[top].named {
			if cardnumber.In(text, leastCard) {
				*p = (*p)[:top] // the name is not shown either
				return true
			}
			(*p)[top].name, (*p)[top].named = text, true
			return false
		}
		if name := p.name(); cardData[name] || name == "number" && p.parent() == "credential" || isCard(name, text) {
			return true
		}
		p.done()
	default:
		p.done()
	}
	return false
}

// done goes on behind a value.
func (p *place) done() {
	if top := len(*p) - 1; top >= 0 {
		(*p)[top].named = false
		(*p)[top].at++
	}
}

// name is the member that is being read, parent the one whose value has it.
func (p *place) name() string   { return p.above(1) }
func (p *place) parent() string { return p.above(2) }

func (p *place) above(n int) string {
	if len(*p) < n {
		return ""
	}
	return (*p)[len(*p)-n].name
}

func (p *place) path() string {
	path := ""
	for _, l := range *p {
		if l.list {
			path += "[" + strconv.Itoa(l.at) + "]"
		} else {
			path = join(path, l.name)
		}
	}
	return path
}

// isCard reports whether the value of a member is or has a card's number. A token is one only
// as a whole: it may have any digits in it.
func isCard(name, value string) bool {
	switch {
	case opaque[name]:
		return false
	case name == "token":
		return cardnumber.Valid(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(value))
	case name == "id", strings.HasSuffix(name, "_id"):
		return cardnumber.In(value, leastCardID)
	}
	return cardnumber.In(value, leastCard)
}
