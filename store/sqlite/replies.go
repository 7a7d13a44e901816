package sqlite

import (
	"context"
	"fmt"

	"balcao/conversation"
	"balcao/store/rows"
)

// Reply implements checkout.Store.
func (s *Store) Reply(ctx context.Context, key conversation.Key) (conversation.Reply, error) {
	var (
		r              conversation.Reply
		fingerprint    []byte
		lease, created int64
	)
	err := s.reader.row(ctx, `SELECT fingerprint, done, lease_until, result, claim, created_at FROM replies
		WHERE owner = ? AND authenticated = ? AND binding = ? AND operation = ? AND id = ?`,
		key.Owner.Profile, key.Owner.Authenticated, key.Binding, key.Operation, key.ID).
		Scan(&fingerprint, &r.Done, &lease, &r.Result, &r.Claim, &created)
	if err != nil {
		return conversation.Reply{}, readError("reply", err)
	}
	if copy(r.Fingerprint[:], fingerprint) != len(r.Fingerprint) {
		return conversation.Reply{}, fmt.Errorf("sqlite: read reply: fingerprint of %d bytes", len(fingerprint))
	}
	r.LeaseUntil, r.CreatedAt = rows.Time(lease), rows.Time(created)
	return r, nil
}

// writeReply stores a reply under a free key, or in place of an unfinished claim.
func (t *tx) writeReply(key conversation.Key, r conversation.Reply, expectClaim bool) error {
	query := `INSERT INTO replies (fingerprint, done, lease_until, result, claim, created_at,
			owner, authenticated, binding, operation, id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	if expectClaim {
		query = `UPDATE replies SET fingerprint = ?, done = ?, lease_until = ?, result = ?, claim = ?, created_at = ?
			WHERE owner = ? AND authenticated = ? AND binding = ? AND operation = ? AND id = ? AND NOT done`
	}
	return t.must("reply", query,
		r.Fingerprint[:], r.Done, rows.Nanos(r.LeaseUntil), r.Result, r.Claim, rows.Nanos(r.CreatedAt),
		key.Owner.Profile, key.Owner.Authenticated, key.Binding, key.Operation, key.ID)
}
