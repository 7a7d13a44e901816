// Verifies the signature of a shop's agent card with the A2A SDK for JavaScript:
//
//	npm ci
//	node verify-card.mjs http://127.0.0.1:8080 [card.json]
//
// The card is fetched from the shop, or read from a file; the key always comes from the
// shop's key set, never from an address that a card names. A card that verifies must also
// stop doing so when anything in it changes. Exit status 0: all is so.
import { readFile } from 'node:fs/promises';
import { createPublicKey } from 'node:crypto';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';

const [base, file] = process.argv.slice(2);
if (!base) {
  console.error('usage: node verify-card.mjs BASE_URL [CARD_FILE]');
  process.exit(2);
}
const keysURL = new URL('/.well-known/jwks.json', base).href;
console.debug = () => {}; // the SDK tells there why a signature is refused

async function getJSON(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return response.json();
}

const { keys } = await getJSON(keysURL);

const verify = verifyAgentCardSignature(async (kid, jku) => {
  if (jku !== keysURL) throw new Error(`the card names ${jku}, not ${keysURL}`);
  const jwk = keys.find((k) => k.kid === kid);
  if (!jwk) throw new Error(`no key ${kid}`);
  return createPublicKey({ key: jwk, format: 'jwk' });
});

const verifies = (card) => verify(card).then(() => true, () => false);

// The card as it is on the wire, and as the SDK's own client reads it.
const raw = file
  ? JSON.parse(await readFile(file, 'utf8'))
  : await getJSON(new URL('/.well-known/agent-card.json', base));
const cards = { 'as served': raw };
if (!file) cards['as the client reads it'] = await new DefaultAgentCardResolver().resolve(base);

const changes = {
  'another name': (c) => { c.name += '!'; },
  'another endpoint': (c) => { c.supportedInterfaces[0].url = 'https://ladrao.example/bcp/a2a'; },
  'another capability': (c) => { c.capabilities.streaming = !c.capabilities.streaming; },
  'an extension required': (c) => { c.capabilities.extensions[0].required = true; },
  'a skill less': (c) => { c.skills.pop(); },
  'a member more': (c) => { c.iconUrl = 'https://ladrao.example/icon.png'; },
  'another signature': (c) => { c.signatures[0].signature = c.signatures[0].signature.split('').reverse().join(''); },
};

let failed = 0;
function check(ok, what) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
  if (!ok) failed++;
}

for (const [how, card] of Object.entries(cards)) {
  check(await verifies(card), `the card ${how} is signed by the shop`);
  for (const [what, change] of Object.entries(changes)) {
    const changed = structuredClone(card);
    change(changed);
    check(!(await verifies(changed)), `the card ${how}, with ${what}, is refused`);
  }
}
process.exit(failed ? 1 : 0);
