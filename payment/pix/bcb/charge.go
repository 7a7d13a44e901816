package bcb

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// cobBody asks for a charge.
type cobBody struct {
	Calendario struct {
		Expiracao int64 `json:"expiracao"`
	} `json:"calendario"`
	Valor struct {
		Original string `json:"original"`
	} `json:"valor"`
	Chave              string `json:"chave"`
	SolicitacaoPagador string `json:"solicitacaoPagador,omitzero"`
}

// Charge implements pix.Provider. A PUT whose fate is unknown is followed by a look, and by
// one more PUT of the same txid only if the provider says that there is no such charge.
func (c *Client) Charge(ctx context.Context, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	if !pix.ValidChargeID(string(r.TXID)) {
		return payment.IssuedCharge{}, refused("txid %q is not 26 to 35 letters and digits", r.TXID)
	}
	if _, err := pix.FormatValor(r.Amount); err != nil {
		return payment.IssuedCharge{}, refused("charge %s: %w", r.TXID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	done, err := c.turns.take(ctx, r.TXID)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	defer done()
	made, err := c.findOrMake(ctx, r)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return c.agreed(made, r)
}

func (c *Client) findOrMake(ctx context.Context, r payment.ChargeRequest) (cob, error) {
	found, err := c.look(ctx, r.TXID)
	var fate error
	for range 2 {
		if !errors.Is(err, errNotFound) {
			return found, err
		}
		if found, fate = c.put(ctx, r); !open(fate) {
			return found, fate
		}
		found, err = c.look(ctx, r.TXID)
	}
	if err == nil {
		return found, nil
	}
	return cob{}, fate
}

func (c *Client) look(ctx context.Context, txid ids.TXID) (cob, error) {
	var found cob
	err := c.get(ctx, "look for charge "+string(txid), &found, nil, "cob", string(txid))
	if err == nil && found.TXID != string(txid) {
		err = fmt.Errorf("bcb: look for charge %s: %w: another txid", txid, errUnreadable)
	}
	return found, err
}

func (c *Client) put(ctx context.Context, r payment.ChargeRequest) (cob, error) {
	var body cobBody
	life := r.ExpiresAt.Sub(c.clock.Now()) / time.Second
	if life < 1 {
		return cob{}, refused("charge %s would expire at once", r.TXID)
	}
	valor, err := pix.FormatValor(r.Amount)
	if err != nil {
		return cob{}, refused("charge %s: %w", r.TXID, err)
	}
	body.Calendario.Expiracao, body.Valor.Original, body.Chave = int64(life), valor, c.config.Key
	body.SolicitacaoPagador = pix.Description(r.Description)
	var made cob
	err = c.ask(ctx, &made, rest.Call{
		Name: "make charge " + string(r.TXID), Method: http.MethodPut, Path: []string{"cob", string(r.TXID)}, Body: body,
	})
	if err == nil && made.TXID != string(r.TXID) {
		err = fmt.Errorf("bcb: make charge %s: %w: another txid", r.TXID, errUnreadable)
	}
	if errors.Is(err, errNotFound) {
		err = refused("charge %s: the provider does not find what it needs to make it", r.TXID)
	}
	if end, wrong := made.expires(); err == nil && wrong == nil && !end.After(c.clock.Now()) {
		err = refused("charge %s was over when it was made: the provider's clock and ours differ", r.TXID)
	}
	return made, err
}

// agreed holds a charge of the provider against what was asked for.
func (c *Client) agreed(made cob, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	amount, err := pix.ParseValor(made.Valor.Original)
	switch {
	case err != nil:
		return payment.IssuedCharge{}, fmt.Errorf("bcb: charge %s: %w: its amount", r.TXID, errUnreadable)
	case amount != r.Amount:
		return payment.IssuedCharge{}, refused("charge %s has another amount", r.TXID)
	case made.removed():
		return payment.IssuedCharge{}, refused("charge %s was removed", r.TXID)
	}
	return c.issued(made, amount)
}

// issued is what the buyer is shown. A code that no bank would take, or that would make
// another amount be paid, is the provider's fault.
func (c *Client) issued(made cob, amount money.Amount) (payment.IssuedCharge, error) {
	expires, err := made.expires()
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	code, err := c.code(made, amount)
	if err != nil {
		return payment.IssuedCharge{}, fmt.Errorf("bcb: charge %s: the provider's BR Code is not valid: %w", made.TXID, err)
	}
	image, err := c.images.PNG(code)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return payment.IssuedCharge{CopyPaste: code, QRCode: image, ExpiresAt: expires}, nil
}

// expires is the end of a charge by the provider's own clock.
func (c cob) expires() (time.Time, error) {
	if c.Calendario.Criacao.IsZero() {
		return time.Time{}, fmt.Errorf("bcb: charge %s: %w: no criacao", c.TXID, errUnreadable)
	}
	return c.Calendario.Criacao.Add(c.Calendario.Expiracao.duration()), nil
}

// code is the provider's BR Code, or one for its location where it sends none.
func (c *Client) code(made cob, amount money.Amount) (string, error) {
	if made.PixCopiaECola == "" {
		location := made.Location
		if location == "" {
			location = made.Loc.Location
		}
		return pix.BuildDynamic(c.config.Payee, strings.TrimPrefix(location, "https://"))
	}
	if err := pix.ValidateCharge(made.PixCopiaECola, amount); err != nil {
		return "", err
	}
	if code, err := pix.Parse(made.PixCopiaECola); err != nil || code.URL == "" {
		return "", fmt.Errorf("%w: it is static", pix.ErrCodeRule)
	}
	return made.PixCopiaECola, nil
}
