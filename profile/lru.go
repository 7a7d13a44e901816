package profile

import "container/list"

// lru is a map of fixed size that forgets what was not used for longest. It is not safe
// for concurrent use.
type lru[V any] struct {
	max   int
	order *list.List // of *lruItem[V], last used first
	items map[string]*list.Element
}

type lruItem[V any] struct {
	key   string
	value V
}

func newLRU[V any](size int) *lru[V] {
	return &lru[V]{max: size, order: list.New(), items: make(map[string]*list.Element)}
}

func (l *lru[V]) get(key string) (V, bool) {
	element, ok := l.items[key]
	if !ok {
		var zero V
		return zero, false
	}
	l.order.MoveToFront(element)
	return element.Value.(*lruItem[V]).value, true
}

func (l *lru[V]) put(key string, value V) {
	if element, ok := l.items[key]; ok {
		element.Value.(*lruItem[V]).value = value
		l.order.MoveToFront(element)
		return
	}
	l.items[key] = l.order.PushFront(&lruItem[V]{key, value})
	if l.order.Len() > l.max {
		l.remove(l.order.Back().Value.(*lruItem[V]).key)
	}
}

func (l *lru[V]) remove(key string) {
	if element, ok := l.items[key]; ok {
		l.order.Remove(element)
		delete(l.items, key)
	}
}
