"""Line mode: one fact per line, an answer before queued announcements, a play from a pipe on its turn."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
import trio
from attrs import define, evolve, field

from client.actions.excursion import Excursions
from client.lines.line_mode import (
    BETWEEN_RINGS,
    LONGEST_BURST,
    MOST_COLLECTED,
    QUIET,
    TIME_BEFORE_NEXT,
    TIME_TO_COME_BACK,
    TIME_TO_READ,
    LineMode,
)
from client.model.model import Model
from client.model.pending import Pending
from client.model.status import Ended
from client.net.link import Link
from client.net.pauses import Pauses
from client.net.remedies.common import remedies
from client.words.say import say
from client.words.version_words import mismatch_of_page
from protocol.game.layout import Arm
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import set_of_tiles
from protocol.log.commands import PlayTile, Say
from protocol.log.consequences import consequences
from protocol.log.events import (
    Event,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    RoundDealt,
    Said,
    SeatTaken,
    TableOpened,
    TableOptions,
    TilePlayed,
)
from protocol.log.refusals import Reason
from protocol.log.table import Stage, Table, fold
from protocol.shared.address import Address
from protocol.wire.messages import (
    Accepted,
    AskTables,
    Do,
    Farewell,
    Goodbye,
    Hello,
    NotAccepted,
    OpenTable,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
)
from protocol.wire.session import Session
from tests.client.at_table import autosave_in, welcome
from tests.client.excursions import ExcursionLog
from tests.client.scripted_daemon import PATIENCE, Caller, ScriptedDaemon, at_once
from tests.protocol.table_notation import hands_of, tile_of

HOW_TO_BEGIN = say("lines.how_to_begin")
AGAIN = say("lines.again")
ONLY_TYPED = say("lines.only_typed")
MINE = "6-0 4-1 5-2 6-5 3-1 2-0 1-0"
BENS = "5-3 5-1 1-1 4-4 2-2 6-6 6-2"


def game_of(
    *names: str,
    bots: Sequence[int] = (),
    rules: str = "cinq-et-trois",
    hands: str = f"{MINE} | {BENS}",
    leader: int = 1,
    **settings: Spelling,
) -> list[Event]:
    """The events of a game up to its first deal: the first name's seat is seat 0."""
    dealt = hands_of(hands)
    made, seats = make_rules(PRESETS[rules], {"hand": len(dealt[0]), **settings}, len(names))
    held = {tile for hand in dealt for tile in hand}
    boneyard = tuple(tile for tile in set_of_tiles(6) if tile not in held)
    return [
        TableOpened(rules, made, seats, TableOptions()),
        *(SeatTaken(seat, name, "club" if seat in bots else None) for seat, name in enumerate(names)),
        MatchStarted(1),
        RoundDealt(1, dealt, boneyard, leader, None, None),
    ]


@define(eq=False)
class Evening:
    """A player in line mode at a scripted daemon that maintains the game."""

    daemon: ScriptedDaemon
    mode: LineMode
    out: list[str]
    _typed: "trio.MemorySendChannel[str]"
    events: list[Event]
    caller: Caller | None = None
    ended: Ended | None = None
    _changed: trio.Event = field(factory=trio.Event)

    async def types(self, *lines: str) -> None:
        for line in lines:
            await self._typed.send(line)

    def types_no_more(self) -> None:
        self._typed.close()

    async def sits_down(self, *names: str, bots: Sequence[int] = (), **more: object) -> Caller:
        self.events = game_of(*names, bots=bots, **more)  # type: ignore[arg-type]  # as given
        self.caller = await self.daemon.call()
        assert isinstance(await self.caller.receives(), Hello)
        await self.caller.sends(welcome(head=len(self.events)))
        await self.caller.sends_events(self.events)
        await self.until(lambda: bool(self.out))
        return self.caller

    @property
    def table(self) -> Table:
        return fold(self.events)

    async def plays(self, seat: int, text: str, arm: Arm, answers: Do | None = None) -> None:
        """A seat plays a tile, with all consequences; `answers`: the client whose command it was."""
        await self.does(TilePlayed(seat, tile_of(text), arm), answers)

    async def does(self, move: TilePlayed | Knocked, answers: Do | None = None) -> None:
        following, _ = consequences(self.table, move)
        await self.sends_events(following, answers)

    async def sends_events(self, events: Sequence[Event], answers: Do | None = None) -> None:
        assert self.caller is not None
        first = len(self.events) + 1
        self.events += events
        then = None if answers is None else Accepted(answers.id, len(self.events))
        await self.caller.sends_events(events, first, then=then)

    async def receives(self) -> Do:
        assert self.caller is not None
        message = await self.caller.receives()
        assert isinstance(message, Do)
        return message

    async def until(self, is_so: Callable[[], bool]) -> None:
        with trio.fail_after(PATIENCE):
            while not is_so():
                await self._changed.wait()

    def changes(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


@asynccontextmanager
async def evening(
    folder: Path, *, is_typed: bool, table: str | None = "oak", excursions: Excursions | None = None
) -> AsyncIterator[Evening]:
    daemon = ScriptedDaemon()
    send, receive = trio.open_memory_channel[str](100)
    out: list[str] = []

    async def next_line() -> str | None:
        try:
            return await receive.receive()
        except trio.EndOfChannel:
            return None

    model = Model(Session("fives test", "Ann", wanted_table=table), Pending("r"))
    sitting: Evening

    def print_line(line: str) -> None:
        out.append(line)
        sitting.changes()

    mode = LineMode(model, next_line, print_line, is_typed, excursions=excursions)
    link = Link(
        model,
        Address("host", 5533),
        evolve(autosave_in(folder, "host:5533"), run=at_once),
        mode.receive,
        remedies(mismatch_of_page),
        daemon.dial,
        Pauses(lambda: 1.0),
    )
    sitting = Evening(daemon, mode, out, send, [])

    async def run() -> None:
        sitting.ended = await mode.run(link)
        sitting.changes()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        yield sitting
        nursery.cancel_scope.cancel()


HOME = TableSummary("oak", "g1", "all-fives", (SeatSummary(), SeatSummary()), Stage.SEATING, home=True)
ARRIVED = "You sit at table oak: Cinq et Trois to exactly 61. With Ben. Round 1: Ben leads."


async def test_a_few_turns_at_the_keyboard(tmp_path: Path, autojump_clock: object) -> None:
    """An announcement, the turn, a question, a play by its number, and its result."""
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben")
        await ann.plays(1, "1-1", Arm.START)
        await ann.until(lambda: "Your turn. 7 tiles." in ann.out)
        await ann.types("w")
        await ann.types("5 l")
        do = await ann.receives()
        await ann.plays(0, "3-1", Arm.LEFT, answers=do)
        await ann.until(lambda: ann.out[-1] == "Ben's turn.")

    assert do.command == PlayTile(tile_of("3-1"), Arm.LEFT)
    assert ann.out == [
        ARRIVED,
        HOW_TO_BEGIN,
        "Ben's turn.",
        "Ben leads 1-1: sum 2, 1 under 3.",
        "Your turn. 7 tiles.",
        "1: 6-0, no. 2: 4-1, left, 2 points. 3: 5-2, no. 4: 6-5, no."
        " 5: 3-1, left, 1 point. 6: 2-0, no. 7: 1-0, left, 0.",
        "You score 1, total 1. Left 3, right double 1 counts 2: sum 5.",
        "Ben's turn.",
    ]


@pytest.mark.parametrize("wants_sounds", [True, False])
async def test_the_bell_rings_for_what_happens_if_the_player_wants_that(
    tmp_path: Path, autojump_clock: object, wants_sounds: bool
) -> None:
    """Once for a play, twice for points, with a pause between two rings."""
    async with evening(tmp_path, is_typed=True) as ann:
        rings: list[float] = []
        ann.mode.ring = lambda: rings.append(trio.current_time())
        ann.mode.habits.has_sounds = wants_sounds
        await ann.sits_down("Ann", "Ben")
        await ann.plays(1, "1-1", Arm.START)
        await ann.until(lambda: "Your turn. 7 tiles." in ann.out)
        await trio.sleep(2)
        assert len(rings) == (1 if wants_sounds else 0)
        await ann.plays(0, "3-1", Arm.LEFT)
        await trio.sleep(2)

    assert len(rings) == (3 if wants_sounds else 0)
    assert all(later - earlier >= BETWEEN_RINGS for earlier, later in pairwise(rings))


async def test_an_answer_comes_after_the_announcements_it_depends_on(tmp_path: Path, autojump_clock: object) -> None:
    """Ben's play is known but not printed yet when Ann asks for the ends that it made."""
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben")
        await ann.until(lambda: "Ben's turn." in ann.out)
        await ann.plays(1, "1-1", Arm.START)
        await trio.sleep(QUIET / 2)
        assert ann.out[-1] == "Ben's turn."
        await ann.types("v")
        await ann.until(lambda: len(ann.out) == 6)

    assert ann.out[3:5] == ["Ben leads 1-1: sum 2, 1 under 3.", "Your turn. 7 tiles."]
    assert ann.out[5].endswith("right: 1-1.")


async def test_a_question_typed_right_after_a_play_sees_its_result(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben", leader=0)
        await ann.types("4-1", "e")
        do = await ann.receives()
        await trio.sleep(TIME_BEFORE_NEXT / 2)
        assert not any(line.startswith("Tiles:") for line in ann.out)
        await ann.plays(0, "4-1", Arm.START, answers=do)
        await ann.until(lambda: any(line.startswith("Tiles:") for line in ann.out))

    assert ann.out[-3:-1] == ["You score 1, total 1. Sum 5.", "Ben's turn."]
    assert ann.out[-1].startswith("Tiles: you 6, Ben 7.")


async def test_a_host_that_does_not_answer_delays_no_question_for_long(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben", leader=0)
        await ann.types("4-1", "e")
        await ann.receives()
        asked_at = trio.current_time()
        await ann.until(lambda: any(line.startswith("Tiles:") for line in ann.out))

        assert trio.current_time() - asked_at == pytest.approx(TIME_BEFORE_NEXT, abs=0.05)


async def test_in_the_lobby_a_player_at_a_keyboard_is_told_what_to_type(tmp_path: Path, autojump_clock: object) -> None:
    full = evolve(HOME, table="ash", home=False, seats=(SeatSummary("Ben", here=True),))
    async with evening(tmp_path, is_typed=True, table=None) as ann:
        caller = await ann.daemon.call()
        await caller.receives()
        await caller.sends(Tables((full, evolve(HOME, home=False))))
        await ann.until(lambda: len(ann.out) == 6)
        await ann.types("?")
        await ann.until(lambda: len(ann.out) > 6)

    assert ann.out[:6] == [
        "Choose a table, or open one.",
        "1: ash: All Fives, waiting for players, Ben.",
        "2: oak: All Fives, waiting for players, 2 free seats.",
        "3: Open a table.",
        "4: My games.",
        "Type a number, or with a word, like 2 watch. Enter alone chooses nothing.",
    ]
    assert ann.out[6:8] == ["tables: the tables of this host.", "join oak: go to table oak; its password may follow."]


@pytest.mark.parametrize(
    ("typed", "table", "role"),
    [("1", "ash", Role.SPECTATOR), ("2 watch", "oak", Role.SPECTATOR), ("2", "oak", Role.PLAYER)],
)
async def test_a_number_watches_a_full_table_and_its_word_watches_another(
    tmp_path: Path, autojump_clock: object, typed: str, table: str, role: Role
) -> None:
    full = evolve(HOME, table="ash", home=False, seats=(SeatSummary("Ben", here=True),))
    async with evening(tmp_path, is_typed=True, table=None) as ann:
        caller = await ann.daemon.call()
        await caller.receives()
        await caller.sends(Tables((full, evolve(HOME, home=False))))
        await ann.until(lambda: len(ann.out) == 6)
        await ann.types(typed)
        hello = await (await ann.daemon.call()).receives()

    assert isinstance(hello, Hello)
    assert (hello.table, hello.role) == (table, role)


@pytest.mark.parametrize("before", ["nonsense", "?", "", "9"])
async def test_a_number_of_the_list_stays_possible_after_another_line(
    tmp_path: Path, autojump_clock: object, before: str
) -> None:
    async with evening(tmp_path, is_typed=True, table=None) as ann:
        caller = await ann.daemon.call()
        await caller.receives()
        await caller.sends(Tables((evolve(HOME, table="ash", home=False), evolve(HOME, home=False))))
        await ann.until(lambda: len(ann.out) == 6)
        await ann.types(before)
        await ann.until(lambda: len(ann.out) > 6)
        await ann.types("2")
        hello = await (await ann.daemon.call()).receives()

    assert isinstance(hello, Hello)
    assert hello.table == "oak"


async def test_where_no_table_is_open_a_player_at_a_keyboard_is_told_how_to_open_one(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with evening(tmp_path, is_typed=True, table=None) as ann:
        caller = await ann.daemon.call()
        for _ in range(2):  # a host without tables is asked for its own: the game may have moved
            await caller.receives()
            await caller.sends(Tables(()))
        await ann.until(lambda: len(ann.out) == 4)

    assert ann.out == [
        "No table is open yet. Open one, and friends can join it.",
        "1: Open a table.",
        "2: My games.",
        "Type a number. Enter alone chooses nothing.",
    ]


async def test_an_answer_is_followed_by_a_second_of_silence(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben")
        await ann.until(lambda: "Ben's turn." in ann.out)
        await ann.types("e")
        await ann.until(lambda: ann.out[-1].startswith("Tiles: "))
        asked_at = trio.current_time()
        await ann.plays(1, "1-1", Arm.START)
        await ann.until(lambda: ann.out[-1].startswith("Your turn."))

        assert trio.current_time() - asked_at == pytest.approx(TIME_TO_READ, abs=0.05)


async def test_a_player_at_a_keyboard_gets_hints_at_the_start_and_after_a_match(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben")
        await ann.sends_events([MatchAbandoned((0, 0))])
        await ann.until(lambda: ann.out[-1] == AGAIN)

    assert ann.out[:2] == [ARRIVED, HOW_TO_BEGIN]
    assert ann.out.count(HOW_TO_BEGIN) == ann.out.count(AGAIN) == 1


async def test_a_new_game_is_introduced_before_the_first_turn(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        ann.mode.model.introduction.known = set()
        await ann.sits_down("Ann", "Ben")
        await ann.until(lambda: ann.out[-1] == "Ben's turn.")

    assert ann.out[2:] == [
        "Add up the open ends, doubles twice: a multiple of 3 or 5 scores. 15 = 5 threes + 3 fives = 8 points."
        " Going out scores 1 point.",
        "The first to reach exactly 61 wins; points past 61 do not count.",
        "With w, each tile has the points it would score.",
        "Ben's turn.",
    ]


class OpenLine:
    """A terminal that writes `_` where a line is left open."""

    def __init__(self, sitting: Evening) -> None:
        self._sitting = sitting

    def leave_open(self, text: str) -> None:
        self._sitting.out.append(f"{text} _")
        self._sitting.changes()

    def close(self) -> None:
        pass


def listens(sitting: Evening) -> None:
    """The player listens, or feels braille: the verbosity for ears, at a terminal."""
    sitting.mode.habits.verbosity = "speech"
    sitting.mode.printer = OpenLine(sitting)


async def test_for_ears_the_cursor_stands_on_the_line_of_my_turn(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        listens(ann)
        await ann.sits_down("Ann", "Ben", hands="6-5 4-1 3-0 | 5-5 5-3 1-1")
        await ann.plays(1, "5-5", Arm.START)
        await ann.until(lambda: ann.out[-1] == "Your turn: only 5 5 sum 10. _")

    assert ann.out[-2] == "Ben leads 5 5 plus 2."


async def test_for_ears_it_stands_there_again_after_news_and_after_answers(
    tmp_path: Path, autojump_clock: object
) -> None:
    again = "Your turn, 3 tiles. _"
    async with evening(tmp_path, is_typed=True) as ann:
        listens(ann)
        await ann.sits_down("Ann", "Ben", hands="6-5 4-1 3-0 | 5-5 5-3 1-1")
        await ann.plays(1, "5-5", Arm.START)
        await ann.until(lambda: ann.out[-1].startswith("Your turn: "))
        await ann.sends_events([Said(1, "Ben", "hurry up")])
        await ann.until(lambda: ann.out[-2:] == ["Ben: hurry up", again])
        await ann.types("c")
        await ann.until(lambda: ann.out[-2:] == ["5-5 is the only tile: sum 10 = 2 fives, 2 points.", again])


async def test_for_ears_it_does_not_stand_there_while_a_question_waits(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        listens(ann)
        await ann.sits_down("Ann", "Ben", hands="6-5 4-1 3-0 | 5-5 5-3 1-1")
        await ann.plays(1, "5-5", Arm.START)
        await ann.until(lambda: ann.out[-1].startswith("Your turn: "))
        await ann.types("q")
        await ann.until(lambda: ann.out[-1].endswith("Type y to confirm."))
        await ann.sends_events([Said(1, "Ben", "hurry up")])
        await ann.until(lambda: ann.out[-1] == "Ben: hurry up")


async def test_at_other_verbosities_no_line_is_left_open(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        listens(ann)
        ann.mode.habits.verbosity = 1
        await ann.sits_down("Ann", "Ben", hands="6-5 4-1 3-0 | 5-5 5-3 1-1")
        await ann.plays(1, "5-5", Arm.START)
        await ann.until(lambda: ann.out[-1] == "Your turn. 3 tiles.")


async def test_verbosity_0_has_no_hints_about_commands(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        ann.mode.habits.verbosity = 0
        ann.mode.model.introduction.known = set()
        await ann.sits_down("Ann", "Ben")
        await ann.sends_events([MatchAbandoned((0, 0))])
        await ann.until(lambda: ann.out[-1].startswith("The host has ended the match."))

    assert ann.out[0] == ARRIVED
    assert not any("Add up the open ends" in line for line in ann.out)
    assert HOW_TO_BEGIN not in ann.out


async def test_a_refusal_does_not_wait(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        caller = await ann.sits_down("Ann", "Ben", leader=0)
        await ann.until(lambda: ann.out[-1:] == ["Your turn. 7 tiles. You lead."])
        await ann.types("w", "1")
        do = await ann.receives()
        began = trio.current_time()
        await caller.sends(NotAccepted(do.id, Reason.STALE.value, "the log has gone on"))
        await ann.until(lambda: ann.out[-1].startswith("Too late"))

        assert trio.current_time() - began < QUIET


async def test_consecutive_moves_of_bots_are_printed_together(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben", "Cho", bots=[1, 2], rules="playroom", hands="6-0 5-0 | 5-5 5-1 | 6-5 6-6")
        await ann.plays(1, "5-5", Arm.START)
        await trio.sleep(LONGEST_BURST / 2)
        assert len(ann.out) == 2, "it is a bot's turn: there is more to come"

        await ann.plays(2, "6-5", Arm.RIGHT)
        await ann.until(lambda: ann.out[-1].startswith("Your turn."))
        assert [line.split()[0] for line in ann.out[2:]] == ["Ben", "Cho", "Your"]


async def test_a_flood_of_announcements_is_printed_at_once(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben", bots=[1])
        await ann.until(lambda: len(ann.out) == 2)
        began = trio.current_time()
        await ann.sends_events([Said(1, "Ben", "hm")] * (MOST_COLLECTED + 1))
        await ann.until(lambda: ann.out.count("Ben: hm") == MOST_COLLECTED + 1)

        assert trio.current_time() == began


async def test_a_slow_bot_does_not_delay_announcements(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        await ann.sits_down("Ann", "Ben", bots=[1])
        await ann.until(lambda: len(ann.out) == 2)
        began = trio.current_time()
        await ann.sends_events([Said(1, "Ben", "let me think")])
        await ann.until(lambda: ann.out[-1] == "Ben: let me think")

        assert trio.current_time() - began <= LONGEST_BURST + 0.1


async def test_leaving_closes_the_connection_and_is_no_failure(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        caller = await ann.sits_down("Ann", "Ben")
        await ann.types("q", "q")
        await caller.sees_the_end()
        await ann.until(lambda: ann.ended is not None)

    assert ann.ended == Ended(failed=False)


async def test_a_goodbye_ends_line_mode_at_a_keyboard(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True) as ann:
        caller = await ann.sits_down("Ann", "Ben")
        await caller.sends(Goodbye(Farewell.KICKED.value, "enough"))
        await ann.until(lambda: ann.ended is not None)

    assert ann.ended == Ended("The host has sent you away from the table.")


# From a pipe.


async def test_plays_from_a_pipe_wait_for_their_turn(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("5 l", "1", "2", "s")
        ann.types_no_more()
        await ann.sits_down("Ann", "Ben")
        await trio.sleep(5)
        assert ann.out == [ARRIVED, "Ben's turn."]

        await ann.plays(1, "1-1", Arm.START)
        first = await ann.receives()
        assert first.command == PlayTile(tile_of("3-1"), Arm.LEFT)
        await ann.plays(0, "3-1", Arm.LEFT, answers=first)
        await ann.plays(1, "5-3", Arm.LEFT)
        second = await ann.receives()
        await ann.plays(0, "4-1", Arm.RIGHT, answers=second)
        await ann.until(lambda: ann.ended is not None)

    assert ann.out[2:] == [
        "Ben leads 1-1: sum 2, 1 under 3.",
        "Your turn. 7 tiles.",
        "You score 1, total 1. Left 3, right double 1 counts 2: sum 5.",
        "Ben's turn.",
        "Ben plays 5-3 on the left. Left 5, right double 1 counts 2: sum 7, 1 over 6.",
        "Your turn. 6 tiles.",
        "6-0 does not fit: the ends are 5 and 1.",
        "You score 3, total 4. Left 5, right 4: sum 9 = 3 threes.",
        "Ben's turn.",
        "You 4, Ben 0. Playing to exactly 61.",
        "Round 1, Ben led, in progress: you 4, Ben 0.",
    ]


async def test_a_question_from_a_pipe_is_answered_at_once(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("e")
        await ann.sits_down("Ann", "Ben")
        await ann.until(lambda: len(ann.out) == 3)

    assert ann.out == [ARRIVED, "Ben's turn.", "Tiles: you 7, Ben 7. 14 tiles are not dealt."]


async def test_from_a_pipe_nothing_is_read_before_the_hosts_own_table_is_reached(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with evening(tmp_path, is_typed=False, table=None) as ann:
        await ann.types("e")
        caller = await ann.daemon.call()
        assert await caller.receives() == AskTables()
        await caller.sends(Tables((HOME, evolve(HOME, table="ash", home=False))))
        hello = await caller.receives()
        await trio.sleep(5)

    assert isinstance(hello, Hello)
    assert hello.table == "oak"
    assert ann.out == []


async def test_if_the_hosts_own_table_is_full_another_of_the_list_can_be_joined(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with evening(tmp_path, is_typed=False, table=None) as ann:
        await ann.types("join ash")
        caller = await ann.daemon.call()
        await caller.receives()
        taken = SeatSummary("Ben", here=True)
        await caller.sends(Tables((evolve(HOME, table="ash", home=False), evolve(HOME, seats=(taken, taken)))))
        hello = await caller.receives()

    assert isinstance(hello, Hello)
    assert hello.table == "ash"
    assert ann.out == [
        "Every seat of table oak is taken. Watch it, choose another table, or open your own.",
        "oak: All Fives, waiting for players, Ben and Ben, the host's own.",
        "ash: All Fives, waiting for players, 2 free seats.",
    ]


async def test_a_player_who_opens_a_table_sits_there(tmp_path: Path, autojump_clock: object) -> None:
    """From the old table, on a new connection; the next line from the pipe waits for the new table."""
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("open all-fives", "n")
        caller = await ann.sits_down("Ann", "Ben")
        assert isinstance(await caller.receives(), OpenTable)
        await caller.sends(Tables((HOME, evolve(HOME, table="ash", home=False)), opened="ash"))
        again = await ann.daemon.call()
        hello = await again.receives()

    assert isinstance(hello, Hello)
    assert (hello.table, hello.role) == ("ash", Role.PLAYER)
    assert ann.out[-1] == "Table ash is open."


async def test_a_player_who_opens_a_table_in_the_lobby_sits_there(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=True, table=None) as ann:
        caller = await ann.daemon.call()
        for _ in range(2):  # a host without tables is asked for its own: the game may have moved
            await caller.receives()
            await caller.sends(Tables(()))
        await ann.until(lambda: bool(ann.out))
        await ann.types("open all-fives")
        assert isinstance(await caller.receives(), OpenTable)
        await caller.sends(Tables((evolve(HOME, table="ash", home=False),), opened="ash"))
        hello = await caller.receives()

    assert isinstance(hello, Hello)
    assert hello.table == "ash"


async def test_a_question_after_a_play_sees_its_result(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("4-1 l", "t")
        await ann.sits_down("Ann", "Ben", leader=0)
        do = await ann.receives()
        await trio.sleep(5)
        assert len(ann.out) == 2
        await ann.plays(0, "4-1", Arm.START, answers=do)
        await ann.until(lambda: len(ann.out) == 5)

    assert ann.out == [
        ARRIVED.replace("Ben leads", "You lead"),
        "Your turn. 7 tiles. You lead.",
        "You score 1, total 1. Sum 5.",
        "Ben's turn.",
        "Ben's turn.",
    ]


async def test_the_end_of_input_leaves_after_the_last_answer(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("/goodbye")
        ann.types_no_more()
        await ann.sits_down("Ann", "Ben")
        do = await ann.receives()
        assert do.command == Say("goodbye")
        assert ann.ended is None
        await ann.sends_events([Said(0, "Ann", "goodbye")], answers=do)
        await ann.until(lambda: ann.ended is not None)

    assert ann.ended == Ended(failed=False)


async def test_the_end_of_input_still_reports_a_wrong_address(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        ann.daemon.refuses = 1
        ann.types_no_more()
        await ann.until(lambda: ann.ended is not None)

    assert ann.ended is not None
    assert ann.ended.failed


async def test_a_play_does_not_wait_for_a_turn_that_will_never_come(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("1", "2", "s")
        ann.types_no_more()
        await ann.sits_down("Ann", "Ben")
        await ann.sends_events([MatchAbandoned((0, 0))])
        await ann.until(lambda: ann.ended is not None)

    assert ann.out == [
        ARRIVED,
        "Ben's turn.",
        "The host has ended the match. Scores: you 0, Ben 0.",
        "The match is over.",
        "The match is over.",
        "You 0, Ben 0. Playing to exactly 61.",
        "Round 1, Ben led, in progress: you 0, Ben 0.",
    ]


async def test_when_the_connection_is_gone_for_good_the_rest_is_still_answered(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("1", "e")
        caller = await ann.sits_down("Ann", "Ben")
        await caller.sends(Goodbye(Farewell.FINISHED.value, "thank you"))
        await ann.until(lambda: ann.ended is not None)

    assert ann.ended == Ended("The host has finished.", failed=False, host_is_gone=True)
    assert ann.out[-1].startswith("Tiles: you 7, Ben 7.")


async def test_input_waits_a_while_for_a_connection_to_come_back(tmp_path: Path, autojump_clock: object) -> None:
    async with evening(tmp_path, is_typed=False) as ann:
        await ann.types("1")
        caller = await ann.sits_down("Ann", "Ben", leader=1)
        ann.daemon.is_silent = True
        began = trio.current_time()
        await caller.hangs_up()
        await ann.until(lambda: ann.ended is not None)

        assert trio.current_time() - began == pytest.approx(TIME_TO_COME_BACK, abs=1)
    assert ann.ended is not None
    assert ann.ended.failed


# My games.


async def test_games_leads_to_my_games_and_back_to_the_table(tmp_path: Path) -> None:
    noted = ExcursionLog()
    async with evening(tmp_path, is_typed=True, excursions=noted) as sitting:
        await sitting.sits_down("Ann", "Ben")
        await sitting.types("games", "verbosity")
        await sitting.until(lambda: any(line.startswith("Verbosity is") for line in sitting.out))

        assert noted.went == ["games"]


async def test_through_a_pipe_there_is_no_list_to_choose_from(tmp_path: Path) -> None:
    async with evening(tmp_path, is_typed=False) as sitting:
        await sitting.sits_down("Ann", "Ben")
        await sitting.types("games")
        await sitting.until(lambda: ONLY_TYPED in sitting.out)
