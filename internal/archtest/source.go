package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"strconv"
	"strings"
)

// goFile is what the rules need to know of one source file.
type goFile struct {
	// path is relative to the repository, with slashes; folder is the one it lies in.
	path, folder string
	// name is the package's, as its clause says.
	name string
	test bool
	// imports are the import paths.
	imports []string
	lines   int
	doc     bool
	// tags are the struct tags by key, each with the line where it stands.
	tags []tag
	// tests are the names of its test functions.
	tests []string
}

type tag struct {
	key  string
	line int
}

// parse reads one source file. Files of every build tag count.
func parse(name string, source []byte) (goFile, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return goFile{}, fmt.Errorf("parse: %w", err)
	}
	f := goFile{
		path: name, folder: path.Dir(name), name: tree.Name.Name,
		test:  strings.HasSuffix(name, "_test.go"),
		lines: bytes.Count(source, []byte{'\n'}), doc: tree.Doc != nil,
	}
	for _, spec := range tree.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return goFile{}, fmt.Errorf("%s: import %s: %w", name, spec.Path.Value, err)
		}
		f.imports = append(f.imports, p)
	}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && f.test && fn.Recv == nil && isTest(fn.Name.Name) {
			f.tests = append(f.tests, fn.Name.Name)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil {
			f.tags = append(f.tags, tagsOf(field.Tag.Value, set.Position(field.Tag.Pos()).Line)...)
		}
		return true
	})
	return f, nil
}

// wireKeys are the tags that bind a type to a format.
var wireKeys = []string{"json", "xml", "yaml", "db"}

func tagsOf(literal string, line int) []tag {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return nil // the parser has seen it: it is a string
	}
	var out []tag
	for _, key := range wireKeys {
		if _, ok := reflect.StructTag(text).Lookup(key); ok {
			out = append(out, tag{key, line})
		}
	}
	return out
}

// goFiles parses the sources of a tree, those in testdata and hidden folders left out.
func goFiles(tree fs.FS) ([]goFile, error) {
	var out []goFile
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		f, err := parse(name, source)
		if err != nil {
			return err
		}
		out = append(out, f)
		return nil
	})
	return out, err
}
