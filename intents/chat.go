package intents

import "strings"

// abbreviations are the short forms of written chat, with what they stand for, folded.
// One that is also a word or a size elsewhere (p, g, m, to) is not among them.
var abbreviations = func() map[string]string {
	out := map[string]string{}
	for _, pair := range strings.FieldsFunc(`
		vc=voce|vcs=voces|ce=voce|ces=voces|oce=voce|cê=voce|q=que|oq=o que|oque=o que|pq=por que|qro=quero|kero=quero|qero=quero
		qnt=quanto|qnto=quanto|qto=quanto|qt=quanto|qnts=quantos|qntas=quantas|qtos=quantos|qts=quantos|qtas=quantas|kd=cade
		tb=tambem|tbm=tambem|tmb=tambem|tbem=tambem|naum=nao|nn=nao|n=nao|msm=mesmo|msma=mesma|vdd=verdade
		qdo=quando|qnd=quando|qndo=quando|dps=depois|dpois=depois|hj=hoje|agr=agora|mto=muito|mt=muito|mta=muita|mts=muitos
		vo=vou|fazeno=fazendo|qrer=querer|oiee=oi|mim ver=me ve|preu=para eu|
		obg=obrigado|obgd=obrigado|obgda=obrigada|brigado=obrigado|brigada=obrigada|vlw=valeu|flw=valeu|td=tudo|tds=todos|nd=nada
		eh=e|aki=aqui|fzr=fazer|pd=pode|podi=pode|pdd=pedido|blz=beleza|blza=beleza|bls=beleza|tah=ta|tao=estao|cm=com|d=de
		pfv=por favor|pfvr=por favor|pfvor=por favor|pff=por favor|pf=por favor|fz=faz|mlr=melhor|cmo=como|qtd=quantidade|qtde=quantidade|xau=tchau
		u=you|ur=your|thx=thanks|ty=thanks|tks=thanks|tnx=thanks|pls=please|plz=please|qty=quantity|rn=now|gimme=give me|lemme=let me
		wanna=want|gonna=going to|dunno=don t know|dont=don t|whats=what s|wheres=where s|lets=let s|thats=that s|didnt=didn t|hasnt=hasn t|havent=haven t
		im=i m|ive=i ve|porfa=por favor|porfis=por favor|porfavor=por favor|xfa=por favor|tmbn=tambien|tmbien=tambien|dnd=donde`,
		func(r rune) bool { return r == '|' || r == '\n' }) {
		short, long, _ := strings.Cut(strings.TrimSpace(pair), "=")
		out[short] = long
	}
	return out
}()

// spellOut writes the short forms of chat in full and takes out the letters that are
// drawn for emphasis ("siiim", "bom diaaa"). The places in the text stay those of what the
// customer wrote.
func spellOut(tokens []token) []token {
	out := make([]token, 0, len(tokens)+2)
	for i, t := range tokens {
		if t.mark {
			out = append(out, t)
			continue
		}
		t.word = undrawn(t.word)
		if len(t.word) == 2 && t.word[1] == 'o' && t.word[0] >= '1' && t.word[0] <= '5' {
			t.word = writtenOrdinals[t.word[0]-'1'] // "2º"
		}
		long, ok := abbreviations[t.word]
		if !ok || keepsShort(tokens, i) {
			out = append(out, t)
			continue
		}
		for _, w := range strings.Fields(long) {
			out = append(out, token{word: w, start: t.start, end: t.end})
		}
	}
	return out
}

var writtenOrdinals = []string{"primeiro", "segundo", "terceiro", "quarto", "quinto"}

// keepsShort reports whether a short form is a name or a part of one here: "n" before a
// number is "nº", and a word beside a digit is a model.
func keepsShort(tokens []token, i int) bool {
	if i > 0 && units[tokens[i].word] != "" && isNumber(tokens[i-1].word) {
		return true // "2 tb"
	}
	if len(tokens[i].word) != 1 {
		return false
	}
	return i+1 < len(tokens) && isNumber(tokens[i+1].word) && tokens[i].word == "n" || i > 0 && contracted[tokens[i-1].word]
}

// contracted are the words before an apostrophe in English: the d of "I'd" is no "de".
var contracted = wordSet(wordList("chat contracted"))

// undrawn writes three and more of the same letter once: no word of the three languages
// has them.
func undrawn(word string) string {
	drawn := false
	for i := 2; i < len(word); i++ {
		drawn = drawn || word[i] == word[i-1] && word[i] == word[i-2] && word[i] >= 'a'
	}
	if !drawn {
		return word
	}
	var b strings.Builder
	for i := 0; i < len(word); {
		j := i
		for j < len(word) && word[j] == word[i] {
			j++
		}
		n := j - i
		if n > 2 && word[i] >= 'a' {
			n = 1
		}
		b.WriteString(word[i : i+n])
		i = j
	}
	return b.String()
}
