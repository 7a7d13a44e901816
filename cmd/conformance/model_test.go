package main

import (
	"encoding/base64"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// samples are answers of all kinds: tasks in several states, with artifacts of each kind
// and a history, and a message.
func (p peer) samples() []any {
	p.t.Helper()
	var out []any
	for _, mark := range []string{
		"tck-complete-task", "tck-artifact-text", "tck-artifact-file", "tck-artifact-file-url", "tck-artifact-data", "tck-message-response",
		"tck-input-required", "tck-reject-task",
	} {
		out = append(out, p.call("SendMessage", msg(mark)).result)
	}
	return append(out, obj{"task": p.conversation("one")}, p.call("ListTasks", obj{"includeArtifacts": true}).result)
}

// each calls f for every object below v, with the name of the member that it is.
func each(name string, v any, f func(name string, o obj)) {
	switch v := v.(type) {
	case obj:
		f(name, v)
		for member, value := range v {
			each(member, value, f)
		}
	case []any:
		for _, value := range v {
			each(name, value, f)
		}
	}
}

// of calls f for every object of these names in the samples, and wants some.
func (p peer) of(names []string, f func(o obj)) {
	p.t.Helper()
	n := 0
	for _, s := range p.samples() {
		each("", s, func(name string, o obj) {
			if slices.Contains(names, name) {
				n++
				f(o)
			}
		})
	}
	if n == 0 {
		p.t.Errorf("the samples have no %v", names)
	}
}

// wants checks that members are there and not empty.
func (p peer) wants(o obj, members ...string) {
	p.t.Helper()
	for _, m := range members {
		if v := o[m]; v == nil || v == "" || reflect.DeepEqual(v, []any{}) {
			p.t.Errorf("%s is missing in %v", m, o)
		}
	}
}

var (
	tasksNamed    = []string{"task", "tasks"}
	messagesNamed = []string{"message", "history"}
	stateNames    = []string{"SUBMITTED", "WORKING", "INPUT_REQUIRED", "AUTH_REQUIRED", "COMPLETED", "FAILED", "CANCELED", "REJECTED"}
	// utc is a time as A2A writes it.
	utc = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`)
)

// artifactOf is the one artifact part of a task with this mark.
func (p peer) artifactOf(mark string) any {
	p.t.Helper()
	task := p.task(msg(mark))
	artifacts, _ := task["artifacts"].([]any)
	parts, _ := at(artifacts, 0, "parts").([]any)
	if len(artifacts) != 1 || len(parts) != 1 {
		p.t.Errorf("%s has the artifacts %v", mark, artifacts)
	}
	return at(parts, 0)
}

var modelRequirements = []requirement{
	{id: "DM-TASK-001", what: "every task has an id, a contextId and a status", check: func(p, _ peer) {
		p.of(tasksNamed, func(o obj) { p.wants(o, "id", "contextId", "status") })
	}},
	{id: "DM-TASK-002", what: "every state is one of the eight", check: func(p, _ peer) {
		p.of([]string{"status"}, func(o obj) {
			if s, ok := strings.CutPrefix(str(o, "state"), "TASK_STATE_"); !ok || !slices.Contains(stateNames, s) {
				p.t.Errorf("state %v", o["state"])
			}
		})
	}},
	{id: "DM-MSG-001", what: "every message has role, parts, messageId and contextId", check: func(p, _ peer) {
		p.of(messagesNamed, func(o obj) { p.wants(o, "role", "parts", "messageId", "contextId") })
	}},
	{id: "DM-MSG-002", what: "every role is ROLE_USER or ROLE_AGENT", check: func(p, _ peer) {
		p.of(messagesNamed, func(o obj) {
			if o["role"] != "ROLE_USER" && o["role"] != "ROLE_AGENT" {
				p.t.Errorf("role %v", o["role"])
			}
		})
	}},
	{id: "DM-PART-001", what: "every part has one content, of each kind as it was made", check: func(p, _ peer) {
		p.of([]string{"parts"}, func(o obj) {
			n := 0
			for _, kind := range []string{"text", "raw", "url", "data"} {
				if _, ok := o[kind]; ok {
					n++
				}
			}
			if n != 1 {
				p.t.Errorf("part %v", o)
			}
		})
		file := p.artifactOf("tck-artifact-file")
		if raw, err := base64.StdEncoding.DecodeString(str(file, "raw")); err != nil || len(raw) == 0 || str(file, "filename") != "output.txt" {
			p.t.Errorf("file %v (error %v)", file, err)
		}
		if link := p.artifactOf("tck-artifact-file-url"); str(link, "url") != "https://example.com/output.txt" || str(link, "mediaType") != "text/plain" {
			p.t.Errorf("link %v", link)
		}
		if data := at(p.artifactOf("tck-artifact-data"), "data"); !reflect.DeepEqual(data, obj{"key": "value", "count": 42.0}) {
			p.t.Errorf("data %v", data)
		}
	}},
	{id: "DM-ART-001", what: "every artifact has an artifactId and parts", check: func(p, _ peer) {
		p.of([]string{"artifacts"}, func(o obj) { p.wants(o, "artifactId", "parts") })
	}},
	{id: "DM-STATUS-001", what: "every status has a state", check: func(p, _ peer) {
		p.of([]string{"status"}, func(o obj) { p.wants(o, "state") })
	}},
	{id: "DM-SERIAL-001", what: "members are in camelCase, at every depth", check: func(p, _ peer) {
		camel := regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
		for _, s := range p.samples() {
			each("", s, func(_ string, o obj) {
				for _, member := range slices.Sorted(maps.Keys(o)) {
					if !camel.MatchString(member) {
						p.t.Errorf("member %q", member)
					}
				}
			})
		}
	}},
	{id: "DM-SERIAL-002", what: "states and roles are written by name", check: func(p, _ peer) {
		task := p.conversation()
		if str(task, "status", "state") != "TASK_STATE_COMPLETED" || str(task, "history", 0, "role") != "ROLE_USER" {
			p.t.Errorf("task %v", task)
		}
	}},
	{id: "DM-SERIAL-003", what: "every time is UTC with milliseconds and Z", check: func(p, _ peer) {
		p.of([]string{"status"}, func(o obj) {
			if !utc.MatchString(str(o, "timestamp")) {
				p.t.Errorf("timestamp %v", o["timestamp"])
			}
		})
	}},
	{id: "DM-SERIAL-004", what: "lists that must not be empty are never empty; optional ones are left out instead", check: func(p, _ peer) {
		for _, s := range p.samples() {
			each("", s, func(_ string, o obj) {
				for member, v := range o {
					if list, ok := v.([]any); ok && len(list) == 0 || v == nil {
						p.t.Errorf("%s is %v in %v", member, v, o)
					}
				}
			})
		}
	}},
	{id: "DM-SERIAL-005", what: "members that are not known are ignored, and both spellings are read", check: func(p, _ peer) {
		params := configured("tck-complete-task", obj{"newOption": true, "history_length": 0}, obj{"kind": "message", "futureMember": obj{"a": 1}})
		params["another"] = []any{1}
		if got := p.task(params); state(got) != "COMPLETED" || got["history"] != nil {
			p.t.Errorf("answered %v", got)
		}
		if !p.rest {
			context := str(p.task(msg("tck-complete-task")), "contextId")
			if got := p.call("ListTasks", obj{"context_id": context, "page_size": 7}).result; at(got, "totalSize") != 1.0 || at(got, "pageSize") != 7.0 {
				p.t.Errorf("listed %v", got)
			}
		}
	}},
}
