package lru

import (
	"fmt"
	"testing"
)

// held are the keys that a cache has, told without using them.
func held(c *Cache[int]) string {
	var keys string
	for e := c.order.Front(); e != nil; e = e.Next() {
		i := e.Value.(*item[int])
		keys += fmt.Sprint(i.key, i.value, " ")
	}
	return keys
}

func TestCache(t *testing.T) {
	t.Parallel()
	c := New[int](2)
	step := func(what string, do func(), want string) {
		t.Helper()
		do()
		if got := held(c); got != want || c.order.Len() != len(c.items) {
			t.Errorf("%s: %q (%d of %d), want %q", what, got, c.order.Len(), len(c.items), want)
		}
	}
	step("empty", func() {}, "")
	step("one", func() { c.Put("a", 1) }, "a1 ")
	step("two", func() { c.Put("b", 2) }, "b2 a1 ")
	step("a read is use", func() { c.Get("a") }, "a1 b2 ")
	step("the oldest goes", func() { c.Put("c", 3) }, "c3 a1 ")
	step("a write is use", func() { c.Put("a", 4) }, "a4 c3 ")
	step("removed", func() { c.Remove("c") }, "a4 ")
	step("not there", func() { c.Remove("c") }, "a4 ")
	if v, ok := c.Get("a"); v != 4 || !ok {
		t.Errorf("a is %d, %v", v, ok)
	}
	if v, ok := c.Get("c"); v != 0 || ok {
		t.Errorf("c is %d, %v", v, ok)
	}
}

func TestCacheOfOne(t *testing.T) {
	t.Parallel()
	c := New[int](0)
	c.Put("a", 1)
	c.Put("b", 2)
	if got := held(c); got != "b2 " {
		t.Errorf("got %q", got)
	}
}

// What is heavy pushes out more than one, and is kept alone if it is heavier than all.
func TestWeighted(t *testing.T) {
	t.Parallel()
	c := NewWeighted(10, func(n int) int { return n })
	for i, n := range []int{4, 4, 2} {
		c.Put(string(rune('a'+i)), n)
	}
	if got := held(c); got != "c2 b4 a4 " {
		t.Errorf("full: %q", got)
	}
	c.Put("d", 7)
	if got := held(c); got != "d7 c2 " {
		t.Errorf("after a heavy one: %q", got)
	}
	c.Put("c", 1)
	c.Put("e", 99)
	if got := held(c); got != "e99 " || c.total != 99 {
		t.Errorf("after one too heavy: %q of %d", got, c.total)
	}
}

func TestOldest(t *testing.T) {
	t.Parallel()
	c := New[int](3)
	for i, key := range []string{"a", "b", "c"} {
		c.Put(key, i)
	}
	c.Get("a")
	var got string
	for key, value := range c.Oldest() {
		got += fmt.Sprint(key, value, " ")
		if key == "c" {
			break
		}
	}
	if got != "b1 c2 " || held(c) != "a0 c2 b1 " {
		t.Errorf("oldest %q of %q", got, held(c))
	}
}
