package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// The version of A2A that a request speaks is that of the header, or else of the query; a
// request without one speaks 0.3, which is not served.
func TestVersions(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	tests := []struct {
		name   string
		header []string
		query  string
		served bool
	}{
		{"1.0", []string{"1.0"}, "", true},
		{"1.0.1", []string{"1.0.1"}, "", true},
		{"1.0.17", []string{"1.0.17"}, "", true},
		{"spaces", []string{" 1.0 "}, "", true},
		{"query", nil, "?A2A-Version=1.0", true},
		{"patch in the query", nil, "?A2A-Version=1.0.3", true},
		{"header before query", []string{"1.0"}, "?A2A-Version=0.3", true},

		{"absent", nil, "", false},
		{"empty", []string{""}, "", false},
		{"empty query", nil, "?A2A-Version=", false},
		{"another query", nil, "?version=1.0", false},
		{"old header before query", []string{"0.3"}, "?A2A-Version=1.0", false},
		{"0.3", []string{"0.3"}, "", false},
		{"0.3.0", []string{"0.3.0"}, "", false},
		{"1.1", []string{"1.1"}, "", false},
		{"2.0", []string{"2.0"}, "", false},
		{"1", []string{"1"}, "", false},
		{"1.", []string{"1."}, "", false},
		{"1.0.", []string{"1.0."}, "", false},
		{"1.00", []string{"1.00"}, "", false},
		{"1.0.x", []string{"1.0.x"}, "", false},
		{"1.0-rc", []string{"1.0-rc"}, "", false},
		{"v1.0", []string{"v1.0"}, "", false},
		{"garbage", []string{"abc"}, "", false},
		{"two in one header", []string{"1.0, 0.3"}, "", false},
		{"two headers", []string{"1.0", "0.3"}, "", false},
	}
	// It is checked on every method, and after the envelope, so that the id is echoed.
	for _, method := range []string{"SendMessage", "ListTasks", "GetExtendedAgentCard"} {
		for _, tt := range tests {
			t.Run(method+"/"+tt.name, func(t *testing.T) {
				header := http.Header{"Content-Type": {"application/json"}}
				if tt.header != nil {
					header["A2a-Version"] = tt.header
				}
				body := `{"jsonrpc":"2.0","id":5,"method":"` + method + `","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}]}}}`
				resp, raw := shop.request(t, http.MethodPost, "/bcp/a2a"+tt.query, header, []byte(body))
				r := readReply(t, resp, raw)
				if tt.served {
					if r.Error != nil && r.Error.Code == -32009 {
						t.Errorf("refused: %s", raw)
					}
					return
				}
				r.refused(rpcRefusal(-32009, "VERSION_NOT_SUPPORTED"))
				if got := r.metadata("supportedVersions"); got != "1.0" {
					t.Errorf("supportedVersions is %q", got)
				}
				if !strings.HasPrefix(string(raw), `{"jsonrpc":"2.0","id":5,`) {
					t.Errorf("the id is not echoed: %.80s", raw)
				}
			})
		}
	}
}

// The BCP extension is activated by any of its URIs; the answer names the one that was
// used, in the header and in the message.
func TestExtensions(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	uri := func(segment string) string { return "https://bcp.dev.br/" + segment + "/specification/reference" }
	const other = "https://example.com/extension"
	tests := []struct {
		name     string
		header   []string
		declared []string // by the message
		want     string
	}{
		{"draft", []string{uri("draft")}, nil, uri("draft")},
		{"2026-04-08", []string{uri("2026-04-08")}, nil, uri("2026-04-08")},
		{"2026-07-14", []string{uri("2026-07-14")}, nil, uri("2026-07-14")},
		{"2026-07-28", []string{uri("2026-07-28")}, nil, uri("2026-07-28")},
		{"latest", []string{uri("latest")}, nil, uri("latest")},
		{"among others with commas", []string{other + ", " + uri("latest") + "," + other}, nil, uri("latest")},
		{"in the second header", []string{other, uri("latest")}, nil, uri("latest")},
		{"two of ours", []string{uri("2026-07-28") + "," + uri("draft")}, nil, uri("2026-07-28")},
		{"by the message", nil, []string{other, uri("2026-04-08")}, uri("2026-04-08")},
		{"header before message", []string{uri("draft")}, []string{uri("latest")}, uri("draft")},
		{"none", nil, nil, ""},
		{"empty header", []string{""}, nil, ""},
		{"empty list", nil, []string{}, ""},
		{"unknown", []string{other}, nil, ""},
		{"unknown release", []string{uri("2020-01-01")}, nil, ""},
		{"trailing slash", []string{uri("draft") + "/"}, nil, ""},
		{"capitals", []string{strings.ToUpper(uri("draft"))}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.Header["A2a-Extensions"] = tt.header
			message := object{"role": "ROLE_USER", "messageId": "m-" + strings.ReplaceAll(t.Name(), " ", "-"), "parts": []any{object{"text": "Procuro Pixel 10 Pro"}}}
			if tt.declared != nil {
				message["extensions"] = tt.declared
			}
			body, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": object{"message": message}})
			if err != nil {
				t.Fatal(err)
			}
			r := p.post(body)
			if got := r.Header.Get("A2A-Extensions"); got != tt.want {
				t.Errorf("A2A-Extensions is %q, want %q", got, tt.want)
			}
			var want []string
			if tt.want != "" {
				want = []string{tt.want}
			}
			if !slices.Equal(r.Message.Extensions, want) {
				t.Errorf("message.extensions are %q, want %q", r.Message.Extensions, want)
			}
			if got := r.data("a2a.bcp.catalog") != nil; got != (tt.want != "") {
				t.Errorf("data in the answer: %t, want it with the extension alone: %s", got, r.Body)
			}
			if !strings.HasPrefix(r.text(), "Encontrei") {
				t.Errorf("text is %q", r.text())
			}
		})
	}
}

// An action activates the extension by itself, with the URI that the shop prefers.
func TestActionActivates(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.Header.Del("A2A-Extensions")
	body := p.message(object{"data": object{"action": "add_to_checkout", "product_id": "item_123"}})
	first := p.post(body)
	if got := first.Header.Get("A2A-Extensions"); got != extensionURI {
		t.Errorf("A2A-Extensions is %q, want %q", got, extensionURI)
	}
	if got := first.quantities(); !slices.Equal(got, []int{1}) {
		t.Errorf("quantities are %v", got)
	}
	if again := p.post(body); again.result() != first.result() {
		t.Errorf("a retry is answered\n%s, want\n%s", again.result(), first.result())
	}
	// Another spelling is another member: the extension stays off, and nothing is done.
	p.send(object{"text": "oi"}, object{"data": object{"Action": "cancel_checkout"}})
	r := p.send(object{"text": "oi"}, object{"data": object{"ACTION": "get_checkout"}})
	if r.Header.Get("A2A-Extensions") != "" || len(r.Message.Extensions) != 0 {
		t.Errorf("ACTION activated the extension: %s", r.Body)
	}
}

// Without the extension a platform talks, and gets text alone.
func TestTextOnlyWithoutExtension(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.Header.Del("A2A-Extensions")
	r := p.say("Adicione um Pixel 10 Pro ao carrinho")
	p.Context = r.Message.ContextID
	if len(r.Message.Parts) != 1 || r.text() == "" || len(r.Message.Extensions) != 0 {
		t.Errorf("the answer is %s, want one text part", r.Body)
	}
	p.Header.Set("A2A-Extensions", extensionURI)
	if got := p.do("get_checkout").quantities(); !slices.Equal(got, []int{1}) {
		t.Errorf("quantities are %v, want [1]", got)
	}
}

// A client of A2A 0.3 is told in its own terms what is spoken here: by -32009, whether it
// sends a version or not. Under 1.0 its method names are just unknown.
func TestClientOf03(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	for _, method := range []string{"message/send", "message/stream", "tasks/get", "tasks/cancel", "tasks/resubscribe", "tasks/pushNotificationConfig/set", "agent/getAuthenticatedExtendedCard"} {
		body := []byte(`{"jsonrpc":"2.0","id":"x","method":"` + method + `","params":{"message":{"kind":"message","role":"user","messageId":"m","parts":[{"kind":"text","text":"oi"}]}}}`)
		for version, want := range map[string]refusal{
			"": rpcRefusal(-32009, "VERSION_NOT_SUPPORTED"), "0.3": rpcRefusal(-32009, "VERSION_NOT_SUPPORTED"), "1.0": rpcRefusal(-32601, "METHOD_NOT_FOUND"),
		} {
			p.Header.Set("A2A-Version", version)
			r := p.post(body)
			r.refused(want)
			if want.code == -32009 && r.metadata("supportedVersions") != "1.0" {
				t.Errorf("%s under %q is answered %s", method, version, r.Body)
			}
		}
	}
}
