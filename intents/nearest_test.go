package intents

import (
	"encoding/json"
	"slices"
	"testing"

	"balcao/internal/bcptest"
)

// leastShortlisted is the share of the products meant, in per cent, that must be among
// those of the conversation and the twelve nearest.
const leastShortlisted = 99.0

func TestShortlistHoldsWhatIsMeant(t *testing.T) {
	t.Parallel()
	x := NewIndex(evaluationProducts(t))
	r := reader{index: x}
	n, held := 0, 0
	for _, row := range rows(t, bcptest.Shared(t, "nl", "dev.jsonl")) {
		u := row.utterance(t)
		text := clean(u.Text)
		tokens := x.nouns(x.spell(mask(tokenize(text), r.findSpans(text))))
		list := slices.Concat(u.Conversation.inBasket(), u.Conversation.Results, x.nearest(x.terms(glueUnits(tokens)), 12))
		list = append(list, u.Conversation.Focus)
		for _, s := range r.findSpans(text) {
			if s.kind == spanProduct {
				list = append(list, s.offer.Product.ID)
			}
		}
		for _, raw := range row.Expect {
			var s Slots
			if err := json.Unmarshal(raw, &s); err != nil {
				t.Fatal(err)
			}
			for _, id := range append(s.Candidates, s.Product) {
				if id == "" {
					continue
				}
				n++
				if slices.Contains(list, product(id, "", "", 0).ID) {
					held++
				} else {
					t.Logf("%s %q: %s is not among %v", row.ID, u.Text, id, list)
				}
			}
		}
	}
	t.Logf("%d of %d products are in the shortlist", held, n)
	if share := percent(held, n); share < leastShortlisted {
		t.Errorf("%.1f %% of %d, want at least %v", share, n, leastShortlisted)
	}
}
