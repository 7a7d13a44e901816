package intents

import "testing"

func TestEvidencePlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text  string
		place int
		ok    bool
	}{
		{"zorpa o segundo", 2, true}, {"zorpa o segundo", 1, false}, {"the third one, zorp it", 3, true}, {"zorpa la primera", 1, true},
		{"zorpa a opção 2", 2, true}, {"zorpa a opção 2", 3, false}, {"zorpa o último", 0, false}, {"zorpa isso", 1, false},
	} {
		if got := evidenceOf(t, tt.text, Conversation{}).Place(tt.place); got != tt.ok {
			t.Errorf("%q names place %d: %v, want %v", tt.text, tt.place, got, tt.ok)
		}
	}
}

func TestEvidenceQuery(t *testing.T) {
	t.Parallel()
	e := evidenceOf(t, "rola uns fones até 300 reais?", Conversation{})
	s, ok := e.Query("fones baratos")
	if !ok || s.Action != "search_catalog" || s.Query != "fones baratos" || s.Filters == nil || s.Filters.PriceMax == nil || *s.Filters.PriceMax != 30000 {
		t.Errorf("got %+v, %v", s, ok)
	}
	for _, query := range []string{"geladeira", "", "!!!"} {
		if s, ok := e.Query(query); ok {
			t.Errorf("%q is searched for: %+v", query, s)
		}
	}
}

func TestEvidencePayment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"bora pagar no pix": "pix", "bora pagar no boleto": "boleto", "let's pay by card": "credit_card", "bora pagar": ""} {
		if s := evidenceOf(t, text, Conversation{}).Payment(); s.Action != "start_payment" || s.Method != want {
			t.Errorf("%q: %+v, want %q", text, s, want)
		}
	}
}

func TestEvidenceOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"zorpou o order_abc1?": "order_abc1", "zorpou o meu pedido?": "", "zorpou o order_abc1 ou o order_abc2?": "",
	} {
		if s := evidenceOf(t, text, Conversation{}).Order(); s.Action != "get_order" || s.Order != want {
			t.Errorf("%q: %+v, want %q", text, s, want)
		}
	}
}
