package agent

import (
	"errors"
	"slices"
	"testing"
)

func TestParams(t *testing.T) {
	t.Parallel()
	p := readParams([]byte(`{"messageId":"a","context_id":"b","taskId":null,"task_id":"c","historyLength":1.0,"page_size":2e1,
		"on":true,"list":["x","y"],"off":null,"TEXT":"z"}`), "")
	if got := p.text("messageId"); got != "a" {
		t.Errorf("messageId = %q", got)
	}
	if got := p.text("contextId"); got != "b" {
		t.Errorf("context_id is read as %q", got)
	}
	if got := p.text("taskId"); got != "c" {
		t.Errorf("taskId null beside task_id is read as %q", got)
	}
	if got := p.text("text"); got != "" {
		t.Errorf("TEXT is read as %q", got)
	}
	if got := p.integer("historyLength", 0, 9); got == nil || *got != 1 {
		t.Errorf("1.0 is read as %v", got)
	}
	if got := p.integer("pageSize", 1, 100); got == nil || *got != 20 {
		t.Errorf("2e1 is read as %v", got)
	}
	if got := p.integer("missing", 1, 2); got != nil {
		t.Errorf("a missing number is read as %d", *got)
	}
	if !p.flag("on") || p.flag("off") || p.flag("missing") {
		t.Error("flags are read wrong")
	}
	if got := p.texts("list"); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("list = %q", got)
	}
	if p.err != nil {
		t.Errorf("error: %v", p.err)
	}
}

func TestBadParams(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		read      func(*params)
		field     string
	}{
		{"text number", `{"a":1}`, func(p *params) { p.text("a") }, "in.a"},
		{"text list", `{"a":["x"]}`, func(p *params) { p.text("a") }, "in.a"},
		{"list of numbers", `{"a":[1]}`, func(p *params) { p.texts("a") }, "in.a"},
		{"list text", `{"a":"x"}`, func(p *params) { p.texts("a") }, "in.a"},
		{"number text", `{"a":"1"}`, func(p *params) { p.integer("a", 0, 9) }, "in.a"},
		{"fraction", `{"a":0.5}`, func(p *params) { p.integer("a", 0, 9) }, "in.a"},
		{"too small", `{"a":-1}`, func(p *params) { p.integer("a", 0, 9) }, "in.a"},
		{"too large", `{"a":10}`, func(p *params) { p.integer("a", 0, 9) }, "in.a"},
		{"far too large", `{"a":1e999}`, func(p *params) { p.integer("a", 0, 9) }, "in.a"},
		{"flag number", `{"a":1}`, func(p *params) { p.flag("a") }, "in.a"},
		{"flag text", `{"a":"true"}`, func(p *params) { p.flag("a") }, "in.a"},
		{"first fault is kept", `{"a":1,"b":1}`, func(p *params) { p.text("b"); p.text("a") }, "in.b"},
		{"snake case is named in camel case", `{"a_long_name":1}`, func(p *params) { p.text("aLongName") }, "in.aLongName"},
		{"no object", `[]`, func(*params) {}, "in"},
		{"a text", `"x"`, func(p *params) { p.text("a") }, "in"},
	}
	for _, tt := range tests {
		p := readParams([]byte(tt.raw), "in.")
		tt.read(p)
		var f fault
		if !errors.As(p.err, &f) || f.code != -32602 || len(f.fields) != 1 || f.fields[0].Field != tt.field {
			t.Errorf("%s: got %+v, want -32602 at %s", tt.name, p.err, tt.field)
		}
	}
}

func TestSnake(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"id": "id", "contextId": "context_id", "taskPushNotificationConfig": "task_push_notification_config", "": ""} {
		if got := snake(in); got != want {
			t.Errorf("snake(%q) = %q, want %q", in, got, want)
		}
	}
}
