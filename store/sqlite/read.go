package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/store/rows"
)

// Checkout implements checkout.Store.
func (s *Store) Checkout(ctx context.Context, id ids.Checkout) (*checkout.Checkout, error) {
	var body []byte
	err := s.reader.row(ctx, `SELECT body FROM checkouts WHERE id = ?`, string(id)).Scan(&body)
	if err != nil {
		return nil, readError("checkout", err)
	}
	return rows.DecodeCheckout(body)
}

// CheckoutOfCharge implements checkout.Store.
func (s *Store) CheckoutOfCharge(ctx context.Context, txid ids.TXID) (ids.Checkout, error) {
	var id string
	err := s.reader.row(ctx, `SELECT checkout FROM charges WHERE txid = ?`, string(txid)).Scan(&id)
	if err != nil {
		return "", readError("charge", err)
	}
	return ids.Checkout(id), nil
}

// Context implements checkout.Store.
func (s *Store) Context(ctx context.Context, owner platform.Owner, id ids.Context) (conversation.Context, error) {
	var body []byte
	err := s.reader.row(ctx, `SELECT body FROM contexts WHERE owner = ? AND authenticated = ? AND id = ?`,
		owner.Profile, owner.Authenticated, string(id)).Scan(&body)
	if err != nil {
		return conversation.Context{}, readError("context", err)
	}
	c, err := rows.DecodeContext(body)
	if err != nil {
		return conversation.Context{}, err
	}
	return *c, nil
}

// readError tells a row that is not there from a failure.
func readError(what string, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("sqlite: read %s: %w", what, checkout.ErrNotFound)
	}
	return fmt.Errorf("sqlite: read %s: %w", what, err)
}
