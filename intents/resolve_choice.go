package intents

import (
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"slices"
	"strings"
)

// selectOption finds the option on offer that was meant. Where none is on offer yet only
// pickup can be told for sure.
func (s Slots) selectOption(c Conversation) Intent {
	if len(c.Options) == 0 {
		if s.Option == optionPickup {
			return Change{Command: checkout.SelectOption{Option: optionPickup}}
		}
		return Ask{About: AskAddress, Action: s.Action}
	}
	o := s.option(c.Options)
	if o == nil || s.Price != 0 && money.Amount(s.Price) != o.Price {
		return Ask{About: AskWhichShipping, Action: s.Action}
	}
	return Change{Command: checkout.SelectOption{Option: o.ID}}
}

func (s Slots) option(offered []ShippingOption) *ShippingOption {
	if s.Index > 0 {
		if s.Index > len(offered) {
			return nil
		}
		return &offered[s.Index-1]
	}
	var best *ShippingOption
	for i := range offered {
		o := &offered[i]
		title := tokenize(clean(o.Title))
		switch s.Option {
		case optionCheapest:
			if best == nil || o.Price < best.Price {
				best = o
			}
		case optionFastest:
			if best == nil || !o.Latest.IsZero() && o.Latest.Before(best.Latest) {
				best = o
			}
		case optionPickup:
			if o.ID == optionPickup {
				return o
			}
		case optionExpress:
			if o.ID == optionExpress || expressWords.in(title) {
				return o
			}
		case optionStandard:
			if o.ID == optionStandard || standardWords.in(title) {
				return o
			}
		}
	}
	return best
}

// walletNames are handlers of wallets, by the domain in their name.
var walletNames = []string{"com.google.", "com.apple.", "com.samsung.", "com.mercadopago."}

// startPayment finds the handler for the way of paying that was said; none said means
// Pix, as the command has it.
func (s Slots) startPayment(c Conversation) Intent {
	switch s.Method {
	case "", "pix":
		return Change{Command: checkout.StartPayment{Handler: handlerOf(c.Handlers, isPix)}}
	case "wallet":
		if id := handlerOf(c.Handlers, isWallet); id != "" {
			return Change{Command: checkout.StartPayment{Handler: id}}
		}
	case "credit_card", "debit_card":
		for _, fits := range []func(payment.Handler) bool{isCard, takesCard} {
			if id := handlerOf(c.Handlers, fits); id != "" {
				return Change{Command: checkout.StartPayment{Handler: id}}
			}
		}
	}
	return Ask{About: AskPaymentMethod, Action: s.Action}
}

func handlerOf(handlers []payment.Handler, fits func(payment.Handler) bool) ids.Handler {
	for _, h := range handlers {
		if fits(h) {
			return h.ID
		}
	}
	return ""
}

func isPix(h payment.Handler) bool     { return h.Kind == payment.KindPix }
func takesCard(h payment.Handler) bool { return h.Kind == payment.KindToken && h.Accepts("card") }
func isCard(h payment.Handler) bool    { return takesCard(h) && !isWallet(h) }

func isWallet(h payment.Handler) bool {
	return h.Kind == payment.KindToken && slices.ContainsFunc(walletNames, func(n string) bool { return strings.HasPrefix(h.Name, n) })
}
