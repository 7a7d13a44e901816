package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	raw, err := os.ReadFile(c.File)
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
