"""The host's tables for a visitor who has given no name yet: who plays what, and which seats are free.

Here: asking for them, each time on a connection of its own. Not here: the part that shows them (`lobby_part`), the
player's own connection (`net.link`), which begins with the name.
"""

from typing import Final

import trio

from client.model.status import Ended
from client.net.host_connection import Dial, answer_about_tables
from client.web.state import State
from client.words.refusal_words import farewell
from client.words.say import say
from protocol.shared.address import Address
from protocol.wire.messages import Farewell, FromDaemon, Goodbye, Tables

TIME_BETWEEN_LOOKS: Final = 10.0
"""Seconds after which the visitor sees who has come meanwhile."""


async def look_until_named(state: State, address: Address, dial: Dial) -> Ended | None:
    """Have the page show the tables as they are, until the visitor has given a name.

    Returns how the visit ends if the visitor is not invited.
    """
    if state.newcomer.named.is_set():
        return None
    ended: Ended | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_once_named, state, nursery.cancel_scope)
        ended = await _look_again_and_again(state, address, dial)
        nursery.cancel_scope.cancel()
    return ended


async def _stop_once_named(state: State, looking: trio.CancelScope) -> None:
    await state.newcomer.named.wait()
    looking.cancel()


async def _look_again_and_again(state: State, address: Address, dial: Dial) -> Ended:
    while True:
        answer = await answer_about_tables(address, dial, state.credentials.lines())
        if isinstance(answer, Goodbye) and state.credentials.retry_without(answer):
            continue
        state.newcomer.no_tables = _why_none(answer)
        if isinstance(answer, Goodbye) and answer.reason == Farewell.NOT_INVITED:
            return Ended(is_uninvited=True)
        if isinstance(answer, Tables):
            state.model.lobby.update(answer)
        state.changed()
        await trio.sleep(TIME_BETWEEN_LOOKS)


def _why_none(answer: FromDaemon | str) -> str:
    """Why the host has sent no tables, in a sentence; empty if it has."""
    match answer:
        case str():
            return say("page.not_reached")
        case Goodbye():
            return farewell(answer.reason, answer.detail, has_flags=False)
        case _:
            return ""
