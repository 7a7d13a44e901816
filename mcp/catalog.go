package mcp

import (
	"context"
	"encoding/json"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
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

// showing is how products are shown to somebody with the context: which of their variants can
// be sold now, and where he seems to be.
func (s *Server) showing(ctx context.Context, v *visit, hints *checkout.Hints, ignored string, products ...*catalog.Product) (bcp.Showing, error) {
	out := bcp.Showing{State: hints.State(), Ignored: ignored, Language: v.newLanguage()}
	var variants []ids.Variant
	for _, p := range products {
		if !p.SoldIn(out.State) {
			continue
		}
		for i := range p.Variants {
			variants = append(variants, p.Variants[i].ID)
		}
	}
	var err error
	out.Available, err = s.stock(ctx, "")(variants)
	return out, err
}

// stock looks up which of some variants can be sold now, and to the state, empty for one that is
// not known.
func (s *Server) stock(ctx context.Context, state string) bcp.Stock {
	shelf := s.Catalog.Now()
	return func(variants []ids.Variant) (func(ids.Variant) bool, error) {
		levels, err := s.Records.Levels(ctx, variants)
		return func(v ids.Variant) bool {
			if levels[v] < 1 || state == "" {
				return levels[v] > 0
			}
			p, _, ok := shelf.Resolve(ctx, string(v))
			return ok && p.SoldIn(state)
		}, err
	}
}
