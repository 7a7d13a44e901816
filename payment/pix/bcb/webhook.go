package bcb

import (
	"context"
	"errors"
	"net/http"

	"balcao/payment/pix/rest"
)

// Webhook tells where the provider calls back for our Pix key, empty if nowhere.
func (c *Client) Webhook(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var answer struct {
		URL string `json:"webhookUrl"`
	}
	err := c.get(ctx, "look for the webhook", &answer, nil, "webhook", c.config.Key)
	if errors.Is(err, errNotFound) {
		return "", nil
	}
	return answer.URL, err
}

// RegisterWebhook has the provider call back at url, to which it appends /pix. It takes the
// place of an earlier one.
func (c *Client) RegisterWebhook(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return c.ask(ctx, nil, rest.Call{
		Name: "register the webhook", Method: http.MethodPut, Path: []string{"webhook", c.config.Key},
		Body: map[string]string{"webhookUrl": url}, Repeatable: true,
	})
}

// Authenticate gets a token, if there is none, and no more.
func (c *Client) Authenticate(ctx context.Context) error {
	_, err := c.tokens.header(ctx)
	return err
}
