package fakepsp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
)

// PathControl is what the paths of the control endpoint start with. It is for people and
// tests, beside the API: the same listener and certificates, with a token of its own. It is
// never disturbed.
const PathControl = "/control"

// controls adds the control endpoint.
func (s *Server) controls(mux *http.ServeMux) {
	for pattern, do := range map[string]func(*http.Request) (any, error){
		"GET /faults":                             s.showFaults,
		"PUT /faults/{fault}":                     s.setFault,
		"DELETE /faults":                          s.clearFaults,
		"GET /charges":                            s.showCharges,
		"POST /charges/{txid}/pay":                s.controlPay,
		"POST /charges/{txid}/remove":             s.controlRemove,
		"POST /pix":                               s.controlReceive,
		"POST /pix/{e2eid}/pull-back":             s.controlPullBack,
		"POST /pix/{e2eid}/devolucao/{id}/finish": s.controlFinish,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+PathControl+path, func(w http.ResponseWriter, r *http.Request) {
			token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if !secret.Equal(s.identity.ControlToken, token) {
				s.write(w, http.StatusUnauthorized, denied(http.StatusUnauthorized, "O token de controle não vale."))
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			body, err := do(r)
			if err != nil {
				p := s.controlProblem(r, err)
				s.write(w, p.Status, p)
				return
			}
			s.write(w, http.StatusOK, body)
		})
	}
}

// controlProblem turns an error into one of the API's form.
func (s *Server) controlProblem(r *http.Request, err error) *Problem {
	problem := (*Problem)(nil)
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.Is(err, ErrUnknownCharge):
		return notFound(kindCobUnknown, "Cobrança não encontrada para o txid informado.")
	case errors.Is(err, ErrUnknownPayment):
		return notFound(kindPixUnknown, "Pix ou devolução não encontrados.")
	case errors.Is(err, ErrNotPayable):
		return &Problem{Kind: kindCobInvalid, Status: http.StatusConflict, Title: "Conflito", Detail: "A cobrança está paga, removida ou vencida."}
	case errors.Is(err, ErrNotRefundable):
		return &Problem{Kind: kindRefundInvalid, Status: http.StatusConflict, Title: "Conflito", Detail: "A devolução já terminou ou não resta esse valor."}
	case errors.Is(err, ErrSetting), errors.Is(err, pix.ErrValor):
		return invalid(kindInvalid, err.Error())
	}
	s.log.WarnContext(r.Context(), "fake PSP: control failed", "path", r.URL.Path, "error", err)
	return internalError()
}

// readOptional decodes a body, if there is one.
func readOptional(r *http.Request, into any) error {
	if r.ContentLength == 0 {
		return nil
	}
	return read(r, kindInvalid, into)
}

func (s *Server) showFaults(*http.Request) (any, error) {
	return map[string]any{"faults": s.bank.config.Switches.Settings(), "known": Faults()}, nil
}

func (s *Server) setFault(r *http.Request) (any, error) {
	var raw json.RawMessage
	if err := read(r, kindInvalid, &raw); err != nil {
		return nil, err
	}
	var set Setting
	if err := json.Unmarshal(raw, &set); err != nil {
		return nil, err
	}
	if err := s.bank.config.Switches.Set(Fault(r.PathValue("fault")), set); err != nil {
		return nil, err
	}
	return s.showFaults(r)
}

func (s *Server) clearFaults(r *http.Request) (any, error) {
	s.bank.config.Switches.Clear()
	return s.showFaults(r)
}

func (s *Server) showCharges(r *http.Request) (any, error) {
	all, err := s.bank.Book(r.Context())
	if err != nil {
		return nil, err
	}
	return map[string]any{"charges": all[:min(len(all), usualPage)]}, nil
}

// Book lists all charges with what became of them, the newest first.
func (b *Bank) Book(ctx context.Context) ([]Charge, error) {
	all, now, err := b.cobs(ctx, window{to: b.config.Clock.Now()}, func(charge) bool { return true })
	if err != nil {
		return nil, err
	}
	out := make([]Charge, len(all))
	for i, c := range all {
		out[len(all)-1-i] = c.listed(now)
	}
	return out, nil
}

func (c charge) listed(now time.Time) Charge {
	out := Charge{TXID: c.TXID, Status: c.status(), Amount: int64(c.Amount), CreatedAt: c.CreatedAt, ExpiresAt: c.expiresAt(), Payments: []Arrival{}}
	for _, p := range c.Payments {
		a := Arrival{EndToEndID: p.EndToEndID, Amount: int64(p.Amount), PaidAt: p.PaidAt}
		for _, r := range p.Refunds {
			a.Refunds = append(a.Refunds, Return{ID: r.ID, Amount: int64(r.Amount), Status: r.status(now), Nature: r.Nature})
		}
		out.Payments = append(out.Payments, a)
	}
	return out
}

// PayOrder is what the control endpoint takes to pay a charge.
type PayOrder struct {
	// Amount is in minor units; 0 means the charge's.
	Amount int64 `json:"amount,omitempty"`
	// PaidAt is when; empty means now.
	PaidAt time.Time `json:"paid_at,omitzero"`
	// Late pays a second after the charge's time.
	Late bool `json:"late,omitempty"`
	// Anyway pays whatever state the charge is in; so do Amount, PaidAt and Late. Without
	// them it is paid as a buyer's bank would, which refuses what is paid or over.
	Anyway bool `json:"anyway,omitempty"`
	// Info is the payer's free text.
	Info string `json:"info,omitempty"`
}

// Paid is what the control endpoint answers.
type Paid struct {
	EndToEndID string    `json:"end_to_end_id"`
	TXID       ids.TXID  `json:"txid"`
	Amount     int64     `json:"amount"` // minor units
	PaidAt     time.Time `json:"paid_at"`
}

// Order pays a charge as it is told.
func (b *Bank) Order(ctx context.Context, txid ids.TXID, order PayOrder) (Paid, error) {
	do := func() (payment.Receipt, error) { return b.Settle(ctx, txid) }
	if order != (PayOrder{}) {
		do = func() (payment.Receipt, error) {
			return b.Pay(ctx, Payment{
				Payment: pix.Payment{TXID: txid, Amount: money.Amount(order.Amount), PaidAt: order.PaidAt},
				Late:    order.Late, Info: order.Info,
			})
		}
	}
	got, err := do()
	return Paid{got.EndToEndID, got.TXID, int64(got.Amount), got.PaidAt}, err
}

func (s *Server) controlPay(r *http.Request) (any, error) {
	var order PayOrder
	if err := readOptional(r, &order); err != nil {
		return nil, err
	}
	return s.bank.Order(r.Context(), ids.TXID(r.PathValue("txid")), order)
}

func (s *Server) controlReceive(r *http.Request) (any, error) {
	var order PayOrder
	if err := readOptional(r, &order); err != nil {
		return nil, err
	}
	got, err := s.bank.Receive(r.Context(), money.Amount(order.Amount))
	return Paid{got.EndToEndID, got.TXID, int64(got.Amount), got.PaidAt}, err
}

func (s *Server) controlRemove(r *http.Request) (any, error) {
	return map[string]string{"status": statusRemovedByBank}, s.bank.Remove(r.Context(), ids.TXID(r.PathValue("txid")))
}

func (s *Server) controlPullBack(r *http.Request) (any, error) {
	var in struct {
		Amount int64 `json:"amount"`
	}
	if err := readOptional(r, &in); err != nil {
		return nil, err
	}
	id, err := s.bank.PullBack(r.Context(), r.PathValue("e2eid"), money.Amount(in.Amount))
	return map[string]string{"id": id}, err
}

func (s *Server) controlFinish(r *http.Request) (any, error) {
	in := struct {
		Done bool `json:"done"`
	}{Done: true}
	if err := readOptional(r, &in); err != nil {
		return nil, err
	}
	return map[string]bool{"done": in.Done}, s.bank.FinishRefund(r.Context(), r.PathValue("e2eid"), r.PathValue("id"), in.Done)
}
