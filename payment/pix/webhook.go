package pix

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"balcao/internal/ids"
)

// Limits of a callback.
const (
	// MaxWebhook is the largest body that is read, in bytes.
	MaxWebhook = 256 << 10
	// MaxNotices is how many payments one body may announce.
	MaxNotices = 1000
)

// Errors of callbacks. What is returned wraps one of them.
var (
	// ErrWebhook says that a body is no callback at all.
	ErrWebhook = errors.New("pix: not a callback")
	// ErrNotice says that one element of a callback is no payment.
	ErrNotice = errors.New("pix: bad element of a callback")
)

// Patterns of the Pix API, anchored. A txid may come from a static code, so it can be
// shorter than that of a charge.
var (
	endToEndPattern = regexp.MustCompile(`^[A-Za-z0-9]{32}$`)
	anyTxIDPattern  = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)
)

// Notice says that something happened to a payment. It is a hint and no more: whoever
// forges one earns a question to the provider, which alone says what was paid.
type Notice struct {
	// EndToEndID identifies the payment; case matters. It is empty where it could not be read
	// and the charge could.
	EndToEndID string
	// TXID is the charge it paid, empty for money that came without one.
	TXID ids.TXID
}

// ParseWebhook reads the body of the Central Bank's callback, {"pix": [...]}. An empty
// object or list is a provider's probe and gives no notices. Members it does not need are
// skipped whatever they hold, since the API may add any and providers differ. One object where
// the list should be is a list of one.
//
// An element that is no payment does not lose its neighbours: it gives an error in bad,
// which wraps ErrNotice and names its place; a notice too, if it names a charge all the same.
// The last error wraps ErrWebhook and says that nothing could be read.
func ParseWebhook(body []byte) (notices []Notice, bad []error, err error) {
	if len(body) > MaxWebhook {
		return nil, nil, fmt.Errorf("%w: more than %d bytes", ErrWebhook, MaxWebhook)
	}
	// A map, unlike a struct, does not take "PIX" for "pix".
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	if members == nil {
		return nil, nil, fmt.Errorf("%w: null", ErrWebhook)
	}
	var elements []json.RawMessage
	if list, ok := members["pix"]; ok {
		if list[0] == '{' {
			list = slices.Concat([]byte("["), list, []byte("]"))
		}
		if err := json.Unmarshal(list, &elements); err != nil {
			return nil, nil, fmt.Errorf("%w: member pix: %w", ErrWebhook, err)
		}
	}
	if len(elements) > MaxNotices {
		return nil, nil, fmt.Errorf("%w: more than %d elements", ErrWebhook, MaxNotices)
	}
	for i, element := range elements {
		notice, err := parseNotice(element)
		if err != nil {
			bad = append(bad, fmt.Errorf("%w: pix[%d]: %w", ErrNotice, i, err))
		}
		if notice != (Notice{}) {
			notices = append(notices, notice)
		}
	}
	return notices, bad, nil
}

// parseNotice reads one element. Its errors do not quote it: it is a stranger's text. With an
// error the notice holds the charge alone, if there is one to look at.
func parseNotice(element json.RawMessage) (Notice, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(element, &members); err != nil {
		return Notice{}, errors.New("not an object")
	}
	txid, err := textMember(members, "txid")
	if err == nil && txid != "" && !anyTxIDPattern.MatchString(txid) {
		err = errors.New("txid is not 1 to 35 letters and digits")
	}
	if err != nil {
		return Notice{}, err
	}
	endToEndID, err := textMember(members, "endToEndId")
	if err == nil && !endToEndPattern.MatchString(endToEndID) {
		err = errors.New("endToEndId is not 32 letters and digits")
	}
	if err != nil {
		return Notice{TXID: ids.TXID(txid)}, err
	}
	return Notice{EndToEndID: endToEndID, TXID: ids.TXID(txid)}, nil
}

// textMember returns a string member; absent and null are "".
func textMember(members map[string]json.RawMessage, name string) (string, error) {
	raw, ok := members[name]
	if !ok {
		return "", nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", fmt.Errorf("%s is no text", name)
	}
	return text, nil
}
