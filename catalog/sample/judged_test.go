package sample

import (
	"bufio"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balcao/catalog"
)

// judged is a search with what is good for it, by product.
type judged struct {
	language, text string
	grades         map[string]int
}

func readJudged(t *testing.T) []judged {
	t.Helper()
	file, err := os.Open("testdata/judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	groups := map[string][]string{}
	var out []judged
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		if name, members, ok := strings.Cut(line, " = "); ok && line[0] == '@' {
			groups[name] = strings.Fields(members)
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			t.Fatalf("%q is no judged search", line)
		}
		q := judged{parts[0], parts[1], map[string]int{}}
		for _, judgement := range strings.Fields(parts[2]) {
			name, grade, _ := strings.Cut(judgement, ":")
			n, err := strconv.Atoi(grade)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			members := []string{name}
			if name[0] == '@' {
				if members = groups[name]; members == nil {
					t.Fatalf("%q: there is no group %s", line, name)
				}
			}
			for _, id := range members {
				q.grades[id] = max(q.grades[id], n)
			}
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(q.grades)), func(grade int) bool { return grade > 0 }) {
			t.Fatalf("%q says of nothing that it is right, so that nothing is wrong", line)
		}
		out = append(out, q)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

const depth = 10

// ndcg is the normalised discounted cumulative gain of the first ten, with 2^grade-1 as
// the gain. To find nothing where there is nothing is right.
func ndcg(got []string, grades map[string]int) float64 {
	if _, nothing := grades["none"]; nothing {
		if len(got) == 0 {
			return 1
		}
		return 0
	}
	gain := func(grade, at int) float64 { return (math.Exp2(float64(grade)) - 1) / math.Log2(float64(at)+2) }
	sum, best := 0.0, 0.0
	for i, id := range got[:min(len(got), depth)] {
		sum += gain(grades[id], i)
	}
	var ideal []int
	for _, grade := range grades {
		ideal = append(ideal, grade)
	}
	slices.Sort(ideal)
	slices.Reverse(ideal)
	for i, grade := range ideal[:min(len(ideal), depth)] {
		best += gain(grade, i)
	}
	return sum / best
}

// TestJudgedSearches holds the search against judgements that were made before it was run.
func TestJudgedSearches(t *testing.T) {
	t.Parallel()
	const least = 0.9
	c := shop(t).Catalog
	known := map[string]bool{"none": true}
	for _, p := range c.Products() {
		known[string(p.ID)] = true
	}
	sums, counts := map[string]float64{}, map[string]int{}
	for _, q := range readJudged(t) {
		for id := range q.grades {
			if !known[id] {
				t.Errorf("%s is no product", id)
			}
		}
		page, err := c.Search(catalog.Query{Text: q.text})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range page.Hits {
			got = append(got, string(h.Product.ID))
		}
		score := ndcg(got, q.grades)
		for _, set := range []string{q.language, "all"} {
			sums[set], counts[set] = sums[set]+score, counts[set]+1
		}
		if score < 0.8 {
			t.Logf("%.2f %s %q: %q", score, q.language, q.text, got[:min(len(got), 6)])
		}
	}
	for set, n := range counts {
		mean := sums[set] / float64(n)
		t.Logf("%s: nDCG@10 %.3f over %d searches", set, mean, n)
		if !(mean >= least) { // nor if it is no number
			t.Errorf("%s: nDCG@10 is %.3f, at least %.1f is wanted", set, mean, least)
		}
	}
	if counts["all"] < 150 {
		t.Errorf("there are %d searches", counts["all"])
	}
}
