package bcp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"balcao/checkout"
)

var languages = []string{"pt-BR", "en", "es"}

// codesInSource are the values of all constants of type checkout.Code.
func codesInSource(t *testing.T) []checkout.Code {
	t.Helper()
	files, err := filepath.Glob("../checkout/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []checkout.Code
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, codesIn(t, file)...)
	}
	return codes
}

func codesIn(t *testing.T, file *ast.File) []checkout.Code {
	t.Helper()
	var codes []checkout.Code
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Code" {
			return true
		}
		for _, v := range spec.Values {
			value, err := strconv.Unquote(v.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, checkout.Code(value))
		}
		return true
	})
	return codes
}

// Every code has its own text in every language, with and without facts, and no
// placeholder or bracket is left in it.
func TestEveryCodeHasItsText(t *testing.T) {
	t.Parallel()
	codes := codesInSource(t)
	if len(codes) < 30 {
		t.Fatalf("found %d codes, there are more", len(codes))
	}
	facts := checkout.Args{
		Title: "Camiseta", Field: "buyer.taxpayer_id", Value: "v4lue", Names: []string{"Cor", "Tamanho"},
		Requested: 3, Available: 2, Amount: 5990, Was: 4990,
	}
	for _, code := range codes {
		seen := map[string]bool{}
		for _, lang := range languages {
			for _, args := range []checkout.Args{{}, facts} {
				text := Text(checkout.Message{Code: code, Args: args}, lang)
				if text == "" || text == otherText.In(lang) || strings.ContainsAny(text, "{}[]") {
					t.Errorf("%s in %s: %q", code, lang, text)
				}
				if strings.Contains(text, "  ") || strings.Contains(text, " .") {
					t.Errorf("%s in %s has a gap: %q", code, lang, text)
				}
			}
			seen[Text(checkout.Message{Code: code, Args: facts}, lang)] = true
		}
		if len(seen) != len(languages) {
			t.Errorf("%s: two languages have the same text", code)
		}
	}
	if len(codes) != len(messageTexts) {
		t.Errorf("%d texts for %d codes", len(messageTexts), len(codes))
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	tooMany := checkout.Message{Code: checkout.CodeQuantityAdjusted, Args: checkout.Args{Title: "Blue Jeans", Requested: 10005, Available: checkout.MaxQuantity}}
	tests := []struct {
		m    checkout.Message
		lang string
		want string
	}{
		{checkout.Message{Code: checkout.CodeFieldRequired, Args: checkout.Args{Field: "taxpayer_id"}}, "pt-BR", "Falta informar: CPF ou CNPJ."},
		{checkout.Message{Code: checkout.CodeFieldRequired, Args: checkout.Args{Field: "option"}}, "pt", "Falta informar: opção de frete."},
		{checkout.Message{Code: checkout.CodeFieldRequired, Path: "$.fulfillment.methods[0].destinations[0].postal_code"}, "es-AR", "Falta indicar: código postal (CEP)."},
		{checkout.Message{Code: checkout.CodeFieldRequired, Path: "$.fulfillment.methods[0].destinations"}, "EN-us", "Please provide: delivery address."},
		{checkout.Message{Code: checkout.CodeFieldRequired, Args: checkout.Args{Field: "x_other"}}, "en", "Please provide: x_other."},
		{checkout.Message{Code: checkout.CodeFieldRequired, Path: "$"}, "", "Falta informar: um dado da compra."},
		{checkout.Message{Code: checkout.CodeQuantityAdjusted, Args: checkout.Args{Title: "Blue Jeans", Requested: 20, Available: 12}}, "pt-BR",
			"Ajustamos a quantidade de Blue Jeans de 20 para 12, o que temos em estoque."},
		{tooMany, "pt-BR", "Ajustamos a quantidade de Blue Jeans de 10005 para 10000, o máximo por item da compra."},
		{tooMany, "en", "We adjusted the quantity of Blue Jeans from 10005 to 10000, the most that one item of a purchase may have."},
		{tooMany, "es", "Ajustamos la cantidad de Blue Jeans de 10005 a 10000, el máximo por artículo de la compra."},
		{checkout.Message{Code: checkout.CodePriceChanged, Args: checkout.Args{Title: "Blue Jeans", Was: 5000, Amount: 123456}}, "en",
			"The price of Blue Jeans changed from R$\u00a050.00 to R$\u00a01,234.56."},
		{checkout.Message{Code: checkout.CodeOptionRequired, Args: checkout.Args{Title: "Tênis", Names: []string{"Cor", "Tamanho"}}}, "fr", "Escolha uma opção para Tênis: Cor, Tamanho."},
		{checkout.Message{Code: checkout.CodeItemUnavailable, Args: checkout.Args{Value: "SKU-1"}}, "pt-BR", "No momento não podemos vender este produto (SKU-1) para este pedido."},
		{checkout.Message{Code: checkout.CodeDiscountInvalid, Args: checkout.Args{Value: "{title}[x]"}}, "pt-BR", "O cupom {title}[x] não existe."},
		{checkout.Message{Code: checkout.CodeInvalidTaxpayerID, Args: checkout.Args{Value: "39053344700"}}, "pt-BR", "O CPF ou CNPJ informado não é válido. Confira os números."},
		{checkout.Message{Code: checkout.CodeInvalidSelection, Path: "$.fulfillment.methods[0].id", Args: checkout.Args{Field: "id", Value: "x"}}, "pt-BR",
			"Esta escolha não existe aqui: forma de entrega “x”. Escolha entre o que está listado."},
		{checkout.Message{Code: checkout.CodeNotAllowed, Args: checkout.Args{Value: "completed"}}, "pt-BR", "Isso não é possível agora: a compra está concluída."},
		{checkout.Message{Code: checkout.CodeNotAllowed, Args: checkout.Args{Value: "incomplete"}}, "en", "That is not possible now."},
		{checkout.Message{Code: checkout.CodePaymentFailed, Args: checkout.Args{Amount: 100, Was: 7980}}, "en",
			"We received R$\u00a01.00 instead of R$\u00a079.80. It will be refunded; ask for a new Pix charge to pay."},
		{checkout.Message{Code: checkout.CodePaymentFailed, Args: checkout.Args{Amount: 7980, Was: 7980}}, "pt-BR",
			"O pagamento de R$\u00a079,80 chegou fora das condições deste Pix, como o prazo. O valor será devolvido; gere outro Pix para pagar."},
		{checkout.Message{Code: checkout.CodePaymentFailed, Path: "$.payment.instruments[0].handler_id", Args: checkout.Args{Field: "instruments"}}, "pt-BR",
			"A forma de pagamento enviada não pode ser usada, e nada foi cobrado. Envie uma só, entre as que a compra oferece."},
		{checkout.Message{Code: checkout.CodePaymentFailed, Path: "$.payment.instruments", Args: checkout.Args{Amount: 7980}}, "pt-BR",
			"O pagamento de R$\u00a079,80 não foi aprovado e nada foi cobrado. Tente de novo ou escolha outra forma de pagar."},
		{checkout.Message{Code: checkout.CodeLimit, Args: checkout.Args{Field: "total", Amount: 999999999999}}, "pt-BR",
			"O limite de R$\u00a09.999.999.999,99 foi ultrapassado em: valor total."},
		{checkout.Message{Code: checkout.CodeFulfillmentChanged, Args: checkout.Args{Title: "PAC"}}, "pt-BR",
			"A opção de entrega PAC mudou ou não está mais disponível. Confira o frete."},
		{checkout.Message{Code: "something_new"}, "es", "Hay algo que revisar en esta compra."},
	}
	for _, tt := range tests {
		if got := Text(tt.m, tt.lang); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.m.Code, got, tt.want)
		}
	}
}

func TestFieldNamesAreWhole(t *testing.T) {
	t.Parallel()
	for name, p := range fieldNames {
		for _, lang := range languages {
			if p.In(lang) == "" {
				t.Errorf("%s has no name in %s", name, lang)
			}
		}
	}
}
