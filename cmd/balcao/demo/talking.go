package demo

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// talk is the purchase by conversation: one red shirt to Goiânia, with a coupon, by Pix.
type talk struct {
	*play
	thread *thread
	shirt  product
	charge instrument
}

// buyTalking plays the purchase in which the customer speaks and the platform passes it on.
func (p *play) buyTalking(ctx context.Context) error {
	t := &talk{play: p, thread: p.newThread()}
	for _, step := range []func(context.Context) error{
		t.search, t.add, t.identify, t.chooseShipping, t.useCoupon, t.requestPix, t.retry, t.waitForPix,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (t *talk) search(ctx context.Context) error {
	a, err := t.customer(ctx, t.thread, "search", "Procuro uma camiseta vermelha, tamanho M.")
	if err != nil {
		return err
	}
	if err := t.tale.verify(holds("a busca traz produtos", len(a.Products) > 0 && len(a.Products[0].Variants) > 0)); err != nil {
		return err
	}
	t.shirt = a.Products[0]
	for _, other := range a.Products[1:] {
		if other.Title == "Camiseta Azul M" && len(other.Variants) > 0 {
			t.other = other
		}
	}
	return t.tale.verify(
		is("a primeira é a Camiseta Vermelha M", t.shirt.Title, "Camiseta Vermelha M"),
		is("por R$ 59,90", t.shirt.Variants[0].Price.Amount, 5990),
		holds("também há a Camiseta Azul M", t.other.Title != ""),
	)
}

func (t *talk) add(ctx context.Context) error {
	a, err := t.act(ctx, t.thread, "add", "1 × "+t.shirt.Title, object{
		"action": "add_to_checkout", "product_id": t.shirt.Variants[0].ID, "quantity": 1,
	})
	if err != nil {
		return err
	}
	c := a.Checkout
	taxes := map[string]reais{}
	if len(c.Lines) == 1 {
		for _, x := range c.Lines[0].Taxes {
			taxes[x.Type] = x.Amount
		}
	}
	return t.tale.verify(
		is("o checkout está incompleto", c.Status, "incomplete"),
		is("com uma linha", len(c.Lines), 1),
		is("em reais", c.Currency, "BRL"),
		is("subtotal de R$ 59,90", c.Totals.of("subtotal"), 5990),
		is("ICMS embutido de R$ 6,12", taxes["icms"], 612),
		is("PIS embutido de R$ 0,40", taxes["pis"], 40),
		is("Cofins embutida de R$ 1,82", taxes["cofins"], 182),
		is("tributos embutidos de R$ 8,34", c.Totals.of("tax"), 834),
		inPortuguese(c),
	)
}

func (t *talk) identify(ctx context.Context) error {
	a, err := t.customer(ctx, t.thread, "identify", "Compradora Ana Silva, CPF 39053344705, ana@example.com.br, +5562999990000. "+
		"Entrega na Rua das Flores, 100, Apto 12, Goiânia, GO, 74000000, BR. Mantenha os consentimentos opcionais recusados.")
	if err != nil {
		return err
	}
	c := a.Checkout
	_, options := c.shipping()
	consents := 0
	for _, given := range c.Buyer.Consent {
		if given {
			consents++
		}
	}
	return t.tale.verify(
		is("a compradora é Ana", c.Buyer.FirstName, "Ana"),
		is("com o CPF dela", c.Buyer.Taxpayer.Value, "39053344705"),
		is("os quatro consentimentos foram anotados", len(c.Buyer.Consent), 4),
		is("e todos recusados", consents, 0),
		is("há duas opções de frete", strings.Join(options, ", "), "PAC, SEDEX"),
		is("falta escolher uma", c.Status, "incomplete"),
	)
}

func (t *talk) chooseShipping(ctx context.Context) error {
	a, err := t.customer(ctx, t.thread, "choose_shipping", "Escolho PAC por R$ 19,90.")
	if err != nil {
		return err
	}
	c := a.Checkout
	selected, _ := c.shipping()
	return t.tale.verify(
		is("o PAC foi escolhido", selected, "standard"),
		is("frete de R$ 19,90", c.Totals.of("fulfillment"), 1990),
		is("tributos embutidos, ainda R$ 8,34", c.Totals.of("tax"), 834),
		is("total de R$ 79,80", c.Totals.of("total"), 7980),
		is("pronto para concluir", c.Status, "ready_for_complete"),
		inPortuguese(c),
	)
}

func (t *talk) useCoupon(ctx context.Context) error {
	a, err := t.act(ctx, t.thread, "use_coupon", "BEMVINDO10", object{"action": "apply_discount", "code": "BEMVINDO10"})
	if err != nil {
		return err
	}
	c := a.Checkout
	return t.tale.verify(
		is("10% de desconto: R$ 5,99 a menos", c.Totals.of("discount"), -599),
		is("tributos sobre o preço com desconto: R$ 7,51", c.Totals.of("tax"), 751),
		is("total de R$ 73,81", c.Totals.of("total"), 7381),
	)
}

func (t *talk) requestPix(ctx context.Context) error {
	a, err := t.customer(ctx, t.thread, "request_pix", "Gere a cobrança Pix para o checkout pronto.")
	if err != nil {
		return err
	}
	t.charge = a.Checkout.instrument()
	if err := t.tale.verify(is("a loja mostra uma cobrança Pix", t.charge.Credential.Type, "pix_charge")); err != nil {
		return err
	}
	code := t.charge.Credential.CopyPaste
	fields, err := readBRCode(code)
	return t.tale.verify(
		passes("o CRC do código confere", err),
		passes("é um código Pix, em reais, do Brasil", fields.pix()),
		passes("e a imagem é um QR code em PNG", squarePNG(t.charge.Credential.QRCode)),
		holds("o cliente pode copiar o código da conversa", slices.Contains(strings.Split(a.Text, "\n"), code)),
		is("o total não mudou", a.Checkout.Totals.of("total"), 7381),
	)
}

// retry sends the last message once more, as a platform does that lost the answer.
func (t *talk) retry(ctx context.Context) error {
	t.tale.says("Plataforma", "(a resposta se perdeu: a mesma mensagem vai de novo)")
	again, err := t.thread.post(ctx, "retry", t.thread.sent)
	if err != nil {
		return err
	}
	return t.tale.verify(holds("a resposta volta igual, byte por byte: não há segunda cobrança", bytes.Equal(again, t.thread.received)))
}

func (t *talk) waitForPix(ctx context.Context) error {
	t.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	paid, err := t.awaitPayment(ctx, t.thread)
	if err != nil {
		return err
	}
	a, err := t.act(ctx, t.thread, "complete", "depois de pago", completing(object{
		"id": t.charge.ID, "handler_id": t.charge.Handler, "type": t.charge.Type, "selected": true,
	}))
	if err != nil {
		return err
	}
	t.keep(paid.Checkout)
	return t.tale.verify(
		holds("o Pix caiu e o pedido existe", paid.Checkout.Order.ID != "" && paid.Checkout.Order.Permalink != ""),
		is("concluir de novo não muda nada", a.Checkout.Status, "completed"),
		is("o pedido é o mesmo", a.Checkout.Order.ID, paid.Checkout.Order.ID),
		is("pago: R$ 73,81", a.Checkout.Totals.of("total"), 7381),
	)
}

// inPortuguese checks the one message that every open checkout has: the right to withdraw
// (Brazilian consumer code, article 49).
func inPortuguese(c checkout) check {
	return holds("o aviso de desistência em 7 dias vem em português", strings.HasPrefix(c.message("right_of_withdrawal"), "Você pode desistir"))
}
