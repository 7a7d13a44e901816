package fakepsp

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"balcao/internal/ids"
)

// Files of an identity. What ends in -key.pem, client-secret and control-token are secrets.
const (
	FileCA           = "ca.pem"           // whose certificates both sides trust
	FileClient       = "client.pem"       // the shop's certificate
	FileClientKey    = "client-key.pem"   // and its key
	FileClientSecret = "client-secret"    // the shop's secret for tokens
	FileControlToken = "control-token"    // what the control endpoint asks for
	fileServer       = "server.pem"       // the provider's own
	fileServerKey    = "server-key.pem"   //
	fileCallback     = "callback.pem"     // what it calls shops back with
	fileCallbackKey  = "callback-key.pem" //
	fileAddress      = "address"          // where it listens
)

// ClientID is the shop's name at the token endpoint.
const ClientID = "balcao"

const (
	certificateLife = 5 * 365 * 24 * time.Hour
	// renewBefore is how long before their end certificates are made anew.
	renewBefore = 30 * 24 * time.Hour
)

// Identity is a folder with what provider and shop need to trust each other: a throw-away
// certificate authority, which signs three certificates and forgets its key, and two
// secrets. All files can be read by their owner alone.
type Identity struct {
	// Dir is the folder.
	Dir string
	// ClientSecret goes with ClientID.
	ClientSecret string
	// ControlToken opens the control endpoint.
	ControlToken string
	// CA is what both sides trust.
	CA *x509.CertPool
	// Client is the shop's certificate.
	Client tls.Certificate

	server, callback tls.Certificate
}

// OpenIdentity reads the folder, which it makes and fills on first use. Certificates that
// are missing or about to end are made anew, all together.
func OpenIdentity(dir string, now time.Time) (*Identity, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("fakepsp: %w", err)
	}
	i, err := readIdentity(dir, now)
	if err == nil {
		return i, nil
	}
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errOver) {
		return nil, fmt.Errorf("fakepsp: %w", err)
	}
	if err := makeIdentity(dir, now); err != nil {
		return nil, fmt.Errorf("fakepsp: make certificates: %w", err)
	}
	if i, err = readIdentity(dir, now); err != nil {
		return nil, fmt.Errorf("fakepsp: %w", err)
	}
	return i, nil
}

// ReadIdentity reads the folder of a provider that was started before.
func ReadIdentity(dir string) (*Identity, error) {
	i, err := readIdentity(dir, time.Time{})
	if err != nil {
		return nil, fmt.Errorf("fakepsp: %w", err)
	}
	return i, nil
}

// ClientTLS is how the shop, and people at the bank, connect.
func (i *Identity) ClientTLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: i.CA, Certificates: []tls.Certificate{i.Client}}
}

// ServerTLS is how the provider listens: nobody without a certificate of the authority gets
// as far as HTTP.
func (i *Identity) ServerTLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{i.server},
		ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: i.CA,
	}
}

// CallbackTLS is how the provider calls back: with a certificate of its own, and trusting
// its own authority beside the system's.
func (i *Identity) CallbackTLS() *tls.Config {
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if ca, err := os.ReadFile(filepath.Join(i.Dir, FileCA)); err == nil {
		roots.AppendCertsFromPEM(ca)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, Certificates: []tls.Certificate{i.callback}}
}

// Path is where one of the files is.
func (i *Identity) Path(file string) string { return filepath.Join(i.Dir, file) }

// SetAddress notes where the provider listens, for people at the bank.
func (i *Identity) SetAddress(url string) error {
	return writeSecret(filepath.Join(i.Dir, fileAddress), []byte(url+"\n"))
}

// Address is where the provider last listened.
func (i *Identity) Address() (string, error) {
	raw, err := os.ReadFile(filepath.Join(i.Dir, fileAddress))
	if err != nil {
		return "", fmt.Errorf("fakepsp: no provider has listened with this folder: %w", err)
	}
	return strings.TrimSpace(string(raw)), nil
}

// errOver says that certificates are about to end.
var errOver = errors.New("certificate is over")

func readIdentity(dir string, now time.Time) (_ *Identity, err error) {
	i := &Identity{Dir: dir, CA: x509.NewCertPool()}
	ca, err := os.ReadFile(filepath.Join(dir, FileCA))
	if err != nil {
		return nil, err
	}
	if !i.CA.AppendCertsFromPEM(ca) {
		return nil, fmt.Errorf("%s holds no certificate", FileCA)
	}
	for _, pair := range []struct {
		to        *tls.Certificate
		cert, key string
	}{{&i.server, fileServer, fileServerKey}, {&i.Client, FileClient, FileClientKey}, {&i.callback, fileCallback, fileCallbackKey}} {
		if *pair.to, err = tls.LoadX509KeyPair(filepath.Join(dir, pair.cert), filepath.Join(dir, pair.key)); err != nil {
			return nil, err
		}
		if !now.IsZero() && pair.to.Leaf.NotAfter.Before(now.Add(renewBefore)) {
			return nil, errOver
		}
	}
	for name, to := range map[string]*string{FileClientSecret: &i.ClientSecret, FileControlToken: &i.ControlToken} {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if *to = strings.TrimSpace(string(raw)); *to == "" {
			return nil, fmt.Errorf("%s is empty: remove it", name)
		}
	}
	return i, nil
}

// makeIdentity fills the folder.
func makeIdentity(dir string, now time.Time) error {
	from := now.Add(-time.Hour) // clocks differ
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Balcao fake PSP, throw-away CA"},
		NotBefore: from, NotAfter: now.Add(certificateLife), IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign,
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key)
	if err != nil {
		return err
	}
	if err := writePEM(filepath.Join(dir, FileCA), "CERTIFICATE", der); err != nil {
		return err
	}
	serverUse := []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	clientUse := []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	for n, c := range []struct {
		name, cert, key string
		use             []x509.ExtKeyUsage
	}{
		{"localhost", fileServer, fileServerKey, serverUse},
		{"shop", FileClient, FileClientKey, clientUse},
		{"fake PSP callbacks", fileCallback, fileCallbackKey, clientUse},
	} {
		leaf := &x509.Certificate{
			SerialNumber: big.NewInt(int64(n) + 2), Subject: pkix.Name{CommonName: c.name},
			NotBefore: from, NotAfter: now.Add(certificateLife), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: c.use,
		}
		if c.cert == fileServer {
			leaf.DNSNames = []string{"localhost"}
			leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
		}
		if err := makeLeaf(dir, c.cert, c.key, leaf, authority, key); err != nil {
			return err
		}
	}
	for _, name := range []string{FileClientSecret, FileControlToken} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			continue // certificates come and go, secrets stay
		}
		if err := writeSecret(path, []byte(ids.NewSource(nil).Secret()+"\n")); err != nil {
			return err
		}
	}
	return nil
}

func makeLeaf(dir, certFile, keyFile string, leaf, authority *x509.Certificate, signer *ecdsa.PrivateKey) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, authority, key.Public(), signer)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(
		writePEM(filepath.Join(dir, certFile), "CERTIFICATE", der),
		writePEM(filepath.Join(dir, keyFile), "PRIVATE KEY", secret),
	)
}

func writePEM(path, kind string, der []byte) error {
	return writeSecret(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// writeSecret puts a file there in one step, for its owner's eyes alone.
func writeSecret(path string, content []byte) error {
	draft := path + ".new"
	if err := os.WriteFile(draft, content, 0o600); err != nil {
		return err
	}
	return os.Rename(draft, path)
}
