package ap2

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// mutantsEnv asks for TestMutants, which takes minutes. Its value is a pattern for the
// mutants to be made; "." makes all.
const mutantsEnv = "BALCAO_MUTANTS"

// mutant is the package with one check taken out.
type mutant struct {
	file, in   string // the function
	line       int
	what       string
	start, end int // what is replaced in the file
	with       string
}

func (m mutant) String() string { return fmt.Sprintf("%s:%d: in %s, %s", m.file, m.line, m.in, m.what) }

// key names a mutant for as long as its function stays as it is.
func (m mutant) key() string { return m.in + ": " + m.what }

// harmless are mutants that no test can tell from the package, with the reason: another
// check stands behind the one taken out.
var harmless = map[string]string{
	`checkNumber: err != nil becomes (false && (err != nil))`:                              "out of range is infinite, so too large",
	`check: kind != jsontext.KindInvalid becomes (true || (kind != jsontext.KindInvalid))`: "refused with another text",
	`transform: err != nil becomes false && (err != nil)`:                                  "check takes nothing that JCS refuses",
	`readObject: err != nil becomes false && (err != nil)`:                                 "the next token fails too",
	`parseJWS: !ok becomes false && (!ok)`:                                                 "a part that is not there is no signature",
	`parseJWS: err != nil becomes false && (err != nil) (3)`:                               "what does not decode has another length",
	`parseHeader: err != nil becomes false && (err != nil)`:                                "go-jose decodes it again",
	`parseHeader: err != nil becomes false && (err != nil) (2)`:                            "no header has no alg",
	`verify: err != nil becomes false && (err != nil)`:                                     "parseJWS takes nothing that go-jose refuses to parse",
	`publicKey: err != nil becomes false && (err != nil)`:                                  "what is too short is no point",
	`coordinates: err != nil becomes false && (err != nil)`:                                "publicKey makes no such key",
	`JWK: err != nil becomes false && (err != nil)`:                                        "strings can always be written",
	`VerifyReceipt: err != nil becomes false && (err != nil)`:                              "no header has no kid",
	`VerifyReceipt: key == nil becomes (false && (key == nil))`:                            "no key verifies nothing",
	`Sign: err != nil becomes false && (err != nil)`:                                       "a receipt can always be written",
	`presentBound: err != nil becomes false && (err != nil)`:                               "nothing was split, so nothing parses",
	`presentBound: err != nil becomes false && (err != nil) (2)`:                           "no JWS verifies as none",
	`presentBound: err != nil becomes false && (err != nil) (4)`:                           "no key verifies nothing",
	`presentBound: err != nil becomes false && (err != nil) (5)`:                           "a proof without claims has no iat",
	`openIssued: err != nil becomes false && (err != nil)`:                                 "no header has no typ",
	`openIssued: err != nil becomes false && (err != nil) (3)`:                             "no claims have no cnf",
	`resolveClaims: err != nil becomes false && (err != nil)`:                              "no claims have no cnf",
	`holderKey: err != nil becomes false && (err != nil)`:                                  "no key verifies nothing",
	`parseBinding: err != nil becomes false && (err != nil)`:                               "no header has no typ",
	`openBinding: err != nil becomes false && (err != nil) (2)`:                            "no claims have no iat",
	`verifyCheckoutJWT: err != nil becomes false && (err != nil)`:                          "no header has no kid",
	`verifyCheckoutJWT: key == nil becomes false && (key == nil)`:                          "no key verifies nothing",
	`presentChain: err != nil becomes false && (err != nil)`:                               "nothing was split, so nothing parses",
	`presentChain: err != nil becomes false && (err != nil) (2)`:                           "no JWS verifies as none",
	`presentChain: err != nil becomes false && (err != nil) (4)`:                           "no open mandate has no cnf",
	`presentChain: err != nil becomes false && (err != nil) (5)`:                           "no key verifies nothing",
	`presentChain: err != nil becomes false && (err != nil) (7)`:                           "no claims delegate nothing",
	`statedJWT: err != nil becomes false && (err != nil)`:                                  "no seal is not ours",
	`embeddedSeal: err != nil becomes false && (err != nil)`:                               "what was parsed can be written",
	`checkConstraints: err != nil becomes false && (err != nil) (2)`:                       "the payload is our own",
	`parseDisclosure: name == "..." becomes (false && (name == "..."))`:                    "object refuses the name wherever it stands",
}

// byHand are mutants that the syntax does not show: bounds and the strictness of a decoder.
var byHand = []struct{ file, old, new string }{
	{"token.go", "MaxToken = 256 << 10", "MaxToken = 256<<10 + 1"},
	{"token.go", "MaxDisclosures = 64", "MaxDisclosures = 65"},
	{"token.go", "maxTildes = MaxDisclosures + 4", "maxTildes = 1 << 20"},
	{"json.go", "tokenDepth = 32", "tokenDepth = 33"},
	{"keys.go", "maxKeys = 64", "maxKeys = 65"},
	{"policy.go", "MaxBindingAge = 10 * time.Minute", "MaxBindingAge = 10*time.Minute + time.Second"},
	{"policy.go", "now >= exp+skew", "now > exp+skew"},
	{"policy.go", "from > now+skew", "from > now+skew+1"},
	{"canonical.go", "maxInteger = 1<<53 - 1", "maxInteger = 1 << 53"},
	{"jws.go", "RawURLEncoding.Strict()", "RawURLEncoding"},
}

// TestMutants takes out the checks of the package one by one and runs the tests against
// each: they must fail. Run it with
//
//	BALCAO_MUTANTS=. go test -run=TestMutants -timeout=1h -v ./ap2
func TestMutants(t *testing.T) {
	pattern := os.Getenv(mutantsEnv)
	if pattern == "" {
		t.Skip("takes minutes: set " + mutantsEnv)
	}
	want := regexp.MustCompile(pattern)
	var (
		wait   sync.WaitGroup
		mu     sync.Mutex
		places = make(chan struct{}, 2)
		killed int
		lived  int
		excuse int
	)
	for _, m := range mutants(t) {
		if !want.MatchString(m.String()) {
			continue
		}
		wait.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			caught, output := m.caught(t)
			mu.Lock()
			defer mu.Unlock()
			reason, excused := harmless[m.key()]
			switch {
			case caught && excused:
				t.Errorf("%v: caught, though it is listed as harmless", m)
			case caught:
				killed++
				t.Logf("caught   %v", m)
			case excused:
				excuse++
				t.Logf("harmless %v (%s)", m, reason)
			default:
				lived++
				t.Errorf("LIVES    %v\n%s", m, output)
			}
		})
	}
	wait.Wait()
	t.Logf("%d mutants: %d caught, %d harmless, %d live", killed+lived+excuse, killed, excuse, lived)
}

// caught runs the tests of the package with the mutant in the place of its file.
func (m mutant) caught(t *testing.T) (bool, string) {
	dir := t.TempDir()
	source, err := os.ReadFile(m.file)
	if err != nil {
		t.Error(err)
		return false, ""
	}
	changed := filepath.Join(dir, m.file)
	if err := os.WriteFile(changed, []byte(string(source[:m.start])+m.with+string(source[m.end:])), 0o600); err != nil {
		t.Error(err)
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		t.Error(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		t.Error(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Error(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "go", "test", "-overlay="+list, "-vet=off", "-count=1", "-failfast", "-timeout=60s", "-skip=TestEveryChangeIsNoticed", ".")
	cmd.Env = append(os.Environ(), mutantsEnv+"=")
	output, err := cmd.CombinedOutput()
	if strings.Contains(string(output), "[build failed]") {
		t.Errorf("%v does not build: %s", m, output)
	}
	return err != nil, string(output)
}

// mutants reads the package.
func mutants(t *testing.T) []mutant {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []mutant
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := &mutantFinder{name: name, source: string(source), set: token.NewFileSet()}
		tree, err := parser.ParseFile(f.set, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			f.declaration(d)
		}
		for _, hand := range byHand {
			if at := strings.Index(f.source, hand.old); hand.file == name && at >= 0 {
				f.found = append(f.found, mutant{
					file: name, in: "a constant", line: strings.Count(f.source[:at], "\n") + 1, what: hand.old + " becomes " + hand.new,
					start: at, end: at + len(hand.old), with: hand.new,
				})
			} else if hand.file == name {
				t.Errorf("%s: no %q", name, hand.old)
			}
		}
		out = append(out, f.found...)
	}
	times := map[string]int{}
	for i := range out {
		name := out[i].key()
		if times[name]++; times[name] > 1 {
			out[i].what += fmt.Sprintf(" (%d)", times[name])
		}
	}
	return out
}

// mutantFinder collects the mutants of a file.
type mutantFinder struct {
	name, source string
	in           string // the function being read
	set          *token.FileSet
	found        []mutant
}

// replace makes the mutant in which an expression becomes another.
func (f *mutantFinder) replace(n ast.Node, with string) {
	at := f.set.Position(n.Pos())
	start, end := at.Offset, f.set.Position(n.End()).Offset
	text := f.source[start:end]
	f.found = append(f.found, mutant{
		file: f.name, in: f.in, line: at.Line, what: fmt.Sprintf("%s becomes %s", text, strings.ReplaceAll(with, "(…)", "("+text+")")),
		start: start, end: end, with: strings.ReplaceAll(with, "(…)", "("+text+")"),
	})
}

func (f *mutantFinder) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl: // tables of names
		f.in = "a table"
		if d.Tok == token.VAR {
			ast.Inspect(d, func(n ast.Node) bool {
				if list, ok := n.(*ast.CompositeLit); ok {
					f.table(list)
				}
				return true
			})
		}
	case *ast.FuncDecl:
		f.in = d.Name.Name
		results := d.Type.Results
		boolean := false
		if results != nil && len(results.List) == 1 {
			name, ok := results.List[0].Type.(*ast.Ident)
			boolean = ok && name.Name == "bool"
		}
		ast.Inspect(d, func(n ast.Node) bool { f.statement(n, boolean); return true })
	}
}

// table renames each name in a list or map of names.
func (f *mutantFinder) table(list *ast.CompositeLit) {
	for _, e := range list.Elts {
		for _, part := range []ast.Expr{e, key(e), value(e)} {
			if text, ok := part.(*ast.BasicLit); ok && text.Kind == token.STRING {
				f.replace(text, `"-`+text.Value[1:])
			}
		}
	}
}

func key(e ast.Expr) ast.Expr {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		return pair.Key
	}
	return nil
}

func value(e ast.Expr) ast.Expr {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		return pair.Value
	}
	return nil
}

func (f *mutantFinder) statement(n ast.Node, boolean bool) {
	switch n := n.(type) {
	case *ast.IfStmt:
		if returns(n.Body.List) {
			f.condition(n.Cond)
		}
	case *ast.SwitchStmt:
		for _, s := range n.Body.List {
			if c := s.(*ast.CaseClause); n.Tag == nil && returns(c.Body) {
				for _, cond := range c.List {
					f.condition(cond)
				}
			}
		}
	case *ast.ReturnStmt:
		if boolean && len(n.Results) == 1 {
			f.operands(n.Results[0])
			if name, ok := n.Results[0].(*ast.Ident); !ok || name.Name != "true" {
				f.replace(n.Results[0], "true || (…)")
			}
		}
	case *ast.AssignStmt:
		if name, ok := n.Lhs[0].(*ast.Ident); ok && name.Name == "ok" && n.Tok == token.ASSIGN && len(n.Lhs) == 1 {
			f.replace(n.Rhs[0], "true || (…)")
		}
	}
}

// condition takes a condition out, and then each of its parts.
func (f *mutantFinder) condition(cond ast.Expr) {
	f.replace(cond, "false && (…)")
	f.operands(cond)
}

// operands makes each operand of || neutral, as one of a list of reasons, and of &&.
func (f *mutantFinder) operands(e ast.Expr) {
	binary, ok := e.(*ast.BinaryExpr)
	if !ok || binary.Op != token.LOR && binary.Op != token.LAND {
		return
	}
	neutral := "false && (…)"
	if binary.Op == token.LAND {
		neutral = "true || (…)"
	}
	for _, operand := range []ast.Expr{binary.X, binary.Y} {
		inner, nested := operand.(*ast.BinaryExpr)
		if !nested || inner.Op != binary.Op {
			f.replace(operand, "("+neutral+")")
		}
		f.operands(operand)
	}
}

func returns(body []ast.Stmt) bool {
	for _, s := range body {
		if _, ok := s.(*ast.ReturnStmt); ok {
			return true
		}
	}
	return false
}
