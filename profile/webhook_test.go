package profile

import (
	"fmt"
	"strings"
	"testing"

	"balcao/platform"
)

// A session has the webhook of the entry by which the order capability was negotiated. What
// cannot be one costs nothing but the webhook.
func TestOrderWebhook(t *testing.T) {
	t.Parallel()
	const url = "https://agent.example/orders?k=1"
	entry := func(version, config string) string { return fmt.Sprintf(`{"version":%q%s}`, version, config) }
	good := entry("2026-07-28", `,"config":{"webhook_url":"`+url+`","more":{"x":1}}`)
	for name, c := range map[string]struct {
		entries string
		off     bool
		want    string
	}{
		"named":               {good, false, url},
		"order switched off":  {good, true, ""},
		"no config":           {entry("2026-07-28", ""), false, ""},
		"empty config":        {entry("2026-07-28", `,"config":{}`), false, ""},
		"empty URL":           {entry("2026-07-28", `,"config":{"webhook_url":""}`), false, ""},
		"another type":        {entry("2026-07-28", `,"config":{"webhook_url":["`+url+`"]}`), false, ""},
		"null":                {entry("2026-07-28", `,"config":{"webhook_url":null}`), false, ""},
		"longest":             {entry("2026-07-28", `,"config":{"webhook_url":"`+strings.Repeat("x", maxWebhook)+`"}`), false, strings.Repeat("x", maxWebhook)},
		"too long":            {entry("2026-07-28", `,"config":{"webhook_url":"`+strings.Repeat("x", maxWebhook+1)+`"}`), false, ""},
		"of an older entry":   {entry("2026-07-28", "") + "," + entry("2026-07-14", `,"config":{"webhook_url":"https://old.example/"}`), false, ""},
		"of a newer entry":    {entry("2027-01-01", `,"config":{"webhook_url":"https://new.example/"}`) + "," + good, false, url},
		"negotiated is older": {entry("2026-07-14", `,"config":{"webhook_url":"https://old.example/"}`), false, "https://old.example/"},
	} {
		doc, err := parse([]byte(ucpDocument(`"payment_handlers":{},"capabilities":{"` + platform.CapOrder + `":[` + c.entries + `],"` +
			platform.CapCheckout + `":[{"version":"2026-07-28","config":{"webhook_url":"https://checkout.example/"}}]}`)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		shop := testShop()
		if c.off {
			shop.Disabled = []string{platform.CapOrder}
		}
		n, err := negotiate(shop, agentURL, doc)
		if err != nil || n.Session.OrderWebhook != c.want || n.Session.Has(platform.CapOrder) == c.off {
			t.Errorf("%s: %q, %v", name, n.Session.OrderWebhook, err)
		}
	}
}
