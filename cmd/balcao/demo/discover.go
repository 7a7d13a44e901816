package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// capCheckout is what the platform came for.
const capCheckout = "br.dev.bcp.shopping.checkout"

// capMandate is that a purchase is completed by what the buyer signed (AP2).
const capMandate = "br.dev.bcp.shopping.ap2_mandate"

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
	// The profile has the shop's keys, too: those of its checkouts.
	if err := c.get(ctx, "discover_profile", p.cfg.ShopURL+"/.well-known/bcp", headers, &p.keys); err != nil {
		return err
	}
	var profile businessProfile
	if err := json.Unmarshal(p.keys, &profile); err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	cardURL := ""
	for _, s := range profile.UCP.Services["br.dev.bcp.shopping"] {
		switch s.Transport {
		case "a2a":
			cardURL = s.Endpoint
		case "mcp":
			c.tools = s.Endpoint
		}
	}
	err := p.tale.verify(
		holds("o perfil BCP da loja está em /.well-known/bcp, versão "+profile.UCP.Version, profile.UCP.Version != ""),
		holds("ele oferece checkout", len(profile.UCP.Capabilities[capCheckout]) > 0),
		holds("e aponta o cartão do agente: "+cardURL, cardURL != ""),
		holds("e as ferramentas MCP: "+c.tools, c.tools != ""),
		holds("ele oferece também mandatos AP2", len(profile.UCP.Capabilities[capMandate]) > 0),
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
	mandates := false
	for _, e := range slices.Backward(card.Capabilities.Extensions) {
		if len(e.Params.Capabilities[capCheckout]) > 0 {
			c.extension, mandates = e.URI, len(e.Params.Capabilities[capMandate]) > 0
		}
	}
	p.streams, p.pushes = card.Capabilities.Streaming, card.Capabilities.PushNotifications
	return p.tale.verify(
		holds("o agente "+card.Name+" fala A2A 1.0 por JSON-RPC em "+c.endpoint, c.endpoint != ""),
		holds("com a extensão BCP "+c.extension, c.extension != ""),
		holds("com mandatos AP2, como no perfil", mandates),
		passes("a assinatura do cartão confere com a chave pública da loja", verifyCard(signed, keys)),
	)
}
