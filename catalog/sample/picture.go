package sample

import (
	"bytes"
	"embed"
	"encoding/xml"
	"net/url"
	"strings"
	"unicode/utf8"

	"balcao/catalog"
)

//go:embed drawings/*.svg
var drawingFiles embed.FS

// drawings are the files of the folder by the shop's categories, folded; what is of none of
// these is a box.
var drawings = map[string]string{
	"celulares":               "phone",
	"acessorios para celular": "plug",
	"audio":                   "headphones",
	"informatica":             "laptop",
	"calcados":                "shoe",
	"roupas":                  "shirt",
	"cafe e mercearia":        "cup",
	"cozinha":                 "pot",
	"livros":                  "book",
}

// PicturePath is where the shop serves the picture of the product with the handle.
func PicturePath(handle string) string {
	return "/products/" + url.PathEscape(handle) + "/picture.svg"
}

// Titles have at most two lines of so many characters in a picture.
const (
	lineLength = 26
	mostLines  = 2
)

// Picture draws a product: what kind of thing it is, with its title below. It is an SVG
// image of 640 by 640.
func Picture(p *catalog.Product) []byte {
	name, known := drawings[catalog.Fold(p.Category)]
	if !known {
		name = "box"
	}
	drawing, err := drawingFiles.ReadFile("drawings/" + name + ".svg")
	if err != nil {
		drawing = nil // a picture with the title alone
	}
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640" role="img">` + "\n<title>")
	text(&b, p.Title)
	b.WriteString("</title>\n" + `<rect width="640" height="640" fill="#f2efe8"/>` + "\n")
	b.WriteString(`<g transform="translate(160 90)" fill="none" stroke="#1f5c4d" stroke-width="12" stroke-linecap="round" stroke-linejoin="round">` + "\n")
	b.Write(drawing)
	b.WriteString("</g>\n" + `<g font-family="sans-serif" font-size="36" text-anchor="middle" fill="#222">`)
	for i, line := range titleLines(p.Title) {
		b.WriteString(`<text x="320" y="` + []string{"520", "570"}[i] + `">`)
		text(&b, line)
		b.WriteString("</text>")
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// text writes text for XML. What XML has no place for becomes a replacement character.
func text(b *bytes.Buffer, s string) {
	_ = xml.EscapeText(b, []byte(s)) // a buffer takes all
}

func titleLines(title string) []string {
	lines := []string{""}
	for _, word := range strings.Fields(title) {
		last := len(lines) - 1
		switch {
		case lines[last] == "":
			lines[last] = word
		case utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= lineLength:
			lines[last] += " " + word
		case len(lines) == mostLines:
			lines[last] += " …"
			return lines
		default:
			lines = append(lines, word)
		}
	}
	return lines
}
