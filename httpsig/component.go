package httpsig

import (
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/dunglas/httpsfv"
)

const (
	// maxComponents bounds what one signature covers.
	maxComponents = 32
	// maxBase bounds a signature base, in bytes: all that is covered, written out.
	maxBase = 64 << 10
)

// component is one thing that a signature covers.
type component struct {
	// name is that of a header in lower case, or of a derived component.
	name string
	// key is the member of a dictionary that is meant, empty for the whole field.
	key string
	// req says that it is the request's, in the signature of a response.
	req bool
}

// covered is a component with its identifier as it was written, which is what is signed.
type covered struct {
	component
	id string
}

// derived are the components of a request that are no headers and are understood here.
var derived = []string{"@method", "@authority", "@path", "@query", "@scheme", "@target-uri", "@request-target"}

const (
	status         = "@status"
	signatureAgent = "signature-agent"
)

// parseComponent reads a component identifier (RFC 9421, 2). What is not understood must not
// be passed over: its value would be another than the signer meant.
func parseComponent(item httpsfv.Item) (component, error) {
	name, ok := item.Value.(string)
	if !ok {
		return component{}, errors.New("a component is not a string")
	}
	c := component{name: name}
	if !validHeader(name) && name != status && !slices.Contains(derived, name) {
		return component{}, fmt.Errorf("component %.64q is not understood", name)
	}
	for _, param := range item.Params.Names() {
		value, _ := item.Params.Get(param)
		text, isText := value.(string)
		switch {
		case param == "req" && value == true:
			c.req = true
		case param == "key" && name == signatureAgent && isText && text != "":
			c.key = text
		default:
			return component{}, fmt.Errorf("parameter %.64q of component %.64q is not understood", param, name)
		}
	}
	return c, nil
}

// validHeader reports whether a name is a header's, in lower case.
func validHeader(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return true
}

// item is the identifier as a structured field.
func (c component) item() httpsfv.Item {
	item := httpsfv.NewItem(c.name)
	if c.key != "" {
		item.Params.Add("key", c.key)
	}
	if c.req {
		item.Params.Add("req", true)
	}
	return item
}

// message is what values are read from.
type message struct {
	request  *Request  // what is signed, or what is answered; nil if that is not known
	response *Response // nil if a request is signed
}

// header is that of the message itself.
func (m message) header() http.Header {
	if m.response != nil {
		return m.response.Header
	}
	return m.request.Header
}

// body is that of the message itself.
func (m message) body() []byte {
	if m.response != nil {
		return m.response.Body
	}
	return m.request.Body
}

// value is what the signature covers of a component (RFC 9421, 2.1 and 2.2).
func (m message) value(c component) (string, error) {
	header := m.header()
	if c.req {
		if m.response == nil || m.request == nil {
			return "", fmt.Errorf("component %.64q is of a request, and there is none", c.name)
		}
		header = m.request.Header
	}
	switch {
	case c.name == status:
		if m.response == nil || c.req {
			return "", errors.New("a request has no @status")
		}
		return strconv.Itoa(m.response.Status), nil
	case c.name[0] == '@':
		if m.response != nil && !c.req {
			return "", fmt.Errorf("a response has no %s", c.name)
		}
		return m.request.derive(c.name)
	case c.key != "":
		return memberOf(header.Values(c.name), c.key)
	}
	values := header.Values(c.name)
	if len(values) == 0 {
		return "", fmt.Errorf("component %.64q was not sent", c.name)
	}
	return joined(values)
}

// derive returns the value of a derived component (RFC 9421, 2.2).
func (r *Request) derive(name string) (string, error) {
	var value string
	switch name {
	case "@method":
		value = r.Method
	case "@authority":
		value = r.Authority
	case "@path":
		value = r.path()
	case "@query":
		value = r.query()
	case "@scheme":
		value = r.Scheme
	case "@target-uri":
		if r.Scheme != "" && r.Authority != "" {
			value = r.Scheme + "://" + r.Authority + r.path() + r.Query
		}
	case "@request-target":
		value = r.path() + r.Query
	}
	if value == "" {
		return "", fmt.Errorf("%s is not known", name)
	}
	return checked(value)
}

// joined is the value of a header: its fields without space around them, in one list.
func joined(values []string) (string, error) {
	if len(values) == 1 {
		return checked(textproto.TrimString(values[0]))
	}
	trimmed := make([]string, len(values))
	for i, value := range values {
		trimmed[i] = textproto.TrimString(value)
	}
	return checked(strings.Join(trimmed, ", "))
}

// memberOf is one member of a dictionary, as the strict serialisation has it (RFC 9421, 2.1.2).
func memberOf(values []string, key string) (string, error) {
	dict, err := parseDictionary(values)
	if err != nil {
		return "", err
	}
	member, ok := dict.Get(key)
	if !ok {
		return "", fmt.Errorf("the dictionary has no member %.64q", key)
	}
	value, err := httpsfv.Marshal(member.(httpsfv.StructuredFieldValue))
	if err != nil {
		return "", err
	}
	return checked(value)
}

// checked refuses a value that would not stay within its line, or that two programs could
// write differently: a signature base is ASCII (RFC 9421, 2.5).
func checked(value string) (string, error) {
	for i := range len(value) {
		if c := value[i]; c < ' ' && c != '\t' || c > '~' {
			return "", fmt.Errorf("a value has the byte 0x%02x", c)
		}
	}
	return value, nil
}

// base is what is signed (RFC 9421, 2.5): a line for every component, and params.
func (m message) base(components []covered, params string) ([]byte, error) {
	var b strings.Builder
	for _, c := range components {
		value, err := m.value(c.component)
		if err != nil {
			return nil, err
		}
		b.WriteString(c.id)
		b.WriteString(": ")
		b.WriteString(value)
		b.WriteByte('\n')
		if b.Len() > maxBase {
			return nil, errors.New("too much is covered")
		}
	}
	b.WriteString(`"@signature-params": `)
	b.WriteString(params)
	return []byte(b.String()), nil
}
