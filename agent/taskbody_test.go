package agent

import (
	"encoding/json"
	"strings"
	"testing"

	"balcao/conversation"
)

// An artifact that grows is told by what is new of it, and its last chunk as the last.
func TestChunksOfAnArtifact(t *testing.T) {
	t.Parallel()
	stored := func(growing []string, parts ...string) conversation.Task {
		a := Artifact{ID: "a"}
		for _, p := range parts {
			a.Parts = append(a.Parts, json.RawMessage(p))
		}
		body, err := TaskBody{Artifacts: []Artifact{a}, Growing: growing}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return conversation.Task{ID: "t", Context: "c", State: conversation.TaskWorking, Body: body}
	}
	const first, second, third = `{"text":"1"}`, `{"text":"2"}`, `{"text":"3"}`
	begun, grown, whole := stored([]string{"a"}, first), stored([]string{"a"}, first, second), stored(nil, first, second, third)
	changed := stored(nil, second)
	none := conversation.Task{ID: "t", Context: "c", State: conversation.TaskWorking}
	for name, tt := range map[string]struct {
		was, is conversation.Task
		want    string
	}{
		"begun":          {none, begun, `"parts":[` + first + `]}`},
		"grown":          {begun, grown, `"parts":[` + second + `]},"append":true`},
		"whole":          {grown, whole, `"parts":[` + third + `]},"append":true,"lastChunk":true`},
		"whole at once":  {none, whole, `"parts":[` + first + "," + second + "," + third + `]},"lastChunk":true`},
		"another":        {whole, changed, `"parts":[` + second + `]},"lastChunk":true`},
		"as it was":      {whole, whole, ""},
		"two steps late": {begun, whole, `"parts":[` + second + "," + third + `]},"append":true,"lastChunk":true`},
	} {
		told, err := events(tt.was, tt.is)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if tt.want != "" {
			want = `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a",` + tt.want + `}}`
		}
		var got []string
		for _, e := range told {
			got = append(got, string(e))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: told %s, want %s", name, got, want)
		}
	}
	shown, err := EncodeTask(begun, nil)
	if err != nil || strings.Contains(string(shown), "growing") {
		t.Errorf("the task is shown as %s (error %v)", shown, err)
	}
}
