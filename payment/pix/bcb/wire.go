package bcb

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"balcao/payment/pix/rest"
)

// cob is a charge as the API has it.
type cob struct {
	TXID       string `json:"txid"`
	Status     string `json:"status"`
	Calendario struct {
		Criacao   timestamp `json:"criacao"`
		Expiracao seconds   `json:"expiracao"`
	} `json:"calendario"`
	Valor struct {
		Original string `json:"original"`
	} `json:"valor"`
	Location string `json:"location"`
	Loc      struct {
		Location string `json:"location"`
	} `json:"loc"`
	PixCopiaECola string                   `json:"pixCopiaECola"`
	Pix           rest.OneOrMany[received] `json:"pix"`
}

// removed reports whether nobody can pay it any more. The API's prose and its schema spell
// it differently, REMOVIDO_ and REMOVIDA_, whoever it was removed by.
func (c cob) removed() bool { return strings.HasPrefix(c.Status, "REMOVID") }

// received is a payment. Neither the payer's name nor what the payer wrote is read.
type received struct {
	EndToEndID string                    `json:"endToEndId"`
	TXID       string                    `json:"txid"`
	Valor      string                    `json:"valor"`
	Horario    timestamp                 `json:"horario"`
	Devolucoes rest.OneOrMany[devolucao] `json:"devolucoes"`
}

// devolucao is a refund.
type devolucao struct {
	ID       string `json:"id"`
	RTRID    string `json:"rtrId"`
	Valor    string `json:"valor"`
	Natureza string `json:"natureza"`
	Status   string `json:"status"`
}

// paging stands beside the list of a window.
type paging struct {
	Parametros struct {
		Paginacao struct {
			Paginas int64 `json:"quantidadeDePaginas"`
		} `json:"paginacao"`
	} `json:"parametros"`
}

// defaultExpiry is what a charge has whose answer names none.
const defaultExpiry = 24 * time.Hour

// seconds reads a whole number of seconds, written as a number or in quotes; the zero value
// is an absent one.
type seconds int64

func (s *seconds) UnmarshalJSON(text []byte) error {
	plain := strings.Trim(string(text), `"`)
	if plain == "null" {
		return nil
	}
	n, err := strconv.ParseInt(plain, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt32 {
		return errors.New("not a number of seconds")
	}
	*s = seconds(n)
	return nil
}

func (s seconds) duration() time.Duration {
	if s == 0 {
		return defaultExpiry
	}
	return time.Duration(s) * time.Second
}

// timestamp reads a time of the API.
type timestamp struct{ time.Time }

func (t *timestamp) UnmarshalJSON(text []byte) error {
	at, err := rest.ParseTime(strings.Trim(string(text), `"`))
	t.Time = at
	return err
}
