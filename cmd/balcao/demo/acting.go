package demo

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
)

// cart is a create_checkout of some blue shirts to São Paulo.
func (p *play) cart(quantity int) object {
	return object{"action": "create_checkout", "checkout": object{
		"line_items": []object{{"item": object{"id": p.other.Variants[0].ID}, "quantity": quantity}},
		"buyer": object{
			"first_name": "Bruno", "last_name": "Lima", "email": "bruno@example.com.br",
			"taxpayer_id": object{"kind": "cpf", "value": "52998224725"},
		},
		"fulfillment": object{"methods": []object{{"type": "shipping", "destinations": []object{{
			"street_address": "Avenida Paulista, 1000", "address_locality": "São Paulo", "address_region": "SP",
			"postal_code": "01310-100", "address_country": "BR",
		}}}}},
	}}
}

// completing is a complete_checkout with one instrument (checkout over A2A).
func completing(with object) object {
	return object{"action": "complete_checkout", "a2a.bcp.checkout.payment": object{"instruments": []object{with}}}
}

// buyActing plays the purchase in three requests and no conversation: everything at once,
// complete before the money is there, and look until it is.
func (p *play) buyActing(ctx context.Context) error {
	t := p.newThread()
	a, err := p.act(ctx, t, "create", "2 × "+p.other.Title+", para São Paulo", p.cart(2))
	if err != nil {
		return err
	}
	c := a.Checkout
	err = p.tale.verify(
		is("pronto na primeira resposta", c.Status, "ready_for_complete"),
		is("subtotal de R$ 119,80", c.Totals.of("subtotal"), 11980),
		is("tributos embutidos de R$ 16,68", c.Totals.of("tax"), 1668),
		is("frete de R$ 5,00", c.Totals.of("fulfillment"), 500),
		is("total de R$ 124,80", c.Totals.of("total"), 12480),
		holds("a loja recebe por Pix", c.handler("br.dev.bcp.pix") != ""),
	)
	if err != nil {
		return err
	}
	a, err = p.act(ctx, t, "complete_unpaid", "por Pix, ainda não pago", completing(object{
		"handler_id": c.handler("br.dev.bcp.pix"), "type": "pix", "selected": true,
	}))
	if err != nil {
		return err
	}
	_, crc := readBRCode(a.Checkout.instrument().Credential.CopyPaste)
	err = p.tale.verify(
		is("a conclusão está em andamento", a.Checkout.Status, "complete_in_progress"),
		passes("com um código Pix cujo CRC confere", crc),
		is("e ainda sem pedido", a.Checkout.Order.ID, ""),
	)
	if err != nil {
		return err
	}
	p.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	if a, err = p.awaitPayment(ctx, t); err != nil {
		return err
	}
	p.keep(a.Checkout)
	return p.tale.verify(
		holds("o Pix caiu e o pedido existe", a.Checkout.Order.ID != "" && a.Checkout.Order.Permalink != ""),
		is("pago: R$ 124,80", a.Checkout.Totals.of("total"), 12480),
	)
}

// buyByCard plays a purchase by wallet token: the first card is declined, the second not.
func (p *play) buyByCard(ctx context.Context) error {
	t := p.newThread()
	a, err := p.act(ctx, t, "create_for_card", "1 × "+p.other.Title+", para São Paulo", p.cart(1))
	if err != nil {
		return err
	}
	gpay := a.Checkout.handler("com.google.pay")
	err = p.tale.verify(
		is("total de R$ 64,90", a.Checkout.Totals.of("total"), 6490),
		holds("a loja recebe pelo Google Pay", gpay != ""),
	)
	if err != nil {
		return err
	}
	pay := func(token string) object {
		return completing(object{
			"id": "card_1", "handler_id": gpay, "type": "card", "selected": true,
			"credential": object{"type": "PAYMENT_GATEWAY", "token": token},
		})
	}
	if a, err = p.act(ctx, t, "card_declined", "com um cartão sem limite", pay("fail_token")); err != nil {
		return err
	}
	err = p.tale.verify(
		holds("o cartão é recusado", a.Checkout.message("payment_failed") != ""),
		is("e o checkout continua pronto", a.Checkout.Status, "ready_for_complete"),
		is("sem pedido", a.Checkout.Order.ID, ""),
	)
	if err != nil {
		return err
	}
	if a, err = p.act(ctx, t, "card_approved", "com outro cartão", pay("success_token")); err != nil {
		return err
	}
	p.keep(a.Checkout)
	return p.tale.verify(
		is("o cartão é aprovado", a.Checkout.Status, "completed"),
		holds("o pedido existe", a.Checkout.Order.ID != "" && a.Checkout.Order.Permalink != ""),
		is("pago: R$ 64,90", a.Checkout.Totals.of("total"), 6490),
		holds("o token do cartão não volta na resposta", !bytes.Contains(t.received, []byte("success_token"))),
	)
}

// squarePNG checks that a base64 text is a PNG image as high as wide.
func squarePNG(text string) error {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return fmt.Errorf("base64: %w", err)
	}
	image, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	if image.Width != image.Height {
		return errors.New("the image is not square")
	}
	return nil
}
