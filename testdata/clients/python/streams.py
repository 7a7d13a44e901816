"""Purchases that are followed: by a stream, by asking for the task, by subscribing to it."""

import asyncio

from a2a.types.a2a_pb2 import (
    TASK_STATE_CANCELED,
    TASK_STATE_COMPLETED,
    TASK_STATE_WORKING,
    AuthenticationInfo,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError

from shop import Buyer, artifact, checkout, every, refused, settle, text
from steps import check, done


async def streams(client, streaming, base):
    await talk(Buyer(streaming, base))
    await follow(Buyer(streaming, base))
    await outlast(Buyer(streaming, base))
    await come_back(Buyer(client, base), streaming)
    await cancel(Buyer(client, base))
    unknown = SubscribeToTaskRequest(id='task-9')
    await refused('a subscription to an unknown task', TaskNotFoundError,
                  every(streaming.subscribe(unknown, context=Buyer(client, base).context)))


async def talk(buyer):
    """What needs no waiting is a stream of one Message."""
    events = await every(buyer.events(buyer.request('Procuro uma camiseta vermelha, tamanho M.')))
    check(kinds(events) == ['message'], events)
    check(text(events[0].message).startswith('Encontrei estas opções:\n1. Camiseta Vermelha M,'), events)
    done('searched over a stream')


async def follow(buyer):
    """A purchase that waits for Pix is a stream from the task to its end."""
    await buyer.fill()
    txid = await buyer.charge()
    task = await followed(buyer.events(buyer.request({'action': 'complete_checkout'})), txid)
    done('followed a purchase over a stream')

    client, context = buyer.client, buyer.context
    read = await client.get_task(GetTaskRequest(id=task.id), context=context)
    check(read.status.state == TASK_STATE_COMPLETED, read)
    check(artifact(read)['order']['id'], read)
    await refused('the end of what has ended', TaskNotCancelableError,
                  client.cancel_task(CancelTaskRequest(id=task.id), context=context))
    request = buyer.request({'action': 'get_checkout'})
    request.message.task_id = task.id
    await refused('a message to what has ended', UnsupportedOperationError, every(buyer.events(request)))
    await refused('a subscription to what has ended', UnsupportedOperationError,
                  every(client.subscribe(SubscribeToTaskRequest(id=task.id), context=context)))


async def outlast(buyer):
    """A client gives up when it hears nothing for 5 s, so a stream that waits longer shows that it lives."""
    await buyer.fill()
    txid = await buyer.charge()
    await followed(buyer.events(buyer.request({'action': 'complete_checkout'})), txid, after=6)
    done('waited longer than the client is patient')


async def come_back(buyer, streaming):
    """A client that does not wait gets the task, finds it again and subscribes to it."""
    task, txid = await waiting(buyer)
    read = await buyer.client.get_task(GetTaskRequest(id=task.id, history_length=0), context=buyer.context)
    check(read.status.state == TASK_STATE_WORKING and not read.history, read)
    request = ListTasksRequest(context_id=buyer.context_id, status=TASK_STATE_WORKING)
    listed = await buyer.client.list_tasks(request, context=buyer.context)
    check([t.id for t in listed.tasks] == [task.id] and listed.total_size == 1, listed)
    done('found the task')

    events = streaming.subscribe(SubscribeToTaskRequest(id=task.id), context=buyer.context)
    again = await followed(events, txid)
    check(again.id == task.id, again)
    done('subscribed to a purchase')


async def cancel(buyer):
    task, _ = await waiting(buyer)
    canceled = await buyer.client.cancel_task(CancelTaskRequest(id=task.id), context=buyer.context)
    check(canceled.status.state == TASK_STATE_CANCELED, canceled)
    c = checkout(await buyer.send({'action': 'get_checkout'}))
    check(c['status'] == 'canceled', c)
    done('canceled a purchase by its task')


async def push(buyer, base):
    """Keeps, reads and deletes where a task's news go."""
    client, context = buyer.client, buyer.context
    task, _ = await waiting(buyer)
    kept = await client.create_task_push_notification_config(TaskPushNotificationConfig(
        task_id=task.id, id='mine', url=base + '/hook', token='a-token',
        authentication=AuthenticationInfo(scheme='Bearer', credentials='a-secret'),
    ), context=context)
    check((kept.task_id, kept.id, kept.url) == (task.id, 'mine', base + '/hook'), kept)
    one = GetTaskPushNotificationConfigRequest(task_id=task.id, id='mine')
    read = await client.get_task_push_notification_config(one, context=context)
    check(read == kept and 'a-secret' not in str(read), read)
    everything = ListTaskPushNotificationConfigsRequest(task_id=task.id)
    listed = await client.list_task_push_notification_configs(everything, context=context)
    check(list(listed.configs) == [kept], listed)
    await client.delete_task_push_notification_config(
        DeleteTaskPushNotificationConfigRequest(task_id=task.id, id='mine'), context=context)
    listed = await client.list_task_push_notification_configs(everything, context=context)
    check(not listed.configs, listed)
    unknown = TaskPushNotificationConfig(task_id='task-9', url=base + '/hook')
    await refused('push for an unknown task', TaskNotFoundError,
                  client.create_task_push_notification_config(unknown, context=context))
    done('kept, read and deleted where news go')


async def waiting(buyer):
    """The task of a purchase that waits for Pix, with the charge's txid."""
    await buyer.fill()
    txid = await buyer.charge()
    task = await buyer.send({'action': 'complete_checkout'}, return_immediately=True)
    check(task.status.state == TASK_STATE_WORKING, task)
    check(artifact(task)['status'] == 'complete_in_progress', task)
    return task, txid


async def followed(events, txid, after=0):
    """Pays once the stream shows the waiting task, and holds that it ends with an order."""
    seen = []
    async for event in events:
        if not seen:
            check(event.task.status.state == TASK_STATE_WORKING, event)
            check(artifact(event.task)['status'] == 'complete_in_progress', event)
            asyncio.get_running_loop().call_later(after, settle, txid)
        seen.append(event)
    check(kinds(seen) == ['task', 'artifact_update', 'status_update'], seen)
    task, update, moved = seen[0].task, seen[1].artifact_update, seen[2].status_update
    check((update.task_id, update.context_id) == (task.id, task.context_id), update)
    bought = checkout(update.artifact)
    check(bought['status'] == 'completed' and bought['order']['id'], bought)
    check(moved.task_id == task.id and moved.status.state == TASK_STATE_COMPLETED, moved)
    return task


def kinds(events):
    return [event.WhichOneof('payload') for event in events]
