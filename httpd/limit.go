package httpd

import (
	"cmp"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"balcao/internal/clock"
	"balcao/internal/lru"
)

// defaultClients is how many clients are remembered if nothing else is said.
const defaultClients = 10_000

// Rate bounds the requests of one client by a token bucket.
type Rate struct {
	// PerSecond is how fast the bucket fills; 0 sets no bound.
	PerSecond float64
	// Burst is what the bucket holds; 0 means one second's worth, at least 1.
	Burst int
	// Clients is how many clients are remembered, 10,000 by default. Beyond it the one
	// that was quiet longest is forgotten.
	Clients int
}

// limiter holds the buckets. Its memory is bounded by Rate.Clients.
type limiter struct {
	rate  Rate
	clock clock.Clock

	mu      sync.Mutex
	clients *lru.Cache[*rate.Limiter]
}

func newLimiter(r Rate, c clock.Clock) *limiter {
	r.Burst = cmp.Or(r.Burst, max(1, int(math.Ceil(r.PerSecond))))
	r.Clients = cmp.Or(r.Clients, defaultClients)
	return &limiter{rate: r, clock: c, clients: lru.New[*rate.Limiter](r.Clients)}
}

// wait takes a token from the client's bucket and returns zero, or says how long it is
// until there is one.
func (l *limiter) wait(client string) time.Duration {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	reservation := l.bucket(client).ReserveN(now, 1)
	delay := reservation.DelayFrom(now)
	if delay > 0 {
		reservation.CancelAt(now)
	}
	return delay
}

func (l *limiter) bucket(client string) *rate.Limiter {
	tokens, ok := l.clients.Get(client)
	if !ok {
		tokens = rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)
		l.clients.Put(client, tokens)
	}
	return tokens
}

// limitClients refuses clients that ask too often with 429 and Retry-After, in the terms
// of the binding they called. Probes are let through, and so are the provider's callbacks:
// providers stop calling a shop that refuses them, and the secret keeps strangers out.
func limitClients(l *limiter, bindings []RPC) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			switch c.Path() {
			case pathHealth, pathReady, pathWebhook, pathWebhookPix:
				return next(c)
			}
			delay := l.wait(clientKey(c.RealIP()))
			if delay <= 0 {
				return next(c)
			}
			retryAfter := time.Duration(math.Ceil(delay.Seconds())) * time.Second
			c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(retryAfter/time.Second)))
			if b := bindingOf(c, bindings); b != nil && b.Limited != nil {
				return rpcError(c, http.StatusTooManyRequests, b.Limited(retryAfter))
			}
			return echo.NewHTTPError(http.StatusTooManyRequests)
		}
	}
}
