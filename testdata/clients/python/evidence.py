"""Verifies the evidence of orders, without the shop:

    balcao orders evidence ID >DIR/ID.json
    python3 evidence.py DIR

It needs joserfc and rfc8785. All keys come from the file: whether they are those of the
shop and of the platform is for the reader to know.
"""

import json
import pathlib
import sys
from urllib.parse import urlsplit

from joserfc.jwk import ECKey

from signed import (
    base64url, cheaper, claims, digest, key_set, presentation, receipt, refused, sealed, unbase64url, verified,
)
from steps import check, done


def main(folder):
    for file in sorted(pathlib.Path(folder).glob('*.json')):
        verify(json.loads(file.read_bytes()))


def verify(evidence):
    order, mandate, context = evidence['order_id'], evidence['token'], evidence['context']
    shop = key_set(context['merchant_keys'])
    terms = seal(evidence, shop)
    done('the shop signed the terms of ' + order)
    receipt(evidence['receipt'], shop, order, mandate)
    done('the shop signed the receipt of ' + order)

    said = disclosed(mandate, context, evidence['checkout_hash'])
    check(said['vct'] == 'mandate.checkout.1', said['vct'])
    check(said['checkout_hash'] == evidence['checkout_hash'], said['checkout_hash'])
    check(agreed(said) == evidence['checkout_jwt'], said)
    done('the mandate of ' + order + ' is over these terms')

    if payment := evidence.get('payment'):
        pays = disclosed(payment['token'], {**context, **payment['context']}, evidence['checkout_hash'])
        check(pays['vct'] == 'mandate.payment.1', pays['vct'])
        check(pays['transaction_id'] == evidence['checkout_hash'], pays)
        check(pays['payment_amount'] == {'amount': total(terms), 'currency': terms['currency']}, pays)
        check(pays['payment_instrument'] == payment['instrument'], pays)
        done('the payment mandate of ' + order + ' pays for them')


def seal(evidence, shop):
    """Returns the terms that the shop signed."""
    token, current = evidence['checkout_jwt'], evidence['context']['current_checkout']
    terms = json.loads(verified(token, shop)[1])
    check(evidence['checkout_hash'] == digest(token), evidence['checkout_hash'])
    check(token == sealed(current), 'current_checkout has other terms')
    refused(sealed(cheaper(current)), shop)
    return terms


def agreed(said):
    """The seal that a mandate is over: as it is, or in the checkout that it is the seal of."""
    return said['checkout_jwt'] if 'checkout_jwt' in said else sealed(said['checkout'])


def disclosed(mandate, context, checkout_hash):
    """Verifies an SD-JWT with key binding (RFC 9901) and returns all its claims."""
    issued, *disclosures, binding = mandate.split('~')
    platform = key_set(context['platform_profile_keys'])
    said = claims(issued, platform)
    header, body, signature = issued.split('.')
    other = base64url(json.dumps({**said, 'checkout_hash': digest('another')}).encode())
    refused(f'{header}.{other}.{signature}', platform)

    profile = urlsplit(context['platform_profile'])
    check(said['iss'] == f'{profile.scheme}://{profile.netloc}', said['iss'])
    check(said['iat'] - context['clock_skew_s'] <= context['now'] < said['exp'], said)

    holder = ECKey.import_key(said['cnf']['jwk'])
    bound = claims(binding, holder)
    check(bound['sd_hash'] == digest(presentation(mandate)), bound)
    check(bound['aud'] in context['expected_audiences'], bound)
    check(bound['nonce'] in (context['expected_nonce'], checkout_hash), bound)

    wanted = said.pop('_sd')
    check(said.pop('_sd_alg') == 'sha-256', said)
    for disclosure in disclosures:
        check(digest(disclosure) in wanted, disclosure)
        _, name, value = json.loads(unbase64url(disclosure))
        check(name not in said, name)
        said[name] = value
    return said


def total(checkout):
    return next(t['amount'] for t in checkout['totals'] if t['type'] == 'total')


main(sys.argv[1])
