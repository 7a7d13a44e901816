package httpd

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const pathMetrics = "/metrics"

// Metrics counts requests and jobs, and shows them, with the state of the process, to Prometheus.
// It has a registry of its own. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	jobs     *prometheus.CounterVec
	webhooks *prometheus.CounterVec
}

// NewMetrics returns Metrics that have counted nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "balcao_http_requests_total",
			Help: "HTTP requests answered, by route, method and status.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "balcao_http_request_duration_seconds",
			Help:    "Time to answer an HTTP request, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route"}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "balcao_job_runs_total",
			Help: "Runs of background jobs, by kind and outcome (done, postponed, failed, gave_up).",
		}, []string{"kind", "outcome"}),
		webhooks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "balcao_order_webhooks_total",
			Help: "Tries to tell a platform of an order, by outcome (delivered, failed, dead).",
		}, []string{"outcome"}),
	}
	for _, outcome := range []string{"delivered", "failed", "dead"} {
		m.webhooks.WithLabelValues(outcome) // so that an alarm on dead ones sees the first
	}
	m.registry.MustRegister(m.requests, m.seconds, m.jobs, m.webhooks, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Job counts a run of a background job.
func (m *Metrics) Job(kind, outcome string) { m.jobs.WithLabelValues(kind, outcome).Inc() }

// OrderWebhook counts a try to tell a platform of an order.
func (m *Metrics) OrderWebhook(outcome string) { m.webhooks.WithLabelValues(outcome).Inc() }

// Gauge shows a value that is read when somebody asks for it.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// observe counts a request; a nil Metrics counts nothing. How long a stream was open says
// nothing of how fast the shop answers.
func (m *Metrics) observe(verb, route string, status int, stream bool, took time.Duration) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(route, method(verb), strconv.Itoa(status)).Inc()
	if !stream {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
