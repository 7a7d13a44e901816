// Buys from a shop with AP2 mandates, and is refused without good ones:
//
//	node mandates.mjs DIR PAYEE URL
//
// PAYEE is the shop's id, and its token handler handler_1 must ask for payment mandates. The
// checkouts that were bought are left in DIR, named after their orders.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discover, done, settle, txid } from './shop.mjs';
import { Platform, SealedBuyer } from './platform.mjs';

const [dir, payee, url] = process.argv.slice(2);
assert.ok(url, 'usage: node mandates.mjs DIR PAYEE URL');
const base = url.replace(/\/$/, '');

const client = await discover(base, 'JSONRPC');
const platform = await Platform.start(base);
try {
  await changes();
  await refusals();
  await token();
  await embedded();
  await pix();
  await payment();
} finally {
  platform.stop();
}

// card is an instrument with a token of a handler.
function card(handler, text) {
  return {
    id: 'instr_1', handler_id: handler, type: 'card', selected: true, credential: { type: 'PAYMENT_GATEWAY', token: text },
  };
}

// google is a card whose token pays.
function google() { return card('gpay', 'success_token'); }

// ready is a buyer whose checkout is ready to be paid.
async function ready() {
  const buyer = new SealedBuyer(client, platform);
  const c = await buyer.fill();
  assert.equal(c.status, 'ready_for_complete', JSON.stringify(c));
  assert.ok(c.ap2.nonce, JSON.stringify(c.ap2));
  return { buyer, c };
}

// changes holds that the seal covers the checkout.
async function changes() {
  const { c } = await ready();
  await platform.verifySeal(structuredClone(c));
  for (const [what, change] of Object.entries({
    'another total': (x) => { x.totals.find((t) => t.type === 'total').amount -= 1; },
    'another quantity': (x) => { x.line_items[0].quantity += 1; },
    'another currency': (x) => { x.currency = 'USD'; },
    'a member more': (x) => { x.gift = true; },
    'a member less': (x) => { delete x.status; },
  })) {
    const changed = structuredClone(c);
    change(changed);
    await assert.rejects(platform.verifySeal(changed), { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' }, what);
  }
  done('verified a seal, and none of a changed checkout');
}

async function refusals() {
  const { c: other } = await ready();
  const { buyer, c } = await ready();
  const over = await platform.checkoutMandate(other, c.ap2.nonce);
  const stale = await platform.checkoutMandate(c, other.ap2.nonce);
  const honest = await platform.checkoutMandate(c);
  const [signed, , binding] = honest.split('~');
  const changed = [signed, over.split('~')[1], binding].join('~');
  for (const [what, mandate, code, error] of [
    ['no mandate', undefined, 'mandate_required'],
    ["a mandate over another checkout's seal", over, 'mandate_scope_mismatch', 'invalid_mandate'],
    ["a mandate with another checkout's nonce", stale, 'mandate_scope_mismatch', 'invalid_mandate'],
    ["a mandate with another's disclosure", changed, 'mandate_invalid_signature', 'invalid_credential'],
  ]) {
    const answer = await buyer.complete(mandate, google());
    assert.equal(answer.status, 'ready_for_complete', what);
    assert.deepEqual(errors(answer), [[code, '$.ap2.checkout_mandate']], what);
    if (mandate) {
      const receipt = await platform.receiptOf(answer, mandate);
      assert.deepEqual([receipt.status, receipt.error], ['Error', error], what);
    }
    done(`${what}: ${code}`);
  }
  await bought(await buyer.complete(honest, google()), honest);
  done('bought after the refusals');
}

async function token() {
  const { buyer, c } = await ready();
  const mandate = await platform.checkoutMandate(c);
  await bought(await buyer.complete(mandate, google()), mandate);
  done('bought by token');
}

async function embedded() {
  const { buyer, c } = await ready();
  const mandate = await platform.embeddedMandate(c);
  await bought(await buyer.complete(mandate, google()), mandate);
  done('bought by a mandate with the checkout inside');
}

async function pix() {
  const { buyer, c } = await ready();
  const mandate = await platform.checkoutMandate(c);
  const completing = await buyer.complete(mandate, { id: 'instr_1', handler_id: 'pix_recebedor_001', type: 'pix', selected: true });
  assert.equal(completing.status, 'complete_in_progress', JSON.stringify(completing));
  settle(txid(completing));
  await bought(await buyer.until('completed'), mandate);
  done('bought by Pix');
}

async function payment() {
  const { buyer, c } = await ready();
  const mandate = await platform.checkoutMandate(c);
  const other = await platform.paymentMandate(c, { id: 'instr_2', type: 'card' }, payee);
  const refused = await buyer.complete(mandate, card('handler_1', other));
  assert.equal(refused.status, 'ready_for_complete', JSON.stringify(refused));
  assert.deepEqual(errors(refused), [['mandate_scope_mismatch', '$.payment.instruments[0].credential.token']]);
  const pays = await platform.paymentMandate(c, { id: 'instr_1', type: 'card' }, payee);
  await bought(await buyer.complete(mandate, card('handler_1', pays)), mandate);
  done('bought by a payment mandate');
}

// errors are where a checkout says what is wrong, and what.
function errors(c) {
  return c.messages.filter((m) => m.type === 'error').map((m) => [m.code, m.path]);
}

// bought holds that there is an order with a receipt, and leaves the checkout for others.
async function bought(c, mandate) {
  assert.equal(c.status, 'completed', JSON.stringify(c));
  assert.ok(c.order?.id, JSON.stringify(c));
  const receipt = await platform.receiptOf(c, mandate);
  assert.deepEqual([receipt.status, receipt.order_id], ['Success', c.order.id]);
  await writeFile(join(dir, `${c.order.id}.json`), JSON.stringify(c));
}
