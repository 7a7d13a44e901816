package bcp

import (
	"strings"
	"time"

	"balcao/internal/brazil"
	"balcao/money"
	"balcao/payment"
)

// Texts that are part of the terms. They are written in the checkout's own language.
var (
	payPhrase = phrase{
		"Pague {amount} via Pix até {until} (horário de Brasília).",
		"Pay {amount} with Pix by {until} (Brasília time).",
		"Pague {amount} con Pix hasta las {until} (hora de Brasilia).",
	}
	payLaterPhrase = phrase{
		"Pague {amount} via Pix até {day} às {until} (horário de Brasília).",
		"Pay {amount} with Pix by {day} at {until} (Brasília time).",
		"Pague {amount} con Pix hasta el {day} a las {until} (hora de Brasilia).",
	}
	paidPhrase = phrase{
		"Pix de {amount} recebido.",
		"Pix payment of {amount} received.",
		"Pix de {amount} recibido.",
	}
	shippingPhrase = phrase{
		"Receba seu pedido no endereço que você informar.",
		"Have your order delivered to the address you give.",
		"Reciba su pedido en la dirección que usted indique.",
	}
	pickupPhrase = phrase{
		"Retire seu pedido na loja, sem frete[, em {address}].",
		"Collect your order at the shop, free of charge[, at {address}].",
		"Retire su pedido en la tienda, sin costo de envío[, en {address}].",
	}
	pickupTitlePhrase = phrase{"Retirada na loja", "Store pickup", "Retiro en la tienda"}
)

// brasilia is the time of the buyers' clocks; Brazil has had no summer time since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// chargeText asks for the payment of a charge, with the day where it is not the day the
// charge was made.
func chargeText(ch *payment.Charge, lang string) string {
	if ch.State == payment.ChargePaid {
		return paidPhrase.fill(lang, "amount", money.Format(ch.Amount, lang))
	}
	made, until := ch.CreatedAt.In(brasilia), ch.ExpiresAt.In(brasilia)
	text := payPhrase
	if made.YearDay() != until.YearDay() || made.Year() != until.Year() {
		text = payLaterPhrase
	}
	return text.fill(lang, "amount", money.Format(ch.Amount, lang), "until", until.Format("15:04"), "day", until.Format("02/01"))
}

func shippingText(lang string) string { return shippingPhrase.in(lang) }

func pickupTitle(lang string) string { return pickupTitlePhrase.in(lang) }

func pickupText(counter brazil.Address, lang string) string {
	return pickupPhrase.fill(lang, "address", joined(counter.Street, counter.Locality, counter.Region))
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
