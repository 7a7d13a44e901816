package feed

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"balcao/catalog"
)

// checkSizes says what of a product is beyond its bounds, and which addresses are none.
func checkSizes(p *catalog.Product) (faults []string) {
	long := func(what, text string, most int) {
		if len(text) > most {
			faults = append(faults, fmt.Sprintf("%s has %d bytes, at most %d", what, len(text), most))
		}
	}
	many := func(what string, n, most int) {
		if n > most {
			faults = append(faults, fmt.Sprintf("there are %d %s, at most %d", n, what, most))
		}
	}
	address := func(what, text string) {
		long(what, text, maxURL)
		if u, err := url.Parse(text); text != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
			faults = append(faults, fmt.Sprintf("%s %.80q is no web address", what, text))
		}
	}
	long("the title", p.Title, maxTitle)
	long("the brand", p.Brand, maxName)
	long("the handle", p.Handle, maxName)
	long("the category", p.Category, maxName*2)
	long("the description", p.Description, maxText)
	many("variants", len(p.Variants), maxOwnVariants)
	many("options", len(p.Options), maxOptions)
	many("tags", len(p.Tags), maxTags)
	many("classes", len(p.Classes), maxTags)
	many("media", len(p.Media), maxMedia)
	many("facts", countFacts(p.Facts), maxFacts)
	many("states", len(p.NotSoldIn), maxStates)
	for _, o := range p.Options {
		long("the option name", o.Name, maxName)
		many("labels of "+o.Name, len(o.Labels), maxLabels)
		for _, label := range o.Labels {
			long("a label of "+o.Name, label, maxName)
		}
	}
	for _, tag := range p.Tags {
		long("a tag", tag, maxName)
	}
	address("the url", p.URL)
	for _, m := range p.Media {
		if ownPath(m.URL) {
			long("the picture", m.URL, maxURL)
		} else {
			address("the picture", m.URL)
		}
		long("the text of a picture", m.Alt, maxTitle)
		if !slices.Contains([]string{"image", "video", "model_3d"}, m.Type) {
			faults = append(faults, fmt.Sprintf("media are image, video or model_3d, not %.40q", m.Type))
		}
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		long("the title of a variant", v.Title, maxTitle)
		long("the description of a variant", v.Description, maxText)
		long("the SKU", v.SKU, maxName)
		many("tags of a variant", len(v.Tags), maxTags)
	}
	return faults
}

// ownPath reports whether an address is a path that this shop serves, as an export of the
// sample catalogue has them.
func ownPath(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//")
}

func countFacts(facts []catalog.Fact) int {
	n := len(facts)
	for _, f := range facts {
		n += countFacts(f.Facts)
	}
	return n
}

// tidy takes out what files have by the way: spaces around texts, empty and repeated tags,
// dots in an NCM.
func tidy(p *catalog.Product) {
	for _, text := range []*string{&p.Title, &p.Brand, &p.Category, &p.Description, &p.Handle, &p.URL} {
		*text = strings.TrimSpace(*text)
	}
	p.NCM = strings.ReplaceAll(strings.TrimSpace(p.NCM), ".", "")
	p.Tags = distinct(p.Tags)
	p.NotSoldIn = distinct(p.NotSoldIn)
	for i := range p.Variants {
		v := &p.Variants[i]
		v.Title, v.SKU, v.GTIN = strings.TrimSpace(v.Title), strings.TrimSpace(v.SKU), strings.TrimSpace(v.GTIN)
		v.Tags = distinct(v.Tags)
	}
}

func distinct(texts []string) []string {
	var out []string
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
