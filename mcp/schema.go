package mcp

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// schemaFiles are the definitions, by name, in files by topic. A definition refers to others
// as #/$defs/name, whichever file they are in.
//
//go:embed schemas/*.json
var schemaFiles embed.FS

// schemas are all definitions by name.
type schemas map[string]json.RawMessage

// readSchemas reads all files.
func readSchemas() (schemas, error) {
	all := schemas{}
	files, err := fs.Glob(schemaFiles, "schemas/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		raw, err := schemaFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var some map[string]json.RawMessage
		if err := json.Unmarshal(raw, &some); err != nil {
			return nil, fmt.Errorf("mcp: %s: %w", name, err)
		}
		for definition := range some {
			if _, twice := all[definition]; twice {
				return nil, fmt.Errorf("mcp: %s: %s is there twice", name, definition)
			}
		}
		maps.Copy(all, some)
	}
	return all, nil
}

// bundle is one definition as a schema that stands by itself: with all that it refers to and
// nothing else. One reference that cannot be followed costs some clients all tools.
func (all schemas) bundle(name string) (json.RawMessage, error) {
	needed := map[string]json.RawMessage{}
	var errs []error
	var collect func(raw json.RawMessage)
	collect = func(raw json.RawMessage) {
		for _, ref := range references(raw) {
			if needed[ref] != nil {
				continue
			}
			if all[ref] == nil {
				errs = append(errs, fmt.Errorf("mcp: schema %s: no definition %q", name, ref))
				continue
			}
			needed[ref] = all[ref]
			collect(all[ref])
		}
	}
	var root map[string]json.RawMessage
	if err := json.Unmarshal(all[name], &root); err != nil {
		return nil, fmt.Errorf("mcp: schema %s: %w", name, err)
	}
	collect(all[name])
	if len(needed) > 0 {
		defs, err := json.Marshal(needed)
		if err != nil {
			return nil, err
		}
		root["$defs"] = defs
	}
	out, err := json.Marshal(root)
	return out, errors.Join(append(errs, err)...)
}

const refPrefix = "#/$defs/"

// references lists the names that a schema refers to, in order.
func references(raw json.RawMessage) []string {
	seen := map[string]bool{}
	text := string(raw)
	for {
		_, after, found := strings.Cut(text, `"`+refPrefix)
		if !found {
			return slices.Sorted(maps.Keys(seen))
		}
		name, _, _ := strings.Cut(after, `"`)
		seen[name], text = true, after
	}
}
