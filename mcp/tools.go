package mcp

import (
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is one tool of the binding.
type tool struct {
	name, title, description string
	// capability is what must have been negotiated for it.
	capability string
	// keyed says that a call needs an idempotency key, changes that it honours one.
	keyed, changes bool
	// input and output name the schemas, in the files of the folder schemas.
	input, output string
	// read checks the arguments and says what to do; it also notes the language of the answer.
	read func(a *arguments, v *visit) (work, error)
}

// tools is the table of all tools.
func tools() []tool {
	return []tool{
		createCheckout(), getCheckout(), updateCheckout(), completeCheckout(), cancelCheckout(),
		searchCatalog(), lookupCatalog(), getProduct(), getOrder(),
	}
}

// enabled are the tools whose capability is switched on.
func enabled(capabilities []string) []tool {
	return slices.DeleteFunc(tools(), func(t tool) bool { return !slices.Contains(capabilities, t.capability) })
}

// describe is the tool as tools/list shows it.
func (t tool) describe(all schemas) (*sdk.Tool, error) {
	input, err := all.bundle(t.input)
	if err != nil {
		return nil, err
	}
	output, err := all.bundle(t.output)
	if err != nil {
		return nil, err
	}
	closed, destructive := false, t.keyed
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: input, OutputSchema: output,
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: !t.changes, DestructiveHint: &destructive, IdempotentHint: t.keyed || !t.changes, OpenWorldHint: &closed,
		},
	}, nil
}
