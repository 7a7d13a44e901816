package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// card reads the agent card.
func (p peer) card() obj {
	p.t.Helper()
	resp := p.cardResponse(nil)
	defer resp.Body.Close()
	var card obj
	if err := json.NewDecoder(resp.Body).Decode(&card); err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatalf("the card was answered %d (error %v)", resp.StatusCode, err)
	}
	return card
}

func (p peer) cardResponse(header http.Header) *http.Response {
	p.t.Helper()
	p.header = header
	return p.do(http.MethodGet, p.url+"/.well-known/agent-card.json", nil)
}

var cardRequirements = []requirement{
	{id: "CARD-DISC-001", what: "the card is at the well-known address, for everybody", over: "jsonrpc", check: func(p, off peer) {
		for _, q := range []peer{p, off} {
			resp := q.cardResponse(http.Header{"A2a-Version": nil})
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
				p.t.Errorf("the card was answered %d %v", resp.StatusCode, resp.Header)
			}
		}
	}},
	{id: "CARD-PROTO-001", what: "the card names both bindings, the preferred one first", over: "jsonrpc", check: func(p, _ peer) {
		card := p.card()
		if list, _ := card["supportedInterfaces"].([]any); len(list) != 2 || str(list, 0, "protocolBinding") != "JSONRPC" || str(list, 1, "protocolBinding") != "HTTP+JSON" {
			p.t.Errorf("interfaces %v", card["supportedInterfaces"])
		}
	}},
	{id: "CARD-PROTO-002", what: "each interface is where the card says, in the version that it says", over: "jsonrpc", check: func(p, _ peer) {
		list, _ := p.card()["supportedInterfaces"].([]any)
		for _, i := range list {
			q := p
			q.url, q.rest = strings.TrimSuffix(str(i, "url"), pathA2A), str(i, "protocolBinding") == "HTTP+JSON"
			q.header = http.Header{"A2a-Version": {str(i, "protocolVersion")}}
			if a := q.call("ListTasks", obj{}); a.result == nil {
				p.t.Errorf("%v answered %s", i, a.raw)
			}
		}
	}},
	{id: "CARD-STRUCT-001", what: "the card has all that it must have, and says of each option whether it is offered", over: "jsonrpc", check: func(p, off peer) {
		for q, want := range map[peerName]bool{"on": true, "off": false} {
			card := map[peerName]peer{"on": p, "off": off}[q].card()
			p.wants(card, "name", "description", "supportedInterfaces", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills")
			each("", card["skills"], func(_ string, o obj) { p.wants(o, "id", "name", "description", "tags") })
			for _, option := range []string{"streaming", "pushNotifications", "extendedAgentCard"} {
				if got := at(card, "capabilities", option); got != want {
					p.t.Errorf("%s: %s is %v", q, option, got)
				}
			}
			for _, old := range []string{"url", "protocolVersion", "preferredTransport"} {
				if card[old] != nil {
					p.t.Errorf("the card has %s, which is 0.3", old)
				}
			}
		}
	}},
	{id: "CARD-EXT-001", what: "the extended card is for those who proved who they are; it has more than the public one", check: func(p, _ peer) {
		card, _ := p.call("GetExtendedAgentCard", nil).result.(obj)
		p.wants(card, "name", "supportedInterfaces", "capabilities", "skills")
		public, _ := p.card()["skills"].([]any)
		if skills, _ := card["skills"].([]any); len(skills) <= len(public) {
			p.t.Errorf("%d skills, the public card has %d", len(skills), len(public))
		}
	}, elsewhere: []string{"agentcard.TestExtended"}},
	{id: "CARD-EXT-002", what: "cannot occur: a card that offers an extended card is written together with it (CORE-CAP-003 has the rest)"},
	{id: "CARD-SIGN-001", what: "what is signed is canonical", elsewhere: []string{"agentcard.TestSigned", "agentcard.TestPayload"}},
	{id: "CARD-SIGN-002", what: "the signatures are no part of what is signed", elsewhere: []string{"agentcard.TestPayload", "agentcard.TestTampered"}},
	{id: "CARD-SIGN-003", what: "the protected header has alg and kid", over: "jsonrpc", check: func(p, _ peer) {
		raw, err := base64.RawURLEncoding.DecodeString(str(p.card(), "signatures", 0, "protected"))
		var header obj
		if err != nil || json.Unmarshal(raw, &header) != nil || str(header, "alg") != "ES256" || str(header, "kid") == "" {
			p.t.Errorf("protected header %s (error %v)", raw, err)
		}
	}, elsewhere: []string{"agentcard.TestProtectedHeader"}},
	{id: "CARD-SIGN-004", what: "is for clients, who verify"},
	{id: "CARD-CACHE-001", what: "the card may be kept for a while", over: "jsonrpc", check: func(p, _ peer) {
		resp := p.cardResponse(nil)
		resp.Body.Close()
		if got := resp.Header.Get("Cache-Control"); !strings.Contains(got, "max-age=") {
			p.t.Errorf("Cache-Control %q", got)
		}
	}},
	{id: "CARD-CACHE-002", what: "the card has an ETag, and whoever has it already is told so", over: "jsonrpc", check: func(p, _ peer) {
		resp := p.cardResponse(nil)
		resp.Body.Close()
		tag := resp.Header.Get("ETag")
		again := p.cardResponse(http.Header{"If-None-Match": {tag}})
		again.Body.Close()
		if tag == "" || again.StatusCode != http.StatusNotModified {
			p.t.Errorf("ETag %q, then %d", tag, again.StatusCode)
		}
	}},
	{id: "CARD-CACHE-003", what: "the card says when it changed", over: "jsonrpc", check: func(p, _ peer) {
		resp := p.cardResponse(nil)
		resp.Body.Close()
		if _, err := http.ParseTime(resp.Header.Get("Last-Modified")); err != nil {
			p.t.Errorf("Last-Modified %q", resp.Header.Get("Last-Modified"))
		}
	}},
	{id: "BIND-FIELD-001", what: "the card names no binding that is not served, and all that are", over: "jsonrpc", check: func(p, _ peer) {
		for _, q := range []peer{p, p.twin()} {
			if a := q.call("ListTasks", obj{}); a.result == nil {
				p.t.Errorf("a named binding answered %s", a.raw)
			}
		}
		if raw, _ := json.Marshal(p.card()["supportedInterfaces"]); strings.Contains(string(raw), "GRPC") {
			p.t.Errorf("the card names gRPC: %s", raw)
		}
	}},
}

type peerName string
