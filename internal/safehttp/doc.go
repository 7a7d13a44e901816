// Package safehttp fetches documents from addresses that strangers name, such
// as a platform's profile URL, and posts to them, as to a task's push target. It is the
// only dialler for them.
//
// What it guards against is server-side request forgery: the address that is
// really dialled is checked, after name resolution, so neither a name that
// points inside nor one that changes between check and use gets through.
// Rules: BCP overview, profile fetching (https only, no redirects, no
// special-use addresses, bounded time and size); A2A 1.0, 13.2 (push notifications).
package safehttp
