package web_test

import (
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"balcao/web"
)

func TestPublicPages(t *testing.T) {
	t.Parallel()
	h := newShop().handler(t)
	cases := []struct {
		path, lang string
		parts      []string
	}{
		{"/", "pt-BR", []string{"<h1>Balcão Demonstração</h1>", `href="/.well-known/bcp"`, `href="/.well-known/agent-card.json"`,
			`<a href="/products/camiseta">Camiseta &lt;script&gt;`, "a partir de R$\u00a049,90", "Loja de demonstração", "CEP 01310-100"}},
		{"/", "en", []string{"This shop sells through shopping assistants", "from R$\u00a049.90"}},
		{"/", "es", []string{"asistentes de compra"}},
		{"/products/camiseta", "pt-BR", []string{"<h1>Camiseta &lt;script&gt;", "Marca · Roupas", "Algodão &amp; &lt;b&gt;linho&lt;/b&gt;",
			"<code>p1-azul</code>", "R$\u00a059,90", "Não vendemos este produto para: AC, RO."}},
		{"/products/p1-preta", "en", []string{"Camiseta preta", "We do not sell this product to: AC, RO."}},
		{"/terms", "pt-BR", []string{"<h1>Termos de uso</h1>", "CNPJ 99.887.766/0001-05", "Rua do Balcão, 100", `href="/returns"`}},
		{"/terms", "en", []string{"<h1>Terms of service</h1>", "CNPJ 99.887.766/0001-05"}},
		{"/terms", "es", []string{"<h1>Términos de uso</h1>", "CNPJ 99.887.766/0001-05"}},
		{"/privacy", "pt-BR", []string{"LGPD", "oi@balcao.example", "ANPD"}},
		{"/privacy", "en", []string{"LGPD", "Data protection contact"}},
		{"/privacy", "es", []string{"LGPD", "Contacto de protección de datos"}},
		{"/returns", "pt-BR", []string{"<strong>7 dias</strong>", "art. 49", "inclusive o frete"}},
		{"/returns", "en", []string{"<strong>7 days</strong>", "article 49", "delivery included"}},
		{"/returns", "es", []string{"<strong>7 días</strong>", "art. 49", "incluido el envío"}},
	}
	for _, tc := range cases {
		t.Run(tc.path+" "+tc.lang, func(t *testing.T) {
			t.Parallel()
			r, body := ask(t, h, "GET", tc.path, "Accept-Language", tc.lang)
			if r.StatusCode != 200 {
				t.Fatalf("status %d", r.StatusCode)
			}
			wantHeaders(t, r, "Content-Type", "text/html; charset=UTF-8", "Cache-Control", "public, max-age=300",
				"Vary", "Accept-Language", "Content-Language", tc.lang, "X-Robots-Tag", "")
			wantParts(t, body, append(tc.parts, `<html lang="`+tc.lang+`">`)...)
			wantNone(t, body, "<script", "%!")
			wellFormed(t, body)
		})
	}
}

func TestUnknownProduct(t *testing.T) {
	t.Parallel()
	r, body := ask(t, newShop().handler(t), "GET", "/products/nothing", "Accept-Language", "es")
	if r.StatusCode != 404 {
		t.Errorf("status %d", r.StatusCode)
	}
	wantParts(t, body, "No encontramos esta página")
}

func TestErrorPage(t *testing.T) {
	t.Parallel()
	pages := web.New(web.Deps{Shop: web.Shop{Name: "Loja", Seller: seller}})
	cases := []struct {
		status int
		lang   string
		title  string
	}{
		{404, "en", "We could not find this page"}, {429, "pt", "Um momento, por favor"},
		{500, "es", "Algo salió mal"}, {405, "fr", "Algo deu errado"},
	}
	for _, tc := range cases {
		r := httptest.NewRequest("GET", "/x", nil)
		r.Header.Set("Accept-Language", tc.lang)
		w := httptest.NewRecorder()
		if err := pages.ErrorPage(echo.New().NewContext(r, w), tc.status); err != nil {
			t.Fatal(err)
		}
		if w.Code != tc.status {
			t.Errorf("status %d, want %d", w.Code, tc.status)
		}
		wantParts(t, w.Body.String(), "<h1>"+tc.title+"</h1>")
		wantNone(t, w.Body.String(), "mailto:", `class="sandbox"`) // a shop without these
		wellFormed(t, w.Body.String())
	}
}

func TestStyleSheet(t *testing.T) {
	t.Parallel()
	h := newShop().handler(t)
	r, body := ask(t, h, "GET", "/assets/balcao.css")
	wantHeaders(t, r, "Content-Type", "text/css; charset=utf-8", "Cache-Control", "public, max-age=300")
	wantNone(t, body, "url(", "@import") // nothing is loaded from elsewhere
	again, _ := ask(t, h, "GET", "/assets/balcao.css", "If-None-Match", r.Header.Get("ETag"))
	if r.StatusCode != 200 || again.StatusCode != 304 {
		t.Errorf("status %d, then %d", r.StatusCode, again.StatusCode)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(newShop().handler(t))
	defer server.Close()
	for _, path := range []string{"/", checkoutPage, orderPage, "/assets/balcao.css"} {
		r, err := server.Client().Head(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 200 || r.Header.Get("Content-Type") == "" {
			t.Errorf("HEAD %s: status %d", path, r.StatusCode)
		}
		posted, err := server.Client().Post(server.URL+path, "text/plain", nil)
		if err != nil {
			t.Fatal(err)
		}
		posted.Body.Close()
		if posted.StatusCode != 405 {
			t.Errorf("POST %s: status %d, want 405", path, posted.StatusCode)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	want := []web.Link{
		{Type: "terms_of_service", Path: "/terms", Title: "Termos de uso"},
		{Type: "privacy_policy", Path: "/privacy", Title: "Política de privacidade"},
		{Type: "refund_policy", Path: "/returns", Title: "Trocas e devoluções"},
	}
	if diff := cmp.Diff(want, web.Links()); diff != "" {
		t.Error(diff)
	}
	h := newShop().handler(t)
	for _, l := range web.Links() {
		if r, _ := ask(t, h, "GET", l.Path); r.StatusCode != 200 {
			t.Errorf("%s: status %d", l.Path, r.StatusCode)
		}
	}
}
