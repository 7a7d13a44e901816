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
type yamlFile map[string]string

func loadYAML(r io.Reader) (kong.Resolver, error) {
	decoder := yaml.NewDecoder(r)
	var document yaml.Node
	flat := yamlFile{}
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return flat, nil
	case err != nil:
		return nil, fmt.Errorf("configuration file: %w", err)
	}
	if err := flat.add("", document.Content[0]); err != nil {
		return nil, err
	}
	if err := decoder.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, errors.New("configuration file: more than one document")
	}
	return flat, nil
}

// add takes over a mapping. Values are kept as they are written: 01234567 is a secret's
// digits, not an octal number.
func (y yamlFile) add(prefix string, tree *yaml.Node) error {
	if tree.Kind != yaml.MappingNode {
		return errors.New("configuration file: settings must be key: value")
	}
	for i := 0; i+1 < len(tree.Content); i += 2 {
		key, value := tree.Content[i], tree.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return errors.New("configuration file: the name of a setting must be plain text")
		}
		name := prefix + strings.ReplaceAll(key.Value, "_", "-")
		if value.Kind == yaml.MappingNode {
			if err := y.add(name+"-", value); err != nil {
				return err
			}
			continue
		}
		text, err := written(value)
		if err != nil {
			return fmt.Errorf("configuration file: %s %w", name, err)
		}
		if _, twice := y[name]; twice {
			return fmt.Errorf("configuration file: %s is set twice", name)
		}
		y[name] = text
	}
	return nil
}

// written is a value, or a list of them, as it stands in the file.
func written(value *yaml.Node) (string, error) {
	switch {
	case value.Kind == yaml.ScalarNode && value.Tag != "!!null":
		return value.Value, nil
	case value.Kind == yaml.SequenceNode:
		items := make([]string, len(value.Content))
		for i, item := range value.Content {
			if item.Kind != yaml.ScalarNode || item.Tag == "!!null" {
				return "", errors.New("must be a list of plain values")
			}
			items[i] = item.Value
		}
		return strings.Join(items, ","), nil
	case value.Kind == yaml.ScalarNode:
		return "", errors.New("has no value")
	}
	return "", errors.New("must be a plain value")
}

// Validate refuses keys that are no settings of the shop: neither a misspelt one nor one
// that is only asked for on a command line must be silent.
func (y yamlFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, command := range app.Children {
		if command.Name != "serve" {
			continue
		}
		for _, f := range command.Flags {
			known[f.Name] = true
		}
	}
	var unknown []string
	for name := range y {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		sort.Strings(unknown)
		return fmt.Errorf("configuration file: not a setting of balcao serve: %s", strings.Join(unknown, ", "))
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
