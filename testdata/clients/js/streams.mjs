// Purchases that are followed: by a stream, by asking for the task, by subscribing to it.
import assert from 'node:assert/strict';
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { Buyer, artifact, checkout, done, refused, settle, state, text } from './shop.mjs';

export async function streams(client, base) {
  await talk(new Buyer(client, base));
  await follow(new Buyer(client, base));
  await comeBack(new Buyer(client, base));
  await cancel(new Buyer(client, base));
  const buyer = new Buyer(client, base);
  await refused('a subscription to an unknown task', TaskNotFoundError, () => subscription(buyer, 'task-9'));
}

// What needs no waiting is a stream of one Message.
async function talk(buyer) {
  const events = await all(buyer.stream('Procuro uma camiseta vermelha, tamanho M.'));
  assert.deepEqual(events.map((e) => e.$case), ['message']);
  assert.match(text(events[0].value), /^Encontrei estas opções:\n1\. Camiseta Vermelha M,/);
  done('searched over a stream');
}

// A purchase that waits for Pix is a stream from the task to its end.
async function follow(buyer) {
  await buyer.fill();
  const txid = await buyer.charge();
  const events = [];
  for await (const event of buyer.stream({ action: 'complete_checkout' })) {
    if (events.length === 0) {
      assert.equal(event.$case, 'task');
      assert.equal(event.value.status.state, state.working);
      assert.equal(artifact(event.value).status, 'complete_in_progress');
      settle(txid);
    }
    events.push(event);
  }
  const task = events[0].value;
  ended(events.slice(1), task);
  done('followed a purchase over a stream');

  const read = await buyer.client.getTask({ tenant: '', id: task.id }, buyer.options);
  assert.equal(read.status.state, state.completed);
  assert.ok(artifact(read).order?.id, JSON.stringify(read));
  await refused('the end of what has ended', TaskNotCancelableError,
    () => buyer.client.cancelTask({ tenant: '', id: task.id }, buyer.options));
  await refused('a message to what has ended', UnsupportedOperationError, () => {
    const params = buyer.params({ action: 'get_checkout' });
    params.message.taskId = task.id;
    return buyer.client.sendMessage(params, buyer.options);
  });
  await refused('a subscription to what has ended', UnsupportedOperationError, () => subscription(buyer, task.id));
}

// A client that does not wait gets the task, finds it again and subscribes to it.
async function comeBack(buyer) {
  const task = await waiting(buyer);
  const read = await buyer.client.getTask({ tenant: '', id: task.id, historyLength: 0 }, buyer.options);
  assert.equal(read.status.state, state.working);
  assert.deepEqual(read.history, []);
  const listed = await buyer.client.listTasks(
    { tenant: '', contextId: buyer.contextId, status: state.working, pageToken: '' }, buyer.options);
  assert.deepEqual(listed.tasks.map((t) => t.id), [task.id]);
  assert.equal(listed.totalSize, 1);
  done('found the task');

  const events = [];
  for await (const { payload } of buyer.client.resubscribeTask({ tenant: '', id: task.id }, buyer.options)) {
    if (events.length === 0) {
      assert.equal(payload.$case, 'task');
      assert.equal(payload.value.status.state, state.working);
      settle(task.txid);
    }
    events.push(payload);
  }
  ended(events.slice(1), task);
  done('subscribed to a purchase');
}

async function cancel(buyer) {
  const task = await waiting(buyer);
  const canceled = await buyer.client.cancelTask({ tenant: '', id: task.id }, buyer.options);
  assert.equal(canceled.status.state, state.canceled);
  const c = checkout(await buyer.send({ action: 'get_checkout' }));
  assert.equal(c.status, 'canceled');
  done('canceled a purchase by its task');
}

// subscription is all that a subscription to a task brings. The client wraps the error that
// comes in a stream into one without a class; the one with a class is its cause.
export async function subscription(buyer, id) {
  try {
    return await all(buyer.client.resubscribeTask({ tenant: '', id }, buyer.options));
  } catch (err) {
    throw err.cause ?? err;
  }
}

// push keeps, reads and deletes where a task's news go.
export async function push(buyer, base) {
  const { client, options } = buyer;
  const task = await waiting(buyer);
  const authentication = { scheme: 'Bearer', credentials: 'a-secret' };
  const one = { tenant: '', taskId: task.id, id: 'mine' };
  const everything = { tenant: '', taskId: task.id, pageSize: 0, pageToken: '' };
  const kept = await client.createTaskPushNotificationConfig(
    { ...one, url: base + '/hook', token: 'a-token', authentication }, options);
  assert.deepEqual([kept.taskId, kept.id, kept.url], [task.id, 'mine', base + '/hook']);
  const read = await client.getTaskPushNotificationConfig(one, options);
  assert.deepEqual(read, kept);
  assert.doesNotMatch(JSON.stringify(read), /a-secret/);
  assert.deepEqual((await client.listTaskPushNotificationConfig(everything, options)).configs, [kept]);
  await client.deleteTaskPushNotificationConfig(one, options);
  assert.deepEqual((await client.listTaskPushNotificationConfig(everything, options)).configs, []);
  await refused('push for an unknown task', TaskNotFoundError,
    () => client.createTaskPushNotificationConfig({ ...one, taskId: 'task-9', url: base + '/hook', token: '' }, options));
  done('kept, read and deleted where news go');
}

// waiting is the task of a purchase that waits for Pix, with the charge's txid.
async function waiting(buyer) {
  await buyer.fill();
  const txid = await buyer.charge();
  const task = await buyer.send({ action: 'complete_checkout' }, { acceptedOutputModes: [], returnImmediately: true });
  assert.equal(task.status?.state, state.working, JSON.stringify(task));
  assert.equal(artifact(task).status, 'complete_in_progress');
  return { ...task, txid };
}

// ended holds that the checkout completed, with an order, and the task after it.
function ended(events, task) {
  assert.deepEqual(events.map((e) => e.$case), ['artifactUpdate', 'statusUpdate']);
  const [{ value: update }, { value: moved }] = events;
  assert.equal(update.taskId, task.id);
  assert.equal(update.contextId, task.contextId);
  const bought = checkout(update.artifact);
  assert.equal(bought.status, 'completed');
  assert.ok(bought.order?.id, `there is no order in ${JSON.stringify(bought)}`);
  assert.equal(moved.taskId, task.id);
  assert.equal(moved.status.state, state.completed);
}

async function all(events) {
  const out = [];
  for await (const event of events) out.push(event);
  return out;
}
