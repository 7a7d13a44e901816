package mcp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// capabilityNames finds the names of BCP's capabilities in a schema.
var capabilityNames = regexp.MustCompile(`"(br\.dev\.bcp\.shopping\.[a-z0-9_.]+)"`)

// forEnabled returns the definitions without the conditions, elements of allOf, that only hold
// under a capability that is switched off: they would speak of what the shop does not have.
func (all schemas) forEnabled(capabilities []string) (schemas, error) {
	out := schemas{}
	for name, raw := range all {
		var definition map[string]json.RawMessage
		if err := json.Unmarshal(raw, &definition); err != nil {
			return nil, fmt.Errorf("mcp: schema %s: %w", name, err)
		}
		out[name] = raw
		var conditions []json.RawMessage
		if json.Unmarshal(definition["allOf"], &conditions) != nil {
			continue // there are none
		}
		count := len(conditions)
		conditions = slices.DeleteFunc(conditions, func(c json.RawMessage) bool {
			return slices.ContainsFunc(capabilityNames.FindAllSubmatch(c, -1), func(named [][]byte) bool {
				return !slices.Contains(capabilities, string(named[1]))
			})
		})
		if len(conditions) == count {
			continue
		}
		delete(definition, "allOf")
		if len(conditions) > 0 {
			left, err := json.Marshal(conditions)
			if err != nil {
				return nil, err
			}
			definition["allOf"] = left
		}
		kept, err := json.Marshal(definition)
		if err != nil {
			return nil, err
		}
		out[name] = kept
	}
	return out, nil
}
