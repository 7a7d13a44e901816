package feed

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

const (
	// maxElements bounds what one item says.
	maxElements = 1_000
	// maxLevels bounds how deep elements lie in one another.
	maxLevels = 64
)

// readXML reads Google's product data as RSS 2.0 or Atom: the children of every item or
// entry, by their names.
func readXML(in *bufio.Reader, c *collector) error {
	rows := &rowReader{r: in}
	d := xml.NewDecoder(rows)
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(charset) {
		case "utf-16": // it is read as UTF-8 by now
			return in, nil
		case "iso-8859-1", "windows-1252", "latin1":
			return charmap.Windows1252.NewDecoder().Reader(in), nil
		}
		return nil, fmt.Errorf("the encoding %q is not known", charset)
	}
	for level := 0; ; {
		rows.next()
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return stopXML(c, d, err)
		}
		if _, ok := token.(xml.EndElement); ok {
			level--
		}
		start, ok := token.(xml.StartElement)
		if ok {
			if level++; level > maxLevels {
				return stopXML(c, d, errLevels)
			}
		}
		if !ok || start.Name.Local != "item" && start.Name.Local != "entry" {
			continue
		}
		line, _ := d.InputPos()
		level--
		values, err := readItem(d)
		if err != nil {
			return stopXML(c, d, err)
		}
		merchantRow(c, record{line, values})
	}
}

func stopXML(c *collector, d *xml.Decoder, err error) error {
	var broken *xml.SyntaxError
	if !errors.As(err, &broken) && !errors.Is(err, errElements) && !errors.Is(err, errLevels) && !errors.Is(err, errRow) {
		return err
	}
	line, _ := d.InputPos()
	c.fail(line, "", "the XML cannot be read: %v", err)
	return errStopped
}

var (
	errElements = fmt.Errorf("an item has more than %d elements", maxElements)
	errLevels   = fmt.Errorf("elements lie deeper than %d", maxLevels)
)

// readItem reads the children of an item. Names that come again are a list; what lies
// deeper is left out.
func readItem(d *xml.Decoder) (map[string]string, error) {
	said := map[string][]string{}
	for n := 0; ; {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch element := token.(type) {
		case xml.EndElement:
			values := make(map[string]string, len(said))
			for name, list := range said {
				values[name] = strings.Join(list, ",")
			}
			return values, nil
		case xml.StartElement:
			if n++; n > maxElements {
				return nil, errElements
			}
			value, err := readValue(d, element)
			if err != nil {
				return nil, err
			}
			if name := columnName(element.Name.Local); value != "" {
				said[name] = append(said[name], value)
			}
		}
	}
}

// readValue is the text of an element, or the address in its href.
func readValue(d *xml.Decoder, start xml.StartElement) (string, error) {
	var text strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxLevels {
				return "", errLevels
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 1 {
				text.Write(token)
			}
		}
	}
	value := strings.TrimSpace(text.String())
	for _, a := range start.Attr {
		if value == "" && a.Name.Local == "href" {
			value = a.Value
		}
	}
	return value, nil
}
