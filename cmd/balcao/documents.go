package main

import (
	"time"

	"balcao/agentcard"
	"balcao/cmd/balcao/demo"
	"balcao/httpd"
	"balcao/profile"
)

// documentAge is how long platforms may keep the shop's documents.
const documentAge = 5 * time.Minute

// pathSchema is where the form of the profile is described.
const pathSchema = "/bcp/profile.schema.json"

// documents are the shop's public documents. Profile and card come from one description,
// so they cannot differ.
func (sh *shop) documents() (map[string]httpd.Document, error) {
	shown, now := sh.withKeys(), sh.clock.Now()
	out := map[string]httpd.Document{}
	add := func(path string, body []byte, err error) error {
		out[path] = httpd.Document{Body: body, ContentType: "application/json", MaxAge: documentAge, Modified: now}
		return err
	}
	for i, release := range shown.Releases {
		body, err := profile.Business(shown, release.Date)
		paths := []string{"/.well-known/bcp/" + release.Date}
		if i == 0 {
			paths = []string{"/.well-known/bcp", "/.well-known/ucp.json"}
		}
		for _, path := range paths {
			if err := add(path, body, err); err != nil {
				return nil, err
			}
		}
	}
	if err := add(pathSchema, profile.BusinessSchema(), nil); err != nil {
		return nil, err
	}
	card, err := agentcard.Card(shown, sh.cardOptions())
	if err := add("/.well-known/agent-card.json", card, err); err != nil {
		return nil, err
	}
	keys, err := profile.KeySet(shown)
	if err := add("/.well-known/jwks.json", keys, err); err != nil {
		return nil, err
	}
	if shown.MCP {
		tools, err := sh.tools()
		if err := add(pathTools, tools, err); err != nil {
			return nil, err
		}
	}
	if !shown.Loopback() {
		return out, nil
	}
	signs, err := demo.PlatformJWK()
	if err != nil {
		return nil, err
	}
	for kind, keys := range map[profile.SandboxKind][]profile.JWK{
		profile.SandboxFull: nil, profile.SandboxAP2: {profile.JWK(signs)}, profile.SandboxCheckout: nil,
	} {
		body, err := profile.SandboxPlatform(shown, kind, keys...)
		if err := add("/sandbox/"+string(kind)+".json", body, err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withKeys is what the shop says of itself, with the keys of this moment.
func (sh *shop) withKeys() profile.Shop {
	shown := sh.profile
	for _, k := range sh.keys.PublicJWKs() {
		shown.Keys = append(shown.Keys, profile.JWK(k))
	}
	return shown
}

// cardOptions are what both agent cards, the public and the extended, say beyond the shop.
func (sh *shop) cardOptions() agentcard.Options {
	return agentcard.Options{
		DocumentationURL: sh.profile.PublicURL + "/", RESTURL: sh.profile.A2AURL(), Streaming: sh.settings.Streaming,
		PushNotifications: sh.settings.PushNotifications, ExtendedCard: true, Signer: sh.keys,
	}
}
