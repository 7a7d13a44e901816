package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"text/tabwriter"
	"time"

	"balcao/internal/clock"
	"balcao/internal/keyring"
)

type keysCmd struct {
	List   signingListCmd   `cmd:"" help:"List the shop's signing keys."`
	Make   signingMakeCmd   `cmd:"" aliases:"rotate" help:"Make a signing key. It is published at once and signs later."`
	Retire signingRetireCmd `cmd:"" help:"Publish a signing key no more, after its grace."`
	Revoke signingRevokeCmd `cmd:"" help:"Make a signing key void at once."`

	Platform struct {
		Add    keysAddCmd    `cmd:"" help:"Issue a key to a platform. It is shown once."`
		List   keysListCmd   `cmd:"" help:"List the keys."`
		Revoke keysRevokeCmd `cmd:"" help:"Make a key void."`
	} `cmd:"" help:"API keys of platforms."`
}

// leastDelay is how long a key must be published before it signs: until the caches of those
// platforms are over that asked just before, and keep a document for a minute at least.
const leastDelay = documentAge + time.Minute

// signingFlags say whose keys a command is about. It changes the key file itself, which a
// running shop follows.
type signingFlags struct {
	Database string `help:"Where the shop keeps everything." default:"sqlite:balcao.db"`
	KeysDir  string `help:"Folder of the shop's signing keys; by default beside the database." placeholder:"DIR"`
}

// keysDir is the folder of the signing keys, by default beside the database.
func keysDir(named, database string) string {
	if named != "" {
		return named
	}
	return filepath.Join(filepath.Dir(database), "keys")
}

func (f signingFlags) ring() (*keyring.Ring, error) {
	path, err := (&settings{Database: f.Database}).sqlitePath()
	if err != nil {
		return nil, err
	}
	dir := keysDir(f.KeysDir, path)
	ring, err := keyring.Load(dir, clock.System{}.Now, rand.Reader)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there are no signing keys in %s: the shop makes the first when it starts", dir)
	}
	return ring, err
}

type signingListCmd struct {
	signingFlags
	JSON bool `name:"json" help:"Print JSON." env:"-"`
}

// listedKey is a key in JSON.
type listedKey struct {
	KID            string    `json:"kid"`
	State          string    `json:"state"`
	Created        time.Time `json:"created"`
	SignsFrom      time.Time `json:"signs_from"`
	GraceEnds      time.Time `json:"grace_ends,omitzero"`
	PublishedUntil time.Time `json:"published_until,omitzero"`
}

func (c signingListCmd) run(_ context.Context, m *Main) error {
	ring, err := c.ring()
	if err != nil {
		return err
	}
	keys := ring.List()
	if c.JSON {
		out := make([]listedKey, len(keys))
		for i, k := range keys {
			out[i] = listedKey{k.KID, string(k.State), k.Created, k.SignsFrom, k.GraceEnds, k.PublishedUntil}
		}
		encoder := json.NewEncoder(m.Stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string]any{"keys": out})
	}
	w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "KID\tSTATE\tCREATED\tSIGNS SINCE\tPUBLISHED UNTIL")
	for _, k := range keys {
		until := "-"
		switch {
		case !k.PublishedUntil.IsZero():
			until = k.PublishedUntil.Format(time.RFC3339)
		case !k.GraceEnds.IsZero():
			until = k.GraceEnds.Format(time.RFC3339) + " or later"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", k.KID, k.State, k.Created.Format(time.RFC3339), k.SignsFrom.Format(time.RFC3339), until)
	}
	return w.Flush()
}

type signingMakeCmd struct {
	signingFlags
	SignsAfter time.Duration `help:"When it signs, so that platforms that cache the profile know it by then." default:"1h" env:"-"`
	Now        bool          `help:"It signs at once." env:"-"`
}

func (c signingMakeCmd) run(_ context.Context, m *Main) error {
	switch {
	case c.Now:
		c.SignsAfter = 0
	case c.SignsAfter < leastDelay:
		return settingError{fmt.Errorf("--signs-after must be at least %s, as long as platforms may cache the profile; --now does not wait", leastDelay)}
	}
	ring, err := c.ring()
	if err != nil {
		return err
	}
	key, err := ring.Make(c.SignsAfter)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.Stdout, "made:       %s\nsigns from: %s\n", key.KID, key.SignsFrom.Format(time.RFC3339))
	return err
}

type signingRetireCmd struct {
	signingFlags
	KID   string `arg:"" name:"kid" help:"Id of the key."`
	Force bool   `help:"Before its grace is over: what it signed can be verified no more." env:"-"`
}

func (c signingRetireCmd) run(_ context.Context, m *Main) error {
	ring, err := c.ring()
	if err != nil {
		return err
	}
	if err := ring.Retire(c.KID, c.Force); err != nil {
		return hint(fmt.Errorf("%s: %w", c.KID, err))
	}
	_, err = fmt.Fprintln(m.Stdout, "retired:", c.KID)
	return err
}

type signingRevokeCmd struct {
	signingFlags
	KID     string `arg:"" name:"kid" help:"Id of the key."`
	Replace bool   `help:"Make another key in the same step, which signs at once." env:"-"`
}

func (c signingRevokeCmd) run(_ context.Context, m *Main) error {
	ring, err := c.ring()
	if err != nil {
		return err
	}
	signs, err := ring.Revoke(c.KID, c.Replace)
	if err != nil {
		return hint(fmt.Errorf("%s: %w", c.KID, err))
	}
	_, err = fmt.Fprintf(m.Stdout, "revoked: %s\nsigns:   %s\n", c.KID, signs.KID)
	return err
}

// hint adds what staff can do about a refusal.
func hint(err error) error {
	for _, h := range []struct {
		what error
		hint string
	}{
		{keyring.ErrSigns, "balcao keys make"}, {keyring.ErrGrace, "--force"}, {keyring.ErrWaits, "--force"}, {keyring.ErrOnly, "--replace"},
	} {
		if errors.Is(err, h.what) {
			return fmt.Errorf("%w (%s)", err, h.hint)
		}
	}
	return err
}
