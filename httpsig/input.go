package httpsig

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/dunglas/httpsfv"
)

const (
	// maxSignatures bounds the signatures of one message; each may cost a look for its key.
	maxSignatures = 4
	// maxField bounds a header that is parsed here, in bytes over all its lines.
	maxField = 8 << 10
	// maxText bounds what a signature says of itself, in bytes: key id, nonce, tag.
	maxText = 256
)

// signature is one signature as it was sent.
type signature struct {
	label      string
	components []covered
	params     string // the value of @signature-params
	value      []byte

	keyID, algorithm, nonce, tag string
	created, expires             time.Time // zero if not said
}

// attempt is a signature, or why it is none. The others of a message do not mind.
type attempt struct {
	signature
	fault *Error
}

// parseDictionary reads a header of bounded size. Of members with one name the last counts, as
// RFC 9651 has it for everybody.
func parseDictionary(values []string) (*httpsfv.Dictionary, error) {
	size := 0
	for _, value := range values {
		size += len(value)
	}
	if size > maxField {
		return nil, errors.New("too long")
	}
	return httpsfv.UnmarshalDictionary(values)
}

// parseSignatures reads Signature-Input and Signature (RFC 9421, 4), which must name the same
// labels: there is no telling what a lone one was for.
func parseSignatures(header http.Header) ([]attempt, *Error) {
	inputField, valueField := header.Values("Signature-Input"), header.Values("Signature")
	if len(inputField) == 0 || len(valueField) == 0 {
		return nil, refuse(SignatureMissing, "%d lines of Signature-Input, %d of Signature", len(inputField), len(valueField))
	}
	inputs, err := parseDictionary(inputField)
	if err != nil {
		return nil, invalid("Signature-Input: %v", err)
	}
	values, err := parseDictionary(valueField)
	if err != nil {
		return nil, invalid("Signature: %v", err)
	}
	labels := inputs.Names()
	if len(labels) == 0 || len(labels) > maxSignatures || len(labels) != len(values.Names()) {
		return nil, invalid("%d labels in Signature-Input, %d in Signature", len(labels), len(values.Names()))
	}
	attempts := make([]attempt, 0, len(labels))
	for _, label := range labels {
		value, ok := values.Get(label)
		if !ok {
			return nil, invalid("no Signature with the label %.64q", label)
		}
		input, _ := inputs.Get(label)
		s, err := parseSignature(label, input, value)
		if err != nil {
			attempts = append(attempts, attempt{signature: s, fault: invalid("%.64q: %v", label, err)})
			continue
		}
		attempts = append(attempts, attempt{signature: s})
	}
	return attempts, nil
}

// parseSignature reads one signature.
func parseSignature(label string, input, value httpsfv.Member) (signature, error) {
	s := signature{label: label}
	list, ok := input.(httpsfv.InnerList)
	if !ok {
		return s, errors.New("the input is not a list of components")
	}
	item, _ := value.(httpsfv.Item)
	if s.value, ok = item.Value.([]byte); !ok {
		return s, errors.New("the signature is not a byte sequence")
	}
	if len(list.Items) > maxComponents {
		return s, errors.New("too many components")
	}
	seen := map[component]bool{}
	for _, item := range list.Items {
		c, err := parseComponent(item)
		if err != nil {
			return s, err
		}
		if seen[c] {
			return s, fmt.Errorf("component %.64q is covered twice", c.name)
		}
		seen[c] = true
		id, err := httpsfv.Marshal(item)
		if err != nil {
			return s, err
		}
		s.components = append(s.components, covered{c, id})
	}
	if err := s.readParams(list.Params); err != nil {
		return s, err
	}
	var err error
	s.params, err = httpsfv.Marshal(list)
	return s, err
}

// readParams reads what the signature says of itself (RFC 9421, 2.3). Other parameters are
// signed and mean nothing here.
func (s *signature) readParams(params *httpsfv.Params) error {
	for _, name := range params.Names() {
		value, _ := params.Get(name)
		var err error
		switch name {
		case "keyid":
			s.keyID, err = textParam(value)
		case "alg":
			s.algorithm, err = textParam(value)
		case "nonce":
			s.nonce, err = textParam(value)
		case "tag":
			s.tag, err = textParam(value)
		case "created":
			s.created, err = timeParam(value)
		case "expires":
			s.expires, err = timeParam(value)
		}
		if err != nil {
			return fmt.Errorf("%s %w", name, err)
		}
	}
	if s.keyID == "" {
		return errors.New("keyid is missing")
	}
	return nil
}

func textParam(value any) (string, error) {
	text, ok := value.(string)
	if !ok || text == "" || len(text) > maxText {
		return "", fmt.Errorf("is not a string of 1 to %d bytes", maxText)
	}
	return text, nil
}

func timeParam(value any) (time.Time, error) {
	seconds, ok := value.(int64)
	if !ok || seconds <= 0 {
		return time.Time{}, errors.New("is not a positive integer")
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// covers reports whether the signature covers a component.
func (s *signature) covers(c component) bool {
	for _, have := range s.components {
		if have.component == c {
			return true
		}
	}
	return false
}
