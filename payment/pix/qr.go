package pix

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	qr "github.com/piglig/go-qr"
)

const (
	qrScale = 4 // pixels per module
	qrQuiet = 4 // blank modules on every side (ISO/IEC 18004)
)

// QRCodePNG draws a BR Code as a QR code. The image has one bit per pixel, so
// that it stays small inside a message. Error correction is level M, or higher
// where that takes no more room.
func QRCodePNG(payload string) ([]byte, error) {
	if payload == "" {
		return nil, fmt.Errorf("%w: empty", ErrCodeSyntax)
	}
	code, err := qr.EncodeText(payload, qr.Medium)
	if err != nil {
		return nil, fmt.Errorf("pix: qr code: %w", err)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, drawModules(code)); err != nil {
		return nil, fmt.Errorf("pix: qr image: %w", err)
	}
	return out.Bytes(), nil
}

// drawModules paints each dark module as a square; index 0 of the palette is the light ground.
func drawModules(code *qr.QrCode) *image.Paletted {
	side := (code.Size() + 2*qrQuiet) * qrScale
	picture := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		for x := range side {
			if code.Module(x/qrScale-qrQuiet, y/qrScale-qrQuiet) {
				picture.SetColorIndex(x, y, 1)
			}
		}
	}
	return picture
}
