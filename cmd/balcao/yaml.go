package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// yamlFile answers flags from a YAML file. Nested keys are joined by a dash, so that
// shop: {name: …} is --shop-name.
type yamlFile map[string]any

func loadYAML(r io.Reader) (kong.Resolver, error) {
	var tree map[string]any
	if err := yaml.NewDecoder(r).Decode(&tree); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("configuration file: %w", err)
	}
	flat := yamlFile{}
	if err := flat.add("", tree); err != nil {
		return nil, err
	}
	return flat, nil
}

func (y yamlFile) add(prefix string, tree map[string]any) error {
	for key, value := range tree {
		name := prefix + strings.ReplaceAll(key, "_", "-")
		switch v := value.(type) {
		case map[string]any:
			if err := y.add(name+"-", v); err != nil {
				return err
			}
		case []any:
			items := make([]string, len(v))
			for i, item := range v {
				items[i] = fmt.Sprint(item)
			}
			y[name] = strings.Join(items, ",")
		case nil:
			return fmt.Errorf("configuration file: %s has no value", name)
		default:
			y[name] = fmt.Sprint(v)
		}
	}
	return nil
}

// Validate refuses keys that no command knows: a misspelt setting must not be silent.
func (y yamlFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			known[f.Name] = true
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(app.Node)
	var unknown []string
	for name := range y {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		sort.Strings(unknown)
		return fmt.Errorf("configuration file: unknown setting %s", strings.Join(unknown, ", "))
	}
	return nil
}

// Resolve gives a flag its value from the file, unless the environment has one.
func (y yamlFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, env := range flag.Envs {
		if _, set := os.LookupEnv(env); set {
			return nil, nil
		}
	}
	if value, ok := y[flag.Name]; ok {
		return value, nil
	}
	return nil, nil
}
