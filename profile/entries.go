package profile

import (
	"errors"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/payment"
	"balcao/platform"
)

var namePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$`)

// wireEntity is what capabilities and handlers have in common.
type wireEntity struct {
	ID          string         `json:"id"`
	Version     string         `json:"version"`
	Spec        *string        `json:"spec"`
	Schema      *string        `json:"schema"`
	Extends     jsontext.Value `json:"extends"`
	Config      jsontext.Value `json:"config"`
	Instruments jsontext.Value `json:"available_instruments"`
}

// registryOf reads a registry, an object of arrays by reverse-domain name, and calls
// each for every entry that holds as an entity. What does not hold is passed over; only
// a registry that is none, or one beyond bounds, is an error.
func registryOf(raw jsontext.Value, each func(name string, e wireEntity)) (declared int, err error) {
	var names map[string]jsontext.Value
	if err := decodeObject(raw, &names); err != nil {
		return 0, err
	}
	if len(names) > maxNames {
		return 0, errors.New("too many names")
	}
	for name, value := range names {
		var entries []jsontext.Value
		if value.Kind() != jsontext.KindBeginArray || decode(value, &entries) != nil || !namePattern.MatchString(name) {
			continue
		}
		if len(entries) > maxEntries {
			return 0, errors.New("too many entries")
		}
		for _, entry := range entries {
			var e wireEntity
			if decodeObject(entry, &e) == nil && e.holds(name) {
				each(name, e)
			}
		}
	}
	return len(names), nil
}

// holds checks the members that every entity may have, and that the name is its
// publisher's to use.
func (e wireEntity) holds(name string) bool {
	return datePattern.MatchString(e.Version) &&
		(e.Spec == nil || isHTTPS(*e.Spec)) &&
		(e.Schema == nil || Bound(name, *e.Schema)) &&
		(e.Config == nil || e.Config.Kind() == jsontext.KindBeginObject) &&
		validParents(e.Extends)
}

// validParents accepts an absent extends, one name, or a list of at least one.
func validParents(raw jsontext.Value) bool {
	var parents []string
	switch raw.Kind() {
	case jsontext.KindInvalid: // absent
		return true
	case jsontext.KindString:
		parents = make([]string, 1)
		if decode(raw, &parents[0]) != nil {
			return false
		}
	case jsontext.KindBeginArray:
		if decode(raw, &parents) != nil {
			return false
		}
	}
	for _, p := range parents {
		if !namePattern.MatchString(p) {
			return false
		}
	}
	return len(parents) > 0
}

func parseCapabilities(raw jsontext.Value) (map[string][]DeclaredCapability, error) {
	if raw == nil {
		return nil, nil
	}
	out := make(map[string][]DeclaredCapability)
	_, err := registryOf(raw, func(name string, e wireEntity) {
		declared := DeclaredCapability{Version: e.Version}
		if name == platform.CapOrder {
			declared.Webhook = parseWebhook(e.Config)
		}
		out[name] = append(out[name], declared)
	})
	return out, err
}

// parseWebhook reads config.webhook_url of the order capability. One that cannot be a URL
// counts as none: the entry is good for everything else. Where it leads is judged when it is
// called.
func parseWebhook(config jsontext.Value) string {
	var members struct {
		Webhook jsontext.Value `json:"webhook_url"`
	}
	var url string
	if decodeObject(config, &members) != nil || decode(members.Webhook, &url) != nil || len(url) > maxWebhook {
		return ""
	}
	return url
}

// parseHandlers returns nil for a platform that declares no handler.
func parseHandlers(raw jsontext.Value) (map[string][]DeclaredHandler, error) {
	out := make(map[string][]DeclaredHandler)
	declared, err := registryOf(raw, func(name string, e wireEntity) {
		if types, ok := parseInstruments(e.Instruments); ok && e.ID != "" {
			out[name] = append(out[name], DeclaredHandler{Instruments: types})
		}
	})
	if err != nil || declared == 0 {
		return nil, err
	}
	return out, nil
}

// parseInstruments reads available_instruments. Absent means all, so an empty or broken
// list must not look like it.
func parseInstruments(raw jsontext.Value) ([]payment.InstrumentType, bool) {
	if raw == nil {
		return nil, true
	}
	var list []struct {
		Type        string `json:"type"`
		Constraints struct {
			Brands []string `json:"brands"`
		} `json:"constraints"`
	}
	if decode(raw, &list) != nil || len(list) == 0 {
		return nil, false
	}
	types := make([]payment.InstrumentType, 0, len(list))
	for _, it := range list {
		if it.Type == "" {
			return nil, false
		}
		types = append(types, payment.InstrumentType{Type: it.Type, Brands: it.Constraints.Brands})
	}
	return types, true
}
