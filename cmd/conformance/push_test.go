package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"time"
)

// pushed is a notification as it arrived.
type pushed struct {
	header http.Header
	body   obj
}

// receiver takes notifications until the test ends.
func (p peer) receiver() (string, <-chan pushed) {
	p.t.Helper()
	got := make(chan pushed, 100)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		n := pushed{header: r.Header}
		_ = json.Unmarshal(raw, &n.body) // what is no JSON stays nil
		got <- n
	}))
	p.t.Cleanup(s.Close)
	return s.URL + "/hook", got
}

// arrives waits for a notification that tells this state.
func (p peer) arrives(got <-chan pushed, want string) pushed {
	p.t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case n := <-got:
			if state(n.body["task"]) == want {
				return n
			}
		case <-limit:
			p.t.Fatalf("no notification of %s arrived", want)
		}
	}
}

// create sets a configuration of a task.
func (p peer) create(task obj, id string) any {
	p.t.Helper()
	a := p.call("CreateTaskPushNotificationConfig", obj{
		"taskId": task["id"], "id": id, "url": "http://127.0.0.1:9/hook", "token": "t-1", "authentication": obj{"scheme": "Bearer", "credentials": "secret"},
	})
	if a.result == nil {
		p.t.Fatalf("a configuration was refused: %s", a.raw)
	}
	return a.result
}

func (p peer) configs(task obj) []any {
	list, _ := at(p.call("ListTaskPushNotificationConfigs", obj{"taskId": task["id"]}).result, "configs").([]any)
	return list
}

var pushRequirements = []requirement{
	{id: "PUSH-CREATE-001", what: "a configuration is kept and returned, with an id if it brought none, without its credentials", check: func(p, _ peer) {
		task := p.waiting()
		want := obj{"taskId": task["id"], "id": "mine", "url": "http://127.0.0.1:9/hook", "token": "t-1", "authentication": obj{"scheme": "Bearer"}}
		if got := p.create(task, "mine"); !reflect.DeepEqual(got, any(want)) {
			p.t.Errorf("returned %v, want %v", got, want)
		}
		a := p.call("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": "http://127.0.0.1:9/"})
		if str(a.result, "id") == "" {
			p.t.Errorf("returned %s", a.raw)
		}
		for _, bad := range []string{"", "ftp://example.com/", "http://169.254.169.254/", "https://10.0.0.1/", "https://user:pw@example.com/"} {
			p.refused("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": bad}, "INVALID_PARAMS")
		}
	}},
	{id: "PUSH-CREATE-002", what: "a configuration stays while its task goes on", check: func(p, _ peer) {
		task := p.waiting()
		p.create(task, "c")
		p.task(msg("tck-input-required", obj{"taskId": task["id"]}))
		p.task(msg("tck-complete-task", obj{"taskId": task["id"]}))
		if got := p.call("GetTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "c"}).result; str(got, "id") != "c" {
			p.t.Errorf("then it is %v", got)
		}
	}},
	{id: "PUSH-GET-001", what: "a configuration can be read, as it was returned when it was made", check: func(p, _ peer) {
		task := p.waiting()
		made := p.create(task, "c")
		if got := p.call("GetTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "c"}).result; !reflect.DeepEqual(got, made) {
			p.t.Errorf("read %v, want %v", got, made)
		}
	}},
	{id: "PUSH-GET-002", what: "a configuration that is not there, or is another's, is not found", check: func(p, _ peer) {
		task := p.waiting()
		p.create(task, "c")
		p.refused("GetTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "other"}, "TASK_NOT_FOUND")
		p.key = "other"
		p.refused("GetTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "c"}, "TASK_NOT_FOUND")
	}},
	{id: "PUSH-LIST-001", what: "all configurations of a task are listed, and none of another", check: func(p, _ peer) {
		task := p.waiting()
		if got := p.configs(task); len(got) != 0 {
			p.t.Errorf("a new task has %v", got)
		}
		p.create(p.waiting(), "another")
		want := []any{p.create(task, "a"), p.create(task, "b")}
		if got := p.configs(task); !reflect.DeepEqual(got, want) {
			p.t.Errorf("listed %v, want %v", got, want)
		}
	}},
	{id: "PUSH-DEL-001", what: "a configuration that was deleted is gone, the others stay", check: func(p, _ peer) {
		task := p.waiting()
		p.create(task, "a")
		kept := p.create(task, "b")
		if a := p.call("DeleteTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "a"}); !reflect.DeepEqual(a.result, any(obj{})) {
			p.t.Errorf("deletion was answered %s", a.raw)
		}
		p.refused("GetTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "a"}, "TASK_NOT_FOUND")
		if got := p.configs(task); !reflect.DeepEqual(got, []any{kept}) {
			p.t.Errorf("left are %v", got)
		}
	}},
	{id: "PUSH-DEL-002", what: "a second deletion is no error", check: func(p, _ peer) {
		task := p.waiting()
		p.create(task, "a")
		for range 2 {
			if a := p.call("DeleteTaskPushNotificationConfig", obj{"taskId": task["id"], "id": "a"}); a.code != 0 || a.status != http.StatusOK {
				p.t.Errorf("deletion was answered %s", a.raw)
			}
		}
	}},
	{id: "PUSH-DELIVER-001", what: "a notification carries the credentials and the token of its configuration", check: func(p, _ peer) {
		hook, got := p.receiver()
		task := p.task(configured("tck-input-required", obj{"taskPushNotificationConfig": obj{
			"url": hook, "token": "t-1", "authentication": obj{"scheme": "Bearer", "credentials": "secret"},
		}}))
		p.task(msg("tck-complete-task", obj{"taskId": task["id"]}))
		n := p.arrives(got, "COMPLETED")
		if auth, token := n.header.Get("Authorization"), n.header.Get("X-A2A-Notification-Token"); auth != "Bearer secret" || token != "t-1" {
			p.t.Errorf("it came with %q and token %q", auth, token)
		}
	}},
	{id: "PUSH-DELIVER-002", what: "every configuration is told, those of the first message and those that were added", check: func(p, _ peer) {
		first, gotFirst := p.receiver()
		second, gotSecond := p.receiver()
		task := p.task(configured("tck-input-required", obj{"taskPushNotificationConfig": obj{"url": first}}))
		p.call("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": second})
		p.call("CancelTask", obj{"id": task["id"]})
		p.arrives(gotFirst, "CANCELED")
		p.arrives(gotSecond, "CANCELED")
	}},
	{id: "PUSH-DELIVER-003", what: "a notification is a StreamResponse with the task as GetTask shows it", check: func(p, _ peer) {
		hook, got := p.receiver()
		task := p.task(configured("tck-input-required", obj{"taskPushNotificationConfig": obj{"url": hook}}))
		p.task(msg("tck-artifact-text", obj{"taskId": task["id"]}))
		n := p.arrives(got, "COMPLETED")
		if want := p.call("GetTask", obj{"id": task["id"]}).result; len(n.body) != 1 || !reflect.DeepEqual(n.body["task"], want) {
			p.t.Errorf("it is %v, want %v", n.body, want)
		}
	}},
}
