package archtest

import (
	"fmt"
	"slices"
	"strings"
)

// checkPlaces names the packages that have no layer yet.
func checkPlaces(files []goFile) []string {
	var faults []string
	for _, f := range files {
		if _, ok := unitOf(f.folder); !ok {
			faults = append(faults, fmt.Sprintf("%s: package %s has no layer; choose one and add it to the table in internal/archtest/layers.go", f.path, f.folder))
		}
	}
	return faults
}

// checkImports holds every import against the tables. Test files are exempt.
func checkImports(files []goFile) []string {
	var faults []string
	for _, f := range files {
		u, ok := unitOf(f.folder)
		if !ok || f.test {
			continue
		}
		for _, p := range f.imports {
			why := refusedOutside(u, f.folder, p)
			if ours, ok := strings.CutPrefix(p, module+"/"); ok {
				why = refusedInside(u, ours)
			}
			if why != "" {
				faults = append(faults, fmt.Sprintf("%s imports %s: %s", f.path, p, why))
			}
		}
	}
	return faults
}

// refusedInside says why a unit may not import one of our packages, empty if it may.
func refusedInside(from unit, folder string) string {
	to, ok := unitOf(folder)
	switch {
	case !ok:
		return "that package has no layer"
	case from.kind == support:
		return ""
	case to.kind == support:
		return "it is for tests alone"
	case domain(from.layer) && to.kind == protocol:
		return "the domain knows no protocol, no network and no key file"
	case from.layer == 3 && folder == "ap2" && !slices.Contains([]string{"agentcard", "bcp", "profile"}, from.name):
		return "in its layer only agentcard, bcp and profile handle signed documents"
	case from.layer == 4 && matches("store/...", folder):
		return "what faces the network reaches the store through the domain's interfaces"
	case to.layer > from.layer:
		return fmt.Sprintf("layer %d must not know layer %d; declare an interface where it is used", from.layer, to.layer)
	case to.layer == from.layer && !matchesAny(from.also, folder):
		return fmt.Sprintf("packages of layer %d do not know each other; cmd wires them", from.layer)
	}
	return ""
}

// refusedOutside says why a unit may not import what is not ours, empty if it may.
func refusedOutside(from unit, folder, path string) string {
	if domain(from.layer) || from.kind == plain {
		for _, b := range banned {
			if matches(b.path, path) {
				return b.why
			}
		}
	}
	if from.kind == support {
		return ""
	}
	for _, o := range outside {
		if matches(o.path, path) {
			if matchesAny(o.by, folder) {
				return ""
			}
			return fmt.Sprintf("%s (allowed in %s)", o.why, strings.Join(o.by, ", "))
		}
	}
	if host, _, _ := strings.Cut(path, "/"); strings.Contains(host, ".") {
		return "a dependency that is in no table; justify it, then add it to internal/archtest/outside.go"
	}
	return ""
}
