"""Discovers a shop, buys from it and makes mistakes: python3 purchase.py BINDING URL"""

import asyncio
import sys

from a2a.types.a2a_pb2 import (
    ROLE_AGENT,
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Part,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import (
    ContentTypeNotSupportedError,
    InvalidParamsError,
    PushNotificationNotSupportedError,
    TaskNotFoundError,
    VersionNotSupportedError,
)

from shop import EXTENSION, Buyer, checkout, connect, discover, every, refused, settle, text, total
from steps import check, done
from streams import push, streams


async def main(binding, base):
    card = await discover(base)
    check(EXTENSION in [e.uri for e in card.capabilities.extensions], card)
    done(f'discovered {card.name}')

    client = connect(card, binding, streaming=False)
    buyer = Buyer(client, base)
    await purchase(buyer)
    await mistakes(buyer, base)
    if card.capabilities.push_notifications:
        await push(Buyer(client, base), base)
    else:
        config = TaskPushNotificationConfig(task_id='task-9', url=base + '/hook')
        await refused('push', PushNotificationNotSupportedError,
                      client.create_task_push_notification_config(config, context=buyer.context))
    if card.capabilities.streaming:
        await streams(client, connect(card, binding, streaming=True), base)
    else:
        print('skip: streaming not declared')


async def purchase(buyer):
    found = await buyer.send('Procuro uma camiseta vermelha, tamanho M.')
    check(found.role == ROLE_AGENT, found)
    check(text(found).startswith('Encontrei estas opções:\n1. Camiseta Vermelha M,'), text(found))
    done('searched in Portuguese')

    ready = await buyer.fill()
    check(ready['status'] == 'ready_for_complete', ready)
    check(total(ready, 'total') == 2 * 5990 + 3490, ready)
    txid = await buyer.charge()
    completing = checkout(await buyer.send({'action': 'complete_checkout'}))
    check(completing['status'] == 'complete_in_progress', completing)
    done('paid by Pix')

    settle(txid)
    bought = await buyer.until('completed')
    check(bought['order']['id'], bought)
    done(f'bought {bought["order"]["id"]}')


async def mistakes(buyer, base):
    client, context = buyer.client, buyer.context
    await refused('an unknown task', TaskNotFoundError, client.get_task(GetTaskRequest(id='task-9'), context=context))
    await refused('the end of an unknown task', TaskNotFoundError,
                  client.cancel_task(CancelTaskRequest(id='task-9'), context=context))
    request = buyer.request('oi')
    request.message.task_id = 'task-9'
    await refused('a message to an unknown task', TaskNotFoundError, every(buyer.events(request)))
    request = buyer.request('oi')
    del request.message.parts[:]
    await refused('no parts', InvalidParamsError, every(buyer.events(request)))
    request = buyer.request('oi')
    request.message.parts[0].CopyFrom(Part(raw=b'png', media_type='image/png'))
    await refused('an image', ContentTypeNotSupportedError, every(buyer.events(request)))
    await refused('an answer as an image', ContentTypeNotSupportedError,
                  buyer.send('oi', accepted_output_modes=['image/png']))
    await refused('an unknown version', VersionNotSupportedError, Buyer(client, base, version='9.9').send('oi'))

    listed = await client.list_tasks(ListTasksRequest(context_id=buyer.context_id), context=context)
    check((list(listed.tasks), listed.total_size, listed.next_page_token) == ([], 0, ''), listed)
    done('no task where nothing was followed')


asyncio.run(main(sys.argv[1], sys.argv[2].rstrip('/')))
