// Package archtest is for tests alone: it holds the repository against its own rules,
// which are data here and prose in CONTRIBUTING.md. They say which packages there are, who
// may import whom and what, how long a file may get, and what must not be committed.
//
// The rules read source files themselves and do not ask the go command: that would hide
// files behind another system's build tags, and leave a test's cached result standing after
// a change that the test cannot see.
package archtest
