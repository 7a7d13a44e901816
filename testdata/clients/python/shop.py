"""The shop as a shopping agent sees it through the A2A client of a2a-sdk."""

import asyncio
import time
import uuid

import httpx

from a2a.client import A2ACardResolver, ClientCallContext, ClientConfig, ClientFactory
from a2a.types.a2a_pb2 import ROLE_USER, Message, Part, SendMessageConfiguration, SendMessageRequest
from google.protobuf import json_format

from steps import check, done

EXTENSION = 'https://bcp.dev.br/draft/specification/reference'


def settle(txid):
    """Asks whoever watches to pay the charge.

    A shop that runs by itself has a sandbox bank that pays a little later anyway.
    """
    print('settle: ' + txid, flush=True)


async def refused(step, kind, call):
    """Expects an error of the client's class."""
    try:
        await call
    except kind:
        return done(f'{step}: {kind.__name__}')
    raise AssertionError(f'{step}: went well, want {kind.__name__}')


async def every(events):
    return [event async for event in events]


class Buyer:
    """A conversation with the shop."""

    def __init__(self, client, base, version='1.0'):
        self.client = client
        self.context_id = str(uuid.uuid4())
        self.context = ClientCallContext(service_parameters={
            'A2A-Version': version,
            'A2A-Extensions': EXTENSION,
            'BCP-Agent': f'profile="{base}/sandbox/platform.json"',
        })

    def request(self, said, **configuration):
        """The SendMessageRequest with a text or an action."""
        part = Part(text=said) if isinstance(said, str) else json_format.ParseDict({'data': said}, Part())
        return SendMessageRequest(
            message=Message(
                message_id=str(uuid.uuid4()), context_id=self.context_id, role=ROLE_USER, parts=[part],
                extensions=[EXTENSION],
            ),
            configuration=SendMessageConfiguration(**configuration),
        )

    def events(self, request):
        return self.client.send_message(request, context=self.context)

    async def send(self, said, **configuration):
        """Returns the one Message or Task that the shop answers."""
        events = await every(self.events(self.request(said, **configuration)))
        check(len(events) == 1, events)
        return getattr(events[0], events[0].WhichOneof('payload'))

    async def fill(self):
        """Puts a shirt into the checkout and makes it ready to be paid."""
        await self.send({'action': 'add_to_checkout', 'product_id': 'camiseta-vermelha-m', 'quantity': 2})
        await self.send({'action': 'set_buyer', 'buyer': {
            'full_name': 'Ana Silva', 'taxpayer_id': {'kind': 'cpf', 'value': '390.533.447-05'},
        }})
        await self.send({'action': 'set_shipping_address', 'address': {
            'street_address': 'Rua das Flores, 100', 'postal_code': '74000-000',
        }})
        return checkout(await self.send({'action': 'select_fulfillment_option', 'option_id': 'express'}))

    async def charge(self):
        """Makes a Pix charge and returns its txid."""
        c = checkout(await self.send({'action': 'start_payment'}))
        for instrument in c['payment']['instruments']:
            if txid := instrument.get('credential', {}).get('provider_payment_id'):
                return txid
        raise AssertionError('there is no charge', c)

    async def until(self, status):
        """Asks for the checkout until it has the status."""
        deadline = time.monotonic() + 20
        while True:
            c = checkout(await self.send({'action': 'get_checkout'}))
            if c['status'] == status:
                return c
            check(time.monotonic() < deadline, f'status is {c["status"]}, want {status}')
            await asyncio.sleep(0.05)


async def discover(base):
    """Reads the Agent Card."""
    async with httpx.AsyncClient() as http:
        return await A2ACardResolver(http, base).get_agent_card()


def connect(card, binding, streaming):
    """Makes a client. With streaming it asks for streams wherever the card offers them."""
    return ClientFactory(ClientConfig(streaming=streaming, supported_protocol_bindings=[binding])).create(card)


def text(message):
    return '\n'.join(part.text for part in message.parts if part.HasField('text'))


def checkout(carrier):
    """The checkout in the parts of a Message or an artifact."""
    for part in carrier.parts:
        if part.HasField('data'):
            data = json_format.MessageToDict(part.data)
            if found := data.get('a2a.bcp.checkout'):
                return found
    raise AssertionError('there is no checkout', carrier)


def artifact(task):
    """The checkout that a Task shows."""
    check([a.artifact_id for a in task.artifacts] == ['checkout'], task)
    return checkout(task.artifacts[0])


def total(c, kind):
    return next(t['amount'] for t in c['totals'] if t['type'] == kind)
