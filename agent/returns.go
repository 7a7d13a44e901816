package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
)

// Orders is the door by which orders change.
type Orders interface {
	Do(ctx context.Context, id ids.Order, key string, cmd order.Command) (*order.Order, error)
}

const actionReturn = "request_return"

// reasonsAsked are why goods shall go back, by what the interpreter asks.
var reasonsAsked = map[intents.Question]order.Reason{
	intents.AskReturn: order.Withdrawal, intents.AskDefect: order.Defect, intents.AskWrongProduct: order.WrongProduct,
}

// askReturn answers who wants to cancel what is paid, or to give it back: with the right that
// there is to it, and the question whether it shall be done. Only a yes does it.
func (t *turn) askReturn(ctx context.Context, why order.Reason) error {
	c := t.seen.Checkout
	if c == nil || c.Order == nil || t.mayBuy() != nil {
		t.say(say(t.language, sayReturns))
		return nil
	}
	o, err := t.s.Records.Order(ctx, c.Order.ID)
	if errors.Is(err, checkout.ErrNotFound) || err == nil && !t.caller().Sees(o.Owner) {
		t.say(say(t.language, sayReturns))
		return nil
	}
	if err != nil {
		return err
	}
	if why != order.Withdrawal && !slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.Fulfilled > l.Returned }) {
		why = order.Withdrawal // nothing left the shop that could be wrong
	}
	question := sayAskComplaint
	units := o.Withdrawable(t.s.Now(), t.s.WithdrawalDays)
	if why != order.Withdrawal {
		units = nil
		for _, l := range o.Lines {
			if n := l.Fulfilled - l.Returned; n > 0 {
				units = append(units, order.LineQuantity{Line: l.ID, Quantity: n})
			}
		}
	} else if question = sayAskWithdraw; len(units) == 0 {
		t.notWithdrawable(o)
		return nil
	}
	t.say(say(t.language, question, "items", unitNames(o, units, t.language), "url", t.s.Encoder.Permalink(string(o.ID), o.Key)))
	t.ask = bound(actionReturn)
	t.ask.slots.Reason = intents.Reason(why)
	return nil
}

// notWithdrawable says why the buyer cannot withdraw: it was done, or the period is over. Then
// there is still what the law gives for goods that are faulty.
func (t *turn) notWithdrawable(o *order.Order) {
	url := t.s.Encoder.Permalink(string(o.ID), o.Key)
	var last time.Time
	for _, l := range o.Lines {
		if end, begun := o.WithdrawalEnds(l, t.s.WithdrawalDays); begun && o.Returnable(l) > 0 && end.After(last) {
			last = end
		}
	}
	if last.IsZero() {
		t.say(say(t.language, sayNothingToReturn, "url", url))
		return
	}
	t.say(say(t.language, sayWithdrawalOver, "date", day(last), "url", url))
}

// unitNames names units of lines as a sentence does.
func unitNames(o *order.Order, units []order.LineQuantity, language string) string {
	var names []string
	for _, u := range units {
		for _, l := range o.Lines {
			if l.ID == u.Line {
				names = append(names, fmt.Sprintf("%d × %s", u.Quantity, l.Title))
			}
		}
	}
	return enumerate(names, language)
}

// key names the message for retries, nil where they are not told apart.
func (t *turn) key() *conversation.Key {
	if t.m.Extension == "" {
		return nil
	}
	return &conversation.Key{Owner: t.caller().Owner(), Binding: "a2a", ID: t.m.ID, Fingerprint: t.m.Fingerprint}
}

// commandKey names what the message asks of an order: the same for every retry of it, so that a
// crash between the effect and its answer repeats nothing.
func (t *turn) commandKey() string {
	owner := t.caller().Owner()
	sum := sha256.Sum256(fmt.Appendf(nil, "%t %s %s", owner.Authenticated, owner.Profile, t.m.ID))
	return "a2a-" + hex.EncodeToString(sum[:])
}

// answered reports whether the message has its answer already, which is sent again: then
// nothing may be done for it, since the conversation it was said in is another by now.
func (t *turn) answered(ctx context.Context) (bool, error) {
	key := t.key()
	if key == nil {
		return false, nil
	}
	_, err := t.s.Records.Reply(ctx, *key)
	if errors.Is(err, checkout.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// confirmReturn carries out what a yes confirmed, of the order that was asked about.
func (t *turn) confirmReturn(ctx context.Context, p conversation.Pending, in intents.RequestReturn) error {
	c := t.seen.Checkout
	if c == nil || c.Order == nil || c.ID != p.Checkout {
		return t.askReturn(ctx, in.Reason)
	}
	in.Order = c.Order.ID
	return t.requestReturn(ctx, in)
}

// requestReturn gives goods back.
func (t *turn) requestReturn(ctx context.Context, in intents.RequestReturn) error {
	found, err := t.findOrder(ctx, in.Order)
	if err != nil || found == nil {
		return err
	}
	if t.language == "" {
		t.language = lang.Of(found.Language)
	}
	done, err := t.answered(ctx)
	if err != nil || done {
		return err
	}
	changed, err := t.s.Orders.Do(ctx, found.ID, t.commandKey(), order.RequestReturn{Lines: in.Lines, Reason: in.Reason})
	var refused *order.Error
	if errors.As(err, &refused) {
		return t.refuseReturn(found, in, refused)
	}
	if err != nil {
		return err
	}
	t.order, t.returned = changed, true
	t.acknowledge(changed)
	return nil
}

// refuseReturn says why nothing was done.
func (t *turn) refuseReturn(o *order.Order, in intents.RequestReturn, why *order.Error) error {
	switch why.Code {
	case order.CodeKeyUsed:
		return invalid("message.messageId", "was used for something else")
	case order.CodeBusy:
		return &checkout.Error{Reason: checkout.Unavailable, RetryAfter: time.Second, Err: why}
	case order.CodeUnknownLine:
		return invalid("line_items", "names a line that the order does not have")
	case order.CodeQuantity:
		return invalid("line_items", fmt.Sprintf("names more of %s than the %d that can be given back", why.Line, why.Available))
	case order.CodeInvalid:
		return invalid(why.Field, "is not in its form")
	}
	if t.structured {
		t.problem = &checkout.Message{Type: checkout.TypeError, Code: checkout.CodeNotAllowed, Severity: checkout.Recoverable}
	}
	if in.Reason == order.Withdrawal {
		t.notWithdrawable(o)
		return nil
	}
	t.say(say(t.language, sayNothingToReturn, "url", t.s.Encoder.Permalink(string(o.ID), o.Key)))
	return nil
}

// acknowledge tells what came of a request: at once, with its date and number (CDC, article 49;
// BCP returns extension), and what follows.
func (t *turn) acknowledge(o *order.Order) {
	var number string
	var at, deadline time.Time
	var refund money.Amount
	var reason order.Reason
	for _, a := range o.MadeBy(t.commandKey()) {
		switch {
		case a.Type == order.Refunded:
			refund -= a.Amount
		case number == "" || a.Type == order.Return:
			number, at, reason = a.ID, a.AcknowledgedAt, a.Reason
			if a.Type == order.Return {
				deadline = a.Deadline
			}
		}
	}
	t.say(say(t.language, sayReturnTaken, "date", brazil.Brasilia(at).Format("02/01/2006 15:04"), "number", number))
	if refund > 0 {
		t.say(say(t.language, sayRefundAsked, "amount", money.Format(refund, t.language)))
	}
	switch {
	case reason != order.Withdrawal:
		t.say(say(t.language, sayComplaintTaken))
	case !deadline.IsZero():
		t.say(say(t.language, saySendBack, "date", day(deadline)))
	default:
		t.say(say(t.language, sayNotSentYet))
	}
	t.say(say(t.language, sayFollowReturn, "url", t.s.Encoder.Permalink(string(o.ID), o.Key)))
}

// day is a date in Brasília.
func day(at time.Time) string { return brazil.Brasilia(at).Format("02/01/2006") }

var (
	sayReturns = lang.Text{
		"Você tem 7 dias, contados do recebimento, para desistir de uma compra e receber tudo de volta. Peça na página do pedido, ou na conversa em que você comprou.",
		"You have 7 days from delivery to withdraw from a purchase and get all your money back. Ask on the order's page, or in the conversation in which you bought.",
		"Tienes 7 días desde que la recibes para desistir de una compra y recuperar todo tu dinero. Pídelo en la página del pedido, o en la conversación en la que compraste.",
	}
	sayAskWithdraw = lang.Text{
		"Você pode desistir da compra até 7 dias depois de receber, sem dizer o motivo, e recebe de volta o que pagou. Quer devolver {items}? Responda sim para confirmar. Para devolver só uma parte, use a página do pedido: {url}",
		"You may withdraw until 7 days after delivery, without giving a reason, and get back what you paid. Shall I return {items} for you? Answer yes to confirm. To return only a part, use the order's page: {url}",
		"Puedes desistir hasta 7 días después de recibir la compra, sin dar motivo, y recuperas lo que pagaste. ¿Quieres devolver {items}? Responde sí para confirmar. Para devolver solo una parte, usa la página del pedido: {url}",
	}
	sayAskComplaint = lang.Text{
		"Sinto muito! Posso avisar a loja e pedir a devolução de {items}; o reembolso sai quando o produto voltar. Quer que eu peça? Responda sim para confirmar. Para só uma parte, use a página do pedido: {url}",
		"I am sorry! I can tell the shop and ask to return {items}; the refund follows when the goods are back. Shall I? Answer yes to confirm. For only a part, use the order's page: {url}",
		"¡Lo siento! Puedo avisar a la tienda y pedir la devolución de {items}; el reembolso sale cuando el producto vuelva. ¿Quieres que lo pida? Responde sí para confirmar. Para solo una parte, usa la página del pedido: {url}",
	}
	sayWithdrawalOver = lang.Text{
		"O prazo para desistir desta compra terminou em {date}. Se algo veio com defeito ou errado, é só me dizer “veio com defeito”, que a loja cuida. A página do pedido: {url}",
		"The period to withdraw from this purchase ended on {date}. If something is faulty or wrong, just tell me “it arrived broken” and the shop takes care of it. Your order page: {url}",
		"El plazo para desistir de esta compra terminó el {date}. Si algo llegó con defecto o equivocado, dime “llegó con defecto” y la tienda se ocupa. La página del pedido: {url}",
	}
	sayNothingToReturn = lang.Text{
		"Deste pedido não há mais nada a devolver. Veja como está na página dele: {url}",
		"There is nothing more to return of this order. See how it stands on its page: {url}",
		"De este pedido no queda nada por devolver. Mira cómo está en su página: {url}",
	}
	sayReturnTaken = lang.Text{
		"Pronto, recebi o seu pedido de devolução em {date} (horário de Brasília). Protocolo: {number}.",
		"Done: I received your request to return on {date} (Brasília time). Reference: {number}.",
		"Listo, recibí tu solicitud de devolución el {date} (hora de Brasilia). Referencia: {number}.",
	}
	sayRefundAsked = lang.Text{
		"Já pedi o reembolso de {amount}, pelo meio com que você pagou.",
		"I have asked for the refund of {amount}, by the means you paid with.",
		"Ya pedí el reembolso de {amount}, por el medio con que pagaste.",
	}
	saySendBack = lang.Text{
		"Envie o produto até {date}; a loja manda o código de postagem, sem custo.",
		"Please send the goods by {date}; the shop sends you a shipping code, free of charge.",
		"Envía el producto hasta el {date}; la tienda te manda el código de envío, sin costo.",
	}
	sayNotSentYet = lang.Text{
		"Como nada tinha saído da loja, não há nada para enviar.",
		"As nothing had left the shop, there is nothing to send back.",
		"Como nada había salido de la tienda, no hay nada que enviar.",
	}
	sayComplaintTaken = lang.Text{
		"A loja já foi avisada e combina o envio com você; o reembolso sai quando o produto voltar.",
		"The shop has been told and arranges with you how it is sent; the refund follows when the goods are back.",
		"La tienda ya fue avisada y acuerda contigo el envío; el reembolso sale cuando el producto vuelva.",
	}
	sayFollowReturn = lang.Text{"Acompanhe em: {url}", "Follow it at: {url}", "Síguelo en: {url}"}
	sayKept         = lang.Text{"Tudo bem, nada foi devolvido.", "No problem, nothing was returned.", "Está bien, no se devolvió nada."}
)

// asksReturn reports whether the open question is whether goods shall go back, and why they
// would.
func (t *turn) asksReturn() (order.Reason, bool) {
	p := t.conv.Pending
	if p == nil || p.Action != actionReturn {
		return "", false
	}
	q, ok := readPending(p)
	return order.Reason(strings.TrimSpace(string(q.Slots.Reason))), ok
}
