package profile

import (
	"crypto/sha256"
	"io"
	"strings"
	"time"

	"balcao/internal/ids"
	"balcao/platform"
)

// keyPrefix marks an API key of this shop, so that it is recognised where it leaks.
const keyPrefix = "bk_"

// NewAPIKey makes a key for the platform with this normalised profile URL. The plaintext
// is shown once; only its hash is kept. A nil reader means the system's randomness.
func NewAPIKey(random io.Reader, profile string, rights platform.Rights, now time.Time) (plaintext string, key platform.APIKey) {
	source := ids.NewSource(random)
	plaintext = keyPrefix + source.Secret()
	return plaintext, platform.APIKey{
		ID:        source.New("key_"),
		Profile:   profile,
		Hash:      sha256.Sum256([]byte(plaintext)),
		Rights:    rights,
		CreatedAt: now,
	}
}

// bearer returns the API key out of an Authorization header.
func bearer(authorization string) (string, bool) {
	scheme, token, _ := strings.Cut(authorization, " ")
	token = strings.TrimSpace(token)
	return token, strings.EqualFold(scheme, "Bearer") && strings.HasPrefix(token, keyPrefix)
}
