package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// capCheckout is what the platform came for.
const capCheckout = "br.dev.bcp.shopping.checkout"

// businessProfile is what a platform reads of a shop's profile.
type businessProfile struct {
	UCP struct {
		Version  string
		Services map[string][]struct {
			Transport, Endpoint string
		}
		Capabilities map[string][]struct{ Version string }
	}
}

// agentCard is what a platform reads of an agent card (A2A 1.0).
type agentCard struct {
	Name       string
	Interfaces []struct {
		URL             string
		ProtocolBinding string
		ProtocolVersion string
	} `json:"supportedInterfaces"`
	Capabilities struct {
		// Streaming and PushNotifications say how a task can be followed.
		Streaming, PushNotifications bool
		Extensions                   []struct {
			URI    string
			Params struct {
				Capabilities map[string][]struct{ Version string }
			}
		}
	}
}

// discover finds the shop's agent from the one address that is agreed on; everything else
// is read from there.
func (p *play) discover(ctx context.Context) error {
	c := p.client
	headers := map[string]string{"BCP-Agent": c.agent()}
	var profile businessProfile
	if err := c.get(ctx, "discover_profile", p.cfg.ShopURL+"/.well-known/bcp", headers, &profile); err != nil {
		return err
	}
	cardURL := ""
	for _, s := range profile.UCP.Services["br.dev.bcp.shopping"] {
		if s.Transport == "a2a" {
			cardURL = s.Endpoint
		}
	}
	err := p.tale.verify(
		holds("o perfil BCP da loja está em /.well-known/bcp, versão "+profile.UCP.Version, profile.UCP.Version != ""),
		holds("ele oferece checkout", len(profile.UCP.Capabilities[capCheckout]) > 0),
		holds("e aponta o cartão do agente: "+cardURL, cardURL != ""),
	)
	if err != nil {
		return err
	}
	var signed, keys json.RawMessage
	if err := c.get(ctx, "discover_card", cardURL, headers, &signed); err != nil {
		return err
	}
	// The keys come from the shop that was agreed on, not from where the card says.
	if err := c.get(ctx, "discover_keys", p.cfg.ShopURL+"/.well-known/jwks.json", headers, &keys); err != nil {
		return err
	}
	var card agentCard
	if err := json.Unmarshal(signed, &card); err != nil {
		return fmt.Errorf("agent card: %w", err)
	}
	for _, i := range slices.Backward(card.Interfaces) {
		if i.ProtocolBinding == "JSONRPC" && i.ProtocolVersion == "1.0" {
			c.endpoint = i.URL
		}
	}
	for _, e := range slices.Backward(card.Capabilities.Extensions) {
		if len(e.Params.Capabilities[capCheckout]) > 0 {
			c.extension = e.URI
		}
	}
	p.streams, p.pushes = card.Capabilities.Streaming, card.Capabilities.PushNotifications
	return p.tale.verify(
		holds("o agente "+card.Name+" fala A2A 1.0 por JSON-RPC em "+c.endpoint, c.endpoint != ""),
		holds("com a extensão BCP "+c.extension, c.extension != ""),
		passes("a assinatura do cartão confere com a chave pública da loja", verifyCard(signed, keys)),
	)
}
