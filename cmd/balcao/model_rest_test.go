package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"balcao/job"
	"balcao/payment/fakepsp"
)

const (
	// modelPatience is how long a shop may take to do all that it owes, once nothing
	// goes wrong any more.
	modelPatience = 4 * 24 * time.Hour
	// modelLooks is how long the statement is read at least: some money was booked late, and
	// some bears a time to come.
	modelLooks = time.Hour
	// modelRounds bounds how often it is asked for more.
	modelRounds = 3_000
	// modelWait is how long that may take on the machine: what grows with each round makes
	// every round longer.
	modelWait = 15 * time.Second
)

// rest ends all faults and lets time run until nothing is owed.
func (w *modelWorld) rest(ctx context.Context) error {
	w.switches.Clear()
	w.cardFaults.Store(0)
	w.aside = nil
	w.note("all is well from now on")
	if err := w.restart(); err != nil { // which calls off what it was doomed to
		return err
	}
	if err := w.endRefunds(ctx); err != nil {
		return err
	}
	begun, started := w.clock.Now(), time.Now()
	for range modelRounds {
		if time.Since(started) > modelWait {
			break
		}
		wait, err := w.bank.RunDue(ctx)
		if err != nil {
			return err
		}
		now := w.clock.Now()
		next, owed, err := w.shop.store.NextJobDue(ctx)
		if err != nil || !owed {
			return errors.Join(err, errNoReconcile)
		}
		if !next.After(now) {
			w.work(ctx, nil, 50, false)
			continue
		}
		if wait < 0 && now.Sub(begun) > modelLooks {
			if quiet, err := w.quiet(ctx); err != nil || quiet {
				return err
			}
		}
		if at := now.Add(wait); wait >= 0 && at.Before(next) {
			next = at
		}
		if now.Sub(begun) > modelPatience {
			break
		}
		if !next.Equal(next.Truncate(time.Second)) { // the clock shows whole seconds
			next = next.Truncate(time.Second).Add(time.Second)
		}
		w.pass(next.Sub(now))
	}
	return errors.New("the shop never comes to rest")
}

// errNoReconcile says that the statement would never be read again.
var errNoReconcile = errors.New("no job is owed, not even the one that reads the statement")

// quiet reports whether nothing is owed but the next reading of the statement.
func (w *modelWorld) quiet(ctx context.Context) (bool, error) {
	jobs, err := w.owed(ctx)
	return err == nil && len(jobs) == 1 && strings.HasPrefix(jobs[0], string(job.Reconcile)), err
}

// owed lists the jobs that are stored.
func (w *modelWorld) owed(ctx context.Context) (jobs []string, err error) {
	return jobs, each(w.books, `SELECT kind, ref FROM jobs`, func(scan func(...any) error) error {
		var kind, ref string
		err := scan(&kind, &ref)
		jobs = append(jobs, kind+" "+ref)
		return err
	})
}

// endRefunds has the bank end what it left open.
func (w *modelWorld) endRefunds(ctx context.Context) error {
	book, err := w.bank.Book(ctx)
	if err != nil {
		return err
	}
	for _, ch := range book {
		for _, p := range ch.Payments {
			for _, r := range p.Refunds {
				if r.Status != "EM_PROCESSAMENTO" {
					continue
				}
				if err := w.bank.FinishRefund(ctx, p.EndToEndID, r.ID, w.chance.in(80)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// statusOver is whether a charge of the bank can bring no more money.
func statusOver(ch fakepsp.Charge) bool { return ch.Status != "ATIVA" }
