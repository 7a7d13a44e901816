package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// How the model test is told what to do: how long to look for faults (2s if empty), the seed
// of the whole (random if empty), and the seed of one episode to be played again.
const (
	modelTimeEnv    = "BALCAO_MODEL_TIME"
	modelSeedEnv    = "BALCAO_MODEL_SEED"
	modelEpisodeEnv = "BALCAO_MODEL_EPISODE"
	modelUsual      = 2 * time.Second
)

func modelTime(t testing.TB) time.Duration {
	t.Helper()
	text := os.Getenv(modelTimeEnv)
	if text == "" {
		return modelUsual
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("%s: %v", modelTimeEnv, err)
	}
	return d
}

// modelNumber reads a seed, random if there is none.
func modelNumber(t testing.TB, name string) (n uint64, given bool) {
	t.Helper()
	if text := os.Getenv(name); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return n, true
	}
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		t.Fatal(err)
	}
	return binary.LittleEndian.Uint64(b[:]), false
}

// episode plays one story: buyers who pay in every way, a bank and a processor that
// misbehave, staff, and a process that dies, until all is at rest; then the books must
// agree. With one hand the same seed tells the same story.
func (g *modelGround) episode(seed uint64, hands int) (w *modelWorld, err error) {
	if w, err = newModelWorld(g, seed); err != nil {
		return w, err
	}
	c := newModelChance(seed, 4)
	for n := range 2 + c.n(4) {
		w.buyers = append(w.buyers, newModelBuyer(n))
	}
	steps := 20 + c.n(100)
	if hands == 1 {
		w.aside = newModelChance(seed, 5+uint64(hands))
	}
	var busy sync.WaitGroup
	for hand := range hands {
		own := newModelChance(seed, 5+uint64(hand))
		busy.Go(func() {
			for range steps / hands {
				w.step(own)
			}
		})
	}
	busy.Wait()
	ctx := context.Background()
	if err := w.rest(ctx); err != nil {
		w.fail("at the end: %w", err)
	}
	return w, errors.Join(w.audit(ctx), w.close())
}

// tell reports an episode that went wrong, with its story in a file of its own.
func (w *modelWorld) tell(t testing.TB, seed uint64, hands int, err error) {
	t.Helper()
	how := fmt.Sprintf("%s=%d go test ./cmd/balcao -run 'TestModel$' plays it again", modelEpisodeEnv, seed)
	if hands > 1 {
		how = fmt.Sprintf("it had %d hands, so that no seed brings it back exactly", hands)
	}
	where := ""
	if w != nil {
		where = filepath.Join(os.TempDir(), fmt.Sprintf("balcao-model-%d.log", seed))
		if err := os.WriteFile(where, []byte(w.text(1<<20)), 0o600); err != nil {
			where = err.Error()
		}
		t.Logf("the last of it:\n%s", w.text(60))
	}
	t.Errorf("episode %d went wrong (whole story: %s; %s):\n%v", seed, where, how, err)
}

// TestModel plays as many stories as there is time for, with one hand and with four.
func TestModel(t *testing.T) {
	t.Parallel()
	g := newModelGround(t)
	if seed, given := modelNumber(t, modelEpisodeEnv); given {
		w, err := g.episode(seed, 1)
		if err != nil {
			w.tell(t, seed, 1, err)
		}
		return
	}
	seed, _ := modelNumber(t, modelSeedEnv)
	fmt.Printf("TestModel: seed %d (%s=%d)\n", seed, modelSeedEnv, seed)
	seeds := newModelChance(seed, 0)
	until := time.Now().Add(modelTime(t))
	var wrong, steps, played atomic.Int64
	var players sync.WaitGroup
	for range 2 {
		players.Go(func() {
			for n := 0; time.Now().Before(until) && wrong.Load() == 0; n++ {
				own, hands := uint64(seeds.n(1<<62)), 1
				if n%4 == 3 {
					hands = 4
				}
				w, err := g.episode(own, hands)
				if err != nil {
					wrong.Add(1)
					w.tell(t, own, hands, err)
				}
				steps.Add(int64(len(w.trace)))
				played.Add(1)
			}
		})
	}
	players.Wait()
	fmt.Printf("TestModel: seed %d: %d episodes, %d things that happened\n", seed, played.Load(), steps.Load())
}

// TestModelTellsTheSameStory: what is to be looked into must come again.
func TestModelTellsTheSameStory(t *testing.T) {
	t.Parallel()
	g := newModelGround(t)
	for seed := range uint64(5) {
		first, err := g.episode(seed, 1)
		if err != nil {
			first.tell(t, seed, 1, err)
			return
		}
		second, err := g.episode(seed, 1)
		if err != nil {
			second.tell(t, seed, 1, err)
			return
		}
		for i, l := range first.trace {
			if i >= len(second.trace) || second.trace[i] != l {
				t.Fatalf("seed %d, line %d:\n%s\nand then\n%s", seed, i, l, second.trace[min(i, len(second.trace)-1)])
			}
		}
	}
}
