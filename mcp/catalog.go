package mcp

import (
	"context"
	"encoding/json"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
)

// catalogInput returns the object catalog of a catalogue tool, and notes the language that it
// asks for. What comes beside the request is held to its bounds and then dropped: what is
// found may not be swayed by it.
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

// available looks up which variants of the products can be sold now.
func (s *Server) available(ctx context.Context, products ...*catalog.Product) (func(ids.Variant) bool, error) {
	var variants []ids.Variant
	for _, p := range products {
		for i := range p.Variants {
			variants = append(variants, p.Variants[i].ID)
		}
	}
	return s.stock(ctx)(variants)
}

// stock looks up which of some variants can be sold now.
func (s *Server) stock(ctx context.Context) bcp.Stock {
	return func(variants []ids.Variant) (func(ids.Variant) bool, error) {
		levels, err := s.Records.Levels(ctx, variants)
		return func(v ids.Variant) bool { return levels[v] > 0 }, err
	}
}
