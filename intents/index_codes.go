package intents

import (
	"slices"
	"sort"

	"balcao/catalog"
)

// code is the id or SKU of something that can be bought, kept by its hash alone: the text
// stands in the product.
type code struct {
	hash           uint32
	entry, variant int32
}

// wholeProduct is the variant of the product's own id.
const wholeProduct = -1

func (x *Index) sortCodes() {
	slices.SortStableFunc(x.codes, func(a, b code) int { return int(int64(a.hash) - int64(b.hash)) })
	x.codes = slices.Clip(x.codes)
}

// offer finds what has the id or SKU, in whichever case it is written: a product before a
// variant, an id before a SKU.
func (x *Index) offer(text string) (found catalog.Offer, ok bool) {
	text = fold(text)
	hash := x.hash(text)
	best := 3
	at := sort.Search(len(x.codes), func(i int) bool { return x.codes[i].hash >= hash })
	for ; at < len(x.codes) && x.codes[at].hash == hash; at++ {
		c := x.codes[at]
		p := x.entries[c.entry].product
		if c.variant == wholeProduct {
			if fold(string(p.ID)) == text {
				return catalog.Offer{Product: p}, true
			}
			continue
		}
		v := &p.Variants[c.variant]
		rank := 3
		switch text {
		case fold(string(v.ID)):
			rank = 1
		case fold(v.SKU):
			rank = 2
		}
		if rank < best {
			best, found = rank, catalog.Offer{Product: p, Variant: v}
		}
	}
	return found, best < 3
}

// codesOf notes the ids and SKUs of a product.
func (x *Index) codesOf(p *catalog.Product, entry int32) {
	x.codes = append(x.codes, code{x.hash(fold(string(p.ID))), entry, wholeProduct})
	for i := range p.Variants {
		v := &p.Variants[i]
		id, sku := fold(string(v.ID)), fold(v.SKU)
		if id != "" {
			x.codes = append(x.codes, code{x.hash(id), entry, int32(i)})
		}
		if sku != "" && sku != id {
			x.codes = append(x.codes, code{x.hash(sku), entry, int32(i)})
		}
	}
}
