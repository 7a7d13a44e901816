package web

import (
	"regexp"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/internal/lang"
	"balcao/order"
)

// Every text is there in three languages with the same facts.
func TestTextsAreComplete(t *testing.T) {
	t.Parallel()
	for key, p := range texts {
		for _, language := range lang.All() {
			if p.In(language) == "" {
				t.Errorf("%s has no text in %s", key, language)
			}
			if strings.Count(p.In(language), "%s") != strings.Count(p[0], "%s") {
				t.Errorf("%s in %s has other facts than in Portuguese", key, language)
			}
		}
	}
}

// A key that only fails when its page is shown would be found too late.
func TestKeysExist(t *testing.T) {
	t.Parallel()
	keys := []string{"error.404.title", "error.429.text", "error.other.title"}
	use := regexp.MustCompile(`\bt "([^"]+)"`)
	entries, err := templates.ReadDir("templates")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		source, err := templates.ReadFile("templates/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range use.FindAllStringSubmatch(string(source), -1) {
			keys = append(keys, m[1])
		}
	}
	if len(keys) < 40 {
		t.Errorf("found %d keys only: has the form of the templates changed?", len(keys))
	}
	for _, s := range []checkout.Status{checkout.Incomplete, checkout.RequiresEscalation, checkout.ReadyForComplete,
		checkout.CompleteInProgress, checkout.Completed, checkout.Canceled} {
		keys = append(keys, "status."+string(s))
	}
	for _, l := range []order.Line{{}, {Total: 2}, {Total: 2, Fulfilled: 1}, {Total: 2, Fulfilled: 2}, {Total: 2, Fulfilled: 2, Delivered: 2}} {
		keys = append(keys, lineStage(l))
	}
	for _, key := range keys {
		if _, ok := texts[key]; !ok {
			t.Errorf("no text %q", key)
		}
	}
	if _, err := text(lang.English, "no such key"); err == nil {
		t.Error("an unknown key is no error")
	}
}

func TestMaskEmail(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"ana@example.com": "a•••@example.com", "é@example.com": "é•••@example.com",
		"": "", "none": "", "@example.com": "",
	} {
		if got := maskEmail(email); got != want {
			t.Errorf("maskEmail(%q) = %q, want %q", email, got, want)
		}
	}
}
