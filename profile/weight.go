package profile

// What things take in memory, in bytes: the head of a string, of a list and of an
// instrument type, and an entry of a map.
const (
	stringHead     = 16
	listHead       = 24
	instrumentHead = stringHead + listHead
	mapEntry       = 64
	signerWeight   = 512 // a key with its id, which is mostly shorter
)

// weight is about what the document takes in memory, in bytes. That may be several times
// the length it came in, since an empty string of two bytes has a head of sixteen, or
// next to nothing of it.
func (d *Document) weight() int {
	n := text(d.Version) + cap(d.Keys) + d.Signers.Len()*signerWeight
	for name, entries := range d.Capabilities {
		n += mapEntry + text(name) + cap(entries)*2*stringHead
		for _, e := range entries {
			n += text(e.Version) + text(e.Webhook)
		}
	}
	for name, entries := range d.Handlers {
		n += mapEntry + text(name) + cap(entries)*listHead
		for _, e := range entries {
			n += cap(e.Instruments) * instrumentHead
			for _, i := range e.Instruments {
				n += text(i.Type) + cap(i.Brands)*stringHead
				for _, brand := range i.Brands {
					n += text(brand)
				}
			}
		}
	}
	return n
}

// text is what the characters of a string take: memory comes in pieces of eight bytes.
func text(s string) int { return (len(s) + 7) &^ 7 }
