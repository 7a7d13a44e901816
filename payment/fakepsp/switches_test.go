package fakepsp

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"
)

func TestParseSwitch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Setting{
		"down":                           {Probability: 1},
		"down=off":                       {},
		"down=0.25":                      {Probability: 0.25},
		"down=next:3":                    {Next: 3},
		"slow=next:2,0.5,delay:5s":       {Next: 2, Probability: 0.5, Delay: 5 * time.Second},
		"slow=probability:1,method:put":  {Probability: 1, Method: "PUT"},
		"wrong_amount=next:1,amount:-50": {Next: 1, Amount: -50},
	} {
		_, got, err := ParseSwitch(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if _, again, err := ParseSwitch("slow=" + got.String()); want.Amount == 0 && (err != nil || again != want) {
			t.Errorf("%s is written as %s: %+v, %v", text, got, again, err)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var back Setting
		if err := json.Unmarshal(text, &back); err != nil || back != want {
			t.Errorf("%s became %+v, %v", text, back, err)
		}
	}
	for _, text := range []string{
		"", "fire", "down=", "down=next", "down=next:x", "down=next:-1", "down=2", "down=-1", "down=NaN", "down=delay:5s", "down=1,delay:5s",
		"slow=1,delay:-5s", "slow=1,delay:48h", "down=1,amount:5", "paid_twice=1,method:PUT", "down=1,method:HEAD", "down=1,color:red", "down=0",
	} {
		if f, got, err := ParseSwitch(text); !errors.Is(err, ErrSetting) {
			t.Errorf("%q: %s %+v, %v", text, f, got, err)
		}
	}
}

// The same seed meets the same faults; counts come before chances.
func TestSwitchesRepeat(t *testing.T) {
	t.Parallel()
	draw := func(seed uint64) (out []bool) {
		s := NewSwitches(seed)
		if err := s.Set(Down, Setting{Next: 2, Probability: 0.5}); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			_, fires := s.fires(Down)
			out = append(out, fires)
		}
		return out
	}
	first := draw(7)
	if !reflect.DeepEqual(first, draw(7)) || reflect.DeepEqual(first, draw(8)) {
		t.Error("the seed does not tell the faults")
	}
	hits := 0
	for _, fires := range first {
		if fires {
			hits++
		}
	}
	if !first[0] || !first[1] || hits < 70 || hits > 130 {
		t.Errorf("%d of 200 at a chance of a half: %v", hits, first[:5])
	}
}

func TestSwitchesCount(t *testing.T) {
	t.Parallel()
	s := NewSwitches(1)
	if err := s.Set(Slow, Setting{Next: 1, Method: "PUT"}); err != nil {
		t.Fatal(err)
	}
	if _, fires := s.firesAt(Slow, "GET"); fires {
		t.Error("another method")
	}
	if how, fires := s.firesAt(Slow, "PUT"); !fires || how.Delay != usualDelay[Slow] {
		t.Errorf("%+v, %t", how, fires)
	}
	if _, fires := s.firesAt(Slow, "PUT"); fires || len(s.Settings()) != 0 {
		t.Error("one too many")
	}
	var none *Switches
	if _, fires := none.fires(Down); fires {
		t.Error("no switches, a fault")
	}
}
