package fakepsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// Remote does at a provider that runs, in whatever process, what people can do at the bank.
type Remote struct {
	url, token string
	http       *http.Client
}

// remoteTime bounds one call.
const remoteTime = 10 * time.Second

// Dial returns the remote of the provider that listens with the identity's folder. It
// connects with the first call.
func Dial(identity *Identity) (*Remote, error) {
	address, err := identity.Address()
	if err != nil {
		return nil, err
	}
	return &Remote{
		url: address + PathControl, token: identity.ControlToken,
		http: &http.Client{Timeout: remoteTime, Transport: &http.Transport{TLSClientConfig: identity.ClientTLS()}},
	}, nil
}

// Close lets go of the connection.
func (r *Remote) Close() { r.http.CloseIdleConnections() }

// Pay pays a charge.
func (r *Remote) Pay(ctx context.Context, txid ids.TXID, order PayOrder) (paid Paid, err error) {
	return paid, r.ask(ctx, http.MethodPost, order, &paid, "charges", string(txid), "pay")
}

// Receive has money come in without any charge.
func (r *Remote) Receive(ctx context.Context, amount money.Amount) (paid Paid, err error) {
	return paid, r.ask(ctx, http.MethodPost, PayOrder{Amount: int64(amount)}, &paid, "pix")
}

// Remove has the bank withdraw a charge.
func (r *Remote) Remove(ctx context.Context, txid ids.TXID) error {
	return r.ask(ctx, http.MethodPost, struct{}{}, nil, "charges", string(txid), "remove")
}

// PullBack has the bank take money back (MED), all that is left if amount is 0, and returns
// the id of the refund.
func (r *Remote) PullBack(ctx context.Context, endToEndID string, amount money.Amount) (id string, err error) {
	var out struct{ ID string }
	err = r.ask(ctx, http.MethodPost, map[string]int64{"amount": int64(amount)}, &out, "pix", endToEndID, "pull-back")
	return out.ID, err
}

// FinishRefund ends a refund that is under way.
func (r *Remote) FinishRefund(ctx context.Context, endToEndID, id string, done bool) error {
	return r.ask(ctx, http.MethodPost, map[string]bool{"done": done}, nil, "pix", endToEndID, "devolucao", id, "finish")
}

// Charge is a charge as the control endpoint lists it.
type Charge struct {
	TXID      ids.TXID  `json:"txid"`
	Status    string    `json:"status"`
	Amount    int64     `json:"amount"` // minor units
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
	Payments  []Arrival `json:"payments"`
}

// Arrival is a payment of a Charge.
type Arrival struct {
	EndToEndID string    `json:"end_to_end_id"`
	Amount     int64     `json:"amount"` // minor units
	PaidAt     time.Time `json:"paid_at"`
	Refunds    []Return  `json:"refunds,omitempty"`
}

// Return is a refund of an Arrival.
type Return struct {
	ID     string `json:"id"`
	Amount int64  `json:"amount"` // minor units
	Status string `json:"status"`
	Nature string `json:"nature"`
}

// Charges lists the newest charges.
func (r *Remote) Charges(ctx context.Context) ([]Charge, error) {
	var out struct{ Charges []Charge }
	err := r.ask(ctx, http.MethodGet, nil, &out, "charges")
	return out.Charges, err
}

// SetFault switches a fault.
func (r *Remote) SetFault(ctx context.Context, f Fault, to Setting) error {
	return r.ask(ctx, http.MethodPut, to, nil, "faults", string(f))
}

// ClearFaults switches all off.
func (r *Remote) ClearFaults(ctx context.Context) error {
	return r.ask(ctx, http.MethodDelete, nil, nil, "faults")
}

// Faults are those that are on.
func (r *Remote) Faults(ctx context.Context) (map[Fault]Setting, error) {
	var out struct{ Faults map[Fault]Setting }
	err := r.ask(ctx, http.MethodGet, nil, &out, "faults")
	return out.Faults, err
}

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 4 << 20

// ask makes one call. A refusal is a *Problem.
func (r *Remote) ask(ctx context.Context, method string, in, out any, path ...string) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("fakepsp: %w", err)
		}
		body = bytes.NewReader(text)
	}
	target := r.url
	for _, segment := range path {
		target += "/" + url.PathEscape(segment)
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return fmt.Errorf("fakepsp: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+r.token)
	resp, err := r.http.Do(req)
	if err != nil {
		return fmt.Errorf("fakepsp: the provider does not answer: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("fakepsp: the provider does not answer: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		var p problemJSON
		if json.Unmarshal(text, &p) != nil || p.Type == "" {
			return fmt.Errorf("fakepsp: the provider answered %s", resp.Status)
		}
		return &Problem{Kind: strings.TrimPrefix(p.Type, problemType), Status: p.Status, Title: p.Title, Detail: p.Detail, Violations: p.Violations}
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return errors.New("fakepsp: the provider's answer cannot be read")
	}
	return nil
}
