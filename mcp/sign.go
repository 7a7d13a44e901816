package mcp

import (
	"context"
	"net/http"

	"balcao/httpsig"
)

// sign signs an answer as it goes out, refusals too: a confirmed order always, all else if the
// shop has it set (BCP checkout over MCP, response signatures). It covers what the protocol
// names, status and body, and not the request, so that every verifier can follow it. Where it
// cannot be signed it goes out unsigned: what was done is done, and the seal of the checkout
// stands by itself.
func (s *Server) sign(ctx context.Context, h http.Header, c *call, a answer) {
	if s.Signer == nil || !s.SignAll && c.tool != "complete_checkout" {
		return
	}
	err := httpsig.SignResponse(s.Signer(), httpsig.Response{Status: a.status, Header: h, Body: a.body}, httpsig.Options{Created: s.Now()})
	if err != nil {
		s.Logger.ErrorContext(ctx, "an answer goes out unsigned", "error", err)
	}
}
