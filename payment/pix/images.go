package pix

import (
	"slices"
	"sync"

	"balcao/internal/lru"
)

// maxImages is how many images are remembered, less than a kilobyte each.
const maxImages = 4096

// Images draws BR Codes and remembers the last ones: a charge is looked at many times, and
// to draw its code takes longer than to ask the bank. It is safe for concurrent use; the
// zero value is ready.
type Images struct {
	mu    sync.Mutex
	drawn *lru.Cache[[]byte]
}

// PNG is QRCodePNG, remembered.
func (i *Images) PNG(payload string) ([]byte, error) {
	i.mu.Lock()
	if i.drawn == nil {
		i.drawn = lru.New[[]byte](maxImages)
	}
	image, known := i.drawn.Get(payload)
	i.mu.Unlock()
	if known {
		return slices.Clone(image), nil
	}
	image, err := QRCodePNG(payload) // without the lock: it takes long
	if err != nil {
		return nil, err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.drawn.Put(payload, slices.Clone(image))
	return image, nil
}
