package pix

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	qr "github.com/piglig/go-qr"
)

func TestQRCodePNG(t *testing.T) {
	t.Parallel()
	for _, v := range codeVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			picture := decodePNG(t, v.Payload)
			matrix, err := qr.EncodeText(v.Payload, qr.Medium)
			if err != nil {
				t.Fatal(err)
			}
			side := 4 * (matrix.Size() + 8)
			if got := picture.Bounds(); got != image.Rect(0, 0, side, side) {
				t.Fatalf("bounds %v, want a square of %d", got, side)
			}
			for y := range side {
				for x := range side {
					if want := matrix.Module(x/4-4, y/4-4); isDark(picture, x, y) != want {
						t.Fatalf("pixel %d,%d dark = %v, want %v", x, y, !want, want)
					}
				}
			}
			if text, err := qr.Decode(picture); err != nil || text != v.Payload {
				t.Errorf("reads as %q, %v", text, err)
			}
		})
	}
}

func TestQRCodePNGIsSmall(t *testing.T) {
	t.Parallel()
	raw, err := QRCodePNG(vectorPayload(t, "bcb-dynamic"))
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) >= 1000 {
		t.Errorf("%d bytes, want less than 1000", len(raw))
	}
	const depthAt, colourAt = 24, 25 // in the IHDR chunk (PNG specification 11.2.1)
	if raw[depthAt] != 1 || raw[colourAt] != 3 {
		t.Errorf("bit depth %d, colour type %d; want 1 and 3 (palette)", raw[depthAt], raw[colourAt])
	}
}

func TestQRCodePNGRefuses(t *testing.T) {
	t.Parallel()
	if _, err := QRCodePNG(""); !errors.Is(err, ErrCodeSyntax) {
		t.Errorf("empty: %v, want ErrCodeSyntax", err)
	}
	if _, err := QRCodePNG(strings.Repeat("x", 3000)); !errors.Is(err, qr.ErrDataTooLong) {
		t.Errorf("3000 characters: %v, want ErrDataTooLong", err)
	}
}

func decodePNG(t *testing.T, payload string) image.Image {
	t.Helper()
	raw, err := QRCodePNG(payload)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func isDark(picture image.Image, x, y int) bool {
	r, g, b, _ := picture.At(x, y).RGBA()
	return r+g+b == 0
}
