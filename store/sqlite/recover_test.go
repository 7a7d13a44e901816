package sqlite

import (
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/job"
	"balcao/platform"
)

// What a dead process held is free for the next one, and what it had not finished is due.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, folder)
	now := time.Now().UTC()
	key := conversation.Key{Owner: platform.Owner{Profile: "https://p.example/"}, Binding: "a2a", ID: "m1"}
	claim := conversation.Reply{LeaseUntil: now.Add(time.Hour), Claim: []byte("chk_1"), CreatedAt: now}
	jobs := []job.Job{
		{Kind: job.FinishCharge, Ref: "tx1", Due: now.Add(time.Hour)},
		{Kind: job.ExpireCheckout, Ref: "chk_1", Due: now.Add(time.Hour)},
		{Kind: job.WatchCharge, Ref: "tx2", Due: now.Add(-time.Minute)},
	}
	if err := s.Commit(t.Context(), checkout.Write{Key: &key, Reply: &claim, Jobs: jobs}); err != nil {
		t.Fatal(err)
	}
	leased, err := s.LeaseJobs(t.Context(), now, now.Add(time.Hour), 9)
	if err != nil || len(leased) != 1 {
		t.Fatalf("leased %v (error %v), want the one that is due", leased, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = open(t, folder)
	defer s.Close()
	if err := s.TakeOver(t.Context()); err != nil {
		t.Fatal(err)
	}
	reply, err := s.Reply(t.Context(), key)
	if err != nil || reply.Done || !reply.LeaseUntil.Before(now) {
		t.Errorf("reply %+v (error %v), want a claim whose lease is over", reply, err)
	}
	later := time.Now().UTC().Add(time.Second)
	leased, err = s.LeaseJobs(t.Context(), later, later.Add(time.Minute), 9)
	if err != nil || len(leased) != 2 || leased[0].Kind != job.WatchCharge || leased[1].Kind != job.FinishCharge {
		t.Errorf("leased %v (error %v), want the watched and the unfinished charge", leased, err)
	}
}
