package main

import (
	"context"
	"time"

	"balcao/agent"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment/pix/rest"
	"balcao/settlement"
)

// runJob does a job: platforms are told of their tasks and orders, buyers of theirs, orders give money back,
// what came into the account is accounted for, all else is the counter's. Providers are asked at
// the pace of jobs.
func (sh *shop) runJob(ctx context.Context, j job.Job) (again time.Time, err error) {
	ctx = rest.Unhurried(ctx)
	switch {
	case j.Kind == job.NotifyOrder:
		return sh.webhooks.Deliver(ctx, ids.Order(j.Ref))
	case j.Kind == job.MailBuyer:
		return sh.mails.Deliver(ctx, j.Ref)
	case settlement.Handles(j.Kind):
		return sh.money.RunJob(ctx, j)
	case j.Kind == job.FindPayment:
		return time.Time{}, sh.findPayment(ctx, j.Ref)
	case j.Kind == job.RefundOrder:
		return sh.refundOrder(ctx, j)
	case j.Kind != job.PushTask:
		return sh.counter.RunJob(ctx, j)
	case !sh.settings.PushNotifications:
		return time.Time{}, nil
	}
	return sh.push.Deliver(ctx, ids.Task(j.Ref))
}

// encodeTask is what a push carries: the whole task.
func encodeTask(t conversation.Task) ([]byte, error) { return agent.EncodeTask(t, nil) }
