"""A host that comes back while its match goes on elsewhere: when it leaves the match to the new host, and when not."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from daemon.house.home_opening import open_home
from daemon.house.taking_over import go_on_from_copy
from daemon.journal.interface import Journal
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.program.command import main
from daemon.table.next_host import TIME_AT_ONE_HOST
from protocol.log.commands import EndMatch, HandOver, HostReady
from protocol.log.events import TableOptions
from protocol.shared.join_link import MOST_ENDPOINTS, parse_link
from protocol.wire.messages import Farewell, Goodbye, OpenTable
from protocol.wire.notices import PlaysAtNotice
from tests.daemon.harness import MONTHS, Host, KeptInvitations, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import play_to_round, seated

GAME = "all-fives"
KEY, OTHER_KEY = "vbnm5-a7z33-34ywp-emt4v", "aaaaa-a7z33-34ywp-emt4v"
THERE = HostReady("http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v", KEY, "2026-11-26-oak-1a2b3c")
BY_LINK = evolve(THERE, address="https://owl.example")


@asynccontextmanager
async def back_again(
    journal: Journal | None = None,
    invitations: KeptInvitations | None = None,
    pages: Sequence[str] = (),
    names: Sequence[str] = ("Ann", "Ben", "Cho"),
    data: Path | None = None,
) -> AsyncIterator[tuple[Host, list[WireClient]]]:
    """The host of these players, started again while all of them are away. `pages`: who plays in a browser.

    `data`: the folder of a real journal, which is closed in between: until then it may still be writing.
    """
    journal = MemoryJournal() if journal is None else journal

    def opened() -> AbstractAsyncContextManager[Journal]:
        return nullcontext(journal) if data is None else open_journal(data / JOURNAL)

    async with opened() as kept, hosting(kept, patience=MONTHS) as host:
        await open_mixed_home(host, len(names))
        players = [await seated(host, name, is_page=name in pages) for name in names]
        await play_to_round(2, *players)
    async with opened() as kept, hosting(kept, patience=MONTHS, invitations=invitations) as host:
        await open_mixed_home(host)
        yield host, players


async def open_mixed_home(host: Host, seats: int = 3) -> None:
    await open_home(host.house.tables, OpenTable(GAME, {"target": 250}, seats, TableOptions(deals="mixed")))


async def says(host: Host, player: WireClient, there: HostReady = THERE, **hello: object) -> Goodbye:
    """What the host answers to this player's program, which says where the player plays now."""
    session = player.session
    fields = {"game": session.game, "token": session.token, "plays_at": there, **hello}
    return await parting_of(host.connect(session.name), **fields)


async def test_a_host_leaves_the_match_to_where_most_of_its_players_have_gone_on_and_sends_the_others_there() -> None:
    journal = MemoryJournal()
    async with back_again(journal) as (host, (ann, ben, cho)):
        assert (await says(host, ben)).reason == Farewell.NOTED
        goodbye = await says(host, cho, BY_LINK)

        assert (goodbye.reason, goodbye.key, goodbye.game) == (Farewell.MOVED, KEY, THERE.game)
        assert [str(place) for place in parse_link(goodbye.address or "").endpoints] == [
            "192.168.1.20:5533",
            "https://owl.example",
        ]
        assert await is_sent_on(host, ann)
    async with hosting(journal) as host:
        await open_mixed_home(host)
        assert await is_sent_on(host, ann)


async def test_a_player_who_names_many_addresses_crowds_out_nobody_elses() -> None:
    """Otherwise one player's word could lead everybody nowhere, as soon as another one names the right host."""
    many = "".join(f",also=203.0.113.{nth}:5533" for nth in range(1, MOST_ENDPOINTS))
    async with back_again() as (host, (_, ben, cho)):
        await says(host, ben, evolve(THERE, address=f"http://203.0.113.99:5533/#k={KEY}{many}"))
        goodbye = await says(host, cho)

    assert goodbye.reason == Farewell.MOVED
    assert "192.168.1.20:5533" in [str(place) for place in parse_link(goodbye.address or "").endpoints]


def places_named(here: WireClient) -> list[str]:
    """The links of the notices about where others play."""
    return [notice.text for notice in here.received if isinstance(notice, PlaysAtNotice)]


async def test_forty_addresses_of_one_player_are_one_notice_and_the_last_one_of_that_host_counts(
    autojump_clock: MockClock,
) -> None:
    async with back_again() as (host, (ann, ben, _)):
        here = await host.back(ann, is_operator=True)
        for nth in range(1, 41):
            await says(host, ben, evolve(THERE, address=f"http://203.0.113.{nth}:5533/#k={KEY}"))

        await here.settle()
        assert places_named(here) == [f"http://203.0.113.1:5533/#k={KEY}"]
        await here.send(here.asks(HandOver(1)))
        assert (await here.parting()).address == f"http://203.0.113.40:5533/#k={KEY}"


async def test_another_host_is_named_only_after_an_hour_as_long_as_somebody_reads_it(autojump_clock: MockClock) -> None:
    """Its link is what the host reads and agrees to: so it does not change under their finger."""
    async with back_again() as (host, (ann, ben, _)):
        here = await host.back(ann)
        elsewhere = evolve(THERE, address=f"http://203.0.113.9:5533/#k={OTHER_KEY}", key=OTHER_KEY)
        await says(host, ben)
        for _ in range(40):
            await says(host, ben, elsewhere)
            await says(host, ben)

        await here.settle()
        assert len(places_named(here)) == 1
        await trio.sleep(TIME_AT_ONE_HOST)
        await says(host, ben, elsewhere)
        await here.settle()
        assert places_named(here)[1:] == [elsewhere.address]


async def test_one_person_on_two_of_four_seats_takes_the_match_from_nobody() -> None:
    """It takes more than half of the players: Eve has two seats, and has gone on at a host that is none."""
    async with back_again(names=("Ann", "Ben", "Eve", "Fay")) as (host, (ann, ben, eve, fay)):
        assert [(await says(host, player)).reason for player in (eve, fay)] == [Farewell.NOTED, Farewell.NOTED]
        assert (await host.back(ann)).seat == 0
        assert (await host.back(ben)).seat == 1


async def test_three_of_four_players_take_the_match_along() -> None:
    async with back_again(names=("Ann", "Ben", "Cho", "Dan")) as (host, (ann, *others)):
        answers = [(await says(host, player)).reason for player in others]
        assert answers == [Farewell.NOTED, Farewell.NOTED, Farewell.MOVED]
        assert await is_sent_on(host, ann)


async def test_what_the_page_of_a_host_says_for_a_browser_does_not_count() -> None:
    async with back_again(pages=("Cho",)) as (host, (_, ben, cho)):
        assert [(await says(host, player)).reason for player in (ben, cho)] == [Farewell.NOTED, Farewell.NOTED]


async def is_sent_on(host: Host, player: WireClient) -> bool:
    hello = {"game": player.session.game, "token": player.session.token}
    return (await parting_of(host.connect(), **hello)).reason == Farewell.MOVED


async def test_a_match_with_a_player_stays_whoever_plays_elsewhere_until_its_host_leaves_it_to_them(
    autojump_clock: MockClock,
) -> None:
    async with back_again() as (host, (ann, ben, cho)):
        here = await host.back(ann, is_operator=True)
        for player in (ben, cho, ben):
            assert (await says(host, player)).reason == Farewell.NOTED

        await here.settle()
        notices = [notice for notice in here.received if isinstance(notice, PlaysAtNotice)]
        assert notices == [PlaysAtNotice(seat, f"http://192.168.1.20:5533/#k={KEY}") for seat in (1, 2)]
        await here.send(here.asks(HandOver(1)))
        assert (await here.parting()).reason == Farewell.MOVED
        assert await is_sent_on(host, cho)


async def test_what_was_said_while_somebody_played_here_has_to_be_said_again(autojump_clock: MockClock) -> None:
    async with back_again() as (host, (ann, ben, cho)):
        here = await host.back(ann)
        for player in (ben, cho):
            await says(host, player)
        await here.leave()
        await host.deserted()

        assert [(await says(host, player)).reason for player in (ben, cho)] == [Farewell.NOTED, Farewell.MOVED]


@pytest.mark.parametrize(
    "second",
    [
        evolve(THERE, key=OTHER_KEY, address="192.168.1.20"),
        evolve(THERE, game="another game"),
        evolve(THERE, key=None),
    ],
)
async def test_two_players_who_have_gone_on_at_two_hosts_leave_the_match_where_it_is(second: HostReady) -> None:
    async with back_again() as (host, (ann, ben, cho)):
        await says(host, ben)

        assert (await says(host, cho, second)).reason == Farewell.NOTED
        assert (await host.back(ann)).seat == 0


async def test_one_player_alone_takes_the_match_from_nobody() -> None:
    async with back_again() as (host, (ann, ben, _)):
        for _ in range(3):
            assert (await says(host, ben)).reason == Farewell.NOTED

        assert (await host.back(ann)).seat == 0


async def test_a_player_who_is_back_plays_here_again(autojump_clock: MockClock) -> None:
    async with back_again() as (host, (ann, ben, cho)):
        await says(host, ben)
        await (await host.back(ben)).leave()

        assert (await says(host, cho)).reason == Farewell.NOTED
        here = await host.back(ann, is_operator=True)
        assert await here.refused(HandOver(1)) == "not_allowed", "Ben is only away"


async def test_strangers_say_in_vain_where_a_match_goes_on() -> None:
    async with back_again(invitations=KeptInvitations()) as (host, (_, ben, _)):
        for token in (None, "0" * 32):
            assert (await says(host, ben, token=token)).reason == Farewell.BAD_TOKEN
            outside = await parting_of(await host.outside("Eve"), game=ben.session.game, token=token, plays_at=THERE)
            assert outside.reason == Farewell.NOT_INVITED


OWN_KEY = "ccccc-a7z33-34ywp-emt4v"


@pytest.mark.parametrize(
    "there",
    [
        evolve(THERE, address="javascript:alert(1)"),
        evolve(THERE, address=""),
        evolve(THERE, address="http://192.168.1.20:99999"),
        evolve(THERE, key="no key"),
        evolve(THERE, key=OWN_KEY),
    ],
    ids=["script", "nothing", "no port", "no key", "this host itself"],
)
async def test_nobody_is_sent_to_something_that_is_no_other_host(there: HostReady) -> None:
    async with back_again() as (host, (_, ben, cho)):
        host.house.reach.key = OWN_KEY
        for player in (ben, cho, ben):
            assert (await says(host, player, there)).reason == Farewell.MALFORMED


async def test_what_answers_at_an_address_is_asked_by_nobody_and_the_match_can_be_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No daemon connects to where a player says to play; if most of them are wrong, the host takes the match back."""
    nowhere = evolve(THERE, address=f"http://203.0.113.5:5533/#k={KEY}")
    async with back_again(data=tmp_path) as (host, (_, ben, cho)):
        game = ben.session.game or ""
        assert [(await says(host, player, nowhere)).reason for player in (ben, cho)] == [
            Farewell.NOTED,
            Farewell.MOVED,
        ]

    assert await trio.to_thread.run_sync(main, ["resume", game, "--data", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    there = parse_link(nowhere.address).endpoints[0]  # nobody's invitation is printed
    assert f"game {game} was left to {there}; it goes on here, from its last finished round" in printed
    async with open_journal(tmp_path / JOURNAL) as journal, hosting(journal, patience=MONTHS) as host:
        await open_mixed_home(host)
        again = host.connect(session=ben.session)
        await again.enter()
        assert again.seat == 1


async def test_a_match_that_is_over_stays(autojump_clock: MockClock) -> None:
    async with back_again() as (host, (ann, ben, cho)):
        here = await host.back(ann, is_operator=True)
        await here.accepted(EndMatch())
        await here.leave()
        for player in (ben, cho):
            assert (await says(host, player)).reason == Farewell.NOTED


async def test_a_copy_that_is_restored_elsewhere_leaves_its_match_in_the_same_way() -> None:
    journal, copied = MemoryJournal(), MemoryJournal()
    async with back_again(journal) as (_, players):
        stored = await journal.read(players[0].session.game or "")
        await copied.append(players[0].session.game or "", 0, stored.entries, stored.private)
    await go_on_from_copy(copied)
    async with hosting(copied) as host:
        await open_mixed_home(host)
        ann, ben, cho = players
        assert [(await says(host, player)).reason for player in (ben, cho)] == [Farewell.NOTED, Farewell.MOVED]
        assert await is_sent_on(host, ann)
