package bcb

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"strings"

	"balcao/checkout"
	"balcao/payment/pix/rest"
)

var (
	// errNotFound says that the API knows no such thing.
	errNotFound = errors.New("not found")
	// errUnreadable says that an answer is not what the API's document says.
	errUnreadable = errors.New("the provider's answer cannot be read")
)

// problem is an error of the API (RFC 7807). Nome is what Efí sends instead of type. Title,
// detail and the like are text for people, who knows of what: they are not even read.
type problem struct {
	Type      string      `json:"type"`
	Nome      string      `json:"nome"`
	Violacoes []violation `json:"violacoes"`
}

type violation struct {
	Propriedade string `json:"propriedade"`
}

// What may be told of a problem, anchored. Neither kinds nor names of members have digits but
// for a place in a list: taxpayer ids and tokens have.
var (
	kindPattern   = regexp.MustCompile(`^[A-Za-z_-]{1,60}$`)
	memberPattern = regexp.MustCompile(`^(?:[A-Za-z_.]|\[[0-9]{0,3}\]){1,60}$`)
)

// maxMembers is how many members at fault an error names.
const maxMembers = 3

// problemOf tells what an answer that is no success says.
//
// That something is not there is believed only in the API's own words: a 404 of a proxy, or
// of a wrong address, must not make a paid charge unknown. What the API judged is refused;
// 401, 403 and the like judge the caller, which the operator can mend, and leave all open.
func problemOf(a rest.Answer) error {
	var p problem
	_ = rest.Read(a.Body, &p) // what cannot be read has no kind
	kind := path.Base(p.Type)
	if p.Type == "" {
		kind = p.Nome
	}
	if !kindPattern.MatchString(kind) {
		kind = ""
	}
	text := fmt.Errorf("status %d", a.Status)
	if kind != "" {
		text = fmt.Errorf("status %d, %s%s", a.Status, kind, p.members())
	}
	switch a.Status {
	case http.StatusNotFound:
		if plain := strings.ToLower(strings.ReplaceAll(kind, "_", "")); strings.Contains(plain, "naoencontrad") {
			return fmt.Errorf("%w: %w", errNotFound, text)
		}
		return fmt.Errorf("%w without the API's word that there is no such thing; is the address right?", text)
	case http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: %w", checkout.ErrRefused, text)
	}
	return text
}

// members names those at fault.
func (p problem) members() string {
	var names []string
	for _, v := range p.Violacoes {
		if memberPattern.MatchString(v.Propriedade) && len(names) < maxMembers {
			names = append(names, v.Propriedade)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " in " + strings.Join(names, ", ")
}

// refused says no where the provider was not even asked.
func refused(format string, args ...any) error {
	return fmt.Errorf("bcb: %w: %w", checkout.ErrRefused, fmt.Errorf(format, args...))
}

func isRefusal(err error) bool { return errors.Is(err, checkout.ErrRefused) }
