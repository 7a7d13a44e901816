// Discovers a shop, buys from it and makes mistakes: node purchase.mjs BINDING URL
import assert from 'node:assert/strict';
import {
  ContentTypeNotSupportedError, PushNotificationNotSupportedError, RequestMalformedError, TaskNotFoundError,
  UnsupportedOperationError, VersionNotSupportedError,
} from '@a2a-js/sdk/errors';
import { Buyer, checkout, discover, done, extension, refused, role, settle, text, total } from './shop.mjs';
import { push, streams, subscription } from './streams.mjs';

const [binding, url] = process.argv.slice(2);
assert.ok(url, 'usage: node purchase.mjs JSONRPC|HTTP+JSON URL');
const base = url.replace(/\/$/, '');

const client = await discover(base, binding);
const card = client.agentCard;
assert.ok(card.capabilities.extensions.some((e) => e.uri === extension), 'the card declares the extension');
done(`discovered ${card.name}`);

const buyer = new Buyer(client, base);
await purchase();
await mistakes();
if (card.capabilities.pushNotifications) {
  await push(new Buyer(client, base), base);
} else {
  // The client looks at the card before it asks, save for this method.
  await refused('push', PushNotificationNotSupportedError,
    () => client.deleteTaskPushNotificationConfig({ tenant: '', taskId: 'task-9', id: 'mine' }, buyer.options));
}
if (card.capabilities.streaming) {
  await streams(client, base);
} else {
  console.log('skip: streaming not declared');
  await refused('a subscription', UnsupportedOperationError, () => subscription(buyer, 'task-9'));
}

async function purchase() {
  const found = await buyer.send('Procuro uma camiseta vermelha, tamanho M.');
  assert.equal(found.role, role.agent);
  assert.match(text(found), /^Encontrei estas opções:\n1\. Camiseta Vermelha M,/);
  done('searched in Portuguese');

  const ready = await buyer.fill();
  assert.equal(ready.status, 'ready_for_complete');
  assert.equal(total(ready, 'total'), 2 * 5990 + 3490);
  const charged = await buyer.charge();
  const completing = checkout(await buyer.send({ action: 'complete_checkout' }));
  assert.equal(completing.status, 'complete_in_progress');
  done('paid by Pix');

  settle(charged);
  const bought = await buyer.until('completed');
  assert.ok(bought.order?.id, `there is no order in ${JSON.stringify(bought)}`);
  done(`bought ${bought.order.id}`);
}

async function mistakes() {
  const unknown = { tenant: '', id: 'task-9', historyLength: undefined, metadata: undefined };
  await refused('an unknown task', TaskNotFoundError, () => client.getTask(unknown, buyer.options));
  await refused('the end of an unknown task', TaskNotFoundError, () => client.cancelTask(unknown, buyer.options));
  await refused('a message to an unknown task', TaskNotFoundError, () => {
    const params = buyer.params('oi');
    params.message.taskId = 'task-9';
    return client.sendMessage(params, buyer.options);
  });
  await refused('no parts', RequestMalformedError, () => {
    const params = buyer.params('oi');
    params.message.parts = [];
    return client.sendMessage(params, buyer.options);
  });
  await refused('an image', ContentTypeNotSupportedError, () => {
    const params = buyer.params('oi');
    params.message.parts = [{ content: { $case: 'raw', value: Buffer.from('png') }, filename: '', mediaType: 'image/png' }];
    return client.sendMessage(params, buyer.options);
  });
  await refused('an answer as an image', ContentTypeNotSupportedError,
    () => buyer.send('oi', { acceptedOutputModes: ['image/png'], returnImmediately: false }));
  const strange = await versioned('9.9');
  await refused('an unknown version', VersionNotSupportedError,
    () => strange.sendMessage(buyer.params('oi'), buyer.options));

  const listed = await client.listTasks({ tenant: '', contextId: buyer.contextId, status: 0, pageToken: '' }, buyer.options);
  assert.deepEqual([listed.tasks, listed.totalSize, listed.nextPageToken], [[], 0, '']);
  done('no task where nothing was followed');
}

// versioned is a client that claims to speak another version of A2A; the client's own
// setting would be put right by itself.
function versioned(version) {
  return discover(base, binding, (at, init) => fetch(at, { ...init, headers: { ...init.headers, 'A2A-Version': version } }));
}
