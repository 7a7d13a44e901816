package main

import (
	"bytes"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/job"
	"balcao/notify/email/emailtest"
	"balcao/store/sqlite"
)

// mailFlags connect a shop to a server.
func mailFlags(t *testing.T, s *emailtest.Server) []string {
	t.Helper()
	dir := t.TempDir()
	password, authority := filepath.Join(dir, "password"), filepath.Join(dir, "authority.pem")
	for file, content := range map[string][]byte{password: []byte(s.Password + "\n"), authority: s.Authority} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return []string{
		"--smtp-host=" + s.Host, "--smtp-port=" + strconv.Itoa(s.Port), "--smtp-user=" + s.User, "--smtp-password-file=" + password,
		"--smtp-from=vendas@loja.example", "--smtp-authorities=" + authority,
	}
}

// mailedOrder buys shirts by card for a buyer with an address, and returns the order's id.
func mailedOrder(t *testing.T, shop *testShop, language string) string {
	t.Helper()
	p := shop.agent(t, "platform.json")
	p.do("create_checkout", "checkout", map[string]any{
		"line_items": []any{map[string]any{"item": map[string]any{"id": "camiseta-vermelha-m"}, "quantity": 1}},
		"context":    map[string]any{"language": language},
	})
	p.readyShirts()
	p.do("set_buyer", "buyer", map[string]any{"email": "ana@example.com"})
	id, _ := dig(p.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	if id == "" {
		t.Fatal("there is no order")
	}
	return id
}

// subject is a mail's, decoded.
func subject(t *testing.T, m emailtest.Mail) string {
	t.Helper()
	s, err := new(mime.WordDecoder).DecodeHeader(m.Message(t).Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// syncBuffer is a log that is read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends.
func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// A buyer is told of the purchase, of what was sent, of the withdrawal and of the money that
// came back, each once, over TLS, whether the staff work beside the running shop or at its
// database. The log has no address.
func TestBuyerIsTold(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	flags := mailFlags(t, sink)
	dir, log := t.TempDir(), new(syncBuffer)
	shop := startShopWith(t, dir, log, append(flags, "--log-level=debug")...)
	id := mailedOrder(t, shop, "pt-BR")
	first := sink.Wait(t, 1)[0]
	if !first.TLS || first.AsUser != sink.User || first.From != "vendas@loja.example" || first.To != "ana@example.com" {
		t.Errorf("%+v", first)
	}
	text := emailtest.Parts(t, first)["text/plain"]
	for _, said := range []string{
		"Olá, Ana Silva!", "CNPJ 99.887.766/0001-05", "R$\u00a0", "Camiseta", "CDC, art. 49", shop.URL + "/orders/" + id + "?key=", shop.URL + "/returns", "Cartão", "Rua das Flores, 100",
	} {
		if !strings.Contains(text, said) {
			t.Errorf("%q is not said:\n%s", said, text)
		}
	}
	key := text[strings.Index(text, "?key="):]
	key = strings.Fields(key)[0]
	if status, page := get(t, shop.client, shop.URL+"/orders/"+id+key); status != 200 {
		t.Errorf("the link leads to %d %s", status, page)
	}

	// Whose sending is owed by a shop that does not run is sent when it does.
	shop.stop()
	if status, _, errs := staff(t, dir, "127.0.0.1:1", "orders", "ship", id, "--carrier=Correios", "--tracking=AB123456785BR", "--smtp-host="+sink.Host); status != 0 {
		t.Fatal(errs)
	}
	if got := sink.Got(); len(got) != 1 {
		t.Fatalf("%d mails before the shop runs", len(got))
	}
	shop = startShopWith(t, dir, log, append(flags, "--log-level=debug")...)
	shipped := sink.Wait(t, 2)[1]
	if text := emailtest.Parts(t, shipped)["text/plain"]; !strings.HasPrefix(subject(t, shipped), "A caminho: ") || !strings.Contains(text, "AB123456785BR") {
		t.Errorf("%s\n%s", subject(t, shipped), text)
	}

	if status, _, errs := staff(t, dir, strings.TrimPrefix(shop.Admin, "http://"), "orders", "return", id); status != 0 {
		t.Fatal(errs)
	}
	subjects := map[string]int{}
	for _, m := range sink.Wait(t, 4) {
		kind, _, _ := strings.Cut(subject(t, m), ":")
		subjects[kind]++
	}
	for _, kind := range []string{"Compra confirmada", "A caminho", "Desistência recebida", "Reembolso feito"} {
		if subjects[kind] != 1 {
			t.Errorf("subjects %v", subjects)
		}
	}
	time.Sleep(1200 * time.Millisecond) // long enough for another try
	shop.stop()
	if got := sink.Got(); len(got) != 4 {
		t.Errorf("%d mails", len(got))
	}
	if said := log.String(); strings.Contains(said, "ana@") || strings.Contains(said, sink.Password) {
		t.Errorf("the log tells too much: %s", said)
	}
}

// The mail is in the language of the purchase.
func TestMailLanguage(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{Implicit: true})
	shop := startShop(t, append(mailFlags(t, sink), "--smtp-tls=implicit")...)
	for i, c := range []struct{ asked, language, want string }{
		{"pt", "pt-BR", "Recebemos o pagamento"}, {"en-US", "en", "We received the payment"}, {"es-419", "es", "Recibimos el pago"}, {"fr", "pt-BR", "Recebemos o pagamento"},
	} {
		mailedOrder(t, shop, c.asked)
		m := sink.Wait(t, i+1)[i]
		if got := m.Message(t).Header.Get("Content-Language"); got != c.language || !strings.Contains(emailtest.Parts(t, m)["text/plain"], c.want) || !m.TLS {
			t.Errorf("%s: %s, %s", c.asked, got, subject(t, m))
		}
	}
}

// A shop that is killed after the server has a mail, and before it can note that, sends it
// again under the same Message-ID.
func TestMailKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	flags := mailFlags(t, sink)
	dir := t.TempDir()
	address := keptAddress(t) // the letter leads there
	first := spawnShop(t, dir, address, flags...)
	sink.Fail(func(step, _ string) error {
		if step == "data" {
			first.kill()
		}
		return nil
	})
	mailedOrder(t, first.testShop, "pt-BR")
	sink.Wait(t, 1)
	sink.Fail(nil)
	spawnShop(t, dir, address, flags...)
	got := sink.Wait(t, 2)
	a, b := got[0].Message(t).Header, got[1].Message(t).Header
	if a.Get("Message-Id") != b.Get("Message-Id") || a.Get("Message-Id") == "" || emailtest.Parts(t, got[0])["text/plain"] != emailtest.Parts(t, got[1])["text/plain"] {
		t.Errorf("first %v\nthen %v", a, b)
	}
	time.Sleep(1200 * time.Millisecond)
	if got := sink.Got(); len(got) != 2 {
		t.Errorf("it came %d times", len(got))
	}
}

// What the server refuses for good is told to the staff, by the order's id alone.
func TestMailGivenUp(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	sink.Fail(func(step, _ string) error {
		if step == "to" {
			return emailtest.Reply(550, "<ana@example.com>: there is no such user")
		}
		return nil
	})
	log := new(syncBuffer)
	shop := startShopWith(t, t.TempDir(), log, mailFlags(t, sink)...)
	id := mailedOrder(t, shop, "pt-BR")
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(log.String(), "people must look") && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	said := log.String()
	if !strings.Contains(said, id) || !strings.Contains(said, "reply 550") || !strings.Contains(said, "mail placed") || strings.Contains(said, "ana@") {
		t.Errorf("the staff were told: %s", said)
	}
	status, metrics := get(t, shop.client, shop.Admin+"/metrics")
	if status != 200 || !strings.Contains(string(metrics), `balcao_job_runs_total{kind="mail_buyer",outcome="gave_up"} 1`) {
		t.Errorf("metrics: %d", status)
	}
}

// A shop without a mail server owes no mail, whatever happens to the order.
func TestNoMailServer(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	id := mailedOrder(t, shop, "pt-BR")
	if status, _, errs := staff(t, shop.Dir, strings.TrimPrefix(shop.Admin, "http://"), "orders", "ship", id); status != 0 {
		t.Fatal(errs)
	}
	shop.stop()
	if status, _, errs := staff(t, shop.Dir, "127.0.0.1:1", "orders", "return", id); status != 0 {
		t.Fatal(errs)
	}
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(shop.Dir, "shop.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	far := time.Now().AddDate(1, 0, 0)
	jobs, err := store.LeaseJobs(t.Context(), far, far.Add(time.Hour), 1000)
	if err != nil || len(jobs) == 0 {
		t.Fatalf("%d jobs, %v", len(jobs), err)
	}
	for _, j := range jobs {
		if j.Kind == job.MailBuyer {
			t.Errorf("job %+v", j)
		}
	}
}

func TestMailSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open, secret := filepath.Join(dir, "open"), filepath.Join(dir, "secret")
	for file, mode := range map[string]os.FileMode{open: 0o644, secret: 0o600} {
		if err := os.WriteFile(file, []byte("x"), mode); err != nil {
			t.Fatal(err)
		}
	}
	host, from := "--smtp-host=mail.example", "--smtp-from=vendas@loja.example"
	for _, c := range []struct {
		want  string
		flags []string
	}{
		{"", nil},
		{"", []string{"--smtp-host=127.0.0.1", "--smtp-port=1", from}},
		{"", []string{"--smtp-host=localhost", "--smtp-port=1", "--smtp-from=Loja do Zé <vendas@loja.example>", "--smtp-user=u", "--smtp-password-file=" + secret, "--smtp-tls=implicit"}},
		{"", []string{"--smtp-host=127.0.0.1", "--smtp-port=1", from, "--smtp-tls=none"}},
		{"--smtp-from has no meaning without --smtp-host", []string{from}},
		{"--smtp-port has no meaning", []string{"--smtp-port=25"}},
		{"--smtp-from must be an address", []string{host}},
		{"--smtp-from must be an address", []string{host, "--smtp-from=a@b.example, c@d.example"}},
		{"--smtp-from must be an address at a domain", []string{host, "--smtp-from=root@localhost"}},
		{"--smtp-password-file is needed", []string{host, from, "--smtp-user=u"}},
		{"--smtp-user is needed", []string{host, from, "--smtp-password-file=" + secret}},
		{"--smtp-password-file: open can be read by others", []string{host, from, "--smtp-user=u", "--smtp-password-file=" + open}},
		{"--smtp-tls can be none with a server on this machine alone", []string{host, from, "--smtp-tls=none"}},
		{"--smtp-host must be", []string{"--smtp-host=unix:///run/mail", from}},
		{"--smtp-host must be", []string{"--smtp-host=mail.example/x", from}},
		{"--smtp-port must be", []string{host, from, "--smtp-port=70000"}},
		{"--smtp-authorities has no certificate", []string{host, from, "--smtp-authorities=" + secret}},
	} {
		out := doctorSays(t, c.flags...)
		if c.want != "" && !strings.Contains(out, c.want) || c.want == "" && strings.Contains(out, "BAD   settings") {
			t.Errorf("%v: %s, want %q", c.flags, out, c.want)
		}
	}
}

// doctorSays is what the doctor says of the mail server.
func doctorSays(t *testing.T, flags ...string) string {
	t.Helper()
	var out bytes.Buffer
	m := &Main{Stdout: &out, Stderr: io.Discard}
	if err := m.ParseFlags(append([]string{"doctor", "email", "--database=sqlite:" + filepath.Join(t.TempDir(), "shop.db")}, flags...)); err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context()); (err != nil) != strings.Contains(out.String(), "BAD") {
		t.Errorf("%v: %s", err, out.String())
	}
	return out.String()
}

func TestDoctorEmail(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	good := mailFlags(t, sink)
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, []byte("guess"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		flags []string
		want  string
	}{
		"none":           {nil, "note  settings   no mail server"},
		"good":           {good, "ok    server     it answers and knows the shop's user"},
		"wrong password": {append(good, "--smtp-password-file="+wrong), "BAD   user"},
		"wrong port":     {append(good, "--smtp-port=1"), "BAD   server"},
		"unknown CA":     {good[:len(good)-1], "BAD   server"},
	} {
		out := doctorSays(t, c.flags...)
		if !strings.Contains(out, c.want) || strings.Contains(out, sink.Password) {
			t.Errorf("%s: %s", name, out)
		}
	}
	if len(sink.Got()) > 0 {
		t.Error("the doctor sent something")
	}
}
