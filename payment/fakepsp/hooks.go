package fakepsp

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"time"
)

// register sets the address for a Pix key.
func (b *Bank) register(ctx context.Context, key, address string) error {
	if b.config.Key != "" && key != b.config.Key {
		return invalid(kindHookInvalid, "A chave não pertence a este usuário recebedor.", Violation{"A chave é de outro usuário", "chave", ""})
	}
	if !callable(address) {
		return invalid(kindHookInvalid, "O webhookUrl não respeita o schema.", Violation{"Deve ser https, ou http em loopback, sem credenciais nem fragmento", "webhook.webhookUrl", ""})
	}
	now, err := b.begin(ctx)
	if err != nil {
		return err
	}
	defer b.mu.Unlock()
	return b.writeHook(hook{Key: key, URL: address, CreatedAt: now})
}

func (b *Bank) writeHook(h hook) error {
	if err := b.append(h); err != nil {
		return err
	}
	b.hooks[h.Key] = h
	return nil
}

// maxURL bounds a registered address.
const maxURL = 2048

// callable reports whether an address may be called back. Plain http is for a shop on this
// machine alone.
func callable(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxURL || u.Host == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback(u.Host)
}

func loopback(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// registered reads the address of a key.
func (b *Bank) registered(ctx context.Context, key string) (hook, error) {
	if _, err := b.begin(ctx); err != nil {
		return hook{}, err
	}
	defer b.mu.Unlock()
	h := b.hooks[key]
	if h.URL == "" {
		return hook{}, notFound(kindHookUnknown, "Não há webhook para a chave informada.")
	}
	return h, nil
}

// unregister takes the address of a key away. What is to be announced for it is lost.
func (b *Bank) unregister(ctx context.Context, key string) error {
	now, err := b.begin(ctx)
	if err != nil {
		return err
	}
	defer b.mu.Unlock()
	if b.hooks[key].URL == "" {
		return notFound(kindHookUnknown, "Não há webhook para a chave informada.")
	}
	return b.writeHook(hook{Key: key, CreatedAt: now})
}

// allRegistered lists the addresses registered within a time, by key.
func (b *Bank) allRegistered(ctx context.Context, from, to time.Time) ([]hook, error) {
	if _, err := b.begin(ctx); err != nil {
		return nil, err
	}
	defer b.mu.Unlock()
	var all []hook
	for _, h := range b.hooks {
		if h.URL != "" && !h.CreatedAt.Before(from) && !h.CreatedAt.After(to) {
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b hook) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}
