package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"balcao/ap2"
)

type ap2Cmd struct {
	Verify ap2VerifyCmd `cmd:"" help:"Check one mandate, with clock, keys and checkout from a file."`
}

// ap2VerifyCmd needs no shop: all that a verdict depends on is in the file.
type ap2VerifyCmd struct {
	File string `arg:"" help:"A case: context, token (or token_recipe), and instrument for a payment mandate." placeholder:"FILE"`
}

// mandateVerdict is what the command prints. A refused mandate is an answer, not a failure.
type mandateVerdict struct {
	Verdict string   `json:"verdict"`
	Code    ap2.Code `json:"code,omitempty"`
}

func (c ap2VerifyCmd) run(_ context.Context, m *Main) error {
	raw, err := readAtMost(c.File, maxCaseFile)
	if err != nil {
		return settingError{err}
	}
	verdict := mandateVerdict{Verdict: "accept"}
	if err := verifyCase(raw); err != nil {
		var refused *ap2.Error
		if !errors.As(err, &refused) {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		verdict = mandateVerdict{Verdict: "reject", Code: refused.Code}
		fmt.Fprintln(m.Stderr, "balcao:", refused.Detail)
	}
	return json.NewEncoder(m.Stdout).Encode(verdict)
}

// maxCaseFile is the largest case that is read, in bytes. Evidence of two mandates of the
// greatest length is a fraction of it.
const maxCaseFile = 16 << 20

// readAtMost reads a file that is not longer than most.
func readAtMost(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(raw)) > most {
		err = fmt.Errorf("%s: longer than %d bytes", path, most)
	}
	return raw, err
}
