package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// agreed is the purchase under AP2: the shop signs each checkout that it shows, and sells
// only what the buyer has signed in return.
type agreed struct {
	*play
	thread *thread
	wallet wallet
	// now is the checkout as the shop showed it last, jwt that with the shop's signature.
	now checkout
	jwt string
	// small is the mandate for the first cart, without a proof; given is the token that paid.
	small, given string
}

// buyAgreed plays the purchase by mandate, and what a shop must not take for one.
func (p *play) buyAgreed(ctx context.Context) error {
	signs, err := newWallet(p.cfg.ShopURL) // the shop publishes the platform's profile
	if err != nil {
		return err
	}
	as := *p.client
	as.profile = p.cfg.ShopURL + "/sandbox/platform-ap2.json"
	b := &agreed{play: p, thread: &thread{client: &as}, wallet: signs}
	for _, step := range []func(context.Context) error{
		b.create, b.withoutMandate, b.withoutProof, b.otherCart, b.complete, b.waitForPix, b.again,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// create makes the checkout, and holds the shop to its signature.
func (b *agreed) create(ctx context.Context) error {
	b.tale.says("Plataforma", "(agora uma que negocia AP2: "+b.thread.client.profile+")")
	a, err := b.act(ctx, b.thread, "create_under_ap2", "1 × "+b.other.Title+", para São Paulo", b.cart(1))
	if err != nil {
		return err
	}
	err = b.tale.verify(
		is("pronto para concluir", a.Checkout.Status, "ready_for_complete"),
		is("total de R$ 64,90", a.Checkout.Totals.of("total"), 6490),
		b.sealed("a loja assinou este checkout: a assinatura confere com a chave do perfil dela", a),
		holds("e ela manda um desafio para o mandato", a.Checkout.AP2.Nonce != ""),
	)
	if err != nil {
		return err
	}
	changed, err := a.Checkout.withTotal(1)
	if err != nil {
		return err
	}
	_, wrong := verifySeal(changed, b.keys)
	return b.tale.verify(holds("com o total trocado por R$ 0,01, a assinatura não confere", wrong != nil))
}

// sealed checks the shop's signature over the checkout of an answer, and keeps both.
func (b *agreed) sealed(fact string, a answer) check {
	jwt, err := verifySeal(a.Checkout.raw, b.keys)
	b.now, b.jwt = a.Checkout, jwt
	return passes(fact, err)
}

// tryToComplete sends a completion by Pix with a mandate, none if it is empty.
func (b *agreed) tryToComplete(ctx context.Context, step, note, mandate string) (answer, error) {
	action := completing(object{"handler_id": b.now.handler("br.dev.bcp.pix"), "type": "pix", "selected": true})
	if mandate != "" {
		action["ap2"] = object{"checkout_mandate": mandate}
	}
	return b.act(ctx, b.thread, step, "por Pix, "+note, action)
}

// refused checks that a completion was refused with a code, and that it changed nothing.
func (b *agreed) refused(fact, code string, a answer) error {
	return b.tale.verify(
		is(fact+": "+code, a.Checkout.codeAt("$.ap2.checkout_mandate"), code),
		is("o checkout continua pronto", a.Checkout.Status, "ready_for_complete"),
		is("sem cobrança Pix", a.Checkout.instrument().Credential.CopyPaste, ""),
		b.sealed("e esta resposta também vem assinada", a),
	)
}

func (b *agreed) withoutMandate(ctx context.Context) error {
	a, err := b.tryToComplete(ctx, "complete_without_mandate", "sem mandato", "")
	if err != nil {
		return err
	}
	return b.refused("sem mandato a loja não conclui", "mandate_required", a)
}

// issue has the buyer agree to what the shop showed last.
func (b *agreed) issue() (string, error) {
	b.tale.says("Cliente", fmt.Sprintf("(concorda com %v e assina o mandato)", b.now.Totals.of("total")))
	return b.wallet.issue(b.jwt, time.Now())
}

// prove has the buyer's device answer the shop's latest challenge.
func (b *agreed) prove(issued string) (string, error) {
	return b.wallet.prove(issued, b.cfg.ShopURL, b.now.AP2.Nonce, time.Now())
}

// withoutProof completes as somebody would who has the mandate and not the buyer's device.
func (b *agreed) withoutProof(ctx context.Context) (err error) {
	if b.small, err = b.issue(); err != nil {
		return err
	}
	a, err := b.tryToComplete(ctx, "complete_without_proof", "com o mandato, mas sem a prova do aparelho", b.small)
	if err != nil {
		return err
	}
	if err := b.refused("sem a prova do aparelho (key binding) o mandato não vale", "mandate_invalid_signature", a); err != nil {
		return err
	}
	return b.refusal(a, b.small)
}

// otherCart buys more than the buyer agreed to. The proof is a fresh one, so that nothing
// but the cart is wrong.
func (b *agreed) otherCart(ctx context.Context) error {
	before := b.now
	a, err := b.act(ctx, b.thread, "add_under_ap2", "mais 1 × "+b.other.Title, object{
		"action": "add_to_checkout", "product_id": b.other.Variants[0].ID, "quantity": 1,
	})
	if err != nil {
		return err
	}
	err = b.tale.verify(
		is("total de R$ 124,80", a.Checkout.Totals.of("total"), 12480),
		b.sealed("a loja assina o novo total", a),
		holds("com outro desafio", a.Checkout.AP2.Nonce != "" && a.Checkout.AP2.Nonce != before.AP2.Nonce),
	)
	if err != nil {
		return err
	}
	token, err := b.prove(b.small)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("com o mandato de %v e uma prova nova", before.Totals.of("total"))
	a, err = b.tryToComplete(ctx, "complete_with_stale_mandate", note, token)
	if err != nil {
		return err
	}
	if err := b.refused("o mandato de um carrinho mais barato não serve", "mandate_scope_mismatch", a); err != nil {
		return err
	}
	return b.refusal(a, b.small)
}

// refusal checks the receipt by which the shop stands by its refusal.
func (b *agreed) refusal(a answer, mandate string) error {
	r, err := verifyReceipt(a.Checkout.AP2.Receipt, b.keys)
	return b.tale.verify(
		passes("a loja assina um recibo da recusa", err),
		is("que nomeia este mandato e nenhum pedido", r, receipt{Issuer: b.cfg.ShopURL, Status: "Error", Reference: hashOf(mandate)}),
	)
}

func (b *agreed) complete(ctx context.Context) (err error) {
	issued, err := b.issue()
	if err != nil {
		return err
	}
	if b.given, err = b.prove(issued); err != nil {
		return err
	}
	note := fmt.Sprintf("com o mandato de %v e a prova", b.now.Totals.of("total"))
	a, err := b.tryToComplete(ctx, "complete_with_mandate", note, b.given)
	if err != nil {
		return err
	}
	_, crc := readBRCode(a.Checkout.instrument().Credential.CopyPaste)
	return b.tale.verify(
		is("a loja aceita o mandato: a conclusão está em andamento", a.Checkout.Status, "complete_in_progress"),
		passes("só agora há um código Pix, cujo CRC confere", crc),
		is("e ainda sem pedido", a.Checkout.Order.ID, ""),
		b.sealed("e esta resposta também vem assinada", a),
	)
}

func (b *agreed) waitForPix(ctx context.Context) error {
	b.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	a, err := b.awaitPayment(ctx, b.thread)
	if err != nil {
		return err
	}
	r, wrong := verifyReceipt(a.Checkout.AP2.Receipt, b.keys)
	return b.tale.verify(
		holds("o Pix caiu e o pedido existe", a.Checkout.Order.ID != "" && a.Checkout.Order.Permalink != ""),
		is("pago: R$ 124,80", a.Checkout.Totals.of("total"), 12480),
		b.sealed("a loja assina o checkout concluído", a),
		passes("e um recibo do mandato", wrong),
		is("que nomeia este mandato e o pedido", r, receipt{
			Issuer: b.cfg.ShopURL, Status: "Success", Reference: hashOf(b.given[:strings.LastIndex(b.given, "~")+1]), Order: a.Checkout.Order.ID,
		}),
	)
}

// again uses the mandate a second time.
func (b *agreed) again(ctx context.Context) error {
	was := b.now
	a, err := b.tryToComplete(ctx, "replay_mandate", "com o mesmo mandato, outra vez", b.given)
	if err != nil {
		return err
	}
	return b.tale.verify(
		is("nada muda: a compra já foi concluída", a.Checkout.Status, "completed"),
		is("o mandato não faz um segundo pedido", a.Checkout.Order.ID, was.Order.ID),
		is("o recibo é o mesmo", a.Checkout.AP2.Receipt, was.AP2.Receipt),
		b.sealed("e a resposta continua assinada", a),
	)
}

// withTotal is the checkout as the shop sent it, with another total.
func (c checkout) withTotal(amount reais) (json.RawMessage, error) {
	var members map[string]any
	if err := json.Unmarshal(c.raw, &members); err != nil {
		return nil, err
	}
	totals, _ := members["totals"].([]any)
	for _, t := range totals {
		if t, _ := t.(map[string]any); t["type"] == "total" {
			t["amount"] = amount
		}
	}
	return json.Marshal(members)
}
