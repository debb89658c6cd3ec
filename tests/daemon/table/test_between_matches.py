"""After a match the table is a waiting room again: seats, bots and the game can change before the next match."""

import pytest
import trio
from trio.testing import MockClock

from protocol.game.table_options import Away
from protocol.log.audit import audit
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    EndMatch,
    Kick,
    LeaveSeat,
    Pause,
    Rematch,
    RemoveBot,
    Resume,
    Start,
    TakeSeat,
)
from protocol.log.events import Event, MatchAbandoned, MatchStarted, SeatLeft, SeatTaken, TableOptions
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.shared.operator_key import OperatorKey
from protocol.wire.messages import Accepted, Do, NotAccepted, Welcome
from protocol.wire.notices import LONGEST_VOTE, EveningNotice, RematchNotice
from tests.daemon.harness import MONTHS, SECRET, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.table.test_evening import two_players, win_a_match
from tests.daemon.wire_client import WireClient, parting_of


async def after_a_match(host: Host, *others: str, seats: int = 4, **options: object) -> list[WireClient]:
    """Ann, who is the host, and others, after a match at a table whose other seats bots took."""
    options_given = TableOptions(**options)  # type: ignore[arg-type]  # of any kind
    await host.open_table("all-fives", seats=seats, options=options_given)
    people = [await host.seated(name) for name in ("Ann", *others)]
    if len(people) < seats:
        await people[0].accepted(Start())
    await people[0].accepted(EndMatch())
    for person in people[1:]:
        await person.expect_event(MatchAbandoned)
    return people


def seated(client: WireClient) -> list[str | None]:
    """Who sits where, as this client sees it; every bot is `bot`."""
    return ["bot" if who.bot is not None else who.name for who in client.table.seats]


async def agree(player: WireClient) -> str:
    """Send an agreement to the next match; returns its id."""
    do = player.asks(Rematch())
    await player.send(do)
    await player.expect(RematchNotice, lambda notice: notice.seat == player.seat)
    return do.id


async def sees(client: WireClient, kind: type[Event], **facts: object) -> None:
    """Wait for this event, which may have come already."""
    await client.until(
        lambda: any(
            isinstance(event, kind) and all(getattr(event, name) == fact for name, fact in facts.items())
            for event in client.events
        )
    )


# What opens the waiting room.

CHANGES: dict[str, tuple[Command, list[str | None]]] = {
    "the host leaves the seat": (LeaveSeat(), [None, "Ben", "bot", "bot"]),
    "a bot goes": (RemoveBot(2), ["Ann", "Ben", None, "bot"]),
    "a player is sent away": (Kick(1), ["Ann", None, "bot", "bot"]),
    "the game changes": (ChangeGame("all-fives", seats=2), ["Ann", "Ben"]),
}


@pytest.mark.parametrize("case", CHANGES)
async def test_a_change_after_a_match_opens_the_waiting_room_of_the_next_one(case: str) -> None:
    command, seats = CHANGES[case]
    async with hosting() as host:
        ann, _ = await after_a_match(host, "Ben")
        ended, entries = ann.session.game or "", ann.session.head

        await ann.accepted(command)

        assert (seated(ann), ann.table.stage) == (seats, Stage.SEATING)
        assert (ann.session.is_between_matches, ann.session.after_match) == (True, 1)
        (listed,) = host.house.tables.summaries()
        assert (listed.stage, listed.match) == (Stage.SEATING, 1), "who reads the list sees that a match is over"
        assert len((await host.journal.read(ended)).entries) == entries


async def test_the_game_changes_although_somebody_has_given_up_the_seat(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await after_a_match(host, "Ben", seats=2, grace=5)
        await ben.leave()
        await host.deserted_by(ben)
        await trio.sleep(6)

        await ann.accepted(ChangeGame("all-threes"))

        assert (seated(ann), ann.table.preset) == (["Ann", None], "all-threes")
        assert (await host.connect("Cho").enter()).seat == 1


REFUSED: dict[str, tuple[Command, Reason]] = {
    "no bot there": (RemoveBot(0), Reason.NOT_ALLOWED),
    "no such seat": (Kick(7), Reason.NO_SUCH_SEAT),
    "oneself": (Kick(0), Reason.NOT_ALLOWED),
    "no seat is free": (AddBot(1, "club"), Reason.SEAT_OCCUPIED),
    "an impossible game": (ChangeGame("all-fives", {"target": -1}), Reason.NOT_ALLOWED),
    "one seat is enough": (TakeSeat(2), Reason.NOT_ALLOWED),
    "nothing is running": (Pause(), Reason.MATCH_OVER),
    "nothing is paused": (Resume(), Reason.MATCH_OVER),
    "it has ended": (EndMatch(), Reason.MATCH_OVER),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_what_is_refused_after_a_match_opens_nothing(case: str) -> None:
    command, reason = REFUSED[case]
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben")
        ended = ann.session.game

        assert await ann.refused(command) == reason.value

        await ben.settle()
        assert (ann.session.game, ben.session.game, ann.table.stage) == (ended, ended, Stage.OVER)


async def test_only_the_host_changes_seats_of_others_and_the_game() -> None:
    async with hosting() as host:
        _, ben = await after_a_match(host, "Ben")
        eve = await host.watching()

        for command in (RemoveBot(2), Kick(0), ChangeGame("all-fives"), Start()):
            assert await ben.refused(command) == Reason.NOT_ALLOWED.value
            assert await eve.refused(command) == Reason.NOT_ALLOWED.value
        assert await eve.refused(Rematch()) == Reason.NOT_SEATED.value


# Who sits down, and who leaves.


async def test_a_late_friend_takes_the_seat_of_a_bot_and_the_next_match_waits_until_all_agree() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben")

        cho = await host.seated("Cho")

        assert (cho.seat, cho.session.after_match) == (2, 1)
        await sees(ann, SeatTaken, name="Cho")
        assert seated(ann) == ["Ann", "Ben", "Cho", "bot"]
        for_ann, for_ben = await agree(ann), await agree(ben)
        await cho.accepted(Rematch())
        assert [isinstance(await player.answer_to(id_), Accepted) for player, id_ in ((ann, for_ann), (ben, for_ben))]
        assert (seated(cho), cho.table.match) == (["Ann", "Ben", "Cho", "bot"], 2)


async def test_a_spectator_takes_the_seat_of_a_bot_after_the_match() -> None:
    async with hosting() as host:
        (ann,) = await after_a_match(host, seats=3)
        eve = await host.watching()

        await eve.accepted(TakeSeat(2))

        assert (eve.seat, seated(eve)) == (2, ["Ann", "bot", "Eve"])
        await ann.settle()
        assert ann.table == eve.table


async def test_before_the_first_match_no_bot_makes_way() -> None:
    async with hosting() as host:
        await host.open_table("all-fives", seats=3)
        ann = await host.seated("Ann")
        await ann.accepted(AddBot(1, "club"))
        eve = await host.watching()

        assert await eve.refused(TakeSeat(1)) == Reason.SEAT_OCCUPIED.value


async def test_a_table_of_people_who_are_here_is_full_after_the_match_too() -> None:
    async with hosting() as host:
        ann, _ = await after_a_match(host, "Ben", seats=2)

        assert (await parting_of(host.connect("Cho"))).reason == "table_full"
        assert ann.table.stage is Stage.OVER


async def test_the_seat_of_somebody_who_has_been_away_for_the_grace_is_free_for_another(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        _, ben = await after_a_match(host, "Ben", seats=2, grace=20)
        await ben.leave()
        await host.deserted_by(ben)
        assert (await parting_of(host.connect("Cho"))).reason == "table_full"
        await trio.sleep(21)

        cho = await host.seated("Cho")

        assert seated(cho) == ["Ann", "Cho"]
        assert (await host.back(ben)).seat is None


async def test_the_last_seat_that_is_taken_begins_nothing() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        await ben.accepted(LeaveSeat())

        await host.seated("Cho")
        await ann.settle()

        assert (seated(ann), ann.table.stage) == (["Ann", "Cho"], Stage.SEATING)


async def test_somebody_who_left_after_the_match_is_replaced_by_a_bot_under_a_name_of_its_own() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        await ben.accepted(LeaveSeat())

        await ann.accepted(Rematch())

        assert seated(ann) == ["Ann", "bot"]
        assert ann.table.seats[1].name != "Ben"


# Agreeing.


async def test_agreements_outlast_a_newcomer_who_gets_as_much_time_as_the_others(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await after_a_match(host, "Ben")
        await agree(ann)
        await trio.sleep(LONGEST_VOTE - 5)

        since = trio.current_time()
        cho = await host.seated("Cho")
        first = await cho.expect(RematchNotice)
        assert first.seconds == LONGEST_VOTE, "a newcomer reads when it really begins"
        await ann.until(lambda: ann.is_at(Stage.PLAYING))

        assert trio.current_time() - since == pytest.approx(LONGEST_VOTE, abs=1)
        await ben.until(lambda: ben.is_at(Stage.PLAYING))
        assert seated(ben) == ["Ann", "Ben", "Cho", "bot"]


async def test_an_agreement_ends_when_the_game_changes() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        await agree(ben)
        await ann.accepted(ChangeGame("all-fives", seats=2))
        heard = await ben.settle()
        changed = max(at for at, message in enumerate(heard) if isinstance(message, Welcome))
        assert not any(isinstance(message, RematchNotice) for message in heard[changed:])

        await agree(ann)
        await ann.settle()

        assert ann.table.stage is Stage.SEATING
        await ben.settle()
        await ben.accepted(Rematch())
        assert (ben.table.preset, ben.table.match) == ("all-fives", 2)


async def test_the_host_begins_without_everyone_and_a_guest_cannot() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben")
        await ann.accepted(RemoveBot(2))
        await ben.until(lambda: ben.is_at(Stage.SEATING))

        assert await ben.refused(Start()) == Reason.NOT_ALLOWED.value
        await ann.accepted(Start())

        await ben.until(lambda: ben.is_at(Stage.PLAYING))
        assert ben.table.match == 2


async def test_the_same_deals_are_not_dealt_to_other_people() -> None:
    async with hosting() as host:
        ann, _ = await after_a_match(host, "Ben")
        await ann.accepted(RemoveBot(2))

        assert await ann.refused(Rematch(same_deals=True)) == Reason.NOT_ALLOWED.value


# Consent.


@pytest.mark.parametrize("away", Away)
async def test_who_is_away_in_the_waiting_room_loses_the_seat_to_a_bot_when_the_match_begins(away: Away) -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", grace=3600, away=away)
        await ann.accepted(RemoveBot(3))
        await ben.until(lambda: ben.is_at(Stage.SEATING))
        await ben.leave()
        await host.deserted_by(ben)

        await ann.accepted(Start())

        await sees(ann, SeatLeft, seat=1)
        assert seated(ann) == ["Ann", "bot", "bot", "bot"]


async def test_a_player_who_missed_the_beginning_watches_and_sits_down_after_that_match() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben")
        await ben.leave()
        await host.deserted_by(ben)
        await ann.accepted(Start())

        ben = await host.back(ben)

        assert (ben.seat, ben.session.game) == (None, ann.session.game)
        await ann.accepted(EndMatch())
        await ben.expect_event(MatchAbandoned)
        await ben.accepted(TakeSeat())
        assert seated(ben)[ben.seat or 0] == "Ben"


async def test_a_player_who_missed_the_end_of_the_match_before_is_seated_again_between_matches() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben")
        missed_it = host.connect(session=ben.session)
        await ben.leave()
        await host.deserted_by(ben)
        await ann.accepted(Start())
        await ann.accepted(EndMatch())

        await missed_it.enter()

        assert (seated(missed_it)[missed_it.seat or 0], missed_it.session.after_match) == ("Ben", 2)


async def test_nobody_who_is_away_is_asked_by_the_command_line_to_play() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        for player in (ann, ben):
            await player.leave()
        await host.deserted()
        host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
        operator = await host.operator("operator")

        await operator.send(Do("operator-1", 0, Start(), "oak"))

        answer = await operator.answer_to("operator-1")
        assert isinstance(answer, NotAccepted)
        assert answer.detail == "nobody who has a seat is here"


# What goes along.


async def test_the_evening_and_the_number_of_the_match_go_along_into_a_changed_game() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        winner = await win_a_match(ann, ben)

        await ann.accepted(ChangeGame("cinq-et-trois"))

        await ann.settle()
        notice = [message for message in ann.received if isinstance(message, EveningNotice)][-1]
        assert {row.name: row.matches for row in notice.totals} == {"Ann": winner == 0, "Ben": winner == 1}
        await ben.until(lambda: ben.is_at(Stage.SEATING))
        await agree(ben)
        await ann.accepted(Rematch())
        await sees(ann, MatchStarted, match=2)


async def test_the_host_stays_the_host_and_tokens_open_the_same_seats() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await after_a_match(host, "Ben")
        await ann.accepted(RemoveBot(3))
        await ben.until(lambda: ben.is_at(Stage.SEATING))
    async with hosting(journal) as host:
        ann, ben = await host.back(ann), await host.back(ben)

        assert (ann.seat, ann.session.is_host, ann.session.after_match) == (0, True, 1)
        assert (ben.seat, seated(ben)) == (1, ["Ann", "Ben", "bot", None])
        await agree(ben)
        await ann.accepted(Rematch())
        assert audit((await journal.read(ann.session.game or "")).entries) is None


async def test_who_was_away_while_the_game_changed_twice_is_led_to_the_last_one() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", grace=3600)
        await ben.leave()
        await host.deserted_by(ben)
        await ann.accepted(ChangeGame("all-fives", seats=3))
        await ann.accepted(ChangeGame("all-threes", seats=3))
        await trio.testing.wait_all_tasks_blocked()

        ben = await host.back(ben)

        assert (ben.session.game, ben.seat, ben.table.preset) == (ann.session.game, 1, "all-threes")


async def test_three_matches_in_a_row_with_another_game_and_other_people() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        await ben.accepted(LeaveSeat())
        cho = await host.seated("Cho")
        await agree(cho)
        await ann.settle()
        await ann.accepted(Rematch())
        await ann.accepted(EndMatch())
        await cho.until(lambda: cho.is_at(Stage.OVER))
        await ann.accepted(ChangeGame("playroom", seats=3))
        await ben.until(lambda: ben.is_at(Stage.SEATING))
        await ben.accepted(TakeSeat())
        await cho.until(lambda: cho.is_at(Stage.SEATING))
        await agree(cho)
        await agree(ben)

        await ann.settle()
        await ann.accepted(Rematch())

        assert (seated(ann), ann.table.match, ann.table.preset) == (["Ann", "Cho", "Ben"], 3, "playroom")


# A restart between two matches.


async def test_after_a_restart_the_list_says_of_a_table_that_waits_for_another_match_that_one_is_over() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _ = await after_a_match(host, "Ben")
        await ann.accepted(RemoveBot(2))
        game = ann.session.game or ""
    async with hosting(journal) as host:
        (listed,) = host.house.tables.summaries((game,))

        assert (listed.game, listed.stage, listed.match) == (game, Stage.SEATING, 1)


@pytest.mark.parametrize("changes", [False, True])
async def test_after_a_restart_the_hosts_own_table_is_where_the_evening_was(changes: bool) -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_home("all-fives", seats=3)
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        if changes:
            await ann.accepted(ChangeGame("all-threes", seats=3))
        await ann.accepted(Start())
        await ann.accepted(EndMatch())
        await ben.until(lambda: ben.is_at(Stage.OVER))
        ended = ann.session.game
    async with hosting(journal) as host:
        home = await host.open_home("all-fives", seats=3)
        cho = await host.seated("Cho")
        ann, ben = await host.back(ann, is_operator=True), await host.back(ben)

        assert (home.table, home.game) == ("oak", ended)
        assert seated(cho) == ["Ann", "Ben", "Cho"]
        assert len({player.session.game for player in (ann, ben, cho)}) == 1
