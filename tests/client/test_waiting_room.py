"""The waiting room between two matches in every front end, and every key, command and press in every stage."""

from collections.abc import Sequence
from itertools import product

import pytest
from attrs import evolve

from client.actions.beginning import JUST_NOW, ONE_TOO_MANY
from client.actions.key_row import SCREEN, actions_of
from client.actions.keys import TABLE
from client.actions.typed_commands import COMMANDS
from client.model.model import Model
from client.picture.markup import text as as_text
from client.picture.pinwheel import Size
from client.words import event_words
from client.words.say import say, together
from protocol.game.table_options import Away
from protocol.log.commands import EndMatch, LeaveSeat, Rematch, Start, TakeSeat
from protocol.log.events import (
    Entry,
    Event,
    MatchAbandoned,
    MatchStarted,
    PlayerReturned,
    RoundDealt,
    Said,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.sight import Viewer, see
from protocol.wire.notices import (
    EveningNotice,
    MatchesWon,
    PresenceNotice,
    RematchNotice,
    RequestState,
    SeatRequestNotice,
)
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player
from tests.client.at_desk import at_table as at_desk
from tests.client.at_desk import newcomer as new_at_desk
from tests.client.at_lines import letters
from tests.client.at_table import AT, welcome
from tests.client.states import before, has_turn, match_of
from tests.client.web.at_page import PagePlayer
from tests.client.web.at_page import at_page as on_page
from tests.client.web.at_page import newcomer as new_on_page
from tests.protocol.table_notation import rules_of

GAME = "all-fives"
STANDING = EveningNotice((MatchesWon("Ann", 1), MatchesWon("Ben", 0)))
RUNNING = before(GAME, lambda table: has_turn(table, 2))
OVER = (*RUNNING, MatchAbandoned((0, 0)))
OPENED = RUNNING[0]
FIRST_ROOM = (OPENED, SeatTaken(0, "Ann", None))
ROOM = (OPENED, SeatTaken(0, "Ann", None), SeatTaken(1, "Ben", None))
"""Nobody of the match has left."""
ROOM_WITHOUT_BEN = (OPENED, SeatTaken(0, "Ann", None))
ROLES: dict[str, tuple[int | None, bool]] = {"host": (0, True), "guest": (1, False), "spectator": (None, False)}
STAGES = {"first room": FIRST_ROOM, "round": RUNNING, "over": OVER}
CASES = [*product((*STAGES, "between", "reading the end"), ROLES)]


def in_room(
    player: Player | PagePlayer, *history: Event, seat: int | None = 0, host: bool = False, game: str = "g2"
) -> None:
    """Welcome a player to the waiting room after the first match."""
    model = player.model if isinstance(player, Player) else player.page.model
    said = model.receive(welcome(head=len(history), seat=seat, game=game, host=host, after_match=1))
    for seq, event in enumerate(history, start=1):
        said += model.receive(Entry(seq, AT, see(event, Viewer(seat)).event))
    said += model.receive(STANDING) + model.settle()
    player.take(said) if isinstance(player, Player) else player.page.receive(said)


def at_stage(stage: str, role: str) -> Player:
    """A player at a full screen."""
    seat, host = ROLES[role]
    if stage == "between":
        player = new_at_desk()
        in_room(player, *ROOM, seat=seat, host=host)
        return player
    if stage == "reading the end":
        player = at_desk(*RUNNING, seat=seat, host=host)
        player.receives(OVER[-1])
        in_room(player, *ROOM, seat=seat, host=host)
        return player
    return at_desk(*STAGES[stage], seat=seat, host=host)


def page_at(stage: str, role: str) -> PagePlayer:
    """The same at a page."""
    seat, host = ROLES[role]
    if stage in STAGES:
        return on_page(*STAGES[stage], seat=seat, host=host)
    player = new_on_page() if stage == "between" else on_page(*RUNNING, seat=seat, host=host)
    if stage != "between":
        player.receives(OVER[-1])
    in_room(player, *ROOM, seat=seat, host=host)
    return player


# Every key, command and press in every stage.


@pytest.mark.slow("presses every key")
@pytest.mark.parametrize(("stage", "role"), CASES)
def test_no_key_begins_a_match_or_ends_one_without_a_question(stage: str, role: str) -> None:
    for key in (*actions_of(TABLE, SCREEN), "escape", "1", "b", "n"):
        player = at_stage(stage, role)
        is_reading = player.desk.lookbacks.is_behind_play

        player.press(key)

        assert not any(isinstance(command, Start | EndMatch) for command in player.pending), key
        assert player.screen.is_left or not (is_reading and player.pending), key
        assert player.sees(SMALL)


@pytest.mark.parametrize(("stage", "role"), CASES)
def test_every_typed_command_is_answered_in_every_stage(stage: str, role: str) -> None:
    player = letters(at_stage(stage, role).model)
    for word, rest in product(COMMANDS, ("", "2", "Ben", "99999999999999999999")):
        reply = player.obey(f"{word} {rest}".strip())
        assert all("\x1b" not in line for line in reply.lines), word


@pytest.mark.parametrize(("stage", "role"), CASES)
def test_no_press_at_a_page_begins_a_first_match_without_a_question(stage: str, role: str) -> None:
    player = page_at(stage, role)
    for word, rest in product(COMMANDS, ("", "2", "<b>")):
        player.press("order", f"{word} {rest}".strip())
    assert player.parts()
    assert not (stage == "first room" and any(isinstance(command, Start) for command in player.pending))


# What is shown between two matches.


@pytest.mark.parametrize("size", [NORMAL, SMALL, WIDE])
def test_the_screen_shows_who_is_in_the_standing_and_what_comes_next(size: object) -> None:
    player = at_stage("between", "guest")
    shown = " ".join(player.sees(size).split())  # type: ignore[arg-type]  # a size

    for text in ("Tonight: Ann 1, you 0.", "Match 2 comes next: All Fives", "Seat 1: Ann", "Seat 2: You"):
        assert text in shown


def test_the_page_shows_the_same_and_its_button_agrees() -> None:
    player = page_at("between", "guest")

    shown = player.sees("table") if "table" in player.parts() else " ".join(map(player.sees, player.parts()))
    for text in ("Tonight: Ann 1, you 0.", "Match 2 comes next: All Fives", "Play All Fives"):
        assert text in shown
    player.press("order", "rematch")
    assert player.pending == (Rematch(),)


def test_on_the_page_the_seats_come_before_the_standing() -> None:
    room = page_at("between", "guest").sees("waiting")

    assert room.index("Ann") < room.index("You") < room.index("Tonight")


def test_the_end_of_the_match_stays_until_the_player_closes_it() -> None:
    player = at_stage("reading the end", "guest")
    assert player.desk.lookbacks.is_behind_play

    player.press("enter")

    assert not player.pending
    assert "Match 2 comes next" in player.sees()
    player.press("enter")
    assert player.pending == (Rematch(),)


def test_who_opens_the_waiting_room_sees_it_at_once() -> None:
    player = at_desk(*RUNNING, seat=None)
    player.receives(OVER[-1])
    player.press("enter")
    assert player.pending == (TakeSeat(),)

    in_room(player, *ROOM, seat=1)

    assert "Match 2 comes next" in player.sees()


def test_the_standing_is_told_once_however_often_the_table_changes_before_the_next_match() -> None:
    player = at_stage("between", "guest")

    player.take(player.model.receive(welcome(head=len(ROOM), seat=1, game="g3", after_match=1)))
    player.receives(*ROOM)

    assert player.model.receive(STANDING) == []
    assert "Tonight: Ann 1, you 0." in player.sees()


def test_the_page_keeps_the_end_of_the_match_open() -> None:
    player = page_at("reading the end", "guest")
    assert player.page.window == "end"
    for text in ("The host has ended the match.", "Ann", "The table waits for another match.", "Continue"):
        assert text in player.sees("window")
    assert "Play another match" not in player.sees("window"), "it would be another one by now"

    player.press("close", "end")

    assert player.page.window == ""
    assert "The same again" in player.sees("waiting")


def test_who_reads_the_end_of_the_match_sees_that_the_next_one_begins_soon() -> None:
    screen, page = at_stage("over", "guest"), on_page(*RUNNING, seat=1)
    page.receives(OVER[-1])
    screen.take(screen.model.receive(RematchNotice(0, 30.0)))
    page.page.receive(page.page.model.receive(RematchNotice(0, 30.0)))

    assert "The next match begins within 30 seconds. Enter agrees." in screen.sees()
    assert "The next match begins within 30 seconds." in page.sees("window")


def test_the_end_of_the_match_keeps_its_standing_when_the_table_changes() -> None:
    events = match_of(GAME)
    player = at_desk(*events[:-2], seat=1)
    player.receives(*events[-2:])
    player.take(player.model.receive(STANDING))
    assert "Tonight: Ann 1." in player.sees()

    in_room(player, *ROOM, seat=1)

    assert "The table is changing." in player.sees()
    assert "Tonight: Ann 1." in player.sees()


def test_who_wants_to_play_is_shown_at_the_seats() -> None:
    player = at_stage("between", "host")

    player.take(player.model.receive(RematchNotice(1, 30.0)))

    assert "Seat 2: Ben, ready to play." in player.sees()
    assert "Enter agrees to the next match" in player.sees(WIDE)


def test_who_takes_the_seat_of_somebody_who_was_away_is_not_back() -> None:
    player = at_stage("between", "host")
    player.take(player.model.receive(PresenceNotice(1, here=False)))

    player.receives(SeatLeft(1), SeatTaken(1, "Cho", None))

    assert player.model.receive(PresenceNotice(1, here=True)) == []


def test_an_agreement_is_forgotten_when_the_match_begins() -> None:
    player = at_stage("between", "host")
    player.take(player.model.receive(RematchNotice(1, 30.0)))

    player.receives(MatchStarted(2))

    assert not player.model.presence.agreed


def test_a_spectator_sits_down_after_a_match_with_one_key() -> None:
    with_bot = tuple(SeatTaken(1, "Abel", "club") if event == ROOM[2] else event for event in ROOM)
    player = new_at_desk()
    in_room(player, *with_bot, seat=None)
    player.press("down", "enter")

    assert player.pending == (TakeSeat(1),)


def test_a_guest_who_leaves_between_two_matches_gives_the_seat_up() -> None:
    player = at_stage("between", "guest")

    player.press("q")

    assert player.screen.is_left
    assert player.pending == (LeaveSeat(),)


def test_nobody_gives_up_a_seat_by_leaving_in_a_round() -> None:
    player = at_stage("round", "guest")

    player.press("q", "y")

    assert player.screen.is_left
    assert not player.pending


def test_a_player_who_was_away_when_the_match_began_is_told_last_that_they_watch() -> None:
    model = at_stage("over", "guest").model
    model.connection_opened()

    said = model.receive(welcome(head=len(RUNNING), seat=None, game="g2"))
    for seq, event in enumerate(RUNNING, start=1):
        said += model.receive(Entry(seq, AT, see(event, Viewer(None)).event))

    assert said[-1].text == say("room.without_you")


OTHER_GAME = (TableOpened("all-threes", rules_of("all-threes"), 2, TableOptions()), *ROOM[1:])
FOR_PARTNERS = (TableOpened("pub", rules_of("pub"), 4, TableOptions()), *ROOM[1:])


@pytest.mark.parametrize(
    ("room", "label", "key"),
    [(ROOM, "The same again", "Enter same again"), (OTHER_GAME, "Play All Threes", "Enter play")],
)
def test_agreeing_is_the_same_again_only_if_it_is(room: Sequence[Event], label: str, key: str) -> None:
    player, page = at_desk(*RUNNING, seat=0), on_page(*RUNNING, seat=0)
    for each in (player, page):
        each.receives(OVER[-1])
        in_room(each, *room)
    player.press(" ")
    page.press("close", "end")

    assert key in player.sees()
    assert label in " ".join(map(page.sees, page.parts()))


@pytest.mark.parametrize(("role", "is_named"), [("host", True), ("guest", False)])
@pytest.mark.parametrize("stage", ["over", "between"])
def test_the_host_sees_the_key_of_what_can_be_changed(stage: str, role: str, is_named: bool) -> None:
    assert ("x table" in at_stage(stage, role).lines(WIDE)[-1]) is is_named


def test_the_partners_of_the_next_match_stand_right_above_the_seats() -> None:
    player = new_at_desk()
    in_room(player, *FOR_PARTNERS)

    shown = " ".join(player.sees().split())

    assert shown.index("Partners: ") < shown.index("Seat 1: ")


def test_whose_seat_comes_too_late_is_told_to_sit_down() -> None:
    player, page = at_desk(*RUNNING, seat=None), on_page(*RUNNING, seat=None)
    admitted = SeatRequestNotice(1, here=True, text=RequestState.ADMITTED, name="Eve", yours=True)
    player.take(player.model.receive(admitted))
    page.page.receive(page.page.model.receive(admitted))
    assert say("seat_request.you_sit_soon") in player.sees()
    assert say("seat_request.you_sit_soon") in " ".join(map(page.sees, page.parts()))

    for each in (player, page):
        each.receives(OVER[-1])

    missed = "The match is over, so you do not get Ben's seat. Sit down for the next one."
    assert missed in player.sees()
    assert missed in page.sees("window")


def test_who_is_back_after_the_end_is_not_said_to_be_played_by_a_bot_any_more() -> None:
    player = at_desk(*RUNNING, StandInSeated(0, "club"), seat=0)
    player.receives(OVER[-1])
    assert "you(bot plays)" in player.sees()

    player.receives(PlayerReturned(0))

    assert say("stand_in.seat_back") in player.sees()
    assert "bot plays" not in player.sees()


# A match that has begun without one's agreement.

BEN: int = 1
UNDECIDED = (
    *ROOM,
    MatchStarted(2, undecided=(BEN,)),
    next(event for event in RUNNING if isinstance(event, RoundDealt)),
)
LOST = SeatTaken(BEN, "Uma", "club")
THREE = (
    TableOpened(GAME, rules_of(GAME), 3, TableOptions()),
    *(SeatTaken(0, "Max", "club"), SeatTaken(BEN, "Ben"), SeatTaken(2, "Cho")),
    MatchStarted(2, undecided=(BEN,)),
)


def welcomed(model: Model, *history: Event, seat: int | None, start: int = 1) -> list[str]:
    """What is said on a welcome to the second match, or to the room before it, with the entries from `start` on."""
    said = model.receive(welcome(start=start, head=len(history), seat=seat, game="g2", after_match=1))
    for seq, event in enumerate(history[start - 1 :], start=start):
        said += model.receive(Entry(seq, AT, see(event, Viewer(seat)).event))
    return [announcement.text for announcement in said]


def reads_the_end(player: Player | PagePlayer) -> None:
    """Ben reads how the first match ended when the next one begins, to which he has not agreed."""
    player.receives(OVER[-1])
    in_room(player, *UNDECIDED, seat=BEN)


def loses_the_seat(player: Player | PagePlayer) -> None:
    """A bot gets the seat, and Ben is welcomed without one."""
    player.receives(LOST)
    in_room(player, *UNDECIDED, LOST, seat=None)


@pytest.mark.parametrize("size", [NORMAL, SMALL, WIDE])
def test_who_is_in_the_waiting_room_when_it_begins_without_them_reads_what_agrees(size: Size) -> None:
    player, page = new_at_desk(), new_on_page()
    for each in (player, page):
        in_room(each, *ROOM, seat=BEN)
        each.receives(*UNDECIDED[len(ROOM) :])

    assert say("match.you_are_undecided") in player.sees(size)
    assert say("match.you_are_undecided") in " ".join(map(page.sees, page.parts()))


def test_whoever_has_lost_a_seat_to_a_bot_is_offered_that_one_first() -> None:
    player = new_at_desk()
    player.model.session.name = "Ben"
    in_room(player, *THREE, SeatTaken(BEN, "Uma", "club"), seat=None)

    assert list(player.model.seats_to_ask_for) == [BEN, 0]


def test_the_page_says_to_who_watches_which_bot_has_their_seat() -> None:
    page = new_on_page()
    page.page.model.session.name = "Ben"
    in_room(page, *UNDECIDED, LOST, seat=None)

    assert "You had not agreed to it, and Uma, a bot, has your seat." in " ".join(map(page.sees, page.parts()))


def test_who_reads_the_end_sees_that_a_match_has_begun_to_which_they_had_not_agreed() -> None:
    player, page = at_desk(*RUNNING, seat=BEN), on_page(*RUNNING, seat=BEN)
    for each in (player, page):
        reads_the_end(each)

    assert say("prompt.match_not_agreed") in player.sees()
    assert say("prompt.began_without_you") in player.sees(SMALL)
    assert say("match.you_are_undecided") in page.sees("window")


def test_who_reads_the_end_keeps_it_when_a_bot_gets_the_seat_and_sees_that_they_watch() -> None:
    player, page = at_desk(*RUNNING, seat=BEN), on_page(*RUNNING, seat=BEN)
    for each in (player, page):
        reads_the_end(each)
    page.page.sentences.heard = as_text("Your turn.")
    player.now = 1000.0

    for each in (player, page):
        loses_the_seat(each)
    player.desk.tick(player.now)

    assert say("prompt.match_without_you") in player.sees()
    assert say("prompt.began_without_you") in player.sees(SMALL)
    assert say("room.without_you") in page.sees("window")
    assert "Your turn." not in page.sees("window")


def test_who_loses_the_seat_at_the_table_is_told_last_that_they_watch() -> None:
    player = at_desk(*RUNNING, seat=BEN)
    player.model.session.name = "Ben"
    in_room(player, *UNDECIDED, seat=BEN)
    assert player.model.is_undecided

    loses_the_seat(player)

    assert say("room.without_you") in player.sees()
    assert not player.model.is_undecided


def test_who_comes_back_too_late_reads_which_bot_has_the_seat() -> None:
    model = new_at_desk().model
    model.session.name, model.why_watching = "Ben", say("room.without_you")

    said = welcomed(model, *UNDECIDED, LOST, seat=None)

    assert said[-1] == f"{say('room.without_you')} You had not agreed to it, and Uma, a bot, has your seat."


def test_who_was_away_when_the_match_began_reads_that_it_has() -> None:
    model = new_at_desk().model
    welcomed(model, *ROOM, seat=BEN)
    model.connection_opened()

    said = " ".join(welcomed(model, *UNDECIDED, seat=BEN, start=len(ROOM) + 1))

    assert "While you were away: match 2 began." in said
    assert say("match.you_are_undecided") in said


def test_who_leaves_before_the_first_move_is_told_what_becomes_of_the_seat() -> None:
    player = at_desk(*RUNNING, seat=BEN)
    in_room(player, *UNDECIDED, seat=BEN)

    player.press("q")

    assert say("leave.program_to_bot") in player.sees()


def test_the_page_says_to_who_has_not_agreed_that_a_move_does_as_long_as_it_is_so() -> None:
    page = on_page(*RUNNING, seat=BEN)
    in_room(page, *UNDECIDED, seat=BEN)
    assert say("match.you_are_undecided") in " ".join(map(page.sees, page.parts()))


@pytest.mark.parametrize(
    ("away", "turn_time", "key"),
    [
        (Away.BOT, 0, "match.bot_if_away"),
        (Away.BOT, 30, "match.bot_if_away_or_late"),
        (Away.WAIT, 30, "match.bot_if_late"),
        (Away.WAIT, 0, ""),
    ],
)
def test_who_is_undecided_reads_when_a_bot_gets_the_seat(away: Away, turn_time: int, key: str) -> None:
    said = event_words.undecided(TableOptions(away=away, turn_time=turn_time))

    assert said == together(say("match.you_are_undecided"), say(key) if key else "")


# Beginning with free seats.


def alone(seat: int = 0) -> Player:
    return at_desk(*FIRST_ROOM, seat=seat, host=True)


def test_the_host_is_asked_before_bots_take_all_other_seats() -> None:
    player = alone()

    player.press("enter")

    assert not player.pending
    assert "Nobody else is here yet. Begin with 1 bot?" in player.sees()
    player.press("y")
    assert player.pending == (Start(),)


def test_one_enter_too_many_after_a_line_of_chat_begins_nothing() -> None:
    player = alone()

    player.type("/", "hello")
    player.press("enter", "escape")

    assert not any(isinstance(command, Start) for command in player.pending)


def test_nor_does_it_agree_to_another_match_for_which_all_others_wait() -> None:
    player = new_at_desk()
    in_room(player, *ROOM)
    lines = letters(player.model)

    player.type("/", "hello")
    player.press("enter")
    lines.obey("/hello", now=5.0)
    lines.obey("", now=5.5)
    assert not any(isinstance(command, Rematch) for command in player.pending)

    player.now += ONE_TOO_MANY
    player.press("enter")
    assert player.pending[-1] == Rematch()


def three_seats(*events: Event) -> Sequence[Event]:
    """A table of three, before its match."""
    assert isinstance(OPENED, TableOpened)
    return (evolve(OPENED, seats=3), SeatTaken(0, "Ann", None), *events)


@pytest.mark.parametrize(("seconds", "asks"), [(1, True), (JUST_NOW - 1, True), (JUST_NOW + 1, False)])
def test_the_host_is_asked_while_a_friend_has_just_sat_down(seconds: float, asks: bool) -> None:
    player = at_desk(*three_seats(), host=True)
    player.receives(SeatTaken(1, "Ben", None))
    player.now += seconds

    player.press("enter")

    assert (not player.pending) == asks
    assert ("Ben has just sat down" in player.sees()) == asks


def test_line_mode_asks_too_and_a_pipe_does_not() -> None:
    model = alone().model
    (line,) = letters(model).obey("start").lines
    assert line == "Nobody else is here yet. Begin with 1 bot? Type y to confirm."
    assert not model.pending.waiting

    letters(model, asks_before_leaving=False).obey("start")

    assert model.pending.waiting == (Start(),)


def test_the_page_asks_too() -> None:
    player = on_page(*FIRST_ROOM, host=True)

    player.press("order", "start")

    assert not player.pending
    assert player.page.window == "confirm"


def test_nobody_is_asked_at_a_full_table_or_alone_against_bots() -> None:
    player = at_desk(*FIRST_ROOM, SeatTaken(1, "Ben", None), host=True)
    player.take(player.model.receive(PresenceNotice(1, here=False)))

    player.press("enter")

    assert player.pending == (Start(),)


def test_a_seat_that_is_free_again_counts_as_no_friend() -> None:
    player = at_desk(*three_seats(), host=True)
    player.receives(SeatTaken(1, "Ben", None), SeatLeft(1))

    player.press("enter")

    assert "Nobody else is here yet" in player.sees()


# What is on the full screen once, and whole.


THREE_IN_ROOM: tuple[Event, ...] = (
    TableOpened(GAME, rules_of(GAME), 3, TableOptions()),
    *(SeatTaken(seat, name, None) for seat, name in enumerate(("Ann", "Ben", "Hugo"))),
)


@pytest.mark.parametrize(("agreed", "shown"), [((1,), "Waiting for Hugo."), ((), "Waiting for Ben and Hugo.")])
def test_on_a_narrow_screen_it_is_whole_for_whom_the_next_match_waits(agreed: tuple[int, ...], shown: str) -> None:
    player = new_at_desk()
    in_room(player, *THREE_IN_ROOM)
    for seat in (0, *agreed):
        player.take(player.model.receive(RematchNotice(seat, 30.0)))

    assert shown in player.lines(SMALL)[-3:]
    assert f"You want to play again. {shown}" in player.lines(NORMAL)


def test_on_a_narrow_screen_what_has_just_been_said_does_not_cut_what_the_first_match_waits_for() -> None:
    player = at_desk(THREE_IN_ROOM[0], SeatTaken(0, "Ann", None), host=True)

    player.receives(SeatTaken(1, "Benedict the Younger", None))

    assert "Waiting for 1 more player." in player.lines(SMALL)
    assert player.lines(SMALL)[-1].startswith("Enter begin")


@pytest.mark.parametrize("size", [NORMAL, SMALL, WIDE])
@pytest.mark.parametrize("event", [Said(1, "Ben", "Back in a minute, and then I win"), SeatLeft(1)])
def test_what_was_said_last_is_on_the_screen_once(size: Size, event: Event) -> None:
    player = at_stage("between", "host")

    player.receives(event)

    shown = " ".join(player.sees(size).split())
    said = player.model.talk.room[-1]
    assert shown.count(said) == 1


def test_a_space_that_was_meant_for_the_end_of_the_match_costs_no_seat() -> None:
    player = at_stage("between", "guest")

    player.press("space")

    assert not player.pending
    assert "Give up your seat? Somebody else may take it. y/n" in player.sees()
    player.press("y")
    assert player.pending == (LeaveSeat(),)


def test_whoever_had_agreed_reads_that_a_changed_game_needs_another_agreement() -> None:
    model = at_stage("between", "guest").model
    model.receive(RematchNotice(1, 30.0))

    said = model.receive(welcome(head=len(ROOM), seat=1, game="g3", after_match=1))
    for seq, event in enumerate(ROOM, start=1):
        said += model.receive(Entry(seq, AT, see(event, Viewer(1)).event))

    assert said[0].text.startswith("Agree again: the game has changed. The host changes ")


def test_nobody_reads_that_the_next_match_waits_for_somebody_who_is_away() -> None:
    player = at_stage("between", "host")
    player.model.receive(PresenceNotice(1, here=True))

    (said,) = player.model.receive(PresenceNotice(1, here=False))

    assert said.text == "Ben is away."


def test_what_was_said_comes_before_what_is_always_so() -> None:
    player = at_stage("between", "host")
    player.receives(Said(1, "Ben", "Back in a minute"))
    player.receives(SeatLeft(1))

    shown = player.sees()

    assert shown.index("Seat 2: free") < shown.index("Ben: Back in a minute") < shown.index("This table shows")
