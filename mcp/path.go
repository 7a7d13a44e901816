package mcp

import "strings"

// Members of the arguments that are named more than once.
const (
	memberMeta    = "meta"
	memberAgent   = "meta['ucp-agent']"
	memberProfile = "meta['ucp-agent'].profile"
	memberKey     = "meta['idempotency-key']"
)

// jsonPath writes the place of a member below the arguments as a JSONPath (RFC 9535). A name
// that the platform made up is not repeated: the path ends before it.
func jsonPath(member string) string {
	for i, name := range strings.Split(member, ".") {
		if strings.ContainsFunc(name, foreign) {
			member = strings.Join(strings.Split(member, ".")[:i], ".")
			break
		}
	}
	for _, free := range []string{"attribution", "signals"} {
		if i := strings.Index(member, free+"."); i >= 0 {
			member = member[:i+len(free)]
		}
	}
	if member == "" {
		return "$"
	}
	return "$." + member
}

// foreign reports whether no name of the protocol has the character.
func foreign(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_-[]'", r))
}
