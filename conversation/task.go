package conversation

import (
	"time"

	"balcao/internal/ids"
	"balcao/platform"
)

// TaskState is where a task stands, by its A2A name.
type TaskState string

// The states of A2A 1.0.
const (
	TaskSubmitted     TaskState = "TASK_STATE_SUBMITTED"
	TaskWorking       TaskState = "TASK_STATE_WORKING"
	TaskInputRequired TaskState = "TASK_STATE_INPUT_REQUIRED"
	TaskAuthRequired  TaskState = "TASK_STATE_AUTH_REQUIRED"
	TaskCompleted     TaskState = "TASK_STATE_COMPLETED"
	TaskFailed        TaskState = "TASK_STATE_FAILED"
	TaskCanceled      TaskState = "TASK_STATE_CANCELED"
	TaskRejected      TaskState = "TASK_STATE_REJECTED"
)

// Terminal reports whether the task has ended: it never changes again.
func (s TaskState) Terminal() bool {
	switch s {
	case TaskCompleted, TaskFailed, TaskCanceled, TaskRejected:
		return true
	}
	return false
}

// Interrupted reports whether the task waits for somebody to act.
func (s TaskState) Interrupted() bool { return s == TaskInputRequired || s == TaskAuthRequired }

// Task is work that takes longer than an answer and that a platform follows: in this shop
// a purchase that waits for its payment (A2A 1.0; checkout over A2A: taskId).
type Task struct {
	ID    ids.Task
	Owner platform.Owner
	// Context is the conversation that it belongs to.
	Context ids.Context
	// Checkout is what it follows, empty for nothing.
	Checkout ids.Checkout
	// Version counts writes; zero means that it is not stored yet.
	Version int64
	State   TaskState
	// CreatedAt is when it was opened, StatusAt when it got its state.
	CreatedAt, StatusAt time.Time
	// Body is what it shows beside that (status message, artifacts, history), encoded by
	// the binding and opaque here.
	Body []byte
}

// TaskQuery selects tasks. Zero members select nothing out.
type TaskQuery struct {
	// Caller is who asks: only what it may see is listed.
	Caller  platform.Caller
	Context ids.Context
	State   TaskState
	// Since leaves out tasks that got their state before.
	Since time.Time
	// After is the last task of the page before.
	After *TaskMark
	// Limit is the most tasks to return, at least 1.
	Limit int
}

// TaskMark is a task's place in a list: latest status first, then by id.
type TaskMark struct {
	StatusAt time.Time
	ID       ids.Task
}

// TaskPage is a part of a list of tasks.
type TaskPage struct {
	Tasks []Task
	// Total is how many tasks the query selects on all pages.
	Total int
	// More says that there are more after this page.
	More bool
}

// MaxPushConfigs is the most push configurations of one task.
const MaxPushConfigs = 10

// PushConfig says where a platform wants to be told how a task moves (A2A push
// notifications).
type PushConfig struct {
	Task ids.Task
	// ID names it within the task.
	ID string
	// URL is called. Token is sent along for the platform to check.
	URL, Token string
	// Scheme and Credentials make the Authorization header, empty for none.
	Scheme, Credentials string
	CreatedAt           time.Time
	// Sent is the task's version that was last delivered.
	Sent int64
}
