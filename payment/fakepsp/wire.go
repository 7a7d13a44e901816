package fakepsp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"balcao/money"
	"balcao/payment/pix"
)

// horario is the form of times in the Pix API.
const horario = "2006-01-02T15:04:05.000Z07:00"

func at(t time.Time) string { return t.UTC().Format(horario) }

// marshal writes JSON as the API's examples have it: text as it is, not escaped for HTML.
func marshal(v any) ([]byte, error) {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return []byte(strings.TrimSuffix(out.String(), "\n")), nil
}

// valor writes an amount that the book has, which is always one of the API.
func valor(amount money.Amount) string {
	text, err := pix.FormatValor(amount)
	if err != nil {
		panic(fmt.Sprintf("fakepsp: the book has an amount of %d", amount))
	}
	return text
}

// callbackURL is a registered address with /pix appended to its path.
func callbackURL(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return strings.TrimSuffix(address, "/") + "/pix"
	}
	return u.JoinPath("pix").String()
}

type (
	debtor struct {
		CPF  string `json:"cpf,omitempty"`
		CNPJ string `json:"cnpj,omitempty"`
		Name string `json:"nome,omitempty"`
	}
	extra struct {
		Name  string `json:"nome"`
		Value string `json:"valor"`
	}
)

// chargeInput is the body of a call that makes or changes a charge.
type chargeInput struct {
	Calendar *struct {
		Lifetime *lifetime `json:"expiracao"`
	} `json:"calendario"`
	Debtor  *debtor     `json:"devedor"`
	Value   *valueInput `json:"valor"`
	Key     *string     `json:"chave"`
	Request *string     `json:"solicitacaoPagador"`
	Extra   *[]extra    `json:"infoAdicionais"`
	Status  *string     `json:"status"`
}

type valueInput struct {
	Original   *string         `json:"original"`
	Changeable *int            `json:"modalidadeAlteracao"`
	Withdrawal json.RawMessage `json:"retirada"`
}

// lifetime is expiracao: seconds, as a number or, as some of the API's examples have it, as
// a string.
type lifetime int64

func (l *lifetime) UnmarshalJSON(raw []byte) error {
	return json.Unmarshal([]byte(strings.Trim(string(raw), `"`)), (*int64)(l))
}

const (
	// defaultLifetime is a charge's where the request names none, maxLifetime the longest,
	// in seconds.
	defaultLifetime, maxLifetime = 86400, 1<<31 - 1
	maxExtra                     = 50
	maxKey                       = 77
)

var (
	cpfPattern  = regexp.MustCompile(`^[0-9]{11}$`)
	cnpjPattern = regexp.MustCompile(`^[0-9A-Z]{14}$`)
)

// complete names what is missing of a new charge.
func (in chargeInput) complete() (bad []Violation) {
	missing := func(absent bool, property string) {
		if absent {
			bad = append(bad, Violation{"O campo é obrigatório", property, ""})
		}
	}
	missing(in.Calendar == nil, "cob.calendario")
	missing(in.Value == nil || in.Value.Original == nil, "cob.valor.original")
	missing(in.Key == nil, "cob.chave")
	return bad
}

// more reports whether anything but the status is to be changed.
func (in chargeInput) more() bool {
	return in.Calendar != nil || in.Debtor != nil || in.Value != nil || in.Key != nil || in.Request != nil || in.Extra != nil
}

// apply writes what the request has into a charge. key is the receiver's, empty for any.
func (in chargeInput) apply(c *charge, key string) error {
	var bad []Violation
	wrong := func(property, why string) { bad = append(bad, Violation{why, property, ""}) }
	if in.Calendar != nil && in.Calendar.Lifetime != nil {
		c.Lifetime = int64(*in.Calendar.Lifetime)
		if c.Lifetime < 1 || c.Lifetime > maxLifetime {
			wrong("cob.calendario.expiracao", "A expiração deve ser maior que zero")
		}
	}
	if in.Value != nil {
		in.applyValue(c, wrong)
	}
	if in.Key != nil {
		switch c.Key = *in.Key; {
		case c.Key == "" || utf8.RuneCountInString(c.Key) > maxKey:
			wrong("cob.chave", "A chave não respeita o schema")
		case key != "" && c.Key != key:
			wrong("cob.chave", "A chave não pertence a este usuário recebedor")
		}
	}
	if in.Debtor != nil {
		c.Debtor = in.Debtor
		d := *in.Debtor
		person, company := cpfPattern.MatchString(d.CPF) && d.CNPJ == "", cnpjPattern.MatchString(d.CNPJ) && d.CPF == ""
		if d.Name == "" || utf8.RuneCountInString(d.Name) > 200 || person == company {
			wrong("cob.devedor", "O devedor deve ter nome e ou cpf ou cnpj")
		}
	}
	if in.Request != nil {
		if c.Request = *in.Request; utf8.RuneCountInString(c.Request) > maxText {
			wrong("cob.solicitacaoPagador", "O texto excede 140 caracteres")
		}
	}
	if in.Extra != nil {
		c.Extra = *in.Extra
		if !fit(c.Extra) {
			wrong("cob.infoAdicionais", "São até 50, com nome de até 50 e valor de até 200 caracteres")
		}
	}
	if len(bad) > 0 {
		return invalid(kindCobInvalid, "A cobrança não respeita o schema.", bad...)
	}
	return nil
}

func (in chargeInput) applyValue(c *charge, wrong func(property, why string)) {
	v := in.Value
	if v.Original != nil {
		amount, err := pix.ParseValor(*v.Original)
		if err != nil {
			wrong("cob.valor.original", "O valor não respeita o schema ou é zero")
		}
		c.Amount = amount
	}
	if v.Changeable != nil {
		if c.OpenAmount = *v.Changeable == 1; *v.Changeable != 0 && *v.Changeable != 1 {
			wrong("cob.valor.modalidadeAlteracao", "Deve ser 0 ou 1")
		}
	}
	if len(v.Withdrawal) > 0 {
		wrong("cob.valor.retirada", "Este PSP não oferece Pix Saque nem Pix Troco")
	}
}

func fit(all []extra) bool {
	for _, e := range all {
		if e.Name == "" || utf8.RuneCountInString(e.Name) > 50 || utf8.RuneCountInString(e.Value) > 200 {
			return false
		}
	}
	return len(all) <= maxExtra
}

// refundInput is the body of a call that gives money back.
type refundInput struct {
	Value       string `json:"valor"`
	Nature      string `json:"natureza"`
	Description string `json:"descricao"`
}

// refund checks it.
func (in refundInput) refund(id string) (refund, error) {
	var bad []Violation
	amount, err := pix.ParseValor(in.Value)
	if err != nil {
		bad = append(bad, Violation{"O valor não respeita o schema ou é zero", "devolucao.valor", ""})
	}
	switch in.Nature {
	case "":
		in.Nature = natureOriginal
	case natureOriginal:
	case natureWithdrawal:
		bad = append(bad, Violation{"O Pix não é Pix Saque nem Pix Troco", "devolucao.natureza", ""})
	default:
		bad = append(bad, Violation{"A natureza não respeita o schema", "devolucao.natureza", ""})
	}
	if utf8.RuneCountInString(in.Description) > maxText {
		bad = append(bad, Violation{"O texto excede 140 caracteres", "devolucao.descricao", ""})
	}
	if len(bad) > 0 {
		return refund{}, invalid(kindRefundInvalid, "A devolução não respeita o schema.", bad...)
	}
	return refund{ID: id, Amount: amount, Nature: in.Nature, Description: in.Description}, nil
}

type (
	cobJSON struct {
		Calendar struct {
			CreatedAt string `json:"criacao"`
			Lifetime  any    `json:"expiracao"`
		} `json:"calendario"`
		TXID     string  `json:"txid"`
		Revision int     `json:"revisao"`
		Location string  `json:"location"`
		Status   string  `json:"status"`
		Debtor   *debtor `json:"devedor,omitempty"`
		Value    struct {
			Original   string `json:"original"`
			Changeable int    `json:"modalidadeAlteracao"`
		} `json:"valor"`
		Key       string    `json:"chave"`
		Request   string    `json:"solicitacaoPagador,omitempty"`
		Extra     []extra   `json:"infoAdicionais,omitempty"`
		CopyPaste string    `json:"pixCopiaECola,omitempty"`
		Pix       []pixJSON `json:"pix,omitempty"`
	}
	pixJSON struct {
		EndToEndID string `json:"endToEndId"`
		TXID       string `json:"txid,omitempty"`
		Value      string `json:"valor"`
		Key        string `json:"chave,omitempty"`
		At         string `json:"horario"`
		Info       string `json:"infoPagador,omitempty"`
		Refunds    any    `json:"devolucoes,omitempty"` // a list, unless the switches say otherwise
	}
	refundJSON struct {
		ID          string `json:"id"`
		ReturnID    string `json:"rtrId"`
		Value       string `json:"valor"`
		Nature      string `json:"natureza,omitempty"`
		Description string `json:"descricao,omitempty"`
		At          struct {
			Asked   string `json:"solicitacao"`
			Settled string `json:"liquidacao,omitempty"`
		} `json:"horario"`
		Status string `json:"status"`
		Reason string `json:"motivo,omitempty"`
	}
)

// cobJSON is a charge as an answer shows it, with the switches' mischief.
func (b *Bank) cobJSON(c charge, now time.Time) cobJSON {
	out := cobJSON{
		TXID: string(c.TXID), Revision: c.Revision, Location: c.Location, Status: c.status(), Debtor: c.Debtor,
		Key: c.Key, Request: c.Request, Extra: c.Extra, CopyPaste: c.CopyPaste,
	}
	out.Calendar.CreatedAt, out.Calendar.Lifetime = at(c.CreatedAt), c.Lifetime
	out.Value.Original = valor(c.Amount)
	if c.OpenAmount {
		out.Value.Changeable = 1
	}
	if _, text := b.config.Switches.fires(ExpiryAsString); text {
		out.Calendar.Lifetime = fmt.Sprint(c.Lifetime)
	}
	if _, absent := b.config.Switches.fires(CopyPasteAbsent); absent {
		out.CopyPaste = ""
	}
	if _, unknown := b.config.Switches.fires(StatusUnknown); unknown {
		out.Status = "EM_ANALISE"
	}
	for _, p := range c.Payments {
		out.Pix = append(out.Pix, b.pixJSON(c, p, now))
	}
	return out
}

// pixJSON is a payment as an answer or a callback shows it.
func (b *Bank) pixJSON(c charge, p received, now time.Time) pixJSON {
	out := pixJSON{
		EndToEndID: p.EndToEndID, TXID: string(c.TXID), Value: valor(p.Amount), Key: c.Key, At: at(p.PaidAt), Info: p.Info,
	}
	if c.Loose {
		out.TXID = ""
	}
	var list []refundJSON
	for _, r := range p.Refunds {
		list = append(list, r.json(now))
	}
	if len(list) == 0 {
		return out
	}
	out.Refunds = list
	if _, object := b.config.Switches.fires(RefundsAsObject); object {
		out.Refunds = list[0]
	}
	return out
}

func (r refund) json(now time.Time) refundJSON {
	out := refundJSON{
		ID: r.ID, ReturnID: r.ReturnID, Value: valor(r.Amount), Nature: r.Nature, Description: r.Description, Status: r.status(now),
	}
	out.At.Asked = at(r.AskedAt)
	switch out.Status {
	case refundDone:
		out.At.Settled = at(r.EndsAt)
	case refundFailed:
		out.Reason = "A conta do pagador não pôde ser creditada."
	}
	return out
}
