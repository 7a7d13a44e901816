package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

// goBuyer is a conversation through the A2A client of a2a-go, which knows the shop from its
// Agent Card alone.
type goBuyer struct {
	t       *testing.T
	shop    *testShop
	client  *a2aclient.Client
	ctx     context.Context
	context string
}

func discover(t *testing.T, shop *testShop) *a2a.AgentCard {
	t.Helper()
	card, err := agentcard.DefaultResolver.Resolve(t.Context(), shop.URL)
	if err != nil {
		t.Fatalf("Resolve(%s) failed: %v", shop.URL, err)
	}
	return card
}

func goClient(t *testing.T, shop *testShop, binding a2a.TransportProtocol, interceptors ...a2aclient.CallInterceptor) *goBuyer {
	t.Helper()
	client, err := a2aclient.NewFromCard(t.Context(), discover(t, shop),
		a2aclient.WithConfig(a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{binding}}),
		a2aclient.WithCallInterceptors(interceptors...))
	if err != nil {
		t.Fatalf("NewFromCard failed: %v", err)
	}
	return &goBuyer{t: t, shop: shop, client: client, context: a2a.NewContextID(), ctx: a2aclient.AttachServiceParams(t.Context(), a2aclient.ServiceParams{
		"A2A-Extensions": {extensionURI}, "BCP-Agent": {fmt.Sprintf("profile=%q", shop.URL+"/sandbox/platform.json")},
	})}
}

// request is a SendMessageRequest with one part.
func (b *goBuyer) request(part *a2a.Part) *a2a.SendMessageRequest {
	m := a2a.NewMessage(a2a.MessageRoleUser, part)
	m.ContextID, m.Extensions = b.context, []string{extensionURI}
	return &a2a.SendMessageRequest{Message: m}
}

func action(name string, members map[string]any) *a2a.Part {
	data := map[string]any{"action": name}
	for k, v := range members {
		data[k] = v
	}
	return a2a.NewDataPart(data)
}

// do sends an action, which is answered with a Message, and returns its checkout.
func (b *goBuyer) do(name string, members map[string]any) map[string]any {
	b.t.Helper()
	result, err := b.client.SendMessage(b.ctx, b.request(action(name, members)))
	if err != nil {
		b.t.Fatalf("%s failed: %v", name, err)
	}
	m, ok := result.(*a2a.Message)
	if !ok {
		b.t.Fatalf("%s is answered with %T, want a Message", name, result)
	}
	return checkoutIn(b.t, m.Parts)
}

// charge makes a checkout ready and a Pix charge for it, and returns the charge's txid.
func (b *goBuyer) charge() string {
	b.t.Helper()
	b.do("add_to_checkout", map[string]any{"product_id": "camiseta-vermelha-m", "quantity": 2})
	b.do("set_buyer", map[string]any{"buyer": map[string]any{
		"full_name": "Ana Silva", "taxpayer_id": map[string]any{"kind": "cpf", "value": "390.533.447-05"},
	}})
	b.do("set_shipping_address", map[string]any{"address": map[string]any{"street_address": "Rua das Flores, 100", "postal_code": "74000-000"}})
	if c := b.do("select_fulfillment_option", map[string]any{"option_id": "express"}); c["status"] != "ready_for_complete" {
		b.t.Fatalf("status = %v, want ready_for_complete", c["status"])
	}
	c := b.do("start_payment", nil)
	instruments, _ := dig(c, "payment", "instruments").([]any)
	for _, i := range instruments {
		if txid, ok := dig(i, "credential", "provider_payment_id").(string); ok {
			return txid
		}
	}
	b.t.Fatalf("there is no charge in %v", c)
	return ""
}

// waiting is the task of a purchase that waits for Pix, and the charge's txid.
func (b *goBuyer) waiting() (*a2a.Task, string) {
	b.t.Helper()
	txid := b.charge()
	request := b.request(action("complete_checkout", nil))
	request.Config = &a2a.SendMessageConfig{ReturnImmediately: true}
	result, err := b.client.SendMessage(b.ctx, request)
	if err != nil {
		b.t.Fatalf("complete_checkout failed: %v", err)
	}
	task, ok := result.(*a2a.Task)
	if !ok || task.Status.State != a2a.TaskStateWorking {
		b.t.Fatalf("complete_checkout is answered with %T %+v, want a working Task", result, result)
	}
	if status := taskCheckout(b.t, task)["status"]; status != "complete_in_progress" {
		b.t.Errorf("the task's checkout is %v, want complete_in_progress", status)
	}
	return task, txid
}

// followed reads a stream from the waiting task to its end, and pays the charge once the
// stream shows that it waits.
func (b *goBuyer) followed(stream iter.Seq2[a2a.Event, error], txid string) *a2a.Task {
	b.t.Helper()
	var kinds []string
	var task *a2a.Task
	for event, err := range stream {
		if err != nil {
			b.t.Fatalf("the stream failed after %q: %v", kinds, err)
		}
		kinds = append(kinds, fmt.Sprintf("%T", event))
		switch event := event.(type) {
		case *a2a.Task:
			task = event
			if task.Status.State != a2a.TaskStateWorking {
				b.t.Fatalf("the stream begins with %s, want TASK_STATE_WORKING", task.Status.State)
			}
			b.shop.settle(txid)
		case *a2a.TaskArtifactUpdateEvent:
			c := checkoutIn(b.t, event.Artifact.Parts)
			if c["status"] != "completed" || dig(c, "order", "id") == nil {
				b.t.Errorf("the checkout became %v, want completed with an order", c)
			}
		case *a2a.TaskStatusUpdateEvent:
			if event.TaskID != task.ID || event.Status.State != a2a.TaskStateCompleted {
				b.t.Errorf("task %s became %s, want %s TASK_STATE_COMPLETED", event.TaskID, event.Status.State, task.ID)
			}
		}
	}
	if want := []string{"*a2a.Task", "*a2a.TaskArtifactUpdateEvent", "*a2a.TaskStatusUpdateEvent"}; !slices.Equal(kinds, want) {
		b.t.Fatalf("the stream brought %q, want %q", kinds, want)
	}
	return task
}

// checkoutIn is the checkout in the parts of a Message or an artifact.
func checkoutIn(t *testing.T, parts a2a.ContentParts) map[string]any {
	t.Helper()
	for _, part := range parts {
		if c, ok := dig(part.Data(), "a2a.bcp.checkout").(map[string]any); ok {
			return c
		}
	}
	raw, err := json.Marshal(parts)
	t.Fatalf("there is no checkout in %s (%v)", raw, err)
	return nil
}

func taskCheckout(t *testing.T, task *a2a.Task) map[string]any {
	t.Helper()
	if len(task.Artifacts) != 1 || task.Artifacts[0].ID != "checkout" {
		t.Fatalf("the artifacts are %+v, want one that is the checkout", task.Artifacts)
	}
	return checkoutIn(t, task.Artifacts[0].Parts)
}

// The A2A client for Go buys over both bindings of the shop.
func TestGoClient(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(*testing.T, a2a.TransportProtocol){
		"purchase": goClientPurchase, "mistakes": goClientMistakes, "push": goClientPush, "streams": goClientStreams,
		"subscribes": goClientSubscribes, "cancels": goClientCancels, "without streams": goClientWithoutStreams,
	} {
		for _, binding := range []a2a.TransportProtocol{a2a.TransportProtocolJSONRPC, a2a.TransportProtocolHTTPJSON} {
			t.Run(name+" over "+string(binding), func(t *testing.T) {
				t.Parallel()
				test(t, binding)
			})
		}
	}
}

func goClientPurchase(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	b := goClient(t, startShop(t), binding)
	found, err := b.client.SendMessage(b.ctx, b.request(a2a.NewTextPart("Procuro uma camiseta vermelha, tamanho M.")))
	if err != nil {
		t.Fatalf("the search failed: %v", err)
	}
	if m, ok := found.(*a2a.Message); !ok || !strings.HasPrefix(m.Parts[0].Text(), "Encontrei estas opções:\n1. Camiseta Vermelha M, ") {
		t.Errorf("the search found %+v, want the red M first", found)
	}
	txid := b.charge()
	if c := b.do("complete_checkout", nil); c["status"] != "complete_in_progress" {
		t.Fatalf("status = %v, want complete_in_progress", c["status"])
	}
	b.shop.settle(txid)
	c := b.do("get_checkout", nil)
	for deadline := time.Now().Add(10 * time.Second); c["status"] != "completed"; c = b.do("get_checkout", nil) {
		if time.Now().After(deadline) {
			t.Fatalf("status = %v, want completed", c["status"])
		}
		time.Sleep(20 * time.Millisecond)
	}
	if dig(c, "order", "id") == nil {
		t.Errorf("completed without an order: %v", c)
	}
	listed, err := b.client.ListTasks(b.ctx, &a2a.ListTasksRequest{ContextID: b.context})
	if err != nil || len(listed.Tasks) != 0 || listed.TotalSize != 0 {
		t.Errorf("ListTasks = %+v, %v; want none where nothing was followed", listed, err)
	}
}

// asVersion claims to speak another version of A2A.
type asVersion struct {
	a2aclient.PassthroughInterceptor
	version string
}

func (v asVersion) Before(ctx context.Context, r *a2aclient.Request) (context.Context, any, error) {
	r.ServiceParams[a2a.SvcParamVersion] = []string{v.version}
	return ctx, nil, nil
}

func goClientMistakes(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	shop := startShop(t)
	b := goClient(t, shop, binding)
	send := func(b *goBuyer, part *a2a.Part, change func(*a2a.SendMessageRequest)) error {
		request := b.request(part)
		change(request)
		_, err := b.client.SendMessage(b.ctx, request)
		return err
	}
	as := func(*a2a.SendMessageRequest) {}
	image := a2a.NewRawPart([]byte("png"))
	image.MediaType = "image/png"
	for _, test := range []struct {
		name string
		want error
		call func() error
	}{
		{"an unknown task", a2a.ErrTaskNotFound, func() error {
			_, err := b.client.GetTask(b.ctx, &a2a.GetTaskRequest{ID: "task-9"})
			return err
		}},
		{"the end of an unknown task", a2a.ErrTaskNotFound, func() error {
			_, err := b.client.CancelTask(b.ctx, &a2a.CancelTaskRequest{ID: "task-9"})
			return err
		}},
		{"a message to an unknown task", a2a.ErrTaskNotFound, func() error {
			return send(b, a2a.NewTextPart("oi"), func(r *a2a.SendMessageRequest) { r.Message.TaskID = "task-9" })
		}},
		{"no parts", a2a.ErrInvalidParams, func() error {
			return send(b, nil, func(r *a2a.SendMessageRequest) { r.Message.Parts = a2a.ContentParts{} })
		}},
		{"an image", a2a.ErrUnsupportedContentType, func() error { return send(b, image, as) }},
		{"an answer as an image", a2a.ErrUnsupportedContentType, func() error {
			return send(b, a2a.NewTextPart("oi"), func(r *a2a.SendMessageRequest) {
				r.Config = &a2a.SendMessageConfig{AcceptedOutputModes: []string{"image/png"}}
			})
		}},
		{"an unknown version", a2a.ErrVersionNotSupported, func() error {
			return send(goClient(t, shop, binding, asVersion{version: "9.9"}), a2a.NewTextPart("oi"), as)
		}},
	} {
		if err := test.call(); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}

func goClientPush(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	shop := startShop(t)
	b := goClient(t, shop, binding)
	task, _ := b.waiting()
	config := &a2a.PushConfig{
		TaskID: task.ID, ID: "mine", URL: shop.URL + "/hook", Token: "a-token",
		Auth: &a2a.PushAuthInfo{Scheme: "Bearer", Credentials: "a-secret"},
	}
	kept, err := b.client.CreateTaskPushConfig(b.ctx, config)
	if err != nil || kept.TaskID != task.ID || kept.ID != "mine" || kept.URL != config.URL {
		t.Fatalf("CreateTaskPushConfig = %+v, %v; want %+v", kept, err, config)
	}
	read, err := b.client.GetTaskPushConfig(b.ctx, &a2a.GetTaskPushConfigRequest{TaskID: task.ID, ID: "mine"})
	if err != nil || read.URL != config.URL || read.Auth.Credentials != "" {
		t.Errorf("GetTaskPushConfig = %+v, %v; want %+v without credentials", read, err, config)
	}
	all := &a2a.ListTaskPushConfigRequest{TaskID: task.ID}
	if listed, err := b.client.ListTaskPushConfigs(b.ctx, all); err != nil || len(listed) != 1 || listed[0].ID != "mine" {
		t.Errorf("ListTaskPushConfigs = %+v, %v; want the one", listed, err)
	}
	if err := b.client.DeleteTaskPushConfig(b.ctx, &a2a.DeleteTaskPushConfigRequest{TaskID: task.ID, ID: "mine"}); err != nil {
		t.Errorf("DeleteTaskPushConfig failed: %v", err)
	}
	if listed, err := b.client.ListTaskPushConfigs(b.ctx, all); err != nil || len(listed) != 0 {
		t.Errorf("ListTaskPushConfigs = %+v, %v; want none", listed, err)
	}
	config.TaskID = "task-9"
	if _, err := b.client.CreateTaskPushConfig(b.ctx, config); !errors.Is(err, a2a.ErrTaskNotFound) {
		t.Errorf("CreateTaskPushConfig of an unknown task: %v, want %v", err, a2a.ErrTaskNotFound)
	}
}

// A shop that offers no streams and no push: the client asks for none, or is told so.
func goClientWithoutStreams(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	shop := startShop(t, without...)
	b := goClient(t, shop, binding)
	b.charge()
	for event, err := range b.client.SendStreamingMessage(b.ctx, b.request(action("complete_checkout", nil))) {
		if m, ok := event.(*a2a.Message); err != nil || !ok || checkoutIn(t, m.Parts)["status"] != "complete_in_progress" {
			t.Errorf("complete_checkout is answered with %+v, %v; want a Message", event, err)
		}
	}
	if err := firstError(b.client.SubscribeToTask(b.ctx, &a2a.SubscribeToTaskRequest{ID: "task-9"})); !silent(err, a2a.ErrUnsupportedOperation) {
		t.Errorf("SubscribeToTask: %v, want %v", err, a2a.ErrUnsupportedOperation)
	}
	_, err := b.client.CreateTaskPushConfig(b.ctx, &a2a.PushConfig{TaskID: "task-9", URL: shop.URL + "/hook"})
	if !errors.Is(err, a2a.ErrPushNotificationNotSupported) {
		t.Errorf("CreateTaskPushConfig: %v, want %v", err, a2a.ErrPushNotificationNotSupported)
	}
}

func goClientStreams(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	b := goClient(t, startShop(t), binding)
	for event, err := range b.client.SendStreamingMessage(b.ctx, b.request(a2a.NewTextPart("Procuro uma camiseta vermelha, tamanho M."))) {
		if m, ok := event.(*a2a.Message); err != nil || !ok || !strings.HasPrefix(m.Parts[0].Text(), "Encontrei estas opções:\n1. Camiseta Vermelha M, ") {
			t.Errorf("the search found %+v, %v; want one Message with the red M first", event, err)
		}
	}
	txid := b.charge()
	task := b.followed(b.client.SendStreamingMessage(b.ctx, b.request(action("complete_checkout", nil))), txid)

	read, err := b.client.GetTask(b.ctx, &a2a.GetTaskRequest{ID: task.ID})
	if err != nil || read.Status.State != a2a.TaskStateCompleted || dig(taskCheckout(t, read), "order", "id") == nil {
		t.Errorf("GetTask = %+v, %v; want a completed task with an order", read, err)
	}
	if _, err := b.client.CancelTask(b.ctx, &a2a.CancelTaskRequest{ID: task.ID}); !errors.Is(err, a2a.ErrTaskNotCancelable) {
		t.Errorf("CancelTask of what has ended: %v, want %v", err, a2a.ErrTaskNotCancelable)
	}
	late := b.request(action("get_checkout", nil))
	late.Message.TaskID = task.ID
	if _, err := b.client.SendMessage(b.ctx, late); !errors.Is(err, a2a.ErrUnsupportedOperation) {
		t.Errorf("a message to what has ended: %v, want %v", err, a2a.ErrUnsupportedOperation)
	}
	if err := firstError(b.client.SubscribeToTask(b.ctx, &a2a.SubscribeToTaskRequest{ID: "task-9"})); !errors.Is(err, a2a.ErrTaskNotFound) {
		t.Errorf("a subscription to an unknown task: %v, want %v", err, a2a.ErrTaskNotFound)
	}
	if err := firstError(b.client.SubscribeToTask(b.ctx, &a2a.SubscribeToTaskRequest{ID: task.ID})); !silent(err, a2a.ErrUnsupportedOperation) {
		t.Errorf("a subscription to what has ended: %v, want %v", err, a2a.ErrUnsupportedOperation)
	}
}

// A client that does not wait gets the task, finds it again and subscribes to it.
func goClientSubscribes(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	b := goClient(t, startShop(t), binding)
	task, txid := b.waiting()
	read, err := b.client.GetTask(b.ctx, &a2a.GetTaskRequest{ID: task.ID, HistoryLength: new(int)})
	if err != nil || read.Status.State != a2a.TaskStateWorking || len(read.History) != 0 {
		t.Errorf("GetTask = %+v, %v; want a working task without history", read, err)
	}
	listed, err := b.client.ListTasks(b.ctx, &a2a.ListTasksRequest{ContextID: b.context, Status: a2a.TaskStateWorking})
	if err != nil || len(listed.Tasks) != 1 || listed.Tasks[0].ID != task.ID {
		t.Errorf("ListTasks = %+v, %v; want the one", listed, err)
	}
	again := b.followed(b.client.SubscribeToTask(b.ctx, &a2a.SubscribeToTaskRequest{ID: task.ID}), txid)
	if again.ID != task.ID {
		t.Errorf("subscribed to %s, want %s", again.ID, task.ID)
	}
}

func goClientCancels(t *testing.T, binding a2a.TransportProtocol) {
	t.Helper()
	b := goClient(t, startShop(t), binding)
	task, _ := b.waiting()
	canceled, err := b.client.CancelTask(b.ctx, &a2a.CancelTaskRequest{ID: task.ID})
	if err != nil || canceled.Status.State != a2a.TaskStateCanceled {
		t.Errorf("CancelTask = %+v, %v; want it canceled", canceled, err)
	}
	if c := b.do("get_checkout", nil); c["status"] != "canceled" {
		t.Errorf("status = %v, want canceled", c["status"])
	}
}

// errNothing says that a stream brought neither an event nor an error.
var errNothing = errors.New("no error and no event")

// firstError is the error of a stream that should bring nothing else.
func firstError(stream iter.Seq2[a2a.Event, error]) error {
	for event, err := range stream {
		if err == nil {
			return fmt.Errorf("no error, but %T", event)
		}
		return err
	}
	return errNothing
}

// silent reports whether a refusal to stream at all is as it should be. It comes in a plain
// body, in which this client looks for events and finds none.
func silent(err, want error) bool { return errors.Is(err, want) || errors.Is(err, errNothing) }
