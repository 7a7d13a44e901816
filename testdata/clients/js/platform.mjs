// A platform that negotiates AP2: it publishes its key, verifies the shop's seals with jose
// and makes mandates with @sd-jwt/sd-jwt-vc.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { ES256, digest, generateSalt } from '@sd-jwt/crypto-nodejs';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import canonicalize from 'canonicalize';
import { base64url, compactVerify, createLocalJWKSet, flattenedVerify, jwtVerify } from 'jose';
import { Buyer, checkout } from './shop.mjs';

const version = '2026-07-28';
const capabilities = ['checkout', 'fulfillment', 'fiscal_identity', 'ap2_mandate'];
const kid = 'platform-1';
const algorithms = ['ES256'];

const now = () => Math.floor(Date.now() / 1000);
const publicPart = ({ kty, crv, x, y }) => ({ kty, crv, x, y });

// hashOf is how a mandate names a seal, and a receipt a mandate.
export const hashOf = (text) => createHash('sha256').update(text).digest('base64url');

// sealOf is the seal of a checkout in its parts, with the payload put back.
export function sealOf(c) {
  const { ap2, ...terms } = c;
  const [header, none, signature] = ap2.merchant_authorization.split('.');
  assert.equal(none, '', 'the seal is detached');
  return { protected: header, payload: base64url.encode(canonicalize(terms)), signature };
}

// sealJWT is AP2's checkout_jwt.
export function sealJWT(c) {
  const seal = sealOf(c);
  return `${seal.protected}.${seal.payload}.${seal.signature}`;
}

export class Platform {
  // start makes the keys of the platform and of its buyer, and serves the profile. The shop's
  // keys are those in its profile.
  static async start(shop) {
    const p = new Platform();
    p.shop = shop;
    const response = await fetch(`${shop}/.well-known/bcp`);
    assert.ok(response.ok, `the shop's profile: HTTP ${response.status}`);
    p.shopKeys = createLocalJWKSet({ keys: (await response.json()).keys });
    p.issuer = await ES256.generateKeyPair();
    p.holder = await ES256.generateKeyPair();
    p.server = createServer((request, answer) => {
      answer.setHeader('Content-Type', 'application/json');
      answer.end(JSON.stringify(p.document()));
    });
    await new Promise((listening) => p.server.listen(0, '127.0.0.1', listening));
    p.origin = `http://127.0.0.1:${p.server.address().port}`;
    p.profile = `${p.origin}/profile.json`;
    p.wallet = new SDJwtVcInstance({
      hasher: digest, hashAlg: 'sha-256', saltGenerator: generateSalt,
      signer: await ES256.getSigner(p.issuer.privateKey), signAlg: ES256.alg,
      kbSigner: await ES256.getSigner(p.holder.privateKey), kbSignAlg: ES256.alg,
    });
    return p;
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }

  document() {
    const site = `https://bcp.dev.br/${version}`;
    const declared = capabilities.map((name) => [`br.dev.bcp.shopping.${name}`, [{
      version, spec: `${site}/specification/${name.replaceAll('_', '-')}`, schema: `${site}/schemas/shopping/${name}.json`,
      ...(name !== 'checkout' && { extends: 'br.dev.bcp.shopping.checkout' }),
    }]]);
    return {
      ucp: {
        version, capabilities: Object.fromEntries(declared), payment_handlers: {},
        services: { 'br.dev.bcp.shopping': [{ version, spec: `${site}/specification/overview`, transport: 'a2a' }] },
      },
      keys: [{ ...publicPart(this.issuer.publicKey), kid, use: 'sig', alg: 'ES256' }],
    };
  }

  // verifySeal holds that the shop signed this checkout as it stands.
  async verifySeal(c) {
    assert.ok(c.ap2?.merchant_authorization, `there is no seal in ${JSON.stringify(c)}`);
    const { protectedHeader } = await flattenedVerify(sealOf(c), this.shopKeys, { algorithms });
    assert.deepEqual(Object.keys(protectedHeader).sort(), ['alg', 'kid']);
    await compactVerify(sealJWT(c), this.shopKeys, { algorithms });
  }

  // receiptOf verifies the receipt that a checkout carries and returns what it says.
  async receiptOf(c, mandate) {
    const { payload } = await jwtVerify(c.ap2.checkout_receipt, this.shopKeys, { algorithms, issuer: this.shop, typ: 'JWT' });
    assert.equal(payload.reference, hashOf(mandate.slice(0, mandate.lastIndexOf('~') + 1)));
    return payload;
  }

  // mandate signs claims, some of which are disclosed beside the token, and has the buyer
  // bind them to this shop and this revision of the checkout.
  async mandate(claims, disclosed, nonce) {
    const issued = await this.wallet.issue({
      iss: this.origin, iat: now(), exp: now() + 600, cnf: { jwk: publicPart(this.holder.publicKey) }, ...claims,
    }, { _sd: disclosed }, { header: { kid } });
    const shown = Object.fromEntries(disclosed.map((name) => [name, true]));
    return this.wallet.present(issued, shown, { kb: { payload: { iat: now(), aud: this.shop, nonce } } });
  }

  // checkoutMandate is over the shop's seal, embeddedMandate over the checkout with the seal
  // inside.
  checkoutMandate(c, nonce = c.ap2.nonce) {
    const jwt = sealJWT(c);
    return this.mandate({ vct: 'mandate.checkout.1', checkout_jwt: jwt, checkout_hash: hashOf(jwt) }, ['checkout_jwt'], nonce);
  }

  embeddedMandate(c) {
    return this.mandate({ vct: 'mandate.checkout.1', checkout: c, checkout_hash: hashOf(sealJWT(c)) }, ['checkout'], c.ap2.nonce);
  }

  // paymentMandate lets an instrument pay for the checkout.
  paymentMandate(c, { id, type }, payee) {
    const { amount } = c.totals.find((t) => t.type === 'total');
    return this.mandate({
      vct: 'mandate.payment.1', transaction_id: hashOf(sealJWT(c)), payee: { id: payee, name: 'The shop' },
      payment_amount: { amount, currency: c.currency }, payment_instrument: { id, type },
    }, ['payment_instrument'], c.ap2.nonce);
  }
}

// SealedBuyer verifies the seal of every checkout that it is shown.
export class SealedBuyer extends Buyer {
  constructor(client, platform) {
    super(client, platform.shop, platform.profile);
    this.platform = platform;
  }

  async send(said, configuration) {
    const answer = await super.send(said, configuration);
    await this.platform.verifySeal(checkout(answer));
    return answer;
  }

  // complete sends a mandate, and an instrument unless the one chosen before pays.
  async complete(mandate, instrument) {
    return checkout(await this.send({
      action: 'complete_checkout',
      ...(mandate && { ap2: { checkout_mandate: mandate } }),
      ...(instrument && { 'a2a.bcp.checkout.payment': { instruments: [instrument] } }),
    }));
  }
}
