package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// The public conformance runner of the Model Context Protocol finds a shop in order: in every
// revision that both know, each of its checks of a server is passed, but for those that stand
// with their reason in the table of what is excepted. Which revisions and scenarios there are,
// the runner says itself; what is new to it, or passes although it is excepted, fails.
func TestMCPConformance(t *testing.T) {
	t.Parallel()
	runner := newConformance(t)
	shop := startShop(t)
	scenarios := runner.list()
	known, served := revisionsOf(scenarios), shop.revisions()
	if len(known) < 2 {
		t.Fatalf("the runner knows MCP %v alone", known)
	}
	for _, revision := range known {
		if !slices.Contains(served, revision) {
			t.Errorf("the runner knows MCP %s, which is not served", revision)
		}
	}
	for _, revision := range served {
		if why := revisionsExcepted()[revision]; slices.Contains(known, revision) == (why != "") {
			t.Errorf("MCP %s is served; the runner knows %v; excepted because of %q", revision, known, why)
		}
	}

	runner.url = shop.behindKey("checkout", "order")
	v := newVerdict(conformanceExceptions())
	for _, revision := range known {
		dir := runner.judge("--suite", "all", "--spec-version", revision)
		for _, s := range scenarios {
			if slices.Contains(s.revisions, revision) {
				v.take(revision, s.name, readChecks(t, dir, s.name))
			}
		}
	}
	dir := runner.judge("--suite", "all") // extensions, which belong to no revision, run here alone
	for _, s := range scenarios {
		if len(s.revisions) == 0 {
			v.take("no revision", s.name, readChecks(t, dir, s.name))
		}
	}
	// The runner has next to nothing for the oldest revisions that it knows, but what it has for
	// the later ones can be asked of them too.
	for _, revision := range known[:2] {
		for _, name := range forced() {
			if !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == name && slices.Contains(s.revisions, revision) }) {
				dir := runner.judge("--scenario", name, "--spec-version", revision, "--force")
				v.take(revision+", forced", name, readChecks(t, dir, name))
			}
		}
	}
	for _, fault := range v.end() {
		t.Error(fault)
	}
	t.Logf("%d checks passed in %d runs of scenarios; %d runs are excepted, and %d checks of others", v.passed, v.runs, v.whole, v.single)
}

// forced are scenarios that hold for revisions that the runner does not have them for.
func forced() []string {
	return []string{"server-initialize", "ping", "tools-list", "dns-rebinding-protection"}
}

// behindKey is the shop's MCP endpoint for a client that can send no credentials: all that
// it sends gets those of a platform, and stays as it is otherwise, Host and Origin too.
func (s *testShop) behindKey(rights ...string) string {
	s.t.Helper()
	target, err := url.Parse(s.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	key := s.apiKey(s.URL+"/sandbox/platform.json", rights...)
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+key)
	}})
	s.t.Cleanup(front.Close)
	return front.URL + "/bcp/mcp"
}

// revisions are those of MCP that the shop says it serves.
func (s *testShop) revisions() []string {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.URL+"/bcp/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("MCP-Protocol-Version", "none")
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	var out struct {
		Error struct {
			Data struct{ Supported []string }
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil || len(out.Error.Data.Supported) == 0 {
		s.t.Fatalf("which revisions are served: %d, %v", resp.StatusCode, err)
	}
	return out.Error.Data.Supported
}

// conformance is the installed runner.
type conformance struct {
	t       *testing.T
	command []string
	// url is the endpoint that is judged.
	url string
}

// runnerNode is the version of Node.js that the runner needs at least, the major number.
const runnerNode = 22

// newConformance finds the runner and a Node.js for it: the one that is installed with it, which
// there is for Linux, else that of the machine.
func newConformance(t *testing.T) *conformance {
	t.Helper()
	modules := filepath.Join(bcptest.Clients(t), "js", "node_modules")
	script := filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	if _, err := os.Stat(script); err != nil {
		bcptest.Missing(t, "no MCP conformance runner: run scripts/clients again: %v", err)
	}
	node := filepath.Join(modules, ".bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = "node"
	}
	out, err := exec.CommandContext(t.Context(), node, "--version").Output()
	major, _, _ := strings.Cut(strings.TrimPrefix(string(out), "v"), ".")
	if n, _ := strconv.Atoi(major); err != nil || n < runnerNode {
		bcptest.Missing(t, "the MCP conformance runner needs Node.js %d; here is %q %v", runnerNode, out, err)
	}
	return &conformance{t: t, command: []string{node, script}}
}

// run runs the runner; failed says that its exit status is 1, which is what it has for checks
// that were not passed.
func (c *conformance) run(args ...string) (out string, failed bool) {
	c.t.Helper()
	args = append(slices.Clone(c.command[1:]), args...)
	ctx, cancel := context.WithTimeout(c.t.Context(), clientTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.command[0], args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	raw, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		c.t.Fatalf("%v: %v\n%s", args, err, raw)
	}
	return string(raw), err != nil
}

// scenario is one for servers, with the revisions that it is for: none for an extension.
type scenario struct {
	name      string
	revisions []string
}

// list asks the runner for its scenarios.
func (c *conformance) list() []scenario {
	c.t.Helper()
	out, failed := c.run("list", "--server")
	var all []scenario
	for _, line := range regexp.MustCompile(`(?m)^ +- (\S+)(.*)$`).FindAllStringSubmatch(out, -1) {
		all = append(all, scenario{line[1], regexp.MustCompile(`\d{4}-\d\d-\d\d`).FindAllString(line[2], -1)})
	}
	if failed || len(all) == 0 {
		c.t.Fatalf("the runner's scenarios: %s", out)
	}
	return all
}

// revisionsOf are the revisions that there are scenarios for, the oldest first.
func revisionsOf(all []scenario) []string {
	var revisions []string
	for _, s := range all {
		revisions = append(revisions, s.revisions...)
	}
	slices.Sort(revisions)
	return slices.Compact(revisions)
}

// judge has the endpoint judged, and returns the folder where it says what was found.
func (c *conformance) judge(args ...string) string {
	c.t.Helper()
	dir := c.t.TempDir()
	out, _ := c.run(append([]string{"server", "--url", c.url, "--output-dir", dir}, args...)...)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) == 0 {
		c.t.Fatalf("%v: nothing was judged: %v\n%s", args, err, out)
	}
	return dir
}

// readChecks reads what the runner noted of a scenario, none where it did not run.
func readChecks(t *testing.T, dir, scenario string) []check {
	t.Helper()
	// The folder's name ends with when it was: server-NAME-2026-07-28T10-00-00-000Z.
	found, err := filepath.Glob(filepath.Join(dir, "server-"+scenario+"-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*", "checks.json"))
	if err != nil || len(found) > 1 {
		t.Fatalf("%s: %v %v", scenario, found, err)
	}
	if len(found) == 0 {
		return nil
	}
	raw, err := os.ReadFile(found[0])
	var checks []check
	if err == nil {
		err = json.Unmarshal(raw, &checks)
	}
	if err != nil {
		t.Fatalf("%s: %v", scenario, err)
	}
	return checks
}
