"""Buys from a shop by its tools, through the client of the mcp project: tools.py MODE KEY URL"""

import asyncio
import json
import sys
import uuid

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from steps import check, done


async def main(mode, key, base):
    http = httpx2.AsyncClient(headers={'Authorization': f'Bearer {key}'})
    async with Client(streamable_http_client(base + '/bcp/mcp', http_client=http), mode=mode) as client:
        done(f'connected, {mode}')
        tools = (await client.list_tools()).tools
        check(len(tools) == 9, tools)
        done('listed the tools')
        meta = {'ucp-agent': {'profile': base + '/sandbox/platform.json'}}

        async def call(name, **arguments):
            result = await client.call_tool(name, {'meta': meta, **arguments})
            check(not result.is_error, result)
            check(json.loads(result.content[0].text) == result.structured_content, result)
            return result.structured_content

        found = await call('search_catalog', catalog={'query': 'camiseta vermelha'})
        check(found['products'], found)
        checkout = {
            'line_items': [{'item': {'id': 'item_123'}, 'quantity': 1}],
            'buyer': {'taxpayer_id': {'kind': 'cpf', 'value': '39053344705'}},
            'fulfillment': {'methods': [{'type': 'pickup'}]},
        }
        made = await call('create_checkout', checkout=checkout)
        check(made['status'] == 'ready_for_complete', made)
        done('made a checkout')
        paid = {
            'id': made['id'], 'meta': {**meta, 'idempotency-key': str(uuid.uuid4())},
            'checkout': {'payment': {'instruments': [{
                'id': 'card', 'handler_id': 'gpay', 'type': 'card',
                'credential': {'type': 'PAYMENT_GATEWAY', 'token': 'success_token'},
            }]}},
        }
        bought = await call('complete_checkout', **paid)
        check(bought['status'] == 'completed', bought)
        check(await call('complete_checkout', **paid) == bought, 'the retry got something else')
        order = await call('get_order', id=bought['order']['id'])
        check(order['checkout_id'] == made['id'], order)
        done('bought, tried again and read the order')
        try:
            await client.call_tool('get_checkout', {'meta': meta})
        except MCPError as err:
            check(err.error.code == -32602 and err.error.data['path'] == '$.id', err.error)
            done('bad arguments: ' + err.error.data['path'])
        else:
            raise AssertionError('bad arguments went well')


asyncio.run(main(*sys.argv[1:]))
