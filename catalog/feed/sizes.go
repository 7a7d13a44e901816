package feed

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"balcao/catalog"
)

// checkNumbers says of what a product has too much. It comes first: other checks compare
// one with the other, which takes long for very many.
func checkNumbers(p *catalog.Product) (faults []string) {
	many := func(what string, n, most int) {
		if n > most {
			faults = append(faults, fmt.Sprintf("there are %d %s, at most %d", n, what, most))
		}
	}
	many("variants", len(p.Variants), maxOwnVariants)
	many("options", len(p.Options), maxOptions)
	many("tags", len(p.Tags), maxTags)
	many("classes", len(p.Classes), maxTags)
	many("media", len(p.Media), maxMedia)
	many("facts", countFacts(p.Facts), maxFacts)
	many("states", len(p.NotSoldIn), maxStates)
	for _, o := range p.Options {
		many("labels of an option", len(o.Labels), maxLabels)
	}
	for i := range p.Variants {
		many("options of a variant", len(p.Variants[i].Selected), maxOptions)
		many("tags of a variant", len(p.Variants[i].Tags), maxTags)
	}
	return faults
}

// checkSizes says what of a product is longer than its bounds, and which addresses are none.
func checkSizes(p *catalog.Product) (faults []string) {
	long := func(what, text string, most int) {
		if len(text) > most {
			faults = append(faults, fmt.Sprintf("%s has %d bytes, at most %d", what, len(text), most))
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
	for _, o := range p.Options {
		long("the option name", o.Name, maxName)
		for _, label := range o.Labels {
			long("a label of "+o.Name, label, maxName)
		}
	}
	for _, tag := range p.Tags {
		long("a tag", tag, maxName)
	}
	for _, class := range p.Classes {
		long("a category", class.Value, maxName*2)
		long("the taxonomy of a category", class.Taxonomy, maxName)
	}
	eachFact(p.Facts, func(f catalog.Fact) {
		long("the name of a fact", f.Name, maxName)
		long("a fact", f.Text, maxFact)
	})
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
		for _, tag := range v.Tags {
			long("a tag of a variant", tag, maxName)
		}
	}
	return faults
}

// ownPath reports whether an address is a path that this shop serves, as an export of the
// sample catalogue has them.
func ownPath(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//")
}

// eachFact goes through facts and those within them.
func eachFact(facts []catalog.Fact, do func(catalog.Fact)) {
	for _, f := range facts {
		do(f)
		eachFact(f.Facts, do)
	}
}

func countFacts(facts []catalog.Fact) (n int) {
	eachFact(facts, func(catalog.Fact) { n++ })
	return n
}

// tidy takes out what files have by the way: spaces around texts, what cannot be seen in
// them, empty and repeated tags, dots in an NCM.
func tidy(p *catalog.Product) {
	line := func(text *string) { *text = readable(*text, false) }
	for _, text := range []*string{&p.Title, &p.Brand, &p.Category, &p.Handle, &p.URL} {
		line(text)
	}
	p.Description = readable(p.Description, true)
	p.NCM = strings.ReplaceAll(strings.TrimSpace(p.NCM), ".", "")
	p.Tags = distinct(p.Tags)
	p.NotSoldIn = distinct(p.NotSoldIn)
	for i := range p.Classes {
		line(&p.Classes[i].Taxonomy)
		line(&p.Classes[i].Value)
	}
	for i := range p.Media {
		line(&p.Media[i].Alt)
	}
	tidyFacts(p.Facts)
	for i := range p.Options { // as their variants select them
		o := &p.Options[i]
		line(&o.Name)
		for j := range o.Labels {
			line(&o.Labels[j])
		}
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		for j := range v.Selected {
			line(&v.Selected[j].Name)
			line(&v.Selected[j].Label)
		}
		line(&v.Title)
		line(&v.SKU)
		v.Description, v.GTIN = readable(v.Description, true), strings.TrimSpace(v.GTIN)
		v.Tags = distinct(v.Tags)
	}
}

func tidyFacts(facts []catalog.Fact) {
	for i := range facts {
		f := &facts[i]
		f.Name, f.Text = readable(f.Name, false), readable(f.Text, true)
		tidyFacts(f.Facts)
	}
}

// distinct are the texts without empty and repeated ones.
func distinct(texts []string) []string {
	var out []string
	seen := make(map[string]bool, len(texts))
	for _, text := range texts {
		if text = readable(text, false); text != "" && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}
