package checkout

import (
	"context"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/platform"
)

// View returns a checkout for its page, to whoever holds the key of its continue_url.
// ErrNotFound covers an unknown id and a wrong key alike.
func (s *Service) View(ctx context.Context, id ids.Checkout, key string) (Result, error) {
	r := Request{Target: Target{Checkout: id}, internal: true}
	d, err := s.lay(ctx, &r)
	if err != nil {
		return Result{}, err
	}
	if d.c == nil || !secret.Equal(d.c.Key, key) {
		return Result{}, ErrNotFound
	}
	d.c.asOf(d.now, s.Policy.ChargeGrace)
	return d.result(), nil
}

// Look reads a conversation and its checkout for a caller, changing nothing: what a
// sentence may refer to, before it is a command.
func (s *Service) Look(ctx context.Context, caller platform.Caller, t Target) (conversation.Context, Result, error) {
	r := Request{Caller: caller, Target: t}
	d, err := s.lay(ctx, &r)
	if err != nil {
		return conversation.Context{}, Result{}, wrap(err)
	}
	var conv conversation.Context
	if d.conv != nil {
		conv = *d.conv
	}
	return conv, d.result(), nil
}
