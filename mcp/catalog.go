package mcp

import (
	"encoding/json"

	"balcao/bcp"
	"balcao/checkout"
)

// catalogInput returns the object catalog of a catalogue tool with the context that came with
// it, and notes the language that it asks for. Signals and attribution are held to their bounds
// and then dropped: what is found may not be swayed by them.
func (a *arguments) catalogInput(v *visit) (json.RawMessage, *checkout.Hints, error) {
	members, err := a.object("catalog")
	if err != nil {
		return nil, nil, err
	}
	hints, err := bcp.DecodeHints(members["context"])
	if err != nil {
		return nil, nil, within("catalog.context", err)
	}
	if _, err := bcp.DecodeSignals(members["signals"]); err != nil {
		return nil, nil, within("catalog.signals", err)
	}
	if _, err := bcp.DecodeAttribution(members["attribution"]); err != nil {
		return nil, nil, within("catalog.attribution", err)
	}
	v.speak(hints)
	return a.members["catalog"], hints, nil
}

// levels are what is left of variants.
func (s *Server) levels() bcp.Levels { return s.Records.Levels }
