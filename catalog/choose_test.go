package catalog

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// show writes a choice in short: the variants, the selection, and for each label A if it
// is available, x if it exists, - if not.
func show(c Choice) string {
	var b strings.Builder
	for _, v := range c.Variants {
		fmt.Fprintf(&b, "%s ", strings.TrimPrefix(string(v.ID), "prod_abc123_"))
	}
	b.WriteString("|")
	for _, s := range c.Selected {
		fmt.Fprintf(&b, " %s=%s", s.Name, s.Label)
	}
	for _, o := range c.Options {
		b.WriteString(" | ")
		for _, l := range o.Labels {
			signal := map[[2]bool]string{{true, true}: "A", {true, false}: "x", {false, false}: "-"}[[2]bool{l.Exists, l.Available}]
			b.WriteString(l.Label + signal)
		}
	}
	return b.String()
}

func TestSelect(t *testing.T) {
	t.Parallel()
	p := runner()
	tests := []struct {
		name        string
		selected    []Selection
		preferences []string
		want        string
	}{
		{
			"the featured variant", nil, nil,
			"blu_10 | Color=Blue Size=10 | BlueARedAGreenx | 10A11-12A",
		},
		{
			"as in the lookup document", []Selection{{"Color", "Blue"}}, []string{"Color", "Size"},
			"blu_10 blu_12 | Color=Blue | BlueARedAGreenx | 10A11-12A",
		},
		{
			"sold out but there", []Selection{{"Color", "Green"}}, nil,
			"gre_10 gre_12 | Color=Green | BlueARedAGreenx | 10x11-12x",
		},
		{
			"size is given up", []Selection{{"Size", "11"}, {"Color", "Blue"}}, []string{"Color", "Size"},
			"blu_10 blu_12 | Color=Blue | BlueARedAGreenx | 10A11-12A",
		},
		{
			"colour is given up", []Selection{{"Color", "Blue"}, {"Size", "11"}}, []string{"Size", "Color"},
			"red_11 | Size=11 | Blue-RedAGreen- | 10A11A12A",
		},
		{
			"what no preference names goes first", []Selection{{"Size", "11"}, {"Color", "Blue"}}, []string{"Color"},
			"blu_10 blu_12 | Color=Blue | BlueARedAGreenx | 10A11-12A",
		},
		{
			"without preferences the last goes first", []Selection{{"Color", "Blue"}, {"Size", "11"}}, nil,
			"blu_10 blu_12 | Color=Blue | BlueARedAGreenx | 10A11-12A",
		},
		{
			"an option that is none goes before all", []Selection{{"Width", "wide"}, {"Size", "12"}}, []string{"Width", "Size"},
			"blu_12 gre_12 | Size=12 | BlueARed-Greenx | 10A11A12A",
		},
		{
			"a label that is none", []Selection{{"Color", "Pink"}}, nil,
			"blu_10 blu_12 red_10 red_11 gre_10 gre_12 | | BlueARedAGreenx | 10A11A12A",
		},
		{
			"case does not matter", []Selection{{"color", "RED"}, {"SIZE", "11"}}, nil,
			"red_11 | Color=Red Size=11 | Blue-RedAGreen- | 10A11A12-",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			choice, err := Select(&p, test.selected, test.preferences, notGreen)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(choice); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSelectRefusesAnOptionTwice(t *testing.T) {
	t.Parallel()
	p := runner()
	_, err := Select(&p, []Selection{{"Color", "Blue"}, {"color", "Red"}}, nil, nil)
	var twice *DuplicateOptionError
	if !errors.As(err, &twice) || twice.Name != "color" {
		t.Errorf("error is %v", err)
	}
}

func TestSelectVariant(t *testing.T) {
	t.Parallel()
	p := runner()
	const want = "red_11 | Color=Red Size=11 | Blue-RedAGreen- | 10A11A12-"
	if got := show(SelectVariant(&p, &p.Variants[3], nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSelectOfAProductWithoutOptions(t *testing.T) {
	t.Parallel()
	p := plain("item_123", "Blue Jeans", 5000)
	for _, selected := range [][]Selection{nil, {{"Color", "Red"}}} {
		choice, err := Select(&p, selected, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := show(choice); got != "item_123 |" {
			t.Errorf("Select(%v) = %s", selected, got)
		}
	}
}

// What one picks for a purchase is read as what one looks at.
func TestPick(t *testing.T) {
	t.Parallel()
	p := shirt()
	single := plain("item_123", "Blue Jeans", 5000)
	for _, tt := range []struct {
		product  *Product
		selected []Selection
		want     string
	}{
		{&p, []Selection{{"Cor", "Vermelho"}, {"Tamanho", "M"}}, "SHIRT-3"},
		{&p, []Selection{{"CÔR", "vermelho"}, {"tamanho", "m"}}, "SHIRT-3"},
		{&p, []Selection{{"Cor", "Vermelho"}}, ""},
		{&p, nil, ""},
		{&p, []Selection{{"Cor", "Verde"}, {"Tamanho", "M"}}, ""},
		{&p, []Selection{{"Cor", "Vermelho"}, {"Tamanho", "M"}, {"Gola", "V"}}, ""},
		{&single, nil, "item_123"},
		{&single, []Selection{{"Cor", "Azul"}}, ""},
	} {
		got := ""
		if v := tt.product.Pick(tt.selected); v != nil {
			got = string(v.ID)
		}
		if got != tt.want {
			t.Errorf("Pick(%v) = %q, want %q", tt.selected, got, tt.want)
		}
	}
}
