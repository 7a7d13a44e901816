package mcp

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"balcao/ap2"
	"balcao/bcp"
	"balcao/internal/ids"
	"balcao/jsonrpc"
)

// arguments are those of one tool call, with its meta read.
type arguments struct {
	members map[string]json.RawMessage
	// profile is the platform's own, as it was sent; key is empty if there is none.
	profile, key string
}

// uuid is the form of an idempotency key (BCP checkout over MCP).
var uuid = regexp.MustCompile(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)

// readArguments reads what all tools have in common.
func readArguments(c *call, t tool) (*arguments, error) {
	members, ok := jsonrpc.Members(c.arguments)
	if !ok && c.arguments != nil {
		return nil, invalid("", "arguments must be an object")
	}
	var card *bcp.FieldError
	if errors.As(bcp.RefuseCards(c.arguments), &card) {
		return nil, invalid(card.Field, card.Reason)
	}
	a := &arguments{members: members}
	meta, err := a.object(memberMeta)
	if err != nil {
		return nil, err
	}
	agent, ok := jsonrpc.Members(meta["ucp-agent"])
	if !ok {
		return nil, invalid(memberAgent, "is required and must be an object")
	}
	if json.Unmarshal(agent["profile"], &a.profile) != nil || a.profile == "" {
		return nil, invalid(memberProfile, "is required and must be a URL")
	}
	return a, a.readKey(meta["idempotency-key"], c.header.Values("Idempotency-Key"), t)
}

// readKey reads the idempotency key. Meta is its place; the header says the same again for
// signatures, and counts alone where the key is optional.
func (a *arguments) readKey(raw json.RawMessage, header []string, t tool) error {
	if present(raw) && (json.Unmarshal(raw, &a.key) != nil || !uuid.MatchString(a.key)) {
		return invalid(memberKey, "must be a UUID")
	}
	if a.key == "" && t.keyed {
		return invalid(memberKey, "is required: a UUID, the same for every retry of this call")
	}
	if len(header) == 0 {
		return nil
	}
	second := strings.Trim(header[0], `"`)
	if len(header) > 1 || !uuid.MatchString(second) || a.key != "" && !strings.EqualFold(second, a.key) {
		return invalid(memberKey, "and the header Idempotency-Key must be one UUID")
	}
	if a.key == "" {
		a.key = second
	}
	return nil
}

// present reports whether a member was sent and is not null.
func present(raw json.RawMessage) bool { return raw != nil && string(raw) != "null" }

// object returns the members of an object that must be there.
func (a *arguments) object(name string) (map[string]json.RawMessage, error) {
	members, ok := jsonrpc.Members(a.members[name])
	if !ok {
		return nil, invalid(name, "is required and must be an object")
	}
	return members, nil
}

// id returns the id that says which resource is meant.
func (a *arguments) id() (string, error) {
	var id string
	if json.Unmarshal(a.members["id"], &id) != nil || !ids.Valid(id) {
		return "", invalid("id", "is required: 1 to 64 of A-Z a-z 0-9 . _ -")
	}
	return id, nil
}

// fingerprint is what the key stands for: the tool and its arguments, but not meta, which may
// differ from one try to the next, nor the JSON-RPC id, which does (BCP checkout, idempotency).
func (a *arguments) fingerprint(tool string) [32]byte {
	raw := []byte(`{"name":"` + tool + `","arguments":{`)
	comma := ""
	for _, name := range slices.Sorted(maps.Keys(a.members)) {
		if name == memberMeta {
			continue
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			continue // a string always encodes
		}
		raw = append(append(append(append(raw, comma...), quoted...), ':'), a.members[name]...)
		comma = ","
	}
	raw = append(raw, "}}"...)
	canonical, ok := jsonrpc.Canonical(raw)
	if !ok {
		var err error
		if canonical, err = ap2.Canonical(raw); err != nil {
			canonical = raw // a number beyond a double: then a retry is the same bytes
		}
	}
	return sha256.Sum256(canonical)
}

// within puts the name of what was decoded before the place of a fault in it.
func within(member string, err error) error {
	var field *bcp.FieldError
	if errors.As(err, &field) {
		return field.Within(member)
	}
	return err
}
