"""What a shop signs, verified with joserfc and rfc8785: nothing here knows the shop."""

import base64
import hashlib
import json

import rfc8785
from joserfc import jws
from joserfc.errors import BadSignatureError
from joserfc.jwk import KeySet

from steps import check


def key_set(keys):
    return KeySet.import_key_set({'keys': keys})


def verified(token, keys):
    """Returns the header and the payload of a JWS by one of the keys."""
    signed = jws.deserialize_compact(token, keys, algorithms=['ES256'])
    return signed.headers(), signed.payload


def claims(token, keys):
    return json.loads(verified(token, keys)[1])


def refused(token, keys):
    """Expects that a JWS does not verify."""
    try:
        verified(token, keys)
    except BadSignatureError:
        return
    raise AssertionError('it verifies', token)


def base64url(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b'=').decode()


def unbase64url(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def digest(text):
    return base64url(hashlib.sha256(text.encode()).digest())


def presentation(mandate):
    """All of a mandate but its key binding: what sd_hash and receipts are over."""
    return mandate[:mandate.rindex('~') + 1]


def sealed(checkout):
    """The seal of a checkout with its payload put back."""
    terms = {name: value for name, value in checkout.items() if name != 'ap2'}
    header, signature = checkout['ap2']['merchant_authorization'].split('..')
    return f'{header}.{base64url(rfc8785.dumps(terms))}.{signature}'


def cheaper(checkout):
    """The same checkout, one centavo less."""
    changed = json.loads(json.dumps(checkout))
    total = next(t for t in changed['totals'] if t['type'] == 'total')
    total['amount'] -= 1
    return changed


def receipt(token, keys, order, mandate=None):
    """Verifies the receipt of a mandate that an order was placed by."""
    said = claims(token, keys)
    check((said['status'], said['order_id']) == ('Success', order), said)
    if mandate:
        check(said['reference'] == digest(presentation(mandate)), said)
    header, body, signature = token.split('.')
    other = base64url(json.dumps({**said, 'order_id': 'another'}).encode())
    refused(f'{header}.{other}.{signature}', keys)
    return said
