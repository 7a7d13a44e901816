package pix

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestImages(t *testing.T) {
	t.Parallel()
	var images Images
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			payload := fmt.Sprintf("code %d", n%2)
			want, err := QRCodePNG(payload)
			if err != nil {
				t.Error(err)
				return
			}
			for range 3 {
				got, err := images.PNG(payload)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("another image of %q (%v)", payload, err)
					return
				}
				got[0]++ // the caller's own
			}
		})
	}
	all.Wait()
	if _, err := images.PNG(strings.Repeat("x", 10_000)); err == nil {
		t.Error("an image of more than a QR code holds")
	}
}
