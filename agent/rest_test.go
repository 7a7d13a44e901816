package agent

import (
	"strings"
	"testing"
)

// Any path leads to methods that there are, with the names that they need, or nowhere.
func FuzzRoutes(f *testing.F) {
	for _, path := range []string{
		"", "/", "message:send", "message%3Asend", "%74asks", "tasks", "tasks/", "tasks/t", "tasks/t:cancel", "tasks/%74%3Asubscribe", "tasks/:cancel",
		"tasks/t/pushNotificationConfigs", "tasks/t/pushNotificationConfigs/c", "tasks/t/pushNotificationConfigs/c/d", "tasks//pushNotificationConfigs", "%", "tasks/%2F/x",
	} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		for _, r := range routes(path) {
			if methods[r.method] == nil || r.verb == "" {
				t.Errorf("%q leads to %+v", path, r)
			}
			if strings.Contains(r.method, "Push") && r.path["taskId"] == "" || r.method == "GetTask" && r.path["id"] == "" {
				t.Errorf("%q names nothing for %s: %v", path, r.method, r.path)
			}
		}
	})
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"message:send": "POST SendMessage", "message%3Astream": "POST SendStreamingMessage", "extendedAgentCard": "GET GetExtendedAgentCard",
		"tasks": "GET ListTasks", "tasks/a%2Fb": "GET GetTask a/b", "tasks/t:cancel": "POST CancelTask t",
		"tasks/t:subscribe":                 "POST SubscribeToTask t, GET SubscribeToTask t",
		"tasks/t/pushNotificationConfigs":   "POST CreateTaskPushNotificationConfig, GET ListTaskPushNotificationConfigs",
		"tasks/t/pushNotificationConfigs/c": "GET GetTaskPushNotificationConfig c, DELETE DeleteTaskPushNotificationConfig c",
		"task":                              "", "%74ask": "", "tasks/": "", "tasks/t/other": "", "messages": "", "tasks/%": "", "tasks/t/pushNotificationConfigs/c/d": "",
	} {
		var got []string
		for _, r := range routes(path) {
			got = append(got, strings.TrimSpace(r.verb+" "+r.method+" "+r.path["id"]))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", path, text, want)
		}
	}
}
