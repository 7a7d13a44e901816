package profile

import (
	"errors"
	"testing"
)

func TestRegistry(t *testing.T) {
	t.Parallel()
	want := map[string]int{
		"invalid_profile_url": 400, "profile_unreachable": 424, "profile_malformed": 422, "version_unsupported": 422,
		"signature_missing": 401, "signature_invalid": 401, "key_not_found": 401, "digest_mismatch": 400, "algorithm_unsupported": 400,
		"unauthenticated": 401, "forbidden": 403, "unavailable": 503, "internal": 500,
	}
	if len(registry) != len(want) {
		t.Errorf("%d codes, want %d", len(registry), len(want))
	}
	for code, status := range want {
		e := NewError(code, nil)
		if e.Code != code || e.HTTPStatus != status || e.Content == "" {
			t.Errorf("%s: %+v, want status %d", code, e, status)
		}
	}
}

func TestErrorHidesItsCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("dial tcp 10.0.0.7: refused")
	e := NewError("no such code", cause)
	if e.Code != CodeInternal || e.Content != "Internal error." {
		t.Errorf("unknown code: %+v", e)
	}
	if !errors.Is(e, cause) {
		t.Error("the cause is lost to logs")
	}
}
