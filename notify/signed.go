package notify

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"balcao/httpsig"
	"balcao/internal/safehttp"
	"balcao/order"
)

// The pause after a try that failed is firstPause, twice as long each time up to
// longestPause, and up to half as long again by chance: from a second to an hour.
const (
	firstPause   = time.Second
	longestPause = 40 * time.Minute
)

// noticeBackoff is how long to wait after so many tries, by a jitter from 0 up to 1.
func noticeBackoff(tries int, jitter float64) time.Duration {
	pause := longestPause
	if tries <= 12 { // 2^12 s are more than that already
		pause = min(firstPause<<max(tries-1, 0), longestPause)
	}
	return pause + time.Duration(jitter*float64(pause/2))
}

// header is what goes with a notice: who sends it, which one it is, and the signature over
// that, the address and the body (BCP order webhooks; BCP message signatures). Every try is
// signed anew, by the key of the moment. The error of an address that will
// not be called is that of CheckURL.
func (w *Webhooks) header(n order.Notice, url string, body []byte) (http.Header, error) {
	if err := w.Poster.CheckURL(url); err != nil {
		return nil, err
	}
	for i := range len(url) {
		if url[i] <= ' ' || url[i] > '~' { // two programs might write it in two ways
			return nil, fmt.Errorf("notify: %w", safehttp.ErrInvalidURL)
		}
	}
	r, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return nil, fmt.Errorf("notify: %w", safehttp.ErrInvalidURL) // the cause has the whole URL
	}
	r.Header = http.Header{
		"Content-Type":      {"application/json"},
		"Bcp-Agent":         {fmt.Sprintf("profile=%q", w.Profile)},
		"Webhook-Id":        {n.ID()},
		"Webhook-Timestamp": {strconv.FormatInt(n.At.Unix(), 10)},
	}
	options := httpsig.Options{Created: w.Clock.Now(), Cover: []string{"webhook-id", "webhook-timestamp"}}
	if err := httpsig.SignRequest(w.Signer(), httpsig.Outgoing(r, body), options); err != nil {
		return nil, fmt.Errorf("notify: sign order notice: %w", err)
	}
	return r.Header, nil
}
