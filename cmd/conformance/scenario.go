package main

import (
	"strings"
	"time"

	"balcao/conversation"
)

// step is one thing that is done to a task.
type step struct {
	// state is the task's new state, empty to keep it; says is its status message.
	state conversation.TaskState
	says  string
	// artifact are parts, in JSON, that are added to the task's artifact. Growing says that
	// more of it comes.
	artifact string
	growing  bool
	// pause is how long this step waits, beside the pace of all.
	pause time.Duration
}

// scenario is what is done about a message.
type scenario struct {
	// answer is the text of a direct Message; then there is no task and there are no steps.
	answer string
	steps  []step
}

const (
	textFile = `{"raw":"VGV4dA==","filename":"output.txt","mediaType":"text/plain"}`
	linkFile = `{"url":"https://example.com/output.txt","filename":"output.txt","mediaType":"text/plain"}`
	dataPart = `{"data":{"key":"value","count":42},"mediaType":"application/json"}`
)

// longTask is how long a task lives that is subscribed to again: more than twice the
// kit's time for a stream.
const longTask = 5 * time.Second

var (
	working   = step{state: conversation.TaskWorking}
	completed = step{state: conversation.TaskCompleted}
)

// ordinary is what is done about a message without a mark.
var ordinary = scenario{steps: []step{{state: conversation.TaskCompleted, says: "Hello from TCK"}}}

// scenarios are by the beginning of the messageId; the longest that fits counts.
var scenarios = map[string]scenario{
	"tck-complete-task":     ordinary,
	"tck-artifact-text":     {steps: []step{{artifact: text("Generated text content")}, completed}},
	"tck-artifact-file":     {steps: []step{{artifact: textFile}, completed}},
	"tck-artifact-file-url": {steps: []step{{artifact: linkFile}, completed}},
	"tck-artifact-data":     {steps: []step{{artifact: dataPart}, completed}},
	"tck-message-response":  {answer: "Direct message response"},
	"tck-input-required":    {steps: []step{{state: conversation.TaskInputRequired}}},
	"tck-reject-task":       {steps: []step{{state: conversation.TaskRejected, says: "rejected"}}},

	"tck-stream-001":           streamed(text("Stream hello from TCK")),
	"tck-stream-002":           {steps: []step{completed}},
	"tck-stream-003":           streamed(text("Stream task lifecycle")),
	"tck-stream-ordering-001":  streamed(text("Ordered output")),
	"tck-stream-artifact-text": streamed(text("Streamed text content")),
	"tck-stream-artifact-file": streamed(textFile),
	"tck-stream-artifact-chunked": {steps: []step{
		working, {artifact: text("chunk-1 "), growing: true}, {artifact: text("chunk-2")}, completed,
	}},
	"test-resubscribe-message-id": {steps: []step{working, {state: conversation.TaskCompleted, pause: longTask}}},
}

func text(s string) string { return `{"text":"` + s + `"}` }

func streamed(artifact string) scenario {
	return scenario{steps: []step{working, {artifact: artifact}, completed}}
}

// scenarioOf finds what is done about a message.
func scenarioOf(messageID string) scenario {
	found, longest := ordinary, ""
	for mark, s := range scenarios {
		if strings.HasPrefix(messageID, mark) && len(mark) > len(longest) {
			found, longest = s, mark
		}
	}
	return found
}
