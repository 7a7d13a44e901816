package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"balcao/httpd"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// What staff read of the stages, events, adjustments and reasons.
var (
	stageWords = map[order.Stage]string{
		order.StageProcessing: "em preparação", order.StagePartial: "enviado em parte", order.StageFulfilled: "enviado",
		order.StageDelivered: "entregue", order.StageCanceled: "cancelado",
	}
	eventWords = map[order.EventType]string{
		order.EventProcessing: "em preparação", order.EventShipped: "enviado", order.EventInTransit: "a caminho",
		order.EventDelivered: "entregue", order.EventFailedAttempt: "tentativa de entrega sem sucesso",
		order.EventUndeliverable: "não pôde ser entregue", order.EventReturnedToSender: "voltou à loja",
	}
	adjustmentWords = map[order.AdjustmentType]string{
		order.Cancellation: "cancelamento", order.Return: "devolução", order.Refunded: "reembolso", order.PriceAdjustment: "redução de preço",
	}
	statusWords = map[order.AdjustmentStatus]string{
		order.Pending: "pendente", order.Completed: "concluído", order.Failed: "sem sucesso",
	}
	reasonWords = map[order.Reason]string{
		order.Withdrawal: "arrependimento", order.Defect: "defeito", order.WrongProduct: "produto errado",
	}
)

// named is the word for a thing, or its name if there is none: some sets are open.
func named[K ~string](words map[K]string, k K) string {
	if w, ok := words[k]; ok {
		return w
	}
	return string(k)
}

// oneLine is a text of somebody else's on one line, without what would move a terminal's cursor.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, s)
}

// minute is a time in Brasília.
func minute(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return brazil.Brasilia(t).Format("02/01/2006 15:04")
}

// teller writes lines, of which the first failure is kept.
type teller struct {
	out io.Writer
	err error
}

func (t *teller) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.out, format+"\n", args...)
	}
}

// fact is a line with a name before it, left out where there is nothing to say.
func (t *teller) fact(name, value string) {
	if value != "" {
		t.line("  %-12s %s", name+":", oneLine(value))
	}
}

// tellOrder tells all of an order.
func tellOrder(out io.Writer, o httpd.OrderView) error {
	t := &teller{out: out}
	t.line("%s (%s)", oneLine(o.Label), o.ID)
	stage := stageWords[o.Stage]
	if o.Attention {
		stage += ", precisa de atenção"
	}
	t.fact("Situação", stage)
	t.fact("Feito em", minute(o.PlacedAt))
	t.fact("Comprador", buyerWords(o.Contact))
	t.fact("Plataforma", o.Platform)
	t.fact("Pagamento", fmt.Sprintf("%s, %s; ainda reembolsável: %s", paymentWords(o.Payment), reais(o.Payment.Amount), reais(o.Refundable)))
	for _, d := range o.Deliveries {
		where := joinWords(", ", d.Name, d.Street, d.Extended, d.Locality, d.Region, d.PostalCode)
		how := "envio para " + where
		if d.Method == order.MethodPickup {
			how = "retirada no balcão"
		}
		t.fact("Entrega", joinWords("; ", how, d.Description))
	}
	if o.NFe != nil {
		t.fact("NF-e", joinWords(" ", o.NFe.AccessKey, o.NFe.DANFEURL))
	}
	t.fact("Página", o.Page)
	titles := map[ids.LineItem]string{}
	t.line("\nItens")
	for _, l := range o.Lines {
		titles[l.ID] = oneLine(l.Title)
		t.line("  %s  %d × %s, %s: enviados %d, entregues %d, devolvidos %d%s", l.ID, l.Total, oneLine(l.Title), reais(l.Price),
			l.Fulfilled, l.Delivered, l.Returned, untilWords(l.WithdrawUntil))
	}
	for _, total := range o.Totals {
		if total.Type == order.TotalTotal {
			t.line("  Total: %s", reais(total.Amount))
		}
	}
	if len(o.Events) > 0 {
		t.line("\nAcontecimentos")
	}
	for _, e := range o.Events {
		t.line("  %s  %s", minute(e.At), joinWords("; ", named(eventWords, e.Type)+unitWords(e.Lines, titles),
			joinWords(" ", oneLine(e.Carrier), oneLine(e.TrackingNumber), e.TrackingURL), oneLine(e.Description)))
	}
	if len(o.Adjustments) > 0 {
		t.line("\nAjustes")
	}
	for _, a := range o.Adjustments {
		t.line("  %s  %s  %s", a.ID, minute(a.At), adjusted(a, titles))
	}
	return t.err
}

// adjusted tells of one adjustment.
func adjusted(a httpd.OrderAdjustment, titles map[ids.LineItem]string) string {
	what := named(adjustmentWords, a.Type)
	if a.Reason != "" {
		what += " por " + named(reasonWords, a.Reason)
	}
	if a.Amount != 0 {
		what += " de " + reais(max(a.Amount, -a.Amount))
	}
	var sendBack, related string
	if a.Type == order.Return && a.Status == order.Pending {
		sendBack = joinWords(" ", "postagem até "+minute(a.Deadline), oneLine(a.Carrier), oneLine(a.ReverseShippingCode))
	}
	if len(a.Related) > 0 {
		related = "por causa de " + strings.Join(a.Related, ", ")
	}
	note := oneLine(a.Note)
	if note != "" {
		note = "recado: " + note
	}
	return joinWords("; ", what+unitWords(a.Lines, titles)+": "+named(statusWords, a.Status), sendBack, related, oneLine(a.Description), note)
}

func buyerWords(b httpd.OrderContact) string {
	return joinWords(", ", b.Name, b.Email, b.Phone, joinWords(" ", strings.ToUpper(b.TaxpayerKind), b.TaxpayerID))
}

func paymentWords(p httpd.OrderPayment) string {
	if p.Kind == "pix" {
		return joinWords(" ", "Pix", p.EndToEndID)
	}
	return joinWords(" ", "cartão", string(p.Handler), p.Attempt)
}

func untilWords(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return "; desistência até " + minute(t)
}

// unitWords names units, in parentheses.
func unitWords(lines []httpd.OrderUnits, titles map[ids.LineItem]string) string {
	if len(lines) == 0 {
		return ""
	}
	parts := make([]string, len(lines))
	for i, l := range lines {
		parts[i] = fmt.Sprintf("%d × %s", max(l.Quantity, -l.Quantity), titles[l.ID])
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// joinWords joins what is not empty.
func joinWords(sep string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}

// whyNot says in plain words why nothing was done.
func whyNot(err error) error {
	var e *order.Error
	switch {
	case errors.Is(err, order.ErrNotFound):
		return errors.New("não há pedido com esse código")
	case !errors.As(err, &e):
		return err
	}
	switch e.Code {
	case order.CodeUnknownLine:
		return fmt.Errorf("o pedido não tem a linha %q", e.Line)
	case order.CodeUnknownAdjustment:
		return errors.New("o pedido não tem esse ajuste, ou não é uma devolução")
	case order.CodeQuantity:
		return fmt.Errorf("da linha %s isso só pode ser feito com %d", e.Line, e.Available)
	case order.CodeNothing:
		return errors.New("não há nada neste pedido com que isso possa ser feito")
	case order.CodeTooLate:
		return errors.New("o prazo para isso já passou")
	case order.CodeAmount:
		return fmt.Errorf("é mais do que ainda pode ser devolvido: %s", reais(money.Amount(e.Available)))
	case order.CodeEnded:
		return errors.New("isso já terminou")
	case order.CodeKeyUsed:
		return errors.New("com essa chave já foi feita outra coisa")
	case order.CodeLimit:
		return fmt.Errorf("o pedido já teve %d mudanças, o máximo", e.Available)
	case order.CodeBusy:
		return errors.New("outros mudaram o pedido ao mesmo tempo; repita o comando")
	}
	if e.Field == "occurred_at" {
		return errors.New("isso não pode ter acontecido no futuro nem antes da compra: --when")
	}
	return fmt.Errorf("falta algo ou não está na forma certa: %s", e.Field)
}
