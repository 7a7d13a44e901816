package profile

import "testing"

func TestKeySet(t *testing.T) {
	t.Parallel()
	shop := testShop()
	const want = `{"keys":[{"kid":"merchant-1","kty":"EC","crv":"P-256","x":"mnl4eyp6yIXCTI0YVP_ltncQrjKbHcA56cge-M6ASbM","y":"Kj9eXxMdGeUTtAXneR68vk6P7gLelLdJ3fFwtnAHu4g","use":"sig","alg":"ES256"}]}` + "\n"
	if got, err := KeySet(shop); err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	shop.Keys = nil
	if got, err := KeySet(shop); err != nil || string(got) != `{"keys":[]}`+"\n" {
		t.Errorf("without keys: %s, %v", got, err)
	}
	for _, base := range []string{"https://loja.example", "https://loja.example/"} {
		shop.PublicURL = base
		if got := shop.KeysURL(); got != "https://loja.example/.well-known/jwks.json" {
			t.Errorf("%s: %s", base, got)
		}
	}
}
