// Buys from a shop by its tools, through a client of the Model Context Protocol:
// node tools.mjs CLIENT KEY URL, where CLIENT is sdk (@modelcontextprotocol/sdk), client
// (@modelcontextprotocol/client by the old handshake) or modern (the same without one).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { done, settle } from './shop.mjs';

const [kind, key, base] = process.argv.slice(2);
const who = { name: 'balcao-test', version: '1' };
const headers = { Authorization: `Bearer ${key}` };

async function connect() {
  const url = new URL(base + '/bcp/mcp');
  if (kind === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client(who);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(who, kind === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {});
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const client = await connect();
done(`connected as ${kind}`);
const { tools } = await client.listTools();
assert.equal(tools.length, 9);
done('listed the tools');

const meta = (extra = {}) => ({ 'ucp-agent': { profile: base + '/sandbox/platform.json' }, ...extra });

// The client holds each result against the schema of its tool.
async function call(name, args) {
  const result = await client.callTool({ name, arguments: { meta: meta(), ...args } });
  assert.ok(!result.isError, JSON.stringify(result));
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result.structuredContent;
}

const found = await call('search_catalog', { catalog: { query: 'camiseta vermelha', filters: { price: { max: 10000 } } } });
assert.ok(found.products.length > 0);
await call('lookup_catalog', { catalog: { ids: ['item_123', 'nowhere'] } });
const { product } = await call('get_product', { catalog: { id: 'item_123' } });
done('searched, looked up and chose');

const checkout = {
  line_items: [{ item: { id: product.variants[0].id }, quantity: 2 }],
  buyer: { first_name: 'Ana', last_name: 'Silva', taxpayer_id: { kind: 'cpf', value: '39053344705' } },
  fulfillment: { methods: [{ type: 'shipping', destinations: [{ street_address: 'Rua das Flores, 100', address_locality: 'Goiânia', address_region: 'GO', postal_code: '74000-000' }] }] },
};
const made = await call('create_checkout', { checkout });
assert.equal(made.status, 'ready_for_complete', JSON.stringify(made.messages));
checkout.payment = { instruments: [{ id: 'pix_1', handler_id: 'pix_recebedor_001', type: 'pix', selected: true }] };
const charged = await call('update_checkout', { id: made.id, checkout });
const txid = charged.payment.instruments[0].credential.provider_payment_id;
done('made a checkout with a Pix charge');

const completion = { id: made.id, checkout: { payment: checkout.payment }, meta: meta({ 'idempotency-key': randomUUID() }) };
assert.equal((await call('complete_checkout', completion)).status, 'complete_in_progress');
assert.equal((await call('complete_checkout', completion)).status, 'complete_in_progress');
settle(txid);
let seen;
for (let i = 0; i < 200; i++) {
  seen = await call('get_checkout', { id: made.id });
  if (seen.status === 'completed') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
assert.equal(seen.status, 'completed');
const order = await call('get_order', { id: seen.order.id });
assert.equal(order.checkout_id, made.id);
done('paid and read the order');

const none = await call('get_checkout', { id: 'chk_never' });
assert.equal(none.ucp.status, 'error');
for (const [step, code, args] of [
  ['bad arguments', -32602, { name: 'get_checkout', arguments: { meta: meta() } }],
  ['a key used before', -32000, { name: 'complete_checkout', arguments: { ...completion, id: 'chk_other' } }],
]) {
  const err = await client.callTool(args).then(() => assert.fail(`${step}: went well`), (err) => err);
  assert.equal(err.code, code, `${step}: ${err.stack}`);
  assert.ok(err.data.code, `${step}: ${JSON.stringify(err.data)}`);
  done(`${step}: ${err.data.code}`);
}
await client.close();
