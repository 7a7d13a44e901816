package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// verifyMandate runs the command on a file.
func verifyMandate(t *testing.T, file string) (stdout, stderr string, status int) {
	t.Helper()
	var out, problems bytes.Buffer
	m := &Main{Stdout: &out, Stderr: &problems}
	status = m.Execute(t.Context(), []string{"ap2", "verify", file})
	return out.String(), problems.String(), status
}

func TestAP2Verify(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/vectors/ap2/*.json")
	if err != nil || len(files) != 124 {
		t.Fatalf("%d vectors, want 124 (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Expect, Code string
				AlsoOK       []string `json:"also_ok"`
			}
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			var lines []string
			if want.Expect == "accept" {
				lines = append(lines, `{"verdict":"accept"}`+"\n")
			}
			for _, code := range append(want.AlsoOK, want.Code) {
				if code != "" {
					lines = append(lines, `{"verdict":"reject","code":"`+code+`"}`+"\n")
				}
			}
			got, problems, status := verifyMandate(t, file)
			if !slices.Contains(lines, got) || status != 0 {
				t.Errorf("got %s(status %d, %s)\nwant one of %q", got, status, problems, lines)
			}
		})
	}
}

// A case that cannot be read has no verdict.
func TestAP2VerifyUnreadable(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../testdata/vectors/ap2/pay-valid.json")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	for name, tt := range map[string]struct {
		text   string
		status int
	}{
		"not JSON":           {good[1:], 1},
		"no checkout":        {`{"kind":"checkout_mandate","token":"a"}`, 1},
		"other kind":         {strings.Replace(good, `"payment_mandate"`, `"mandate"`, 1), 1},
		"keys are no list":   {strings.Replace(good, `"platform_profile_keys": [`, `"platform_profile_keys": 1, "x": [`, 1), 1},
		"a total twice":      {strings.Replace(good, `"currency": "BRL",`, `"currency": "BRL", "currency": "BRL",`, 1), 1},
		"no total":           {strings.ReplaceAll(good, `"type": "total"`, `"type": "tax"`), 1},
		"recipe without end": {strings.Replace(good, `"token":`, `"token_recipe": {"repeat":"aaaaaaaaaa","times":60000000}, "t":`, 1), 1},
		"negative recipe":    {strings.Replace(good, `"token":`, `"token_recipe": {"repeat":"a","times":-1}, "t":`, 1), 1},
	} {
		file := filepath.Join(t.TempDir(), "case.json")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, problems, status := verifyMandate(t, file); status != tt.status || out != "" || problems == "" {
			t.Errorf("%s: status %d, want %d; output %q, %q", name, status, tt.status, out, problems)
		}
	}
	if out, _, status := verifyMandate(t, filepath.Join(t.TempDir(), "none.json")); status != 2 || out != "" {
		t.Errorf("no file: status %d, output %q", status, out)
	}
}
