package bcp

import (
	"strings"

	"balcao/internal/brazil"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/payment"
)

// Texts that are part of the terms. They are written in the checkout's own language.
var (
	payPhrase = lang.Text{
		"Pague {amount} via Pix até {until} (horário de Brasília).",
		"Pay {amount} with Pix by {until} (Brasília time).",
		"Pague {amount} con Pix hasta las {until} (hora de Brasilia).",
	}
	payLaterPhrase = lang.Text{
		"Pague {amount} via Pix até {day} às {until} (horário de Brasília).",
		"Pay {amount} with Pix by {day} at {until} (Brasília time).",
		"Pague {amount} con Pix hasta el {day} a las {until} (hora de Brasilia).",
	}
	paidPhrase = lang.Text{
		"Pix de {amount} recebido.",
		"Pix payment of {amount} received.",
		"Pix de {amount} recibido.",
	}
	shippingPhrase = lang.Text{
		"Receba seu pedido no endereço que você informar.",
		"Have your order delivered to the address you give.",
		"Reciba su pedido en la dirección que usted indique.",
	}
	pickupPhrase = lang.Text{
		"Retire seu pedido na loja, sem frete[, em {address}].",
		"Collect your order at the shop, free of charge[, at {address}].",
		"Retire su pedido en la tienda, sin costo de envío[, en {address}].",
	}
	pickupTitlePhrase = lang.Text{"Retirada na loja", "Store pickup", "Retiro en la tienda"}
)

// chargeText asks for the payment of a charge, with the day where it is not the day the
// charge was made.
func chargeText(ch *payment.Charge, language string) string {
	if ch.State == payment.ChargePaid {
		return paidPhrase.Fill(language, "amount", money.Format(ch.Amount, language))
	}
	made, until := brazil.Brasilia(ch.CreatedAt), brazil.Brasilia(ch.ExpiresAt)
	text := payPhrase
	if made.YearDay() != until.YearDay() || made.Year() != until.Year() {
		text = payLaterPhrase
	}
	return text.Fill(language, "amount", money.Format(ch.Amount, language), "until", until.Format("15:04"), "day", until.Format("02/01"))
}

func shippingText(language string) string { return shippingPhrase.In(language) }

func pickupTitle(language string) string { return pickupTitlePhrase.In(language) }

func pickupText(counter brazil.Address, language string) string {
	return pickupPhrase.Fill(language, "address", joined(counter.Street, counter.Locality, counter.Region))
}

// joined writes the parts that are not empty with commas between them.
func joined(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, ", ")
}
