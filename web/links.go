package web

import "balcao/internal/lang"

// The pages that every sale must point at.
const (
	pathTerms   = "/terms"
	pathPrivacy = "/privacy"
	// PathReturns is the page that tells how to send goods back, below the public URL.
	PathReturns = "/returns"
)

// Link is a page that checkouts link to. Type is the protocol's name for it, Path is below
// the shop's public URL.
type Link struct{ Type, Path, Title string }

// Links lists the shop's terms, privacy policy and returns policy, titled in Portuguese.
func Links() []Link {
	return []Link{
		{"terms_of_service", pathTerms, texts["terms.title"].In(lang.Portuguese)},
		{"privacy_policy", pathPrivacy, texts["privacy.title"].In(lang.Portuguese)},
		{"refund_policy", PathReturns, texts["returns.title"].In(lang.Portuguese)},
	}
}
