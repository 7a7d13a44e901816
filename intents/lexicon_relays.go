package intents

import (
	_ "embed"
	"strings"

	"balcao/internal/lang"
)

//go:embed lexicon/relays.txt
var relayList string

// relays are the tables of relays.txt by their headings.
var relays = func() map[string]phrases {
	lines := map[string][]string{}
	heading := ""
	for line := range dataLines(relayList) {
		if name, ok := strings.CutPrefix(line, "["); ok {
			heading = strings.TrimSuffix(name, "]")
			continue
		}
		lines[heading] = append(lines[heading], fold(line))
	}
	out := map[string]phrases{}
	for name, list := range lines {
		out[name] = table(strings.Join(list, "\n"))
	}
	return out
}()

var (
	relaySpeakers, relayPeople, relayDeterminers = relays["speakers"], relays["people"], relays["determiners"]
	relayRelatives, relayPronouns, relayBetween  = relays["relatives"], relays["pronouns"], relays["between"]
	relayRequests, relayOwn, relayWhether        = relays["requests"], relays["own"], relays["whether"]
	relayApproves, relayReviewed, relayAgreed    = relays["approves"], relays["reviewed"], relays["agreed"]
	relayUnsaid, relayBehalf, relayAsked         = relays["unsaid"], relays["behalf"], relays["asked"]
	relayThings, relayPassives, relayBe          = relays["things"], relays["passives"], relays["be"]
	relayIntroductions, relayAmount              = relays["introductions"], relays["amount"]
	relayCloses, relayConsulted, relayListed     = relays["closes"], relays["consulted"], relays["listed"]
)

// relayVerbs are what a speaker does, the first first where two are as long.
var relayVerbs = []struct {
	kind  relayKind
	words phrases
}{
	{relayedNo, relays["declines"]},
	{relayedYes, relayApproves},
	{relayedReview, relayReviewed},
	{relayedQuestion, relays["asks"]},
	{relayedRequest, relayRequests},
	{relayedTelling, relays["tells"]},
	{relayedMeaning, relays["means"]},
	{relayedWish, relays["wishes"]},
	{relayedDeed, relays["does"]},
}

// relayKind is what a speaker is said to do.
type relayKind int

const (
	relayedNo relayKind = iota
	relayedYes
	relayedReview
	relayedQuestion
	relayedRequest
	relayedTelling
	relayedMeaning
	relayedWish
	relayedDeed
)

// wishVerbs are a wish in each language.
var wishVerbs = map[string]string{lang.Portuguese: "quero", lang.English: "want", lang.Spanish: "quiero"}
