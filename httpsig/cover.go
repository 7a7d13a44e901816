package httpsig

import (
	"net/http"

	"github.com/dunglas/httpsfv"
)

// always are the headers of a request that a signature must cover where they were sent.
var always = []string{"bcp-agent", "idempotency-key"}

// required are the components that a signature with this label must cover (BCP message
// signatures, covered components). What a signature leaves out could be anybody's.
func (m message) required(label string) []component {
	var list []component
	if m.response != nil {
		list = append(list, component{name: status})
	} else {
		list = append(list, component{name: "@method"}, component{name: "@authority"}, component{name: "@path"})
		if m.request.Query != "" {
			list = append(list, component{name: "@query"})
		}
	}
	if len(m.body()) > 0 {
		list = append(list, component{name: "content-digest"}, component{name: "content-type"})
	}
	if m.response != nil {
		return list
	}
	for _, name := range always {
		if sent(m.request.Header, name) {
			list = append(list, component{name: name})
		}
	}
	if sent(m.request.Header, signatureAgent) {
		list = append(list, component{name: signatureAgent, key: label})
	}
	return list
}

// bound are the components of the request that the signature of an answer covers, so that it
// answers no other.
func (r *Request) bound() []component {
	list := []component{{name: "@method", req: true}, {name: "@authority", req: true}, {name: "@path", req: true}}
	if r.Query != "" {
		list = append(list, component{name: "@query", req: true})
	}
	for _, name := range append([]string{"content-digest"}, always...) {
		if sent(r.Header, name) {
			list = append(list, component{name: name, req: true})
		}
	}
	return list
}

func sent(header http.Header, name string) bool { return len(header.Values(name)) > 0 }

// withIDs writes the identifiers of components.
func withIDs(list []component) (out []covered, items []httpsfv.Item, err error) {
	for _, c := range list {
		item := c.item()
		id, err := httpsfv.Marshal(item)
		if err != nil {
			return nil, nil, err
		}
		out, items = append(out, covered{c, id}), append(items, item)
	}
	return out, items, nil
}
