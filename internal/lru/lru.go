// Package lru remembers a bounded number of things, for what strangers can make the shop
// remember.
package lru

import (
	"container/list"
	"iter"
)

// Cache is a map of bounded size that forgets what was not used for longest. Make one with
// [New]. It is not safe for concurrent use.
type Cache[V any] struct {
	most  int
	weigh func(V) int
	total int
	order *list.List // of *item[V], last used first
	items map[string]*list.Element
}

type item[V any] struct {
	key   string
	value V
}

// New returns a cache for size values, at least one.
func New[V any](size int) *Cache[V] {
	return NewWeighted(max(size, 1), func(V) int { return 1 })
}

// NewWeighted returns a cache for values that weigh no more than most together. A value
// that weighs more alone is kept alone.
func NewWeighted[V any](most int, weigh func(V) int) *Cache[V] {
	return &Cache[V]{most: most, weigh: weigh, order: list.New(), items: make(map[string]*list.Element)}
}

// Get returns the value of a key and counts as use of it.
func (c *Cache[V]) Get(key string) (V, bool) {
	element, ok := c.items[key]
	if !ok {
		var zero V
		return zero, false
	}
	c.order.MoveToFront(element)
	return element.Value.(*item[V]).value, true
}

// Put sets the value of a key. Where there is no room for it, the key that was not used
// for longest is forgotten.
func (c *Cache[V]) Put(key string, value V) {
	c.Remove(key)
	c.items[key] = c.order.PushFront(&item[V]{key, value})
	c.total += c.weigh(value)
	for c.total > c.most && c.order.Len() > 1 {
		c.Remove(c.order.Back().Value.(*item[V]).key)
	}
}

// Oldest lists keys and values, what was not used for longest first, and counts as use of
// none. The cache must not change meanwhile.
func (c *Cache[V]) Oldest() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for e := c.order.Back(); e != nil; e = e.Prev() {
			if i := e.Value.(*item[V]); !yield(i.key, i.value) {
				return
			}
		}
	}
}

// Remove forgets a key.
func (c *Cache[V]) Remove(key string) {
	if element, ok := c.items[key]; ok {
		c.order.Remove(element)
		c.total -= c.weigh(element.Value.(*item[V]).value)
		delete(c.items, key)
	}
}
