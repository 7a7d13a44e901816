package pix

// MaxDescription is how much of a charge's description its payer reads, in characters (Pix API,
// solicitacaoPagador).
const MaxDescription = 140

// Description shortens text to what a payer reads of it.
func Description(text string) string {
	left := MaxDescription
	for i := range text {
		if left--; left < 0 {
			return text[:i]
		}
	}
	return text
}
