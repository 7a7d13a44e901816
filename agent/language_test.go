package agent

import (
	"context"
	"strings"
	"testing"
)

// An action is answered in the language that its context asks for.
func TestLanguageOfAnAction(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ data, want string }{
		{`{"action":"search_catalog","query":"camiseta"}`, "Encontrei "},
		{`{"action":"search_catalog","query":"camiseta","context":{"language":"pt-PT"}}`, "Encontrei "},
		{`{"action":"search_catalog","query":"camiseta","context":{"language":"en-US"}}`, "I found "},
		{`{"action":"search_catalog","query":"camiseta","context":{"language":"ES"}}`, "Encontré "},
		{`{"action":"search_catalog","query":"camiseta","context":{"language":"enm"}}`, "Encontrei "},
		{`{"action":"search_catalog","query":"xyzxyz","context":{"language":"en"}}`, "I couldn't find"},
		{`{"action":"get_product","product_id":"item_123"}`, "R$\u00a0"},
		{`{"action":"get_product","product_id":"none","context":{"language":"en"}}`, "We could not find"},
		{`{"action":"get_product","product_id":"none","context":{"language":"es"}}`, "No encontramos"},
		{`{"action":"get_product","product_id":"none"}`, "Não encontramos"},
	} {
		answer, err := newShop(t, &counter{}).Send(context.Background(), sent(buyer, tt.data, ""))
		if err != nil || !strings.Contains(string(answer), tt.want) {
			t.Errorf("%s: %s, %v; want %q", tt.data, answer, err, tt.want)
		}
	}
}
