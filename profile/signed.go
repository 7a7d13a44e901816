package profile

import (
	"context"
	"crypto"
	"errors"
	"net/url"

	"balcao/httpsig"
	"balcao/platform"
)

// verify makes the caller whom BCP-Agent names an authenticated one, by the signature of the
// request (BCP message signatures). Its keys are those of the profile at exactly that address.
// Who signs has shown all that a key of ours could show, and may do what one with every right
// may.
func (i *Identifier) verify(ctx context.Context, caller platform.Caller, c Credentials) (platform.Caller, error) {
	if len(c.Agent) == 0 {
		return platform.Caller{}, NewError(CodeInvalidProfileURL, errNoSigner)
	}
	public, err := url.Parse(i.shop.PublicURL)
	if err != nil {
		return platform.Caller{}, NewError(CodeInternal, err)
	}
	_, err = i.signatures.Request(ctx, httpsig.Received(c.Request, public, c.Body), i.signersOf(caller))
	var (
		bad   *httpsig.Error
		other *Error
	)
	switch {
	case err == nil:
		caller.Authenticated, caller.Rights = true, platform.RightCheckout|platform.RightOrder
		return caller, nil
	case errors.As(err, &bad) && bad.Code == httpsig.Unavailable:
		return platform.Caller{}, unavailable(0, err)
	case errors.As(err, &bad):
		return platform.Caller{}, NewError(string(bad.Code), bad)
	case errors.As(err, &other):
		return platform.Caller{}, other
	}
	return platform.Caller{}, NewError(CodeInternal, err)
}

var errNoSigner = errors.New("a signed request without BCP-Agent")

// signersOf looks a key up in the profile of a platform, and once more in a fresh copy of it:
// a key may be newer than ours.
func (i *Identifier) signersOf(caller platform.Caller) httpsig.Lookup {
	return func(ctx context.Context, keyID string) (crypto.PublicKey, error) {
		doc, err := i.profiles.FetchFor(ctx, caller)
		if err != nil {
			return nil, err
		}
		key, err := doc.Signers.Lookup(ctx, keyID)
		if !errors.Is(err, httpsig.ErrNoKey) {
			return key, err
		}
		fresh, ok := i.profiles.Refresh(ctx, caller.Profile)
		if !ok {
			return nil, err
		}
		return fresh.Signers.Lookup(ctx, keyID)
	}
}
