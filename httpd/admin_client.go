package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/platform"
)

// AdminClient does at a running shop what its staff can do. It is PlatformKeys, Stock,
// Orders, Notices and Catalog, as the shop itself has them. A refusal is an *AdminError.
type AdminClient struct {
	// URL is the admin listener's, such as http://127.0.0.1:9090.
	URL string
	// Token is the bearer token.
	Token string
	HTTP  *http.Client
}

var (
	_ PlatformKeys = AdminClient{}
	_ Stock        = AdminClient{}
	_ Orders       = AdminClient{}
	_ Notices      = AdminClient{}
	_ Catalog      = AdminClient{}
)

// AdminError is a refusal of the running shop.
type AdminError struct {
	// Status is that of HTTP.
	Status int
	// Detail says why, in words for staff.
	Detail string
	// Code and the rest are what the shop's own code would say of an order, empty for none.
	Code, Field, Line string
	Available         int64
}

func (e *AdminError) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("the shop answered %d %s", e.Status, http.StatusText(e.Status))
	}
	return fmt.Sprintf("the shop answered %d: %s", e.Status, e.Detail)
}

// List lists all keys. Their hashes stay in the shop.
func (a AdminClient) List(ctx context.Context) ([]platform.APIKey, error) {
	var list struct{ Keys []apiKey }
	if err := a.ask(ctx, http.MethodGet, "/platform-keys", nil, &list); err != nil {
		return nil, err
	}
	keys := make([]platform.APIKey, len(list.Keys))
	for i, k := range list.Keys {
		keys[i] = k.key()
	}
	return keys, nil
}

// Create issues a key.
func (a AdminClient) Create(ctx context.Context, profileURL string, rights platform.Rights) (string, platform.APIKey, error) {
	in := map[string]any{"profile": profileURL, "rights": namesOf(rights)}
	var made apiKey
	err := a.ask(ctx, http.MethodPost, "/platform-keys", in, &made)
	return made.Key, made.key(), err
}

// Revoke makes a key void.
func (a AdminClient) Revoke(ctx context.Context, id string) error {
	return a.ask(ctx, http.MethodDelete, "/platform-keys/"+url.PathEscape(id), nil, nil)
}

// Levels lists the stock.
func (a AdminClient) Levels(ctx context.Context) ([]StockLevel, error) {
	var list struct{ Stock []stockLevel }
	if err := a.ask(ctx, http.MethodGet, "/stock", nil, &list); err != nil {
		return nil, err
	}
	levels := make([]StockLevel, len(list.Stock))
	for i, l := range list.Stock {
		levels[i] = StockLevel{Variant: ids.Variant(l.Variant), OnHand: l.OnHand, Reserved: l.Reserved}
	}
	return levels, nil
}

// SetOnHand sets what is on hand of a variant.
func (a AdminClient) SetOnHand(ctx context.Context, variant ids.Variant, onHand int64) error {
	return a.ask(ctx, http.MethodPut, "/stock/"+url.PathEscape(string(variant)), map[string]int64{"on_hand": onHand}, nil)
}

// Settle pays a charge of the sandbox.
func (a AdminClient) Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error) {
	var got receipt
	err := a.ask(ctx, http.MethodPost, "/sandbox/charges/"+url.PathEscape(string(txid))+"/settle", nil, &got)
	return payment.Receipt{
		EndToEndID: got.EndToEndID, TXID: ids.TXID(got.TXID), Amount: money.Amount(got.Amount), PaidAt: got.PaidAt,
	}, err
}

// maxAdminAnswer bounds an answer, in bytes.
const maxAdminAnswer = 4 << 20

// ask sends in, if it is not nil, and decodes the answer into out, if that is not nil.
func (a AdminClient) ask(ctx context.Context, method, path string, in, out any) error {
	return a.askAs(ctx, method, path, nil, in, out)
}

// askAs is ask with further headers.
func (a AdminClient) askAs(ctx context.Context, method, path string, header http.Header, in, out any) error {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return fmt.Errorf("httpd: encode request: %w", err)
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, a.URL+path, &body)
	if err != nil {
		return fmt.Errorf("httpd: make request: %w", err)
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Authorization", "Bearer "+a.Token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return fmt.Errorf("ask the running shop: %w", err)
	}
	defer resp.Body.Close()
	return readAnswer(resp, out)
}

// readAnswer decodes an answer into out, if that is not nil.
func readAnswer(resp *http.Response, out any) error {
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxAdminAnswer+1))
	if err != nil {
		return fmt.Errorf("read the running shop's answer: %w", err)
	}
	if len(raw) > maxAdminAnswer {
		return fmt.Errorf("the running shop's answer is longer than %d bytes", maxAdminAnswer)
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		refused := &AdminError{Status: resp.StatusCode}
		var problem problemDocument
		if json.Unmarshal(raw, &problem) == nil {
			refused.Detail, refused.Code, refused.Field = problem.Detail, problem.Code, problem.Field
			refused.Line, refused.Available = problem.Line, problem.Available
		}
		return refused
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("read the running shop's answer: %w", err)
	}
	return nil
}

// key is the key as the domain has it.
func (k apiKey) key() platform.APIKey {
	rights, _ := ParseRights(k.Rights) // none if the shop is newer than its staff's program
	out := platform.APIKey{ID: k.ID, Profile: k.Profile, Rights: rights, CreatedAt: k.CreatedAt}
	if k.RevokedAt != nil {
		out.RevokedAt = *k.RevokedAt
	}
	return out
}
