"""Verifies and makes HTTP message signatures with the library http-message-signatures:

    python3 signatures.py < exchange.json

The exchange has keys, messages to verify, each with whether it is good, and messages to
sign. What was signed is printed in the last line.
"""

import datetime
import json
import sys
from types import SimpleNamespace

import http_message_signatures as hms

from steps import check, done

ALGORITHMS = {
    'ecdsa-p256-sha256': hms.algorithms.ECDSA_P256_SHA256,
    'ed25519': hms.algorithms.ED25519,
}


def resolver(key):
    """Knows this key alone."""
    return hms.MappingKeyResolver(
        public_keys={key['kid']: key['public'].encode()}, private_keys={key['kid']: key['private'].encode()})


def split(message):
    """What the library signs or verifies, and its body."""
    request, response = message.get('request'), message.get('response')
    request = request and SimpleNamespace(method=request['method'], url=request['url'], headers=request['headers'],
                                          body=request['body'])
    if not response:
        return request, request.body.encode()
    return (SimpleNamespace(status_code=response['status'], headers=response['headers'], request=request),
            response['body'].encode())


def verified(message, key):
    """Tells whether a message is signed by the key."""
    signed, body = split(message)
    verifier = hms.HTTPMessageVerifier(signature_algorithm=ALGORITHMS[key['alg']], key_resolver=resolver(key))
    try:
        verifier.verify(signed, max_age=datetime.timedelta(minutes=5), body=body)
    except hms.HTTPMessageSignaturesException:
        return False
    return True


def sign(message, key):
    """Signs a message and returns its headers."""
    unsigned, body = split(message)
    signer = hms.HTTPMessageSigner(signature_algorithm=ALGORITHMS[key['alg']], key_resolver=resolver(key))
    signer.sign(unsigned, key_id=key['kid'], created=datetime.datetime.now(datetime.timezone.utc), label='sig1',
                include_alg=message['alg'], covered_component_ids=message['fields'], body=body or None,
                use_existing_digest=bool(body))
    return dict(unsigned.headers)


def main(exchange):
    keys = exchange['keys']
    for message in exchange['messages']:
        check(verified(message, keys[message['key']]) == message['good'], message['name'])
        done(f"{message['name']}: {'verified' if message['good'] else 'refused'}")
    signed = {message['name']: sign(message, keys[message['key']]) for message in exchange['sign']}
    print('signed: ' + json.dumps(signed), flush=True)


main(json.load(sys.stdin))
