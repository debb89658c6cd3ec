"""A journal that was put back to an earlier moment, in a file and in a database: nobody gets a mixture of two games.

Ann and Ben play; the journal is copied, and they go on. Then the copy takes the journal's place.
"""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import frozen

from daemon.club.postgres_journal import open_club
from daemon.game_history import DIGESTS_AT_ONCE, GameHistory
from daemon.journal.sqlite_journal import open_journal
from protocol.log.commands import Say
from protocol.log.events import Said
from protocol.log.history import BEGINNING, CHARACTERS_SAID, digest_after
from protocol.log.sight import SPECTATOR, see
from protocol.wire.codec import encode_sight, load
from protocol.wire.messages import Farewell, Role, Welcome
from protocol.wire.session import Session
from tests.daemon.harness import ELSEWHERE, Host, KeptInvitations, hosting
from tests.daemon.journal.journals import sayings
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import FarewellError, WireClient, parting_of
from tests.postgres import PostgresServer

Hosting = Callable[[], AbstractAsyncContextManager[Host]]


@frozen
class Store:
    """A journal. `daemon`: a daemon on it; `keep`: note how it is now; `put_back`: have it as it was then."""

    daemon: Hosting
    keep: Callable[[], None]
    put_back: Callable[[], None]


def in_file(folder: Path) -> Store:
    now, then = folder / "now", folder / "then"
    now.mkdir()

    @asynccontextmanager
    async def daemon() -> AsyncIterator[Host]:
        async with open_journal(now / "journal.sqlite") as journal, hosting(journal, think=60) as host:
            yield host

    def put_back() -> None:
        shutil.rmtree(now)
        shutil.copytree(then, now)

    def keep() -> None:
        shutil.copytree(now, then)

    return Store(daemon, keep, put_back)


def in_database(server: PostgresServer) -> Store:
    now = server.new_database()

    @asynccontextmanager
    async def daemon() -> AsyncIterator[Host]:
        async with (
            open_club(server.url(now), "west.example:5533") as (journal, club),
            hosting(journal, club=club, think=60) as host,
        ):
            yield host

    def keep() -> None:
        server.execute(f"CREATE DATABASE {now}_then TEMPLATE {now}")

    def put_back() -> None:
        server.execute(f"DROP DATABASE {now} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {now} TEMPLATE {now}_then")

    return Store(daemon, keep, put_back)


@pytest.fixture(params=["file", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "file":
        return in_file(tmp_path)
    return in_database(request.getfixturevalue("postgres_server"))


def said_of(session: Session) -> str:
    """What a client's hello says of the entries that it has received."""
    digest = BEGINNING
    for entry in session.entries:
        line: Any = load(encode_sight(entry.seq, entry.at, see(entry.event, SPECTATOR)))
        digest = digest_after(digest, entry.seq, entry.at, line["event"])
    return digest[:CHARACTERS_SAID]


async def came_back(host: Host, client: WireClient) -> WireClient:
    """The client, on a new connection, which says what it has seen; with an older token if the newest is not valid."""
    session = deepcopy(client.session)
    while True:
        again = host.connect()
        again.session = session
        try:
            await again.enter(history=said_of(session))
        except FarewellError:
            if session.use_older_token():
                continue
            raise
        return again


async def seated_pair(host: Host) -> tuple[WireClient, WireClient]:
    await host.open_table("cinq-et-trois")
    (table,) = host.house.tables.names
    ann, ben = await host.seated("Ann", table=table), await host.seated("Ben", table=table)
    await ann.until(lambda: ann.session.head == ben.session.head)
    return ann, ben


@pytest.mark.parametrize("more", [1, 9], ids=["the host has less", "the host has more"])
async def test_who_comes_back_after_a_journal_went_back_gets_one_history_whole(store: Store, more: int) -> None:
    async with store.daemon() as host:
        ann, ben = await seated_pair(host)
    store.keep()
    async with store.daemon() as host:
        ann = await came_back(host, ann)
        for nth in range(5):
            await ann.accepted(Say(f"before {nth}"))
        held = ann.session.head
    store.put_back()
    async with store.daemon() as host:
        ben = await came_back(host, ben)
        for nth in range(more):
            await ben.accepted(Say(f"after {nth}"))
        assert (ben.session.head > held) == (more > 1)

        ann = await came_back(host, ann)

        assert ann.session.seat == 0
        assert said_of(ann.session) == said_of(ben.session)
        assert not [event for event in ann.events if isinstance(event, Said) and event.text.startswith("before")]


async def test_who_has_seen_the_same_game_gets_the_rest_of_it(store: Store) -> None:
    async with store.daemon() as host:
        ann, ben = await seated_pair(host)
    async with store.daemon() as host:
        ben = await came_back(host, ben)
        await ben.accepted(Say("and on"))
        again = host.connect()
        again.session = deepcopy(ann.session)
        await again.hello(history=said_of(ann.session))

        assert (await again.expect(Welcome)).from_ == ann.session.head + 1


# What a hello may say of its entries.


@pytest.mark.parametrize(
    ("history", "is_known"),
    [(None, True), ("right", True), ("right and whole", True), ("", False), ("5cf9", False), ("0" * 16, False),
     ("x" * 10_000, False)],
)  # fmt: skip
async def test_the_rest_is_sent_unless_the_hello_says_another_history(history: str | None, is_known: bool) -> None:
    async with hosting(think=60) as host:
        ann, _ = await seated_pair(host)
        right = said_of(ann.session)
        said = {"right": right, "right and whole": right + "0" * 48}.get(history or "", history)
        again = host.connect()
        again.session = deepcopy(ann.session)
        await again.hello(history=said)

        assert (await again.expect(Welcome)).from_ == (ann.session.head + 1 if is_known else 1)


async def test_a_history_is_the_one_that_a_spectator_sees() -> None:
    async with hosting(think=60) as host:
        ann, ben = await seated_pair(host)
        eve = await host.watching(table=ann.session.table_name)

        assert ann.session.entries != ben.session.entries != eve.session.entries
        assert said_of(ann.session) == said_of(ben.session) == said_of(eve.session)


async def test_digests_are_made_in_steps_between_which_other_tasks_run(autojump_clock: object) -> None:
    entries = [*sayings(20 * DIGESTS_AT_ONCE)]
    history, turns = GameHistory(entries), 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count)
        await history.reach(len(entries))
        nursery.cancel_scope.cancel()
    assert turns > 10
    assert history.is_known_as(0, BEGINNING)
    assert not history.is_known_as(len(entries) + 1, BEGINNING)


# Strangers.


async def test_a_stranger_from_outside_cannot_tell_which_games_exist() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        ann, _ = await seated_pair(host)
    async with hosting(journal, think=60, invitations=KeptInvitations()) as host:
        answers = set()
        for game in (ann.session.game, "2026-01-02-oak-000000", ""):
            for history in (said_of(ann.session), "0" * 16, None):
                for table in ("oak", None):
                    fields = {"token": "no-such-token", "since": 3, "history": history, "game": game}
                    goodbye = await parting_of(host.connect("Mallory", peer=ELSEWHERE), table=table, **fields)
                    answers.add((goodbye.reason, goodbye.detail))

        assert len(answers) == 1
        ((reason, _),) = answers
        assert reason == Farewell.NOT_INVITED


async def test_whoever_is_admitted_reads_that_a_token_of_a_stored_game_is_not_valid(store: Store) -> None:
    async with store.daemon() as host:
        ann, _ = await seated_pair(host)
        table, game = ann.session.table_name, ann.session.game
    async with store.daemon() as host:
        for known, reason in ((game, Farewell.BAD_TOKEN), ("2026-01-02-oak-000000", Farewell.NO_SUCH_TABLE)):
            goodbye = await parting_of(host.connect("Mallory"), table=table, game=known, token="wrong")
            assert goodbye.reason == reason

        assert (await came_back(host, ann)).session.seat == 0


async def test_a_token_of_after_the_moment_is_not_valid_and_the_one_before_it_is(store: Store) -> None:
    async with store.daemon() as host:
        ann, _ = await seated_pair(host)
    store.keep()
    async with store.daemon() as host:
        later = await came_back(host, ann)
        assert later.session.token != ann.session.token
    store.put_back()
    async with store.daemon() as host:
        refused = host.connect()
        refused.session = deepcopy(later.session)
        await refused.hello()
        assert (await refused.parting()).reason == Farewell.BAD_TOKEN
        assert later.session.older_tokens == (ann.session.token,)

        assert (await came_back(host, later)).session.seat == 0


async def test_spectators_wait_for_the_players_of_a_game_that_sleeps_and_then_go_on(store: Store) -> None:
    async with store.daemon() as host:
        ann, _ = await seated_pair(host)
        eve = await host.watching(table=ann.session.table_name)
    async with store.daemon() as host:
        waiting = host.connect(role=Role.SPECTATOR)
        waiting.session = deepcopy(eve.session)
        await waiting.hello(history=said_of(eve.session))
        assert (await waiting.parting()).reason == Farewell.TROUBLE

        await came_back(host, ann)

        assert (await came_back(host, eve)).session.game == ann.session.game
