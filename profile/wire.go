package profile

import (
	"bytes"
	"encoding/json"

	"balcao/payment"
)

// document is a profile as it is published, the shop's or a platform's.
type document struct {
	UCP  metadata `json:"ucp"`
	Keys []JWK    `json:"keys,omitempty"`
}

type metadata struct {
	Version           string               `json:"version"`
	Services          map[string][]service `json:"services"`
	Capabilities      map[string][]entity  `json:"capabilities,omitempty"`
	PaymentHandlers   map[string][]handler `json:"payment_handlers"`
	SupportedVersions map[string]string    `json:"supported_versions,omitempty"`
}

type service struct {
	Version   string `json:"version"`
	Spec      string `json:"spec"`
	Transport string `json:"transport"`
	Schema    string `json:"schema,omitempty"`
	Endpoint  string `json:"endpoint,omitempty"`
}

type entity struct {
	Version string  `json:"version"`
	Extends Extends `json:"extends,omitempty"`
	Spec    string  `json:"spec"`
	Schema  string  `json:"schema"`
	Config  any     `json:"config,omitempty"`
}

type handler struct {
	ID          string         `json:"id"`
	Version     string         `json:"version"`
	Instruments []instrument   `json:"available_instruments,omitempty"`
	Config      *handlerConfig `json:"config,omitempty"`
	Spec        string         `json:"spec,omitempty"`
	Schema      string         `json:"schema,omitempty"`
}

type instrument struct {
	Type        string       `json:"type"`
	Constraints *constraints `json:"constraints,omitempty"`
}

type constraints struct {
	Brands []string `json:"brands"`
}

type handlerConfig struct {
	Environment string `json:"environment"`
}

// handlerEntry is a handler as the profile shows it. The payee's name belongs to
// checkouts and is left out.
func handlerEntry(h payment.Handler) handler {
	out := handler{ID: string(h.ID), Version: h.Version, Spec: h.Spec, Schema: h.Schema}
	for _, it := range h.Instruments {
		i := instrument{Type: it.Type}
		if len(it.Brands) > 0 {
			i.Constraints = &constraints{Brands: it.Brands}
		}
		out.Instruments = append(out.Instruments, i)
	}
	if h.Environment != "" {
		out.Config = &handlerConfig{Environment: h.Environment}
	}
	return out
}

// encode writes compact JSON with <, > and & as they are. Members of maps come sorted,
// so equal documents have equal bytes.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
