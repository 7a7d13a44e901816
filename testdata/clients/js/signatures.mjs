// Verifies and makes HTTP message signatures with the library http-message-signatures:
//
//	node signatures.mjs < exchange.json
//
// The exchange has keys, messages to verify, each with whether it is good, and messages to
// sign. What was signed is printed in the last line.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import signatures from 'http-message-signatures';

const { createSigner, createVerifier, httpbis } = signatures;
const exchange = JSON.parse(readFileSync(0, 'utf8'));

// split gives the library what it signs or verifies, and the request that an answer is to.
function split({ request, response }) {
  return response ? [response, request ?? undefined] : [request, undefined];
}

// digested tells whether the body is the one of Content-Digest, which the library leaves to us.
function digested({ headers, body }) {
  const sum = createHash('sha256').update(body).digest('base64');
  return body === '' || headers['content-digest'] === `sha-256=:${sum}:`;
}

// verified tells whether a message is signed by the key that it names.
async function verified(message) {
  const [signed, request] = split(message);
  const keyLookup = async ({ keyid }) => {
    const key = Object.values(exchange.keys).find(({ kid }) => kid === keyid);
    return key && { id: keyid, algs: [key.alg], verify: createVerifier(key.public, key.alg) };
  };
  try {
    return digested(signed) && (await httpbis.verifyMessage({ keyLookup }, signed, request)) === true;
  } catch {
    return false;
  }
}

for (const message of exchange.messages) {
  assert.equal(await verified(message), message.good, message.name);
  console.log(`ok: ${message.name}: ${message.good ? 'verified' : 'refused'}`);
}

const signed = {};
for (const message of exchange.sign) {
  const key = exchange.keys[message.key];
  const params = message.alg ? ['created', 'keyid', 'alg'] : ['created', 'keyid'];
  const config = { key: createSigner(key.private, key.alg, key.kid), name: 'sig1', fields: message.fields, params };
  signed[message.name] = (await httpbis.signMessage(config, ...split(message))).headers;
}
console.log(`signed: ${JSON.stringify(signed)}`);
