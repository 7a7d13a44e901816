package web

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"balcao/money"
	"balcao/payment/token"
)

// PathSandboxBank is the path below which the sandbox's bank asks its buyers.
const PathSandboxBank = "/sandbox-bank/"

// bankPolicy is that of all pages, except that this one has a form.
const bankPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type bankView struct {
	Open         bool
	Amount, Back string
}

// sandboxBank is the page on which a buyer of the sandbox approves or declines.
func (p *Pages) sandboxBank(c echo.Context) error {
	ch, err := p.deps.SandboxBank.Challenge(c.Param("page"))
	return p.bankPage(c, ch, err)
}

// sandboxAnswer takes the buyer's answer and sends the buyer back to the shop.
func (p *Pages) sandboxAnswer(c echo.Context) error {
	if http.NewCrossOriginProtection().Check(c.Request()) != nil {
		return p.ErrorPage(c, http.StatusForbidden)
	}
	answer := c.FormValue("answer")
	if answer != "approve" && answer != "decline" {
		return p.sandboxBank(c)
	}
	ch, err := p.deps.SandboxBank.Answer(c.Param("page"), answer == "approve")
	if err != nil || ch.Back == "" {
		return p.bankPage(c, ch, err)
	}
	keepPrivate(c)
	return c.Redirect(http.StatusSeeOther, ch.Back)
}

func (p *Pages) bankPage(c echo.Context, ch token.Challenge, err error) error {
	keepPrivate(c)
	if errors.Is(err, token.ErrNoChallenge) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, bankPolicy)
	varyLanguage(c)
	lang := browserLanguage(c.Request())
	title, err := text(lang, "bank.title")
	if err != nil {
		return err
	}
	return p.render(c, http.StatusOK, lang, "bank", page{Title: title, Private: true, Data: bankView{ch.Open, money.Format(ch.Amount, lang), ch.Back}})
}
