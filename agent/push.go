package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

// The longest token, scheme and credentials that a push configuration may have, in bytes.
const (
	maxPushToken       = 1024
	maxPushScheme      = 64
	maxPushCredentials = 4096
)

// pushConfig reads a push configuration; id is its id if it has none.
func (c *call) pushConfig(p *params, id string) conversation.PushConfig {
	out := conversation.PushConfig{ID: cmp.Or(p.text("id"), id), URL: p.text("url"), Token: p.text("token")}
	if !ids.ValidOpaque(out.ID) {
		p.fail("id", "must be 1 to 128 printable characters")
	}
	if out.URL == "" {
		p.fail("url", "is required")
	} else if err := c.b.CheckPushURL(out.URL); err != nil {
		p.fail("url", "must be an https address that the shop may call")
	}
	if len(out.Token) > maxPushToken || !headerValue(out.Token) {
		p.fail("token", fmt.Sprintf("must be at most %d printable characters", maxPushToken))
	}
	raw := p.get("authentication")
	if raw == nil {
		return out
	}
	auth := readParams(raw, p.path+"authentication.")
	out.Scheme, out.Credentials = auth.text("scheme"), auth.text("credentials")
	if out.Scheme == "" || len(out.Scheme) > maxPushScheme || !ids.ValidOpaque(out.Scheme) {
		auth.fail("scheme", fmt.Sprintf("is required: 1 to %d printable characters", maxPushScheme))
	}
	if len(out.Credentials) > maxPushCredentials || !headerValue(out.Credentials) {
		auth.fail("credentials", fmt.Sprintf("must be at most %d printable characters", maxPushCredentials))
	}
	if p.err == nil {
		p.err = auth.err
	}
	return out
}

// errNoPushConfig says that a task has no push configuration of an id.
var errNoPushConfig = errors.New("agent: no such push configuration")

// headerValue reports whether s can be the value of an HTTP header.
func headerValue(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// wirePush is a push configuration as it is shown. Its credentials are not.
type wirePush struct {
	TaskID         string    `json:"taskId"`
	ID             string    `json:"id"`
	URL            string    `json:"url"`
	Token          string    `json:"token,omitempty"`
	Authentication *wireAuth `json:"authentication,omitempty"`
}

type wireAuth struct {
	Scheme string `json:"scheme"`
}

func showPush(c conversation.PushConfig) wirePush {
	out := wirePush{TaskID: string(c.Task), ID: c.ID, URL: c.URL, Token: c.Token}
	if c.Scheme != "" {
		out.Authentication = &wireAuth{Scheme: c.Scheme}
	}
	return out
}

// aboutPush reads the parameters that name a task of the caller's.
func (c *call) aboutPush(ctx context.Context, p *params) (platform.Caller, conversation.Task, error) {
	id := p.task("taskId")
	caller, err := c.aboutTasks(ctx, p)
	if err != nil {
		return platform.Caller{}, conversation.Task{}, err
	}
	t, err := c.b.Tasks.find(ctx, caller, id)
	return caller, t, err
}

func createPush(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	config := c.pushConfig(p, c.b.NewID("push_"))
	caller, t, err := c.aboutPush(ctx, p)
	if err != nil {
		return nil, err
	}
	config.Task, config.CreatedAt = t.ID, c.b.Now().UTC()
	if err := c.savePush(ctx, caller, config); err != nil {
		return nil, err
	}
	return marshal(showPush(config))
}

// savePush stores a configuration, as far as its task may have more.
func (c *call) savePush(ctx context.Context, caller platform.Caller, config conversation.PushConfig) error {
	saved, err := c.b.Tasks.Store.SavePushConfig(ctx, caller, config)
	if err != nil || saved {
		return err
	}
	if _, err := c.b.Tasks.find(ctx, caller, config.Task); err != nil {
		return err // somebody who proved the profile took the task over meanwhile
	}
	return invalid("taskId", fmt.Sprintf("has %d push configurations, which is the most", conversation.MaxPushConfigs))
}

func getPush(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	id := string(p.task("id"))
	configs, err := c.pushConfigs(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, config := range configs {
		if config.ID == id {
			return marshal(showPush(config))
		}
	}
	return nil, errNoPushConfig
}

// pushConfigs are those of the task that the parameters name.
func (c *call) pushConfigs(ctx context.Context, p *params) ([]conversation.PushConfig, error) {
	_, t, err := c.aboutPush(ctx, p)
	if err != nil {
		return nil, err
	}
	return c.b.Tasks.Store.PushConfigs(ctx, t.ID)
}

// listPush lists them all: there are never more than a page.
func listPush(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	p.integer("pageSize", 0, maxLength)
	if p.text("pageToken") != "" {
		p.fail("pageToken", "was not given by this shop")
	}
	configs, err := c.pushConfigs(ctx, p)
	if err != nil {
		return nil, err
	}
	out := struct {
		Configs       []wirePush `json:"configs"`
		NextPageToken string     `json:"nextPageToken"`
	}{Configs: []wirePush{}}
	for _, config := range configs {
		out.Configs = append(out.Configs, showPush(config))
	}
	return marshal(out)
}

// deletePush takes a configuration away; one that is gone already is no error. The result
// is an empty object, since some clients take null for none.
func deletePush(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	id := string(p.task("id"))
	_, t, err := c.aboutPush(ctx, p)
	if err != nil {
		return nil, err
	}
	return json.RawMessage(`{}`), c.b.Tasks.Store.DeletePushConfig(ctx, t.ID, id)
}
