package agent

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
)

// Every method of a shop without tasks says so with the error that A2A has for it.
func TestNoTasks(t *testing.T) {
	t.Parallel()
	ctx, none := context.Background(), NoTasks{}
	first := func(events iter.Seq2[a2a.Event, error]) error {
		for event, err := range events {
			if event != nil {
				t.Errorf("an event: %v", event)
			}
			return err
		}
		return nil
	}
	second := func(_ any, err error) error { return err }
	tests := []struct {
		name      string
		got, want error
	}{
		{"GetTask", second(none.GetTask(ctx, &a2a.GetTaskRequest{})), a2a.ErrTaskNotFound},
		{"CancelTask", second(none.CancelTask(ctx, &a2a.CancelTaskRequest{})), a2a.ErrTaskNotFound},
		{"SendMessage", second(none.SendMessage(ctx, &a2a.SendMessageRequest{})), a2a.ErrUnsupportedOperation},
		{"SendStreamingMessage", first(none.SendStreamingMessage(ctx, &a2a.SendMessageRequest{})), a2a.ErrUnsupportedOperation},
		{"SubscribeToTask", first(none.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{})), a2a.ErrUnsupportedOperation},
		{"GetExtendedAgentCard", second(none.GetExtendedAgentCard(ctx, &a2a.GetExtendedAgentCardRequest{})), a2a.ErrUnsupportedOperation},
		{"CreateTaskPushConfig", second(none.CreateTaskPushConfig(ctx, &a2a.PushConfig{})), a2a.ErrPushNotificationNotSupported},
		{"GetTaskPushConfig", second(none.GetTaskPushConfig(ctx, &a2a.GetTaskPushConfigRequest{})), a2a.ErrPushNotificationNotSupported},
		{"ListTaskPushConfigs", second(none.ListTaskPushConfigs(ctx, &a2a.ListTaskPushConfigRequest{})), a2a.ErrPushNotificationNotSupported},
		{"DeleteTaskPushConfig", none.DeleteTaskPushConfig(ctx, &a2a.DeleteTaskPushConfigRequest{}), a2a.ErrPushNotificationNotSupported},
	}
	for _, tt := range tests {
		if !errors.Is(tt.got, tt.want) {
			t.Errorf("%s: error is %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	page, err := none.ListTasks(ctx, &a2a.ListTasksRequest{PageSize: 7})
	if err != nil || page.Tasks == nil || len(page.Tasks) != 0 || page.PageSize != 7 || page.TotalSize != 0 || page.NextPageToken != "" {
		t.Errorf("ListTasks = %+v, %v", page, err)
	}
	var f fault
	if _, err := none.ListTasks(ctx, &a2a.ListTasksRequest{PageToken: "x"}); !errors.As(err, &f) || f.fields[0].Field != "pageToken" {
		t.Errorf("ListTasks with a token: %v", err)
	}
}
