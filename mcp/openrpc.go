package mcp

import (
	"encoding/json"
	"strings"
)

// openRPC is the description of the tools as the protocol writes it: the method stands for
// params.name of tools/call, its params for params.arguments.
type openRPC struct {
	OpenRPC string   `json:"openrpc"`
	Info    info     `json:"info"`
	Servers []server `json:"servers"`
	Methods []method `json:"methods"`
	// Components hold what several tools refer to.
	Components components `json:"components"`
}

type info struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
}

type server struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type method struct {
	Name        string  `json:"name"`
	Summary     string  `json:"summary"`
	Description string  `json:"description"`
	By          string  `json:"paramStructure"`
	Params      []param `json:"params"`
	Result      param   `json:"result"`
}

type param struct {
	Name     string          `json:"name"`
	Required bool            `json:"required,omitempty"`
	Schema   json.RawMessage `json:"schema"`
}

type components struct {
	Schemas map[string]json.RawMessage `json:"schemas"`
}

// OpenRPC describes the tools for the capabilities that are switched on, at this endpoint and
// in this version of the protocol. Nothing in it refers to another document.
func OpenRPC(title, version, endpoint string, capabilities []string) ([]byte, error) {
	all, err := readSchemas()
	if err != nil {
		return nil, err
	}
	if all, err = all.forEnabled(capabilities); err != nil {
		return nil, err
	}
	doc := openRPC{
		OpenRPC: "1.3.2", Info: info{title, "Tools of the shop over MCP: call them by tools/call.", version},
		Servers: []server{{"shop", endpoint}}, Components: components{map[string]json.RawMessage{}},
	}
	for _, t := range enabled(capabilities) {
		m, err := all.method(t, doc.Components.Schemas)
		if err != nil {
			return nil, err
		}
		doc.Methods = append(doc.Methods, m)
	}
	out, err := json.Marshal(doc)
	return []byte(strings.ReplaceAll(string(out), refPrefix, "#/components/schemas/")), err
}

// method describes a tool, and adds what it refers to.
func (all schemas) method(t tool, components map[string]json.RawMessage) (method, error) {
	m := method{Name: t.name, Summary: t.title, Description: t.description, By: "by-name"}
	raw, err := all.bundle(t.input)
	if err != nil {
		return m, err
	}
	var input struct {
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
		Defs       map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(raw, &input); err != nil {
		return m, err
	}
	for _, name := range input.Required { // all arguments are
		m.Params = append(m.Params, param{name, true, input.Properties[name]})
	}
	if raw, err = all.bundle(t.output); err != nil {
		return m, err
	}
	var output map[string]json.RawMessage
	if err := json.Unmarshal(raw, &output); err != nil {
		return m, err
	}
	var defs map[string]json.RawMessage
	if err := json.Unmarshal(output["$defs"], &defs); err != nil {
		return m, err
	}
	for _, some := range []map[string]json.RawMessage{input.Defs, defs} {
		for name, schema := range some {
			components[name] = schema
		}
	}
	delete(output, "$defs")
	m.Result.Name = strings.TrimSuffix(t.output, "_result")
	m.Result.Schema, err = json.Marshal(output)
	return m, err
}
