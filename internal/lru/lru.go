// Package lru remembers a bounded number of things, for what strangers can make the shop
// remember.
package lru

import "container/list"

// Cache is a map of fixed size that forgets what was not used for longest. Make one with
// [New]. It is not safe for concurrent use.
type Cache[V any] struct {
	size  int
	order *list.List // of *item[V], last used first
	items map[string]*list.Element
}

type item[V any] struct {
	key   string
	value V
}

// New returns a cache for size values, at least one.
func New[V any](size int) *Cache[V] {
	return &Cache[V]{size: max(size, 1), order: list.New(), items: make(map[string]*list.Element)}
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
	if element, ok := c.items[key]; ok {
		element.Value.(*item[V]).value = value
		c.order.MoveToFront(element)
		return
	}
	if c.order.Len() >= c.size {
		c.Remove(c.order.Back().Value.(*item[V]).key)
	}
	c.items[key] = c.order.PushFront(&item[V]{key, value})
}

// Remove forgets a key.
func (c *Cache[V]) Remove(key string) {
	if element, ok := c.items[key]; ok {
		c.order.Remove(element)
		delete(c.items, key)
	}
}
