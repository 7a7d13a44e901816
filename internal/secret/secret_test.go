package secret

import "testing"

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		secret, given string
		want          bool
	}{
		{"abc", "abc", true},
		{"abc", "abd", false},
		{"abc", "ab", false},
		{"abc", "abcd", false},
		{"abc", "", false},
		{"", "", false},
		{"", "abc", false},
	} {
		if got := Equal(tt.secret, tt.given); got != tt.want {
			t.Errorf("Equal(%q, %q) = %v", tt.secret, tt.given, got)
		}
	}
}
