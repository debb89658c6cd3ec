"""Remedies alone: what they have tried, and what they leave to others."""

from collections.abc import Callable
from typing import Never

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from client.model.status import Ended
from client.net.absence import Absence
from client.net.host_connection import Cut, Parting
from client.net.link import Link, Retry
from client.net.remedies.common import remedies
from client.net.remedies.endings import LostConnection, OwnDaemon, SavedMatch, keep_alive
from client.net.remedies.moved import Moved
from client.net.remedies.other_table import MOST_PASSWORDS, AskPassword, SleepingGame
from client.words.version_words import mismatch_of_page
from protocol.wire.messages import Farewell, Goodbye
from tests.client.at_table import duel, idle_link, new_model, seated_model
from tests.daemon.harness import KEY

LOST, OTHER_HOST = Cut("the host closed the connection"), Cut("another host answers there", is_final=True)
SHUT_DOWN, LOCKED = Goodbye(Farewell.SHUTDOWN.value, ""), Goodbye(Farewell.BAD_PASSWORD.value, "")
MOVED = Goodbye(Farewell.MOVED.value, "", address="ash.example:5533", key=KEY)


@pytest.fixture
def link() -> Link:
    """A link whose daemon has answered."""
    link = idle_link(new_model())
    link.answers.ever = True
    return link


def not_called(*_: object) -> Never:
    raise AssertionError


async def outcome_of(parting: Parting, link: Link) -> Retry | Ended | None:
    """What the first remedy that helps says."""
    for remedy in link.remedies:
        if (outcome := await remedy.after(parting, link)) is not None:
            return outcome
    return None


async def refused(asking: AskPassword, link: Link, table: str, typed: str) -> Retry | Ended | None:
    """What follows if this table has refused the password, and the player types this one if asked."""
    link.model.session.wanted_table = table
    outcomes: list[Retry | Ended | None] = []
    async with trio.open_nursery() as nursery:

        async def ask() -> None:
            outcomes.append(await asking.after(LOCKED, link))

        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        link.give_answer(typed)
    return outcomes[0]


async def test_passwords_are_counted_for_each_table(link: Link) -> None:
    asking = AskPassword()
    for _ in range(MOST_PASSWORDS):
        assert await refused(asking, link, "oak", "plumb") == Retry()
    link.model.session.password = None

    assert await refused(asking, link, "ash", "plumb") == Retry()


async def test_a_password_that_has_opened_the_table_is_not_asked_for_again(link: Link) -> None:
    asking = AskPassword()
    await refused(asking, link, "oak", "plum")
    asking.welcomed()

    assert await refused(asking, link, "oak", "plumb") is None


@pytest.mark.parametrize("is_playing", [True, False])
async def test_another_host_at_the_address_ends_the_link_unless_the_match_may_go_on_elsewhere(is_playing: bool) -> None:
    link = idle_link(seated_model(duel("6-4 | 5-5")) if is_playing else new_model())
    link.answers.ever = True
    async with trio.open_nursery() as nursery:
        link.absence = Absence(link.model, nursery, not_called, not_called, not_called, link.deliver)

    outcome = await LostConnection().after(OTHER_HOST, link)

    assert outcome == (Retry(waits=True) if is_playing else Ended("No connection: another host answers there."))


async def test_only_the_players_own_daemon_ends_the_game_with_its_shutdown(link: Link) -> None:
    async def is_alive(_: Callable[[], None]) -> None: ...

    keep_alive(link, is_alive)
    keep_alive(link, is_alive)
    assert [type(remedy) for remedy in link.remedies].count(OwnDaemon) == 1
    own = await outcome_of(SHUT_DOWN, link)
    assert isinstance(own, Ended)
    assert own.host_is_gone

    keep_alive(link, None)
    assert await outcome_of(SHUT_DOWN, link) == Retry(waits=True)


async def test_an_own_daemon_that_is_alive_is_tried_again_but_not_another_one_at_its_address(link: Link) -> None:
    async def is_alive(_: Callable[[], None]) -> None: ...

    keep_alive(link, is_alive)

    assert await outcome_of(LOST, link) == Retry(waits=True)
    assert isinstance(await outcome_of(OTHER_HOST, link), Ended)


@pytest.mark.parametrize("reason", [Farewell.SHUTDOWN, Farewell.TROUBLE])
async def test_a_saved_match_is_named_once_the_daemon_has_answered(link: Link, reason: Farewell) -> None:
    link.remedies = remedies(mismatch_of_page, SavedMatch("It is saved."))
    goodbye = Goodbye(reason.value, "")

    ended = await outcome_of(goodbye, link)
    assert isinstance(ended, Ended)
    assert ended.text.endswith(" It is saved.")
    assert ended.host_is_gone == (reason is Farewell.SHUTDOWN)

    link.answers.ever = False
    ended = await outcome_of(goodbye, link)
    assert isinstance(ended, Ended)
    assert "saved." not in ended.text


async def test_another_daemon_of_a_club_is_called_at_once_and_after_a_pause_until_one_welcomes_the_player(
    link: Link,
) -> None:
    moved = Moved(redial=lambda _: True)

    assert await moved.after(MOVED, link) == Retry()
    assert await moved.after(MOVED, link) == Retry(waits=True)
    moved.welcomed()
    assert await moved.after(MOVED, link) == Retry()


@pytest.mark.parametrize("parting", [LOST, SHUT_DOWN])
async def test_what_is_no_remedy_for_a_parting_leaves_it_to_the_others(link: Link, parting: Parting) -> None:
    for remedy in (AskPassword(), Moved(redial=lambda _: True), SleepingGame()):
        assert await remedy.after(parting, link) is None
