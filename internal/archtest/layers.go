package archtest

import (
	"slices"
	"strings"
)

// module is the path that the packages' import paths start with.
const module = "balcao"

// unit is a package, or a tree of packages if its name ends in "/...", and its place.
type unit struct {
	name  string
	layer int
	// also are those of the same layer that it may import, as names or patterns.
	also []string
	// kind narrows what the layer allows.
	kind kind
}

// kind is what is special about a unit.
type kind int

const (
	_ kind = iota
	// plain units of layer 0 are imported by the domain and keep its bans themselves.
	plain
	// protocol units of layer 0 know a wire format, the network or key files, of which the
	// domain knows nothing.
	protocol
	// support is for tests alone.
	support
)

// domain are the layers that know the trade and no technology.
func domain(layer int) bool { return layer == 1 || layer == 2 }

// units are the packages by layer: 0 tools, 1 domain types, 2 the counter, 3 formats,
// stores and providers, 4 what faces the network, 5 commands.
var units = []unit{
	{name: "money", layer: 0, also: []string{"internal/lang"}, kind: plain},
	{name: "internal/brazil", layer: 0, also: []string{"internal/lang"}, kind: plain},
	{name: "internal/cardnumber", layer: 0, also: []string{"internal/brazil"}, kind: plain},
	{name: "internal/clock", layer: 0, kind: plain},
	{name: "internal/ids", layer: 0, kind: plain},
	{name: "internal/journal", layer: 0, kind: plain},
	{name: "internal/keyring", layer: 0, kind: protocol},
	{name: "internal/lang", layer: 0, kind: plain},
	{name: "internal/lru", layer: 0, kind: plain},
	{name: "internal/ordered", layer: 0, kind: plain},
	{name: "internal/safehttp", layer: 0, kind: protocol},
	{name: "internal/secret", layer: 0, kind: plain},
	{name: "ap2", layer: 0, kind: protocol},
	{name: "httpsig", layer: 0, kind: protocol},
	{name: "jsonrpc", layer: 0, kind: protocol},

	{name: "catalog", layer: 1, also: []string{"platform", "job"}},
	{name: "conversation", layer: 1, also: []string{"platform", "job"}},
	{name: "job", layer: 1, also: []string{"platform"}},
	{name: "order", layer: 1, also: []string{"platform", "job"}},
	{name: "payment", layer: 1, also: []string{"platform", "job"}},
	{name: "platform", layer: 1, also: []string{"job"}},

	{name: "checkout", layer: 2},
	{name: "settlement", layer: 2, also: []string{"checkout"}},

	{name: "agentcard", layer: 3, also: []string{"profile"}},
	{name: "bcp", layer: 3},
	{name: "catalog/feed", layer: 3},
	{name: "catalog/sample", layer: 3, also: []string{"catalog/tariff"}},
	{name: "catalog/tariff", layer: 3},
	{name: "intents/...", layer: 3, also: []string{"intents/...", "bcp", "prompts"}},
	{name: "payment/fakepsp", layer: 3, also: []string{"payment/pix"}},
	{name: "payment/pix/pixtest", layer: 3, also: []string{"payment/pix/..."}, kind: support},
	{name: "payment/pix/...", layer: 3, also: []string{"payment/pix/..."}},
	{name: "payment/token", layer: 3},
	{name: "payment/token/stripe", layer: 3, also: []string{"payment/token", "payment/pix/rest"}},
	{name: "profile", layer: 3},
	{name: "prompts", layer: 3},
	{name: "store/storetest", layer: 3, also: []string{"store/..."}, kind: support},
	{name: "store/...", layer: 3, also: []string{"store/..."}},

	{name: "agent", layer: 4},
	{name: "httpd", layer: 4},
	{name: "mcp", layer: 4},
	{name: "notify/email/emailtest", layer: 4, kind: support},
	{name: "notify/email", layer: 4},
	{name: "notify", layer: 4, also: []string{"notify/email"}},
	{name: "web", layer: 4},

	{name: "cmd/...", layer: 5, also: []string{"cmd/..."}},

	{name: "internal/archtest", layer: 5, kind: support},
	{name: "internal/bcptest", layer: 5, kind: support},
}

// unitOf finds the place of a package, given by its folder; the first match counts.
func unitOf(folder string) (unit, bool) {
	i := slices.IndexFunc(units, func(u unit) bool { return matches(u.name, folder) })
	if i < 0 {
		return unit{}, false
	}
	return units[i], true
}

// matches reports whether a name, or a pattern such as "store/...", means the path.
func matches(pattern, path string) bool {
	tree, ok := strings.CutSuffix(pattern, "/...")
	return path == pattern || ok && (path == tree || strings.HasPrefix(path, tree+"/"))
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}
