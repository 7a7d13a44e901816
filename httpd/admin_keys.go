package httpd

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/platform"
	"balcao/profile"
)

// PlatformKeys are the API keys that the shop has issued to platforms.
type PlatformKeys interface {
	// List lists all keys, revoked ones too.
	List(ctx context.Context) ([]platform.APIKey, error)
	// Create issues a key to the platform with this profile URL, which is normalised
	// first; a bad one is a *profile.Error. The plaintext is not kept.
	Create(ctx context.Context, profileURL string, rights platform.Rights) (plaintext string, key platform.APIKey, err error)
	// Revoke makes a key void; an unknown id is checkout.ErrNotFound.
	Revoke(ctx context.Context, id string) error
}

// apiKey is a key as it is listed, without its hash. Key is the key itself, shown once,
// in the answer to its making.
type apiKey struct {
	ID        string     `json:"id"`
	Key       string     `json:"key,omitempty"`
	Profile   string     `json:"profile"`
	Rights    []string   `json:"rights"`
	CreatedAt time.Time  `json:"created_at"`
	RevokedAt *time.Time `json:"revoked_at,omitempty"`
}

// rightNames are the rights as staff write them.
var rightNames = []struct {
	name  string
	right platform.Rights
}{{"checkout", platform.RightCheckout}, {"order", platform.RightOrder}}

func shown(k platform.APIKey) apiKey {
	out := apiKey{ID: k.ID, Profile: k.Profile, Rights: namesOf(k.Rights), CreatedAt: k.CreatedAt}
	if !k.RevokedAt.IsZero() {
		out.RevokedAt = &k.RevokedAt
	}
	return out
}

func namesOf(rights platform.Rights) []string {
	names := []string{}
	for _, r := range rightNames {
		if rights.Has(r.right) {
			names = append(names, r.name)
		}
	}
	return names
}

// ParseRights reads names of rights, checkout and order; there must be one at least.
func ParseRights(names []string) (platform.Rights, bool) {
	var rights platform.Rights
	for _, name := range names {
		known := false
		for _, r := range rightNames {
			if r.name == name {
				rights, known = rights|r.right, true
			}
		}
		if !known {
			return 0, false
		}
	}
	return rights, rights != 0
}

func listKeys(keys PlatformKeys) echo.HandlerFunc {
	return func(c echo.Context) error {
		all, err := keys.List(c.Request().Context())
		if err != nil {
			return err
		}
		out := make([]apiKey, 0, len(all))
		for _, k := range all {
			out = append(out, shown(k))
		}
		return c.JSON(http.StatusOK, map[string]any{"keys": out})
	}
}

func createKey(keys PlatformKeys) echo.HandlerFunc {
	return func(c echo.Context) error {
		var in struct {
			Profile string   `json:"profile"`
			Rights  []string `json:"rights"`
		}
		if err := readJSON(c, &in); err != nil {
			return badRequest(c, err)
		}
		rights, ok := ParseRights(in.Rights)
		if !ok {
			return problem(c, http.StatusBadRequest, "rights must name checkout, order or both.")
		}
		plaintext, key, err := keys.Create(c.Request().Context(), in.Profile, rights)
		var refused *profile.Error
		switch {
		case errors.As(err, &refused):
			return problem(c, http.StatusBadRequest, refused.Content)
		case err != nil:
			return err
		}
		out := shown(key)
		out.Key = plaintext
		return c.JSON(http.StatusCreated, out)
	}
}

func revokeKey(keys PlatformKeys) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := keys.Revoke(c.Request().Context(), c.Param("id"))
		switch {
		case errors.Is(err, checkout.ErrNotFound):
			return problem(c, http.StatusNotFound, "There is no key with this id.")
		case err != nil:
			return err
		}
		return c.NoContent(http.StatusNoContent)
	}
}
