package sqlite

import (
	"context"
	"fmt"

	"balcao/checkout"
	"balcao/platform"
	"balcao/store/rows"
)

const keyColumns = `id, profile, hash, rights, created_at, revoked_at`

// InsertAPIKey stores a new key. It returns checkout.ErrConflict if its id or hash is
// there already.
func (s *Store) InsertAPIKey(ctx context.Context, k platform.APIKey) error {
	return s.writer.do(ctx, func(t *tx) error {
		return t.must("API key", `INSERT INTO api_keys (`+keyColumns+`) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			k.ID, k.Profile, k.Hash[:], int64(k.Rights), rows.Nanos(k.CreatedAt), rows.Nanos(k.RevokedAt))
	})
}

// APIKeyByHash returns the key with the given SHA-256 if it is good: a revoked one is
// checkout.ErrNotFound like one that never was.
func (s *Store) APIKeyByHash(ctx context.Context, hash [32]byte) (platform.APIKey, error) {
	k, err := scanKey(s.reader.row(ctx, `SELECT `+keyColumns+` FROM api_keys WHERE hash = ? AND revoked_at = 0`, hash[:]))
	if err != nil {
		return platform.APIKey{}, readError("API key", err)
	}
	return k, nil
}

// ListAPIKeys lists all keys, revoked ones too, oldest first.
func (s *Store) ListAPIKeys(ctx context.Context) ([]platform.APIKey, error) {
	found, err := s.reader.rows(ctx, `SELECT `+keyColumns+` FROM api_keys ORDER BY created_at, id`)
	if err != nil {
		return nil, readError("API keys", err)
	}
	defer found.Close()
	var keys []platform.APIKey
	for found.Next() {
		k, err := scanKey(found)
		if err != nil {
			return nil, readError("API keys", err)
		}
		keys = append(keys, k)
	}
	if err := found.Err(); err != nil {
		return nil, readError("API keys", err)
	}
	return keys, nil
}

// RevokeAPIKey makes a key void from now on. Revoking it again changes nothing; an
// unknown id is checkout.ErrNotFound.
func (s *Store) RevokeAPIKey(ctx context.Context, id string) error {
	now := rows.Nanos(s.now())
	return s.writer.do(ctx, func(t *tx) error {
		n, err := t.exec(`UPDATE api_keys SET revoked_at = CASE revoked_at WHEN 0 THEN ? ELSE revoked_at END
			WHERE id = ?`, now, id)
		if err != nil {
			return fmt.Errorf("sqlite: revoke API key: %w", err)
		}
		if n == 0 {
			return fmt.Errorf("sqlite: revoke API key: %w", checkout.ErrNotFound)
		}
		return nil
	})
}

func scanKey(row scanner) (platform.APIKey, error) {
	var (
		k                platform.APIKey
		hash             []byte
		rights           int64
		created, revoked int64
	)
	if err := row.Scan(&k.ID, &k.Profile, &hash, &rights, &created, &revoked); err != nil {
		return platform.APIKey{}, err
	}
	if copy(k.Hash[:], hash) != len(k.Hash) {
		return platform.APIKey{}, fmt.Errorf("hash of %d bytes", len(hash))
	}
	k.Rights = platform.Rights(rights)
	k.CreatedAt, k.RevokedAt = rows.Time(created), rows.Time(revoked)
	return k, nil
}
