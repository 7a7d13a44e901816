package profile

import (
	"slices"

	"balcao/payment"
)

// offered narrows the shop's handlers to what the platform can use. A platform that
// declares none is offered all; one that declares some is offered those, and Pix, which
// needs nothing of the platform. A handler is matched by name: its version is the
// shop's.
func offered(ours []payment.Handler, doc *Document) []payment.Handler {
	if !doc.DeclaresHandlers {
		return slices.Clone(ours)
	}
	var out []payment.Handler
	for _, h := range ours {
		theirs, declared := doc.Handlers[h.Name]
		switch {
		case declared:
			h.Instruments = common(h.Instruments, theirs)
			if len(h.Instruments) > 0 { // a handler without types would mean every type
				out = append(out, h)
			}
		case h.Kind == payment.KindPix:
			out = append(out, h)
		}
	}
	return out
}

// common returns our instrument types that at least one of the platform's entries takes,
// with the brands that both sides take.
func common(ours []payment.InstrumentType, theirs []DeclaredHandler) []payment.InstrumentType {
	var out []payment.InstrumentType
	for _, it := range ours {
		brands, taken := brandsOf(it.Type, theirs)
		switch {
		case !taken:
		case brands == nil: // the platform sets no limit
			out = append(out, it)
		case len(it.Brands) == 0:
			out = append(out, payment.InstrumentType{Type: it.Type, Brands: brands})
		default:
			both := slices.DeleteFunc(slices.Clone(it.Brands), func(b string) bool { return !slices.Contains(brands, b) })
			if len(both) > 0 {
				out = append(out, payment.InstrumentType{Type: it.Type, Brands: both})
			}
		}
	}
	return out
}

// brandsOf collects the brands that the platform's entries take of a type; nil if one of
// them takes any.
func brandsOf(kind string, theirs []DeclaredHandler) (brands []string, taken bool) {
	for _, entry := range theirs {
		if len(entry.Instruments) == 0 {
			return nil, true
		}
		for _, it := range entry.Instruments {
			if it.Type != kind {
				continue
			}
			if len(it.Brands) == 0 {
				return nil, true
			}
			taken = true
			for _, b := range it.Brands {
				if !slices.Contains(brands, b) {
					brands = append(brands, b)
				}
			}
		}
	}
	return brands, taken
}
