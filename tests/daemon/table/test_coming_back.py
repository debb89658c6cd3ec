"""Coming back: tokens, the number to continue from, and repeated replies, on a new connection and after a restart."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from daemon.journal.interface import Journal
from daemon.journal.sqlite_journal import open_journal
from protocol.log.commands import Knock, LeaveSeat, Rematch, Say, Start, TakeSeat
from protocol.log.events import Entry, Said
from protocol.wire.messages import Accepted, Do, Role, Welcome
from protocol.wire.notices import PresenceNotice
from protocol.wire.session import Session
from tests.daemon.harness import Host, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of

OWN = "a token that Ann's program has made"


async def two_players(host: Host) -> tuple[WireClient, WireClient]:
    await host.open_table("cinq-et-trois")
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    await ann.until(lambda: ann.session.head == ben.session.head)
    return ann, ben


# Tokens.


@pytest.mark.parametrize("token", ["", "wrong", "x" * 10_000, "ünï", "\x00"])
async def test_a_wrong_token_changes_nothing(token: str) -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        before = await host.journal.read(ann.session.game or "")
        assert before.entries
        await ann.settle(), await ben.settle()

        assert (await parting_of(host.connect("Ann"), token=token)).reason == "bad_token"

        assert await host.journal.read(ann.session.game or "") == before
        assert [await ann.settle(), await ben.settle()] == [[], []]


async def test_players_return_to_each_of_two_unfinished_games_with_the_same_table_name() -> None:
    ours, theirs = MemoryJournal(), MemoryJournal()
    players: list[WireClient] = []
    for journal in (ours, theirs):
        async with hosting(journal) as host:
            players += await two_players(host)
    (game,) = {player.session.game or "" for player in players[2:]}
    stored = await theirs.read(game)
    await ours.append(game, 0, stored.entries, stored.private)

    async with hosting(ours) as host:
        again = [await host.back(player) for player in players]

        assert [player.session.game for player in again] == [player.session.game for player in players]
        assert len({table.table for table in host.house.tables.summaries()}) == 2
        for player in again:
            await player.accepted(Say("here"))


async def test_the_newest_connection_with_a_token_has_the_seat() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)

        again = await host.back(ann)

        assert (await ann.parting()).reason == "replaced"
        assert again.seat == 0
        await again.accepted(Say("me again"))
        await ben.expect_event(Said, seat=0)


async def test_a_command_from_a_replaced_connection_does_nothing() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        await host.back(ann)
        await ann.send(Do("late", ann.session.head, Say("too late")))

        assert (await ann.parting()).reason == "replaced"
        await ben.accepted(Say("who is there?"))
        assert "too late" not in {event.text for event in ben.events if isinstance(event, Said)}


async def test_a_welcome_brings_a_new_token_and_the_old_one_is_valid_until_the_new_one_is_used() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        first = ann.session.token

        second = (await host.connect("Ann").enter(token=first)).token
        assert second not in (None, first)
        lost = (await host.connect("Ann").enter(token=first)).token
        assert lost not in (None, first, second)
        third = (await host.connect("Ann").enter(token=lost)).token

        for older in (first, second):
            assert (await parting_of(host.connect("Ann"), token=older)).reason == "bad_token"
        assert (await host.connect("Ann").enter(token=third)).seat == 0


async def test_a_hello_whose_welcome_was_lost_is_said_again_and_takes_no_second_seat() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        lost, again = host.connect("Ann"), host.connect("Ann")
        lost.session.own_token = again.session.own_token = OWN
        await lost.hello()
        await lost.expect(Welcome)

        assert (await again.enter()).seat == 0
        assert (await lost.parting()).reason == "replaced"
        ben = await host.seated("Ben")
        assert [seat.name for seat in ben.table.seats] == ["Ann", "Ben"]
        third = host.connect("Ann")
        third.session.own_token = OWN
        assert (await third.enter()).seat == 0, "the match has begun meanwhile"


async def test_a_spectator_who_lost_the_welcome_to_a_seat_comes_to_it_with_the_next_hello() -> None:
    async with hosting() as host:
        await host.open_table("fives-and-threes")
        ann, eve = await host.seated("Ann"), host.connect("Eve", role=Role.SPECTATOR)
        eve.session.own_token = OWN
        await eve.enter()
        missed_it = evolve(eve.session, entries=[*eve.session.entries])
        sits = eve.asks(TakeSeat(None))
        await eve.send(sits)
        await ann.until(lambda: ann.table.seats[1].name == "Eve")

        again = host.connect(session=missed_it)
        welcome = await again.enter()

        assert (welcome.seat, welcome.from_, welcome.token) == (1, 1, OWN)
        assert again.table == await host.as_seen(again)
        await again.send(sits)
        await again.expect(Accepted, lambda answer: answer.id == sits.id)
        assert [seat.name for seat in again.table.seats] == ["Ann", "Eve", None, None]


async def test_a_command_that_takes_a_seat_late_on_the_connection_before_takes_no_second_one() -> None:
    async with hosting() as host:
        await host.open_table("fives-and-threes")
        ann, eve = await host.seated("Ann"), host.connect("Eve", role=Role.SPECTATOR)
        eve.session.own_token = OWN
        await eve.enter()
        again = host.connect(session=evolve(eve.session, entries=[*eve.session.entries]))
        await again.enter()
        await eve.send(eve.asks(TakeSeat(None)))
        await ann.until(lambda: ann.table.seats[1].name == "Eve")

        await again.accepted(TakeSeat(None))

        assert (again.seat, (await eve.parting()).reason) == (1, "replaced")
        assert [seat.name for seat in again.table.seats] == ["Ann", "Eve", None, None]
        assert again.table == await host.as_seen(again)


async def test_whoever_leaves_the_seat_and_takes_another_one_on_the_same_connection_can_lose_that_welcome() -> None:
    async with hosting() as host:
        await host.open_table("fives-and-threes")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        for own in (OWN, OWN + ", the second"):
            ann.session.own_token = own
            ann = await host.back(ann)
        await ann.accepted(LeaveSeat())
        missed_it = evolve(ann.session, entries=[*ann.session.entries])
        await ann.send(ann.asks(TakeSeat(3)))
        await ben.until(lambda: ben.table.seats[3].name == "Ann")

        welcome = await host.connect(session=missed_it).enter()

        assert (welcome.seat, welcome.token) == (3, OWN + ", the second")


async def test_a_token_of_ones_own_is_valid_as_long_as_any_other() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = host.connect("Ann")
        first = (await ann.enter(own_token=OWN)).token
        assert first == OWN
        await ann.leave()
        await host.deserted_by(ann)

        second = (await host.connect("Ann").enter(token=OWN)).token
        third = (await host.connect("Ann").enter(token=second)).token
        assert len({first, second, third}) == 3
        assert (await parting_of(host.connect("Ann"), token=OWN)).reason == "bad_token"


async def test_who_has_given_up_the_seat_takes_a_new_one_with_the_same_token() -> None:
    async with hosting() as host:
        await host.open_table("fives-and-threes")
        ann, ben = await host.seated("Ann", own_token=OWN), await host.seated("Ben")
        await ann.accepted(LeaveSeat())

        assert (await host.connect("Ann").enter(own_token=OWN)).seat == 0
        assert ben.seat == 1


@pytest.mark.parametrize("own", ["", "x" * 23, "x" * 129])
async def test_a_token_of_ones_own_that_could_be_guessed_is_refused(own: str) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")

        assert (await parting_of(host.connect("Ann"), own_token=own)).reason == "malformed"
        eve = host.connect("Eve", role=Role.SPECTATOR)
        assert (await parting_of(eve, own_token=own)).reason == "malformed"


async def test_a_late_hello_does_not_invalidate_a_newer_token() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        first = ann.session.token
        second = (await host.connect("Ann").enter(token=first)).token
        await host.connect("Ann").enter(token=first)

        assert (await host.connect("Ann").enter(token=second)).seat == 0
        assert (await parting_of(host.connect("Ann"), token=first)).reason == "bad_token"


async def test_a_token_leads_to_its_own_table_whatever_table_is_named() -> None:
    async with hosting() as host:
        oak, ash = await host.open_table(), await host.open_table()
        ann = await host.seated("Ann", table=oak)

        again = host.connect()
        assert (await again.enter(table=ash, token=ann.session.token)).table == oak


async def test_a_player_is_identified_by_the_token_not_by_the_name() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        again = host.connect("Ben")

        await again.enter(token=ann.session.token)

        assert again.seat == 0
        assert [seat.name for seat in again.table.seats] == ["Ann", "Ben"]


async def test_tokens_are_neither_in_the_log_nor_in_the_list_of_tables() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        visible = repr((await host.journal.read(ann.session.game or ""), host.house.tables.summaries()))

        for client in (ann, ben):
            assert client.session.token
            assert client.session.token not in visible


# Continuing from a number.


async def test_a_returning_player_receives_exactly_the_missed_entries() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        held = ann.session.head
        await ann.leave()
        for nth in range(4):
            await ben.accepted(Say(f"word {nth}"))

        again = host.connect(session=ann.session)
        welcome = await again.enter()

        assert (welcome.from_, welcome.head) == (held + 1, held + 4)
        assert [entry.seq for entry in again.received if isinstance(entry, Entry)] == list(range(held + 1, held + 5))
        assert again.table == await host.as_seen(again)


async def test_a_returning_player_who_missed_nothing_receives_no_entries() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        again = host.connect(session=ann.session)

        welcome = await again.enter()

        assert welcome.from_ == welcome.head + 1
        assert not any(isinstance(message, Entry) for message in again.received)


@pytest.mark.parametrize("since", [None, -1, 10**9, -(2**53)])
async def test_an_impossible_number_restarts_the_log_from_the_beginning(since: int | None) -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        again = host.connect(session=ann.session)

        welcome = await again.enter(since=since)

        assert welcome.from_ == 1


async def test_a_number_from_another_game_restarts_the_log_from_the_beginning() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        missed_it = evolve(ann.session, entries=[*ann.session.entries])
        await ben.send(ben.asks(Rematch()))
        await ann.accepted(Rematch())

        again = host.connect(session=missed_it)
        welcome = await again.enter()

        assert (welcome.from_, welcome.seat) == (1, 0)
        assert again.session.game == ann.session.game
        assert again.table.match == 2


async def test_a_spectator_continues_from_its_number_too() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        eve = await host.watching()
        held = eve.session.head
        await eve.leave()
        await ann.accepted(Say("anybody there?"))

        again = host.connect(session=eve.session)

        assert (await again.enter()).from_ == held + 1


async def test_a_player_who_returns_as_a_spectator_receives_the_log_again_as_a_spectator_sees_it() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        eve = host.connect("Ann", role=ann.session.role.SPECTATOR)

        await eve.hello(game=ann.session.game, since=ann.session.head, token=ann.session.token)
        welcome = await eve.expect(Welcome)

        assert (welcome.seat, welcome.from_) == (None, 1)


# Presence.


async def test_the_others_are_notified_when_a_player_leaves_and_returns() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        await ben.leave()
        gone = await ann.expect(PresenceNotice, lambda notice: not notice.here)
        assert gone.seat == 1

        again = await host.back(ben)

        back = await ann.expect(PresenceNotice)
        assert (back.seat, back.here) == (1, True)
        assert again.seat == 1


async def test_a_new_spectator_receives_who_is_present() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        await ann.leave()
        await ben.expect(PresenceNotice, lambda notice: not notice.here)

        eve = await host.watching()
        presence = [await eve.expect(PresenceNotice), await eve.expect(PresenceNotice)]

        assert [(notice.seat, notice.here) for notice in presence] == [(0, False), (1, True)]


# Repeated replies.


async def test_a_repeated_command_with_the_same_id_gets_the_same_reply_and_changes_nothing() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)

        first = await ann.do(Say("once"), under="k-1")
        await ann.accepted(Say("between"))
        again = await ann.do(Say("once"), under="k-1")

        assert first == again
        assert [event.text for event in ann.events if isinstance(event, Said)] == ["once", "between"]


async def test_another_command_with_the_same_id_is_refused() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        await ann.accepted(Say("once"), under="k-1")

        assert await ann.refused(Say("twice"), under="k-1") == "id_reused"
        assert await ben.refused(Say("once"), under="k-1") == "id_reused"


async def test_a_refused_command_may_be_repeated_with_the_same_id() -> None:
    async with hosting() as host:
        await host.open_table()
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        assert await ben.refused(Start(), under="k-1") == "not_allowed"
        await ann.accepted(LeaveSeat())

        await ben.accepted(Start(), under="k-1")


@pytest.mark.parametrize("bad", ["", "x" * 65])
async def test_the_length_of_an_id_is_limited(bad: str) -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        await ann.send(Do(bad, ann.session.head, Say("hello")))

        assert await ann.answer_to(bad[:64]) is not None
        assert not any(isinstance(message, Accepted) for message in ann.received)


async def test_a_repeated_id_gets_the_same_reply_on_a_new_connection() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        first = await ann.do(Say("once"), under="k-1")
        again = await host.back(ann)

        assert await again.do(Say("once"), under="k-1") == first


async def test_a_repeated_command_to_take_or_leave_a_seat_gets_the_same_reply() -> None:
    async with hosting() as host:
        await host.open_table()
        await host.seated("Ann")
        eve = await host.watching()

        taken = await eve.do(TakeSeat(), under="k-1")
        assert await eve.do(TakeSeat(), under="k-1") == taken
        assert await (await host.back(eve)).do(TakeSeat(), under="k-1") == taken

        again = await host.back(eve)
        left = await again.do(LeaveSeat(), under="k-2")
        assert await again.do(LeaveSeat(), under="k-2") == left
        assert again.session.head == (await host.watching()).session.head


async def test_a_rematch_requested_twice_with_one_id_is_one_rematch() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)

        await ben.send(ben.asks(Rematch()))
        first = await ann.do(Rematch(), under="k-1")
        game = ann.session.game
        again = await (await host.back(ann)).do(Rematch(), under="k-1")

        assert again == first
        assert ann.session.game == game
        assert ann.table.match == 2


async def test_a_rematch_requested_by_two_players_is_one_rematch() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)

        await ann.send(ann.asks(Rematch()))
        await ben.accepted(Rematch())

        assert await ben.refused(Rematch()) == "match_not_over"
        assert ben.table.match == 2


# Stale commands.


async def test_a_move_from_before_the_last_one_is_stale() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        mover = ann if ann.a_move() else ben
        other = ben if mover is ann else ann
        seen = other.session.head
        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)

        assert await other.refused(Knock(), seq=seen) == "stale"
        await other.accepted(Say("words are never stale"), seq=0)


async def test_chat_does_not_make_a_move_stale() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        mover = ann if ann.a_move() else ben
        seen = mover.session.head
        for client in (ann, ben):
            await client.accepted(Say("hm"))
        move = mover.a_move()
        assert move is not None

        await mover.accepted(move, seq=seen)


async def test_a_move_meant_for_the_previous_game_is_stale() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.accepted(Start())
        mover = ann
        if ann.a_move() is None:
            await ben.until(lambda: ben.a_move() is not None)
            mover = ben
        move = mover.a_move()
        assert move is not None

        assert await mover.refused(move, seq=mover.session.head + 200) == "stale"


# A restarted daemon on the same journal.


@asynccontextmanager
async def _the_same(journal: Journal) -> AsyncIterator[Journal]:
    yield journal


@pytest.fixture(params=["in memory", "on a disk"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], AbstractAsyncContextManager[Journal]]:
    """Opens one journal for a daemon and for the next one."""
    return (
        partial(_the_same, MemoryJournal()) if request.param == "in memory" else partial(open_journal, tmp_path / "j")
    )


async def test_tokens_numbers_and_replies_survive_a_restart(
    opening: Callable[[], AbstractAsyncContextManager[Journal]],
) -> None:
    async with opening() as journal, hosting(journal) as host:
        ann, ben = await two_players(host)
        said = await ann.do(Say("before"), under="k-1")
        heads = ann.session.head
        await ben.leave()
    async with opening() as journal, hosting(journal) as host:
        ann2 = host.connect(session=ann.session)
        welcome = await ann2.enter()
        assert (welcome.from_, welcome.seat) == (heads + 1, 0)
        assert await ann2.do(Say("before"), under="k-1") == said
        assert await ann2.refused(Say("after"), under="k-1") == "id_reused"
        ben2 = await host.back(ben)
        assert ben2.seat == 1
        mover = ann2 if ann2.a_move() else ben2
        move = mover.a_move()
        assert move is not None
        await mover.accepted(move)


async def test_a_restarted_daemon_continues_the_game_where_its_journal_ends() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await two_players(host)
        before = ann.table
        game = ann.session.game
    async with hosting(journal) as host:
        assert [table.game for table in host.house.tables.summaries([game or ""])] == [game]
        again = host.connect(session=Session("tests", "Ann", token=ann.session.token, wanted_table="oak"))
        await again.enter()
        assert [table.game for table in host.house.tables.summaries()] == [game]
        assert again.table == before
        assert ben.session.head == again.session.head


async def test_after_a_restart_the_old_token_is_valid_until_the_new_one_is_used() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _ = await two_players(host)
        first = ann.session.token
        await host.connect("Ann").enter(token=first)
    async with hosting(journal) as host:
        second = (await host.connect("Ann").enter(token=first, table="oak")).token
        await host.connect("Ann").enter(token=second)
    async with hosting(journal) as host:
        assert (await parting_of(host.connect("Ann"), token=first, table="oak")).reason == "bad_token"
        assert (await host.connect("Ann").enter(token=second, table="oak")).seat == 0


async def test_the_host_is_still_the_host_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await two_players(host)
    async with hosting(journal) as host:
        ben2, ann2 = await host.back(ben), await host.back(ann)
        assert (ann2.session.is_host, ben2.session.is_host) == (True, False)


async def test_an_unanswered_command_is_never_carried_out_twice() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _ = await two_players(host)
        await ann.send(Do("k-1", ann.session.head, Say("did you hear me?")))
        await ann.leave()
    async with hosting(journal) as host:
        again = await host.back(ann)
        await again.accepted(Say("did you hear me?"), under="k-1")
        sayings = [event for event in again.events if isinstance(event, Said)]
        assert len(sayings) == 1
