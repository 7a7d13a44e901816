package fakepsp

import (
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	usualPage, maxPage = 100, 1000
	pageParam          = "paginacao.paginaAtual"
	sizeParam          = "paginacao.itensPorPagina"
)

// query reads the parameters of a list; what is wrong with them gathers.
type query struct {
	values url.Values
	bad    []Violation
}

func (q *query) wrong(name, why string) {
	q.bad = append(q.bad, Violation{why, name, q.values.Get(name)})
}

func (q *query) time(name string, required bool) time.Time {
	text := q.values.Get(name)
	if text == "" && !required {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		q.wrong(name, "Deve respeitar a RFC 3339")
	}
	return t.UTC()
}

func (q *query) number(name string, usual, least, most int) int {
	text := q.values.Get(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		q.wrong(name, "Deve ser um número de "+strconv.Itoa(least)+" a "+strconv.Itoa(most))
		return usual
	}
	return n
}

// flag reads a boolean; nil means that it is not there.
func (q *query) flag(name string) *bool {
	text := q.values.Get(name)
	if text == "" {
		return nil
	}
	set := text == "true"
	if !set && text != "false" {
		q.wrong(name, "Deve ser true ou false")
	}
	return &set
}

// list is what every list is asked for.
type list struct {
	window     window
	page, size int
	parameters map[string]any // echoed in the answer
}

// list reads time and page. kind is that of the problem.
func (q *query) list(required bool) list {
	l := list{window: window{q.time("inicio", required), q.time("fim", required)}}
	if l.window.to.IsZero() {
		l.window.to = time.Unix(1<<40, 0)
	}
	if l.window.to.Before(l.window.from) {
		q.wrong("fim", "O fim é anterior ao início")
	}
	if q.values.Get("cpf") != "" && q.values.Get("cnpj") != "" {
		q.wrong("cpf", "Os parâmetros cpf e cnpj não podem vir juntos")
	}
	l.page = q.number(pageParam, 0, 0, 1<<31-1)
	l.size = q.number(sizeParam, usualPage, 1, maxPage)
	l.parameters = map[string]any{}
	for _, name := range []string{"inicio", "fim", "txid", "cpf", "cnpj", "status"} {
		if text := q.values.Get(name); text != "" {
			l.parameters[name] = text
		}
	}
	return l
}

func (q *query) err(kind string) error {
	if len(q.bad) > 0 {
		return invalid(kind, "Os parâmetros da consulta não respeitam o schema.", q.bad...)
	}
	return nil
}

// paged cuts the page out and says in the parameters which one it is.
func paged[T any](l list, all []T) []T {
	pages := max((len(all)+l.size-1)/l.size, 1)
	l.parameters["paginacao"] = map[string]int{
		"paginaAtual": l.page, "itensPorPagina": l.size, "quantidadeDePaginas": pages, "quantidadeTotalDeItens": len(all),
	}
	if l.page >= pages {
		return nil
	}
	return all[l.page*l.size : min((l.page+1)*l.size, len(all))]
}

// onlyRevision refuses to show a revision that is not the last: the book keeps no other.
func onlyRevision(r *http.Request, last int) error {
	q := query{values: r.URL.Query()}
	if text := q.values.Get("revisao"); text != "" && text != strconv.Itoa(last) {
		q.wrong("revisao", "Só a última revisão é guardada")
	}
	return q.err(kindCobQuery)
}

func (s *Server) listCobs(r *http.Request) (int, any, error) {
	q := query{values: r.URL.Query()}
	l, place := q.list(true), q.flag("locationPresente")
	if err := q.err(kindCobQuery); err != nil {
		return 0, nil, err
	}
	status, cpf, cnpj := q.values.Get("status"), q.values.Get("cpf"), q.values.Get("cnpj")
	all, now, err := s.bank.cobs(r.Context(), l.window, func(c charge) bool {
		who := debtor{}
		if c.Debtor != nil {
			who = *c.Debtor
		}
		return (status == "" || c.status() == status) && (cpf == "" || who.CPF == cpf) && (cnpj == "" || who.CNPJ == cnpj) &&
			(place == nil || *place) // every charge has one
	})
	if err != nil {
		return 0, nil, err
	}
	out := []cobJSON{}
	for _, c := range paged(l, all) {
		out = append(out, s.bank.cobJSON(c, now))
	}
	return http.StatusOK, map[string]any{"parametros": l.parameters, "cobs": out}, nil
}

func (s *Server) listPix(r *http.Request) (int, any, error) {
	q := query{values: r.URL.Query()}
	l, withTXID, withRefund := q.list(true), q.flag("txIdPresente"), q.flag("devolucaoPresente")
	if err := q.err(kindPixQuery); err != nil {
		return 0, nil, err
	}
	txid := q.values.Get("txid")
	known := q.values.Get("cpf") == "" && q.values.Get("cnpj") == "" // nobody knows the payers here
	all, now, err := s.bank.arrivals(r.Context(), l.window, func(a arrival) bool {
		return known && (txid == "" || string(a.charge.TXID) == txid) && (withTXID == nil || *withTXID) &&
			(withRefund == nil || *withRefund == (len(a.payment.Refunds) > 0))
	})
	if err != nil {
		return 0, nil, err
	}
	out := []pixJSON{}
	for _, a := range paged(l, all) {
		out = append(out, s.bank.pixJSON(a.charge, a.payment, now))
	}
	return http.StatusOK, map[string]any{"parametros": l.parameters, "pix": out}, nil
}

// hookJSON is a registered address.
type hookJSON struct {
	URL       string `json:"webhookUrl"`
	Key       string `json:"chave"`
	CNPJ      string `json:"cnpj,omitempty"`
	CreatedAt string `json:"criacao"`
}

func (s *Server) hookJSON(h hook) hookJSON {
	return hookJSON{URL: h.URL, Key: h.Key, CNPJ: s.bank.config.CNPJ, CreatedAt: at(h.CreatedAt)}
}

func (s *Server) putHook(r *http.Request) (int, any, error) {
	var in struct {
		URL string `json:"webhookUrl"`
	}
	if err := read(r, kindHookInvalid, &in); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, nil, s.bank.register(r.Context(), r.PathValue("chave"), in.URL)
}

func (s *Server) getHook(r *http.Request) (int, any, error) {
	h, err := s.bank.registered(r.Context(), r.PathValue("chave"))
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.hookJSON(h), nil
}

func (s *Server) deleteHook(r *http.Request) (int, any, error) {
	return http.StatusNoContent, nil, s.bank.unregister(r.Context(), r.PathValue("chave"))
}

func (s *Server) listHooks(r *http.Request) (int, any, error) {
	q := query{values: r.URL.Query()}
	l := q.list(false)
	if err := q.err(kindHookQuery); err != nil {
		return 0, nil, err
	}
	all, err := s.bank.allRegistered(r.Context(), l.window.from, l.window.to)
	if err != nil {
		return 0, nil, err
	}
	out := []hookJSON{}
	for _, h := range paged(l, all) {
		out = append(out, s.hookJSON(h))
	}
	return http.StatusOK, map[string]any{"parametros": l.parameters, "webhooks": out}, nil
}
