package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/payment/pix"
	"balcao/platform"
	"balcao/profile"
	"balcao/store/sqlite"
)

// staffFlags say which shop a staff command is about. Beside a running server it goes
// through the admin listener; otherwise it opens the database itself.
type staffFlags struct {
	Database    string `help:"Where the shop keeps everything." default:"sqlite:balcao.db"`
	AdminListen string `help:"Where a running shop's admin listener is." default:"127.0.0.1:9090"`
}

// errNotRunning says that no server answers at the admin address.
var errNotRunning = errors.New("the shop is not running")

// admin asks a running server. in and out may be nil.
func (f staffFlags) admin(ctx context.Context, method, path string, in, out any) error {
	database, err := (&settings{Database: f.Database}).sqlitePath()
	if err != nil {
		return err
	}
	token, err := readSecret(adminTokenFile(database))
	if errors.Is(err, fs.ErrNotExist) {
		return errNotRunning
	}
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+f.AdminListen+path, &body)
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Timeout: 30 * time.Second}).Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return errNotRunning
	}
	if err != nil {
		return fmt.Errorf("ask the running shop: %w", err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 4<<20))
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the shop answered %s: %s", resp.Status, strings.TrimSpace(string(raw)))
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(raw, out)
}

// store opens the database of a shop that is not running.
func (f staffFlags) store(ctx context.Context) (*sqlite.Store, error) {
	path, err := (&settings{Database: f.Database}).sqlitePath()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, sqlite.Options{Path: path})
}

type keysCmd struct {
	Platform struct {
		Add    keysAddCmd    `cmd:"" help:"Issue a key to a platform. It is shown once."`
		List   keysListCmd   `cmd:"" help:"List the keys."`
		Revoke keysRevokeCmd `cmd:"" help:"Make a key void."`
	} `cmd:"" help:"API keys of platforms."`
}

type keysAddCmd struct {
	staffFlags
	Profile   string   `help:"The platform's profile URL." required:"" placeholder:"URL"`
	Rights    []string `help:"What the key allows." enum:"checkout,order" default:"checkout,order"`
	PublicURL string   `help:"The shop's public address, if it is not on loopback." default:"http://127.0.0.1:8080"`
}

func (c keysAddCmd) run(ctx context.Context, m *Main) error {
	var made struct{ ID, Key, Profile string }
	err := c.admin(ctx, http.MethodPost, "/platform-keys", map[string]any{"profile": c.Profile, "rights": c.Rights}, &made)
	if errors.Is(err, errNotRunning) {
		store, err := c.store(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		keys := platformKeys{store: store, shop: profile.Shop{PublicURL: c.PublicURL}, now: clock.System{}.Now}
		plaintext, key, err := keys.Create(ctx, c.Profile, rightsOf(c.Rights))
		if err != nil {
			return err
		}
		made.ID, made.Key, made.Profile = key.ID, plaintext, key.Profile
	} else if err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.Stdout, "id:      %s\nprofile: %s\nkey:     %s\n", made.ID, made.Profile, made.Key)
	return err
}

func rightsOf(names []string) platform.Rights {
	var r platform.Rights
	for _, n := range names {
		switch n {
		case "checkout":
			r |= platform.RightCheckout
		case "order":
			r |= platform.RightOrder
		}
	}
	return r
}

type keysListCmd struct{ staffFlags }

// keyRow is a key as the admin listener lists it.
type keyRow struct {
	ID, Profile string
	CreatedAt   time.Time  `json:"created_at"`
	RevokedAt   *time.Time `json:"revoked_at"`
}

func (c keysListCmd) run(ctx context.Context, m *Main) error {
	var list struct{ Keys []keyRow }
	err := c.admin(ctx, http.MethodGet, "/platform-keys", nil, &list)
	if errors.Is(err, errNotRunning) {
		store, err := c.store(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		keys, err := store.ListAPIKeys(ctx)
		if err != nil {
			return err
		}
		for _, k := range keys {
			row := keyRow{ID: k.ID, Profile: k.Profile, CreatedAt: k.CreatedAt}
			if !k.RevokedAt.IsZero() {
				row.RevokedAt = &k.RevokedAt
			}
			list.Keys = append(list.Keys, row)
		}
	} else if err != nil {
		return err
	}
	w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tPROFILE\tISSUED\tREVOKED")
	for _, k := range list.Keys {
		revoked := "-"
		if k.RevokedAt != nil {
			revoked = k.RevokedAt.Format(time.RFC3339)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.ID, k.Profile, k.CreatedAt.Format(time.RFC3339), revoked)
	}
	return w.Flush()
}

type keysRevokeCmd struct {
	staffFlags
	ID string `arg:"" help:"Id of the key."`
}

func (c keysRevokeCmd) run(ctx context.Context, _ *Main) error {
	err := c.admin(ctx, http.MethodDelete, "/platform-keys/"+c.ID, nil, nil)
	if !errors.Is(err, errNotRunning) {
		return err
	}
	store, err := c.store(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	return store.RevokeAPIKey(ctx, c.ID)
}

type pixCmd struct {
	Settle pixSettleCmd `cmd:"" help:"Pay a sandbox charge."`
}

type pixSettleCmd struct {
	staffFlags
	TXID string `arg:"" name:"txid" help:"The charge's txid: provider_payment_id in the checkout."`
}

func (c pixSettleCmd) run(ctx context.Context, m *Main) error {
	err := c.admin(ctx, http.MethodPost, "/sandbox/charges/"+c.TXID+"/settle", nil, nil)
	if errors.Is(err, errNotRunning) {
		err = c.offline(ctx)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(m.Stdout, "paid:", c.TXID)
	return err
}

// offline pays at the sandbox bank while the shop is down; the shop hears of it when it
// starts.
func (c pixSettleCmd) offline(ctx context.Context) error {
	store, err := c.store(ctx) // for its lock: the bank's book belongs to the shop's process
	if err != nil {
		return err
	}
	defer store.Close()
	path, err := (&settings{Database: c.Database}).sqlitePath()
	if err != nil {
		return err
	}
	bank, err := pix.NewSandbox(pix.Config{PayeeName: "Sandbox", City: "Sandbox", Host: sandboxBankHost, JournalPath: bankBook(path)})
	if err != nil {
		return err
	}
	defer bank.Close()
	_, err = bank.Settle(ctx, ids.TXID(c.TXID))
	return err
}

type stockCmd struct {
	List stockListCmd `cmd:"" help:"List the stock."`
	Set  stockSetCmd  `cmd:"" help:"Set what is on hand."`
}

type stockListCmd struct{ staffFlags }

// stockRow is a level as the admin listener lists it.
type stockRow struct {
	Variant  string
	OnHand   int64 `json:"on_hand"`
	Reserved int64
}

func (c stockListCmd) run(ctx context.Context, m *Main) error {
	var list struct{ Stock []stockRow }
	err := c.admin(ctx, http.MethodGet, "/stock", nil, &list)
	if errors.Is(err, errNotRunning) {
		store, err := c.store(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		levels, err := store.StockList(ctx)
		if err != nil {
			return err
		}
		for _, l := range levels {
			list.Stock = append(list.Stock, stockRow{string(l.Variant), l.OnHand, l.Reserved})
		}
	} else if err != nil {
		return err
	}
	w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "VARIANT\tON HAND\tRESERVED")
	for _, l := range list.Stock {
		fmt.Fprintf(w, "%s\t%d\t%d\n", l.Variant, l.OnHand, l.Reserved)
	}
	return w.Flush()
}

type stockSetCmd struct {
	staffFlags
	Variant string `arg:"" help:"The variant."`
	OnHand  int64  `arg:"" help:"How many are there."`
}

func (c stockSetCmd) run(ctx context.Context, _ *Main) error {
	err := c.admin(ctx, http.MethodPut, "/stock/"+c.Variant, map[string]int64{"on_hand": c.OnHand}, nil)
	if !errors.Is(err, errNotRunning) {
		return err
	}
	store, err := c.store(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	return store.SetStock(ctx, ids.Variant(c.Variant), c.OnHand)
}
