package profile

import (
	"errors"
	"fmt"

	"github.com/dunglas/httpsfv"
)

var errNoProfile = errors.New("BCP-Agent has no string member profile")

// parseAgent reads the profile URL out of the values of the BCP-Agent header fields: an
// RFC 8941 dictionary whose member profile is a string. Several fields are one
// dictionary, in which the last member of a name counts; parameters and other members
// are legal and ignored. The URL is returned as it was sent; see [NormalizeURL].
//
// The error is an [*Error] with code invalid_profile_url.
func parseAgent(values []string) (string, error) {
	dict, err := httpsfv.UnmarshalDictionary(values)
	if err != nil {
		return "", NewError(CodeInvalidProfileURL, fmt.Errorf("BCP-Agent: %w", err))
	}
	member, _ := dict.Get("profile")
	item, _ := member.(httpsfv.Item)
	// A token is another type than a string.
	text, ok := item.Value.(string)
	if !ok {
		return "", NewError(CodeInvalidProfileURL, errNoProfile)
	}
	return text, nil
}
