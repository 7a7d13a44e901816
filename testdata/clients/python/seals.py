"""Verifies checkouts that were bought with a mandate by the keys in the shop's profile:

    python3 seals.py DIR URL

DIR holds checkouts as the shop sent them.
"""

import json
import pathlib
import sys

import httpx

from signed import cheaper, key_set, receipt, refused, sealed, verified
from steps import check, done


def main(folder, base):
    profile = httpx.get(base + '/.well-known/bcp').raise_for_status().json()
    keys = key_set(profile['keys'])
    for file in sorted(pathlib.Path(folder).glob('*.json')):
        checkout = json.loads(file.read_bytes())
        header, _ = verified(sealed(checkout), keys)
        check(set(header) == {'alg', 'kid'}, header)
        refused(sealed(cheaper(checkout)), keys)
        order = checkout['order']['id']
        said = receipt(checkout['ap2']['checkout_receipt'], keys, order)
        check(said['iss'] == base, said)
        done('verified the seal and the receipt of ' + order)


main(sys.argv[1], sys.argv[2].rstrip('/'))
