"""The host changes the game before the match: another game, with its own log and the same people."""

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve
from trio.testing import MockClock

from daemon.guest import REMARKS_AT_ONCE
from daemon.journal.sqlite_journal import open_journal
from daemon.table.openings import places_after
from daemon.table.table_clock import TableClock
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    EndMatch,
    LeaveSeat,
    Readmit,
    Rematch,
    RemoveBot,
    Say,
    Start,
    TakeSeat,
)
from protocol.log.events import Entry, MatchAbandoned, SeatLeft, SeatTaken, TableOpened, TableOptions
from protocol.log.refusals import Reason
from protocol.log.table import Stage, Table, fold
from protocol.wire.messages import Accepted, AskTables, NotAccepted, OpenTable, Tables, Welcome
from protocol.wire.notices import PresenceNotice
from tests.daemon.harness import MONTHS, Host, KeptRecords, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient, parting_of
from tests.protocol.table_notation import rules_of

TO_250 = ChangeGame("all-fives", {"target": "250"}, 3)


async def waiting(host: Host, *others: str, seats: int = 4) -> tuple[WireClient, ...]:
    """Ann, who has opened a table and is its host, and others, who wait there for the match."""
    ann = host.connect("Ann")
    await ann.send(OpenTable("fives-and-threes", seats=seats, options=TableOptions(grace=60)))
    await ann.enter(table=(await ann.expect(Tables)).opened)
    players = (ann, *[await host.seated(name, table=ann.session.table_name) for name in others])
    for player in players:
        await player.until(partial(has_people, player, len(players)))
    return players


def has_people(client: WireClient, number: int) -> bool:
    """Whether so many people have seats, as far as this client knows."""
    return sum(seat.is_person for seat in client.table.seats) == number


async def follows(client: WireClient, game: str | None) -> None:
    """Receive until this client follows the whole of this game."""
    await client.until(lambda: client.session.game == game and client.session.is_caught_up)


async def change(host_player: WireClient, command: ChangeGame, *others: WireClient) -> None:
    """The host changes the game, and the others are welcomed to it."""
    await host_player.accepted(command)
    for client in others:
        await follows(client, host_player.session.game)


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.seats]


# The changed game.


async def test_everybody_is_welcomed_to_another_game_with_these_rules_on_their_own_seats() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        eve = await host.watching()
        before = ann.session.game

        await change(ann, TO_250, ben, eve)

        for client, seat in ((ann, 0), (ben, 1), (eve, None)):
            assert client.seat == seat
            assert client.session.table_name == "oak"
            assert client.session.game not in (None, before)
            assert (client.table.preset, client.table.rules) == ("all-fives", rules_of("all-fives", {"target": 250}, 3))
            assert names(client.table) == ["Ann", "Ben", None]
            assert client.table.stage is Stage.SEATING
            assert client.table == await host.as_seen(client)
        assert (ann.session.is_host, ben.session.is_host) == (True, False)


async def test_the_log_of_the_game_begins_with_the_rules_it_is_played_by() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")

        await change(ann, TO_250, ben)

        opened, *seated = ann.events
        assert isinstance(opened, TableOpened)
        assert (opened.preset, opened.seats, opened.options.grace) == ("all-fives", 3, 60)
        assert seated == [SeatTaken(0, "Ann"), SeatTaken(1, "Ben")]


async def test_it_is_accepted_after_the_welcome_to_the_game_and_its_first_entries() -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)
        before = len(ann.received)

        accepted = await ann.accepted(TO_250)

        welcome, *entries = [message for message in ann.received[before:] if isinstance(message, Welcome | Entry)]
        assert isinstance(welcome, Welcome)
        assert (welcome.from_, welcome.seat, welcome.host) == (1, 0, True)
        assert [entry.seq for entry in entries if isinstance(entry, Entry)] == [*range(1, accepted + 1)]


async def test_the_lobby_lists_the_changed_game() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await change(ann, TO_250, ben)

        asking = host.connect()
        await asking.send(AskTables())
        (table,) = (await asking.expect(Tables)).tables

        assert (table.table, table.game, table.rules, table.stage) == (
            "oak",
            ann.session.game,
            "all-fives",
            Stage.SEATING,
        )
        assert [(seat.name, seat.here) for seat in table.seats] == [("Ann", True), ("Ben", True), (None, False)]


async def test_options_are_those_of_the_table_unless_they_are_given() -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)

        await change(ann, ChangeGame("all-fives"))
        assert ann.table.options == TableOptions(grace=60, deals="mixed")

        await change(ann, ChangeGame("all-fives", options=TableOptions(turn_time=30)))
        assert ann.table.options == TableOptions(turn_time=30, deals="mixed")


async def test_everybody_sees_who_is_connected() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        cho = await host.seated("Cho")
        await cho.leave()
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(2, here=False))

        await change(ann, ChangeGame("playroom"), ben)

        assert await ben.expect(PresenceNotice) == PresenceNotice(0, here=True)
        assert await ben.expect(PresenceNotice) == PresenceNotice(2, here=False)


async def test_the_match_is_played_by_the_changed_rules_and_so_is_the_next_one(autojump_clock: MockClock) -> None:
    records = KeptRecords()
    async with hosting(records=records) as host:
        ann, ben = await waiting(host, "Ben", seats=4)
        await change(ann, TO_250, ben)

        await ann.accepted(Start())
        assert (ann.table.stage, ann.table.match, len(ann.table.seats)) == (Stage.PLAYING, 1, 3)
        await ann.accepted(EndMatch())
        played = ann.session.game or ""
        await ann.accepted(Start())

        assert (ann.session.game != played, ann.table.match) == (True, 2)
        assert (ann.table.preset, ann.table.rules.target) == ("all-fives", 250)
        await ben.expect_event(MatchAbandoned)
    opened = records.entries_by_game[played][0].event
    assert isinstance(opened, TableOpened)
    assert (opened.preset, opened.rules.target) == ("all-fives", 250)


async def test_the_match_begins_if_the_change_leaves_no_seat_free() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")

        await change(ann, ChangeGame("cinq-et-trois"), ben)

        assert (ben.table.stage, ben.table.match, len(ben.table.seats)) == (Stage.PLAYING, 1, 2)


async def test_a_match_whose_last_player_is_away_waits_for_them() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(1, here=False))

        await change(ann, ChangeGame("cinq-et-trois"))
        assert (ann.table.is_full, ann.table.stage) == (True, Stage.SEATING)

        await host.back(ben)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))


# Seats.


def seated(*players: str | None) -> Table:
    """A table before its match; players whose names end with `bot` are bots."""
    opened = TableOpened("playroom", rules_of("playroom", {"max_pip": 12}, len(players)), len(players), TableOptions())
    taken = (
        SeatTaken(seat, name, "club" if name.endswith("bot") else None)
        for seat, name in enumerate(players)
        if name is not None
    )
    return fold([opened, *taken])


@pytest.mark.parametrize(
    ("players", "seats", "then"),
    [
        (("Ann", "Ben", None, None), 2, ["Ann", "Ben"]),
        (("Ann", "Ben"), 4, ["Ann", "Ben", None, None]),
        (("Ann", None, "Cho", None), 3, ["Ann", None, "Cho"]),
        ((None, "Ben", None, "Dai"), 2, ["Dai", "Ben"]),
        (("Ann", None, None, "Dai", "Eve"), 3, ["Ann", "Dai", "Eve"]),
        (("Ann", "bot", None, "other bot"), 3, ["Ann", "bot", None]),
        (("Ann", "bot", None, "Dai"), 3, ["Ann", "Dai", None]),
        (("Ann", "bot", None, "Dai"), 2, ["Ann", "Dai"]),
    ],
)
def test_people_keep_their_seats_or_get_the_lowest_ones_and_bots_make_way(
    players: Sequence[str | None], seats: int, then: list[str | None]
) -> None:
    places = places_after(seated(*players), seats)

    now: list[str | None] = [None] * seats
    for seat, place in places.items():
        now[place] = players[seat] or now[place]
    assert now == then


async def moved(host: Host) -> tuple[WireClient, WireClient]:
    """Ann, the host on seat 0, and Cho, who sat on seat 2 until the table was left with two."""
    ann, ben, cho = await waiting(host, "Ben", "Cho")
    await ben.accepted(LeaveSeat())
    await ben.leave()
    await ann.expect_event(SeatLeft, seat=1)
    await ann.accepted(ChangeGame("all-fives", {"target": 250}, 2))
    await follows(cho, ann.session.game)
    return ann, cho


async def test_a_player_whose_seat_is_no_more_gets_another_one_with_its_rights() -> None:
    async with hosting() as host:
        ann, cho = await moved(host)

        assert (cho.seat, names(cho.table)) == (1, ["Ann", "Cho"])
        assert (cho.table.stage, cho.table) == (Stage.PLAYING, await host.as_seen(cho))
        await cho.accepted(Say("here"))
        await cho.leave()
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(1, here=False))
        again = await host.back(cho)
        assert again.seat == 1


async def test_a_host_whose_seat_is_no_more_stays_the_host_on_another_one() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await ann.accepted(LeaveSeat())
        await ann.accepted(TakeSeat(3))

        await change(ann, ChangeGame("all-fives", seats=3), ben)

        assert (ann.seat, names(ann.table)) == (0, ["Ann", "Ben", None])
        again = await host.back(ann)
        assert (again.seat, again.session.is_host) == (0, True)


async def test_bots_that_have_a_seat_stay_and_can_be_removed() -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)
        await ann.accepted(AddBot(1, "master"))
        await ann.accepted(AddBot(3, "casual"))

        await change(ann, TO_250)

        assert [seat.bot for seat in ann.table.seats] == [None, "master", None]
        await ann.accepted(RemoveBot(1))


async def test_a_guest_cannot_make_a_table_for_bots_alone() -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)
        await ann.accepted(LeaveSeat())
        await ann.accepted(AddBot(0, "club"))
        await ann.accepted(AddBot(1, "club"))

        assert await ann.refused(ChangeGame("cinq-et-trois")) == Reason.NOT_ALLOWED.value
        assert ann.table.preset == "fives-and-threes"


async def test_somebody_who_is_away_keeps_the_seat_for_as_long_as_the_new_options_say(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await waiting(host, "Ben")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(1, here=False))

        await change(ann, ChangeGame("all-fives", seats=3, options=TableOptions(grace=5)))

        await ann.expect_event(SeatLeft, seat=1)
        assert (await parting_of(host.connect(session=ben.session))).reason == "no_such_table"


# Spectators.


async def test_spectators_are_sent_away_if_nobody_may_watch_any_more() -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)
        eve = await host.watching()

        await change(ann, ChangeGame("all-fives", options=TableOptions(spectators=False)))

        assert (await eve.parting()).reason == "no_spectators"
        await ann.accepted(Say("among ourselves"))


# Who may, and how often.


async def test_only_the_host_changes_the_game() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        eve = await host.watching()

        for client in (ben, eve):
            assert await client.refused(TO_250) == Reason.NOT_ALLOWED.value
        assert (ann.table.preset, ben.table.preset) == ("fives-and-threes", "fives-and-threes")


async def test_at_the_hosts_own_table_the_player_who_may_begin_may_not_change_the_game() -> None:
    async with hosting() as host:
        await host.open_home()
        ben = await host.seated("Ben")
        assert ben.session.may_begin
        assert await ben.refused(TO_250) == Reason.NOT_ALLOWED.value

        operator = await host.seated_operator("Ann")
        await change(operator, TO_250, ben)

        assert (ben.seat, names(ben.table)) == (0, ["Ben", "Ann", None])
        assert host.house.tables.summaries()[0].home


HOSTILE: dict[str, ChangeGame] = {
    "no game": ChangeGame(""),
    "a game in escapes": ChangeGame("\x1b[2J" * 1000),
    "rules that are none": ChangeGame("all-fives", {"__class__": "Rules", "target\n": "1"}),
    "a set that is too large": ChangeGame("playroom", {"max_pip": 2**53}),
    "no seats": ChangeGame("all-fives", seats=0),
    "seats below none": ChangeGame("all-fives", seats=-1),
    "more seats than there are": ChangeGame("all-fives", seats=2**53),
    "a time that never ends": ChangeGame("all-fives", options=TableOptions(turn_time=2**53)),
    "bots of no level": ChangeGame("all-fives", options=TableOptions(bot_level="\u202egrandmaster")),
}


@pytest.mark.parametrize("case", HOSTILE)
async def test_an_impossible_game_is_refused_in_one_clean_line_and_changes_nothing(case: str) -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        before = (ann.session.game, ann.table)

        answer = await ann.do(HOSTILE[case])

        assert isinstance(answer, NotAccepted)
        assert answer.reason == Reason.NOT_ALLOWED.value
        assert answer.detail.isprintable()
        await ben.accepted(Say("still here"))
        assert (ann.session.game, ann.table) == before == (ben.session.game, ben.table)


async def test_a_game_is_changed_no_faster_than_people_talk(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        (ann,) = await waiting(host)

        answers = [await ann.do(ChangeGame("all-fives", {"target": 10 + nth})) for nth in range(REMARKS_AT_ONCE + 1)]

        *accepted, last = answers
        assert all(isinstance(answer, Accepted) for answer in accepted)
        assert isinstance(last, NotAccepted)
        assert last.reason == Reason.TOO_FAST.value


async def test_the_same_command_again_gets_the_same_answer_and_changes_nothing() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await ann.accepted(LeaveSeat())
        await ann.accepted(TakeSeat(3))
        head = await ann.accepted(TO_250, under="change")
        game = ann.session.game

        assert ann.seat == 0
        assert await ann.accepted(TO_250, under="change") == head
        assert await ann.refused(ChangeGame("playroom"), under="change") == Reason.ID_REUSED.value
        assert ann.session.game == game
        await follows(ben, game)


async def test_a_command_that_was_on_its_way_is_decided_at_the_changed_table() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        commands: list[Command] = [TO_250, Say("to 250?")]

        await ann.send(*(ann.asks(command) for command in commands))
        await ben.send(ben.asks(Say("fine"), under="fine"))

        assert isinstance(await ben.answer_to("fine"), Accepted)
        assert ben.table.preset == "all-fives"
        assert await ben.refused(Rematch()) == Reason.MATCH_NOT_OVER.value


# Coming back, and restarts.


async def test_the_tokens_of_before_open_the_seats_of_the_changed_game() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await ben.leave()
        missed_it = evolve(ben.session)
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(1, here=False))
        await change(ann, TO_250)

        again = host.connect(session=missed_it)
        welcome = await again.enter()

        assert (welcome.from_, again.seat, again.session.game) == (1, 1, ann.session.game)
        assert again.table.preset == "all-fives"


async def test_a_player_let_back_by_name_finds_the_seat_after_a_change() -> None:
    async with hosting() as host:
        ann, ben = await waiting(host, "Ben")
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: notice == PresenceNotice(1, here=False))
        await ann.accepted(Readmit(1))
        await change(ann, TO_250)

        again = await host.seated("Ben")

        assert (again.seat, names(again.table)) == (1, ["Ann", "Ben", None])


async def test_after_a_restart_the_changed_game_is_at_the_table_and_the_one_before_is_gone(tmp_path: Path) -> None:
    async with open_journal(tmp_path / "fives.journal") as journal:
        async with hosting(journal) as host:
            ann, ben = await waiting(host, "Ben")
            before = ann.session.game or ""
            await change(ann, TO_250, ben)
            await ben.accepted(Say("to 250, then"))
            await ann.settle()
        assert (await journal.read(before)).entries == ()
    async with open_journal(tmp_path / "fives.journal") as journal, hosting(journal) as host:
        again = await host.back(ann)
        await host.back(ben)

        assert (again.session.game, again.seat, again.session.is_host) == (ann.session.game, 0, True)
        assert (again.table.preset, again.table.rules.target, len(again.table.seats)) == ("all-fives", 250, 3)
        assert names(again.table) == ["Ann", "Ben", None]
        (info,) = await journal.games()
        assert (info.game, info.preset, info.instead_of) == (ann.session.game, "all-fives", before)
        await again.accepted(Start())


async def test_a_game_that_was_left_behind_by_a_kill_is_deleted_at_the_next_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = Disk()
    journal.forgets = False
    async with hosting(journal) as host:
        ann, ben = await waiting(host, "Ben")
        before = ann.session.game or ""
        await change(ann, TO_250, ben)
        await ann.settle()
    assert journal.entries_now(before)
    assert f"oak: game {before}, which was changed before its match, was not deleted: no space left" in caplog.text

    journal.forgets = True
    async with hosting(journal) as host:
        assert journal.entries_now(before) == []
        again = await host.back(ann)

        assert (again.session.table_name, again.session.game) == ("oak", ann.session.game)


async def test_the_hosts_own_table_continues_with_its_changed_game_for_its_players() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_home("fives-and-threes")
        ann = await host.seated_operator("Ann")
        await change(ann, TO_250)
    async with hosting(journal) as host:
        home = await host.open_home("fives-and-threes")

        again = await host.back(ann, is_operator=True)

        assert (home.rules, again.table.preset, again.seat) == ("all-fives", "all-fives", 0)


async def test_a_change_that_cannot_be_stored_does_not_happen() -> None:
    journal = Disk()
    async with hosting(journal) as host:
        ann, ben = await waiting(host, "Ben")
        before = (ann.session.game, ann.table)

        journal.is_full = True
        assert await ann.refused(TO_250, under="change") == Reason.STORE_FAILED.value
        assert (ann.session.game, ann.table, ben.table) == (*before, before[1])

        journal.is_full = False
        await ann.accepted(TO_250, under="change")
        await follows(ben, ann.session.game)


async def test_the_log_of_the_daemon_names_both_games(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with hosting() as host:
        (ann,) = await waiting(host)
        before = ann.session.game

        await ann.accepted(TO_250)

        assert f"oak: the game is changed: {before} goes on as {ann.session.game}" in caplog.messages


async def test_a_table_that_fails_while_its_game_changes_is_there_again_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await waiting(host, "Ben")
        before = ann.session.game
        with monkeypatch.context() as broken:
            broken.setattr(TableClock, "reseat", fail)
            await ann.send(ann.asks(ChangeGame("all-threes")))
            for player in (ann, ben):
                assert (await player.parting()).reason == "trouble"

        ann, ben = await host.back(ann), await host.back(ben)
        assert (ann.session.game, ann.seat, ben.seat) == (before, 0, 1)
        await ann.accepted(Start())

    async with hosting(journal) as host:
        await host.house.tables.take_up()
        assert before in [info.game for info in await journal.games()], "its match has begun"
