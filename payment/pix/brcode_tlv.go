package pix

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// globalID marks a template as belonging to Pix. It is compared without regard
// to case and written in lower case.
const globalID = "br.gov.bcb.pix"

// object is one id, length and value; parts are filled when the value is itself
// a sequence of objects (a template).
type object struct {
	id    string
	value string
	parts objects
}

type objects []object

// readObjects reads a whole payload with its templates.
func readObjects(payload string) (objects, error) {
	if !utf8.ValidString(payload) {
		return nil, fmt.Errorf("%w: not UTF-8", ErrCodeSyntax)
	}
	root, err := splitObjects(payload)
	if err != nil {
		return nil, err
	}
	for i, o := range root {
		if !isTemplate(o.id) {
			continue
		}
		if root[i].parts, err = splitObjects(o.value); err != nil {
			return nil, fmt.Errorf("%w inside object %s", err, o.id)
		}
	}
	return root, nil
}

// splitObjects cuts text into objects of one level. Lengths count characters.
func splitObjects(text string) (objects, error) {
	var list objects
	rest := []rune(text)
	for len(rest) > 0 {
		if len(rest) < 4 {
			return nil, fmt.Errorf("%w: %q is no object", ErrCodeSyntax, string(rest))
		}
		id, idOK := twoDigits(rest[:2])
		length, lengthOK := twoDigits(rest[2:4])
		if !idOK || !lengthOK || length == 0 {
			return nil, fmt.Errorf("%w: %q is no id and length", ErrCodeSyntax, string(rest[:4]))
		}
		if len(rest)-4 < length {
			return nil, fmt.Errorf("%w: object %02d is cut short", ErrCodeSyntax, id)
		}
		list = append(list, object{id: string(rest[:2]), value: string(rest[4 : 4+length])})
		rest = rest[4+length:]
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrCodeSyntax)
	}
	return list, nil
}

func twoDigits(pair []rune) (n int, ok bool) {
	tens, units := pair[0]-'0', pair[1]-'0'
	return int(tens*10 + units), 0 <= tens && tens <= 9 && 0 <= units && units <= 9
}

// isTemplate names the objects that hold objects: merchant accounts, additional
// data and unreserved templates (EMV QRCPS).
func isTemplate(id string) bool {
	return "26" <= id && id <= "51" || id == "62" || id >= "80"
}

// String writes the objects that have a value, each of at most 99 ASCII
// characters, one after another.
func (list objects) String() string {
	var out strings.Builder
	for _, o := range list {
		if o.value != "" {
			fmt.Fprintf(&out, "%s%02d%s", o.id, len(o.value), o.value)
		}
	}
	return out.String()
}

// value returns the first value under id, or "".
func (list objects) value(id string) string {
	for _, o := range list {
		if o.id == id {
			return o.value
		}
	}
	return ""
}

// template returns the parts of the first object under id.
func (list objects) template(id string) objects {
	for _, o := range list {
		if o.id == id {
			return o.parts
		}
	}
	return nil
}

// pixTemplates returns the templates of Pix among the ids first to last.
func (list objects) pixTemplates(first, last string) []objects {
	var found []objects
	for _, o := range list {
		if first <= o.id && o.id <= last && strings.EqualFold(o.parts.value("00"), globalID) {
			found = append(found, o.parts)
		}
	}
	return found
}

// repeated returns an id that stands twice on one level, or "".
func (list objects) repeated() string {
	seen := make(map[string]bool, len(list))
	for _, o := range list {
		if seen[o.id] {
			return o.id
		}
		seen[o.id] = true
		if inner := o.parts.repeated(); inner != "" {
			return o.id + "-" + inner
		}
	}
	return ""
}
