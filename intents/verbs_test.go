package intents

import (
	"slices"
	"strings"
	"testing"
)

// TestForms has forms of every kind that a verb must have; none of told asks for anything.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ verb, asks, told string }{
		{"colocar~", "colocar colocarem coloca coloco colocam coloque coloquem coloquemos colocando colocarei colocara colocaria colocasse colocassem", "coloquei colocou colocaram colocava colocado colocadas"},
		{"pagar~", "paga pague paguem pagara pagarei pagaria pagasse", "paguei pagou pago"},
		{"lancar~", "lance lanca lancem", "lancei"},
		{"remover~", "remove remova removam removo removera removesse removendo", "removi removeu removido removida"},
		{"corrigir~", "corrige corrija corrijam corrijo", "corrigiu corrigido"},
		{"reduzir~", "reduz reduza reduzam reduzisse", "reduziu"},
		{"incluir~", "inclui incluem inclua incluam incluisse", "incluiu incluida"},
		{"pedir~", "peco peca pede pedem pedisse pedira", "pediu pedi pediram pedia"},
		{"preferir~", "prefiro prefere prefira preferiria preferia", "preferiu"},
		{"subir~", "subo sobe suba sobem", "subiu"},
		{"fazer~", "faco faz faca facam fara faria fizesse fizer", "fiz fez fizeram feito feita"},
		{"desfazer~", "desfaco desfaz desfaca", "desfez desfeito"},
		{"manter~", "mantenho mantem mantenha mantivesse", "manteve mantinha"},
		{"por~", "ponho poe ponha ponham pondo pusesse poria", "pus puseram posto"},
		{"querer~", "quero quer queremos querem queira quisesse queria", "quiseram"},
		{"agregar^", "agregar agrega agregue agreguen agregame agregalo agregaselo agreguelo agreguenme agregariamos agregara", "agregaron agregado"},
		{"poner^", "pon pone ponga pongan ponme ponlo poneme pongala pondria pusiera poniendo", "puso puesto"},
		{"reducir^", "reduce reduzca reduzcan reduci reducilo redujera", "redujo reducido"},
		{"incluir^", "incluye incluya incluyan incluyendo incluyera incluime incluyalo", "incluyo incluido"},
		{"mostrar^", "muestra muestren mostra mostrame muestreme", "mostraron"},
		{"pedir^", "pido pide pidan pidiera", "pidio pedia"},
		{"corregir^", "corrige corrija corrijan corregi", "corregido"},
		{"quitar^", "quita quite quiten quitalo quitenlo quiteselo quitad", "quitaron"},
		{"cruzar^", "cruce crucen", "cruzado"},
		{"ask%", "ask asks asking", "asked"},
		{"choose%", "chooses choosing", "chose chosen"},
		{"reply%", "replies replying", "replied"},
	} {
		mark := test.verb[len(test.verb)-1:]
		c := conjugate(markLanguages[mark[0]], strings.TrimSuffix(test.verb, mark))
		asks := withPronouns(c, mark)
		for _, form := range strings.Fields(test.asks) {
			if !slices.Contains(asks, form) {
				t.Errorf("%s: %s does not ask", test.verb, form)
			}
		}
		for _, form := range strings.Fields(test.told) {
			if !slices.Contains(c.told, form) && !slices.Contains(asks, form) {
				t.Errorf("%s: %s is no form", test.verb, form)
			}
			if form != "pago" && form != "incluyo" && slices.Contains(asks, form) {
				t.Errorf("%s: %s asks", test.verb, form)
			}
		}
	}
}

// TestFormsAndThings lists the forms of the verbs that ask for something which are names of
// goods, or traits, too. A new one must be looked at before it is put here: an article before
// it makes it a thing (Index.nouns), or verbs.txt leaves the form out.
func TestFormsAndThings(t *testing.T) {
	t.Parallel()
	var found []string
	titles := map[string]bool{}
	for _, p := range evaluationProducts(t) {
		for _, w := range words(tokenize(p.Title)) {
			titles[w] = true
		}
	}
	for form, verbs := range verbForms() {
		asks := slices.ContainsFunc(verbs, func(v string) bool {
			return !isVerb(v[:len(v)-1]) && slices.ContainsFunc(cuePhrases, func(c cuePhrase) bool { return len(c.words.first[v]) > 0 })
		})
		if !asks {
			continue
		}
		if titles[form] {
			found = append(found, form)
		}
		for _, n := range concepts().names[neutral(stem(form))] {
			if len(n.words) == 1 && !n.weak && !slices.Contains(found, form) {
				found = append(found, form)
			}
		}
	}
	slices.Sort(found)
	if known := strings.Fields(knownCollisions); !slices.Equal(found, known) {
		t.Errorf("forms that are things: %v, want %v", found, known)
	}
}

const knownCollisions = "bota cobra cobras cobre cobres cobro comprese corta cortas corte cortes corto faca jogo manda mandas mande mandes mando metala metalas metale metales metalo metalos poes taca usad zero"
