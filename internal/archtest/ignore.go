package archtest

import (
	"path"
	"strings"
)

// ignoreRules are the lines of a .gitignore, as far as this repository uses its language:
// /name and /name/ at the top, and patterns for base names anywhere.
type ignoreRules []string

func parseIgnore(text string) ignoreRules {
	var rules ignoreRules
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			rules = append(rules, line)
		}
	}
	return rules
}

// match reports whether the file or folder is ignored. Name is relative to the
// repository, with slashes.
func (rules ignoreRules) match(name string) bool {
	for _, rule := range rules {
		top, anchored := strings.CutPrefix(strings.TrimSuffix(rule, "/"), "/")
		if anchored && matches(top+"/...", name) {
			return true
		}
		if ok, _ := path.Match(top, path.Base(name)); ok && !anchored {
			return true
		}
	}
	return false
}

// leftovers are what a shop makes beside its database, the default being balcao.db in the
// working folder. Most of it is secret or personal.
var leftovers = []string{
	"balcao.db", "balcao.db-wal", "balcao.db-shm", "balcao.db.lock", "balcao.db.admin-token", "balcao.db.webhook-secret",
	"balcao.db.fakepsp", "fakepsp", "balcao.db.sandbox-processor", "keys",
}

// checkIgnored names the leftovers that could be committed by mistake.
func checkIgnored(rules ignoreRules) []string {
	var faults []string
	for _, name := range leftovers {
		if !rules.match(name) {
			faults = append(faults, name+" is made by a shop that runs in the repository and is not in .gitignore")
		}
	}
	return faults
}
