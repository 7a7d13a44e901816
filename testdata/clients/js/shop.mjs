// The shop as a shopping agent sees it through the A2A client of @a2a-js/sdk.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory, ServiceParameters, withA2AExtensions,
} from '@a2a-js/sdk/client';

export const extension = 'https://bcp.dev.br/draft/specification/reference';

// The client's own names for these are in TypeScript types alone.
export const role = { user: 1, agent: 2 };
export const state = { working: 2, completed: 3, canceled: 5 };

// done tells that a step went well; a step that did not throws.
export const done = (step) => console.log('ok: ' + step);

// settle asks whoever watches to pay the charge. A shop that runs by itself has a sandbox
// bank that pays a little later anyway.
export const settle = (txid) => console.log('settle: ' + txid);

// refused expects an error of the client's class.
export async function refused(step, kind, call) {
  try {
    await call();
  } catch (err) {
    assert.ok(err instanceof kind, `${step}: is ${err.stack}, want ${kind.name}`);
    return done(`${step}: ${kind.name}`);
  }
  assert.fail(`${step}: went well, want ${kind.name}`);
}

// discover reads the Agent Card and makes a client from it that speaks the binding. The fetch
// of a client is that of its requests to the agent.
export function discover(base, binding, fetchImpl = fetch) {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    preferredTransports: [binding],
  });
  return new ClientFactory(options).createFromUrl(base);
}

export class Buyer {
  constructor(client, base, profile = `${base}/sandbox/platform.json`) {
    this.client = client;
    this.contextId = randomUUID();
    const names = (parameters) => { parameters['BCP-Agent'] = `profile="${profile}"`; };
    this.options = { serviceParameters: ServiceParameters.create(withA2AExtensions(extension), names) };
  }

  // params are those of SendMessage with a text or an action.
  params(said, configuration) {
    const content = typeof said === 'string' ? { $case: 'text', value: said } : { $case: 'data', value: said };
    return {
      tenant: '',
      message: {
        messageId: randomUUID(), contextId: this.contextId, taskId: '', role: role.user,
        parts: [{ content, filename: '', mediaType: '' }], extensions: [extension], referenceTaskIds: [],
      },
      configuration,
    };
  }

  // send returns the Message or the Task that the shop answers.
  send(said, configuration) {
    return this.client.sendMessage(this.params(said, configuration), this.options);
  }

  // stream yields the events of the answer.
  async *stream(said) {
    for await (const event of this.client.sendMessageStream(this.params(said), this.options)) {
      yield event.payload;
    }
  }

  // fill puts a shirt into the checkout and makes it ready to be paid.
  async fill() {
    await this.send({ action: 'add_to_checkout', product_id: 'camiseta-vermelha-m', quantity: 2 });
    await this.send({
      action: 'set_buyer', buyer: { full_name: 'Ana Silva', taxpayer_id: { kind: 'cpf', value: '390.533.447-05' } },
    });
    await this.send({
      action: 'set_shipping_address', address: { street_address: 'Rua das Flores, 100', postal_code: '74000-000' },
    });
    return checkout(await this.send({ action: 'select_fulfillment_option', option_id: 'express' }));
  }

  // charge makes a Pix charge and returns its txid.
  async charge() {
    return txid(checkout(await this.send({ action: 'start_payment' })));
  }

  // until asks for the checkout until it has the status.
  async until(status) {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const c = checkout(await this.send({ action: 'get_checkout' }));
      if (c.status === status) return c;
      assert.ok(Date.now() < deadline, `status is ${c.status}, want ${status}`);
      await new Promise((wait) => setTimeout(wait, 50));
    }
  }
}

// text is all text of a Message.
export const text = (message) =>
  message.parts.filter((p) => p.content?.$case === 'text').map((p) => p.content.value).join('\n');

// checkout is that in the parts of a Message or an artifact.
export function checkout(carrier) {
  for (const part of carrier.parts) {
    const found = part.content?.$case === 'data' && part.content.value['a2a.bcp.checkout'];
    if (found) return found;
  }
  assert.fail(`there is no checkout in ${JSON.stringify(carrier)}`);
}

// artifact is the checkout that a Task shows.
export function artifact(task) {
  const [a] = task.artifacts;
  assert.equal(a?.artifactId, 'checkout', JSON.stringify(task));
  return checkout(a);
}

export const total = (c, type) => c.totals.find((t) => t.type === type)?.amount;

// txid is that of the Pix charge that a checkout shows.
export function txid(c) {
  const found = c.payment.instruments.map((i) => i.credential?.provider_payment_id).find(Boolean);
  assert.ok(found, `there is no charge in ${JSON.stringify(c)}`);
  return found;
}
