// Package conversation remembers what was said between a platform and the shop: the
// context, its current checkout, what was last shown, a pending confirmation and the
// replies that a retry gets back.
//
// Rules: checkout over A2A (contextId, messageId), A2A 1.0.
package conversation

import (
	"time"

	"balcao/internal/ids"
	"balcao/platform"
)

// Context is one conversation of one platform. Its key is owner and id together, so a
// guessed id of another platform is just a new conversation.
type Context struct {
	Owner platform.Owner
	ID    ids.Context
	// Version counts writes; zero means it is not stored yet.
	Version int64
	// Checkout is the current checkout, empty if there was none.
	Checkout ids.Checkout
	// LastResults are the products last shown, in order.
	LastResults []ids.Product
	// Focus is the product last spoken of.
	Focus ids.Product
	// Pending is what the shop has asked, nil if nothing.
	Pending *Pending
	// Language is the one last spoken, empty if nothing was said yet.
	Language string
	// Undo is what takes the last change of the cart back, nil if there is none.
	Undo *Undo
	// UpdatedAt is when the conversation last moved.
	UpdatedAt time.Time
}

// Pending is a question that waits for its answer, an explicit yes if it is about money. The
// slots are opaque here: only the interpreter reads them.
type Pending struct {
	// Action is what a yes would do.
	Action string
	// Slots are the action's members, encoded by the interpreter.
	Slots []byte
	// Checkout and Revision are the terms that were shown: a yes counts for these alone. They
	// are empty for a question that no terms hang on, such as which product is meant.
	Checkout ids.Checkout
	Revision int64
	// ExpiresAt is when the question lapses.
	ExpiresAt time.Time
}

// Undo is a cart as it was before its last change. It counts for the terms that the change
// made and for no others; without a checkout there is nothing to take back.
type Undo struct {
	Checkout ids.Checkout
	Revision int64
	Lines    []UndoLine
}

// UndoLine is a line of that cart.
type UndoLine struct {
	Variant  ids.Variant
	Quantity int64
}

// Turn is what one exchange leaves in the context.
type Turn struct {
	// Results replaces LastResults if not nil.
	Results []ids.Product
	// Focus replaces Focus if not empty.
	Focus ids.Product
	// Pending replaces Pending; nil clears it, since a question stands for one turn.
	Pending *Pending
	// Language replaces Language if not empty, Undo replaces Undo if not nil.
	Language string
	Undo     *Undo
}

// Apply merges the turn into the context.
func (c Context) Apply(t Turn) Context {
	if t.Results != nil {
		c.LastResults = t.Results
	}
	if t.Focus != "" {
		c.Focus = t.Focus
	}
	if t.Language != "" {
		c.Language = t.Language
	}
	if t.Undo != nil {
		c.Undo = t.Undo
	}
	c.Pending = t.Pending
	return c
}
