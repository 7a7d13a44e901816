package fakepsp

import (
	"fmt"
	"net/http"
)

// Problem is an error of the Pix API: what the provider says no with. It is written as
// RFC 7807 has it.
type Problem struct {
	// Kind is the last part of its type, such as CobNaoEncontrado.
	Kind string
	// Status is that of HTTP.
	Status int
	// Title and Detail say in Portuguese what is wrong.
	Title, Detail string
	// Violations name the members at fault.
	Violations []Violation
}

// Violation is one member that breaks a rule of the API.
type Violation struct {
	Reason   string `json:"razao"`
	Property string `json:"propriedade"`
	Value    string `json:"valor,omitempty"`
}

func (p *Problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Kind, p.Detail) }

// problemType is what the API's error types start with.
const problemType = "https://pix.bcb.gov.br/api/v2/error/"

// The kinds of error that the provider gives.
const (
	kindInvalid       = "RequisicaoInvalida"
	kindDenied        = "AcessoNegado"
	kindNotFound      = "NaoEncontrado"
	kindInternal      = "ErroInternoDoServidor"
	kindCobUnknown    = "CobNaoEncontrado"
	kindCobInvalid    = "CobOperacaoInvalida"
	kindCobQuery      = "CobConsultaInvalida"
	kindPixUnknown    = "PixNaoEncontrado"
	kindPixQuery      = "PixConsultaInvalida"
	kindRefundUnknown = "PixDevolucaoNaoEncontrada"
	kindRefundInvalid = "PixDevolucaoInvalida"
	kindHookInvalid   = "WebhookOperacaoInvalida"
	kindHookUnknown   = "WebhookNaoEncontrado"
	kindHookQuery     = "WebhookConsultaInvalida"
)

func notFound(kind, detail string) *Problem {
	return &Problem{Kind: kind, Status: http.StatusNotFound, Title: "Não encontrado", Detail: detail}
}

func invalid(kind, detail string, violations ...Violation) *Problem {
	return &Problem{Kind: kind, Status: http.StatusBadRequest, Title: "Requisição inválida", Detail: detail, Violations: violations}
}

func denied(status int, detail string) *Problem {
	return &Problem{Kind: kindDenied, Status: status, Title: "Acesso negado", Detail: detail}
}

// internalError tells nothing of what went wrong: its text may be about the machine.
func internalError() *Problem {
	return &Problem{
		Kind: kindInternal, Status: http.StatusInternalServerError, Title: "Erro interno do servidor",
		Detail: "Condição inesperada ao processar a requisição.",
	}
}

// problemJSON is a Problem on the wire.
type problemJSON struct {
	Type        string      `json:"type"`
	Title       string      `json:"title"`
	Status      int         `json:"status"`
	Detail      string      `json:"detail,omitempty"`
	Correlation string      `json:"correlationId,omitempty"`
	Violations  []Violation `json:"violacoes,omitempty"`
}
