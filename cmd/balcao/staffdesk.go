package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"balcao/httpd"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
	"balcao/profile"
	"balcao/store/sqlite"
)

// staffDesk is what the staff can do with a shop, whether it runs or not.
type staffDesk interface {
	httpd.PlatformKeys
	httpd.Stock
	httpd.Orders
	httpd.Notices
	httpd.Unmatched
	httpd.Catalog
	// Settle pays a sandbox charge.
	Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error)
	// Close lets go of the shop.
	Close() error
}

// staffFlags say which shop a staff command is about. Beside a running server it goes
// through the admin listener; otherwise it opens the database itself.
type staffFlags struct {
	Database    string `help:"Where the shop keeps everything." default:"sqlite:balcao.db"`
	AdminListen string `help:"Where a running shop's admin listener is." default:"127.0.0.1:9090"`
	// SMTPHost says whether what is done at a shop that does not run is owed to buyers by mail.
	SMTPHost string `name:"smtp-host" hidden:""`
}

// at does something at the desk of the shop that the flags mean.
func (f staffFlags) at(ctx context.Context, publicURL string, do func(staffDesk) error) error {
	path, err := (&settings{Database: f.Database}).sqlitePath()
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return settingError{fmt.Errorf("--database: there is no shop at %s; run this in the shop's folder or name its database", path)}
	}
	desk, err := f.running(ctx, path)
	if errors.Is(err, errNotRunning) {
		desk, err = openClosedShop(ctx, path, publicURL, f.SMTPHost != "")
	}
	if err != nil {
		return err
	}
	return errors.Join(do(desk), desk.Close())
}

// errNotRunning says that no server answers at the admin address.
var errNotRunning = errors.New("the shop is not running")

// adminPatience is how long a running shop may take to answer its staff.
const adminPatience = 30 * time.Second

// running is the desk of a shop that runs.
func (f staffFlags) running(ctx context.Context, path string) (staffDesk, error) {
	token, err := readSecret(adminTokenFile(path))
	if errors.Is(err, fs.ErrNotExist) || f.AdminListen == "" {
		return nil, errNotRunning
	}
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{Timeout: adminPatience}
	conn, err := dialer.DialContext(ctx, "tcp", f.AdminListen)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, errNotRunning
	}
	if err != nil {
		return nil, fmt.Errorf("reach the running shop: %w", err)
	}
	return runningShop{httpd.AdminClient{
		URL: "http://" + f.AdminListen, Token: token, HTTP: &http.Client{Timeout: adminPatience},
	}}, conn.Close()
}

// runningShop is a shop reached through its admin listener.
type runningShop struct{ httpd.AdminClient }

// Close lets go of the connection.
func (s runningShop) Close() error {
	s.HTTP.CloseIdleConnections()
	return nil
}

// closedShop is a shop that does not run: its database, open for as long as a command
// takes.
type closedShop struct {
	platformKeys
	stockroom
	orderBook
	noticeDesk
	pixDesk
	shelves
	path string
}

func openClosedShop(ctx context.Context, path, publicURL string, mail bool) (staffDesk, error) {
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path})
	if err != nil {
		return nil, err
	}
	return closedShop{
		platformKeys: platformKeys{store: store, shop: profile.Shop{PublicURL: publicURL}, now: clock.System{}.Now},
		stockroom:    stockroom{store, shelves{store}.sells},
		orderBook:    orderBook{store, &order.Service{Store: store, Clock: clock.System{}, Policy: returnsPolicy(mail)}},
		noticeDesk:   noticeDesk{store, clock.System{}.Now},
		pixDesk:      pixDesk{store, clock.System{}.Now},
		shelves:      shelves{store},
		path:         path,
	}, nil
}

// Settle pays at the sandbox bank; the shop hears of it when it starts. The lock on the
// database keeps a shop from starting meanwhile: the bank's book belongs to one process.
func (s closedShop) Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error) {
	bank, err := fakepsp.Open(bankConfig(bankDir(s.path), pix.Payee{Name: "Sandbox", City: "Sandbox"}))
	if err != nil {
		return payment.Receipt{}, err
	}
	paid, err := bank.Settle(ctx, txid)
	return paid, errors.Join(err, bank.Close())
}

// Close closes the database.
func (s closedShop) Close() error { return s.stockroom.store.Close() }
