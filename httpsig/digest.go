package httpsig

import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"

	"github.com/dunglas/httpsfv"
)

// Digest returns the Content-Digest of a body: its SHA-256 (RFC 9530, 2; BCP message
// signatures).
func Digest(body []byte) string {
	sum := sha256.Sum256(body)
	dict := httpsfv.NewDictionary()
	dict.Add("sha-256", httpsfv.NewItem(sum[:]))
	field, err := httpsfv.Marshal(dict)
	if err != nil {
		return "" // bytes under a good name: it cannot fail
	}
	return field
}

// VerifyDigest holds a body, as it was received and before any decoding, to the values of its
// Content-Digest header. SHA-256 and SHA-512 are known: at least one must be there, and every
// one that is must match. The error is an [*Error] with [DigestMismatch].
func VerifyDigest(values []string, body []byte) error {
	if fault := verifyDigest(values, body); fault != nil {
		return fault
	}
	return nil
}

func verifyDigest(values []string, body []byte) *Error {
	dict, err := parseDictionary(values)
	if err != nil {
		return refuse(DigestMismatch, "Content-Digest: %v", err)
	}
	known := 0
	for _, name := range dict.Names() {
		var want []byte
		switch name {
		case "sha-256":
			sum := sha256.Sum256(body)
			want = sum[:]
		case "sha-512":
			sum := sha512.Sum512(body)
			want = sum[:]
		default:
			continue
		}
		member, _ := dict.Get(name)
		item, _ := member.(httpsfv.Item)
		got, ok := item.Value.([]byte)
		if !ok || subtle.ConstantTimeCompare(got, want) != 1 {
			return refuse(DigestMismatch, "%s of the body is another", name)
		}
		known++
	}
	if known == 0 {
		return refuse(DigestMismatch, "Content-Digest has no known algorithm")
	}
	return nil
}
