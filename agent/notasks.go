package agent

import (
	"context"
	"iter"

	"github.com/a2aproject/a2a-go/v2/a2a"
)

// NoTasks answers the task methods of a shop that answers every message at once, with a
// Message: nobody has any tasks. It is an a2asrv.RequestHandler.
type NoTasks struct{}

// GetTask finds none.
func (NoTasks) GetTask(context.Context, *a2a.GetTaskRequest) (*a2a.Task, error) {
	return nil, a2a.ErrTaskNotFound
}

// ListTasks lists none.
func (NoTasks) ListTasks(_ context.Context, r *a2a.ListTasksRequest) (*a2a.ListTasksResponse, error) {
	if r.PageToken != "" {
		return nil, invalid("pageToken", "was not given by this shop")
	}
	return &a2a.ListTasksResponse{Tasks: []*a2a.Task{}, PageSize: r.PageSize}, nil
}

// CancelTask finds none.
func (NoTasks) CancelTask(context.Context, *a2a.CancelTaskRequest) (*a2a.Task, error) {
	return nil, a2a.ErrTaskNotFound
}

// SendMessage is not how messages come in: see Sender.
func (NoTasks) SendMessage(context.Context, *a2a.SendMessageRequest) (a2a.SendMessageResult, error) {
	return nil, a2a.ErrUnsupportedOperation
}

// SubscribeToTask is not offered.
func (NoTasks) SubscribeToTask(context.Context, *a2a.SubscribeToTaskRequest) iter.Seq2[a2a.Event, error] {
	return unsupported
}

// SendStreamingMessage is not offered.
func (NoTasks) SendStreamingMessage(context.Context, *a2a.SendMessageRequest) iter.Seq2[a2a.Event, error] {
	return unsupported
}

func unsupported(yield func(a2a.Event, error) bool) { yield(nil, a2a.ErrUnsupportedOperation) }

// GetTaskPushConfig is not offered.
func (NoTasks) GetTaskPushConfig(context.Context, *a2a.GetTaskPushConfigRequest) (*a2a.PushConfig, error) {
	return nil, a2a.ErrPushNotificationNotSupported
}

// ListTaskPushConfigs is not offered.
func (NoTasks) ListTaskPushConfigs(context.Context, *a2a.ListTaskPushConfigRequest) (*a2a.ListTaskPushConfigResponse, error) {
	return nil, a2a.ErrPushNotificationNotSupported
}

// CreateTaskPushConfig is not offered.
func (NoTasks) CreateTaskPushConfig(context.Context, *a2a.PushConfig) (*a2a.PushConfig, error) {
	return nil, a2a.ErrPushNotificationNotSupported
}

// DeleteTaskPushConfig is not offered.
func (NoTasks) DeleteTaskPushConfig(context.Context, *a2a.DeleteTaskPushConfigRequest) error {
	return a2a.ErrPushNotificationNotSupported
}

// GetExtendedAgentCard is not offered.
func (NoTasks) GetExtendedAgentCard(context.Context, *a2a.GetExtendedAgentCardRequest) (*a2a.AgentCard, error) {
	return nil, a2a.ErrUnsupportedOperation
}
