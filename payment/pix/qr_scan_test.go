package pix

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// What scanners read must be the code: the decoder is another's than the encoder.
func TestQRCodesAreScanned(t *testing.T) {
	t.Parallel()
	for _, v := range codeVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			scanned(t, v.Payload)
		})
	}
	t.Run("random", func(t *testing.T) {
		t.Parallel()
		random := rand.New(rand.NewPCG(8, 26))
		for range 25 {
			_, code := randomCode(t, random)
			scanned(t, code)
		}
	})
	for _, n := range []int{1, maxPayload} {
		scanned(t, strings.Repeat("x", n))
	}
}

// scanned reads the drawing of a payload as it is, and from photographs. It also holds how
// large the drawing may be: it is part of every answer that shows a charge.
func scanned(t *testing.T, payload string) {
	t.Helper()
	raw, err := QRCodePNG(payload)
	if err != nil {
		t.Fatal(err)
	}
	if limit := 400 + 4*len(payload); len(raw) > limit {
		t.Errorf("%d characters are drawn in %d bytes, want at most %d", len(payload), len(raw), limit)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := scan(t, picture, gozxing.DecodeHintType_PURE_BARCODE); err != nil || text != payload {
		t.Errorf("%q reads as %q, %v", payload, text, err)
	}
	// A camera tries again with the next photograph, but must never read another text.
	for try := 0; ; try++ {
		text, err := scan(t, photograph(picture, float64(try*7)), gozxing.DecodeHintType_TRY_HARDER)
		if err == nil && text == payload {
			return
		}
		if err == nil || try == 6 {
			t.Errorf("photographed, %q reads as %q, %v", payload, text, err)
			return
		}
	}
}

func scan(t *testing.T, picture image.Image, hint gozxing.DecodeHintType) (string, error) {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{hint: true})
	if err != nil {
		return "", err
	}
	return read.GetText(), nil
}

// photograph is the picture larger and turned by so many degrees, on a wider and paler ground.
func photograph(picture image.Image, degrees float64) image.Image {
	const scale = 2
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	half := float64(picture.Bounds().Dx()) / 2
	side := int(4 * half * scale)
	out := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			dx, dy := (float64(x-side/2))/scale, (float64(y-side/2))/scale
			at := image.Pt(int(half+dx*cos-dy*sin), int(half+dx*sin+dy*cos))
			shade := color.Gray{Y: 210}
			if at.In(picture.Bounds()) && isDark(picture, at.X, at.Y) {
				shade.Y = 50
			}
			out.SetGray(x, y, shade)
		}
	}
	return out
}
