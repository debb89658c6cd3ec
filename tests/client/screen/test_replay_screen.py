"""A replay on the full screen: stepping, rounds, whose view, what else there was, running on by itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import define

from client.picture.pinwheel import Size
from client.replay.record_file import audited
from client.screen import bridge
from client.screen.display import Display
from client.screen.paper import KeyHit, TileHit
from client.screen.replay_screen import ReplayScreen
from protocol.game.tiles import tile
from protocol.log.events import RoundDealt, TilePlayed
from protocol.wire.record import Header, Record
from tests.client.at_table import AT
from tests.client.drawn_terminal import Terminal, terminal
from tests.client.frames import as_text, painted
from tests.played import entered, played_match

on_the_bridge = pytest.mark.trio(run=bridge.run)
MATCH = played_match("all-fives", {"target": "60"}, seats=3, chance=2)
RECORD = Record(Header("g1", "oak", AT), tuple(entered(MATCH)))
FIRST_DEAL = next(at for at, event in enumerate(MATCH, start=1) if isinstance(event, RoundDealt))
PLAYS = sum(isinstance(event, TilePlayed) for event in MATCH)


NORMAL = Size(80, 24)
SMALL = Size(40, 20)


def seen(screen: ReplayScreen) -> str:
    return as_text(painted(screen, NORMAL))


@pytest.fixture
def replay() -> ReplayScreen:
    return ReplayScreen(audited(RECORD))


def test_it_begins_at_the_first_deal_with_every_hand_open(replay: ReplayScreen) -> None:
    assert f"play 0/{PLAYS} " in seen(replay)
    assert f"Play 0 of {PLAYS}, round 1, all tiles open." in seen(replay)
    assert "[?|?]" not in seen(replay)


def test_nobody_is_you(replay: ReplayScreen) -> None:
    for _ in MATCH:
        replay.press("right")
        assert "you" not in seen(replay).split("\n", 2)[1].lower()


def test_right_steps_forward_and_left_steps_back(replay: ReplayScreen) -> None:
    start = seen(replay)
    replay.press("right")
    assert "lead" in seen(replay)
    assert seen(replay) != start
    replay.press("left")
    assert seen(replay) == start
    replay.press("left")
    assert "This is the beginning." in seen(replay)


def test_brackets_change_the_round_and_the_end_shows_the_result(replay: ReplayScreen) -> None:
    replay.press("]")
    assert "round 2" in seen(replay).splitlines()[0]
    replay.press("[")
    assert "round 1" in seen(replay).splitlines()[0]
    replay.press("end")
    assert "left over" in seen(replay)
    assert "wins the match" in seen(replay)
    replay.press("home")
    assert "Play 0 of" in seen(replay)


def test_a_colon_and_a_number_go_to_a_play(replay: ReplayScreen) -> None:
    replay.press(":")
    assert replay.windows.line is not None
    replay.type_in("12")
    assert "Play 12 of" in seen(replay)
    replay.press(":")
    replay.type_in("twelve")
    assert "Write the number of a play" in seen(replay)
    assert "Play 12 of" in seen(replay)


def test_f_shows_the_view_of_each_player_in_turn(replay: ReplayScreen) -> None:
    replay.press("right")
    replay.press("f")
    assert "as Ann saw it" in seen(replay)
    assert "Ann's hand." in seen(replay)
    replay.press("f")
    replay.press("f")
    assert "as Cho saw it" in seen(replay)
    replay.press("f")
    assert "all tiles open" in seen(replay)


def test_a_small_screen_names_the_view(replay: ReplayScreen) -> None:
    replay.press("right")
    replay.press("f")
    assert "As Ann saw it." in as_text(painted(replay, SMALL))


def test_a_short_answer_is_under_the_board_and_a_long_one_on_a_card(replay: ReplayScreen) -> None:
    replay.press("right")
    replay.press("e")
    assert "Tiles: Ann 5, Ben 4, Cho 5. Boneyard 13." in seen(replay)
    narrow = Size(30, 14)
    replay.resize(narrow)
    replay.press("e")
    assert "close" in as_text(painted(replay, narrow)).splitlines()[-1]


def test_a_shows_the_alternatives_on_a_card(replay: ReplayScreen) -> None:
    replay.press("right")
    replay.press("a")
    assert "could play:" in seen(replay)
    assert ", played." in seen(replay)
    replay.press("escape")
    assert "could play:" not in seen(replay)


@pytest.mark.parametrize(
    ("key", "text"), [("s", "Round"), ("r", "open ends are added up"), ("?", "whose view"), ("w", "Hands")]
)
def test_questions_are_answered_on_cards(replay: ReplayScreen, key: str, text: str) -> None:
    replay.press(key)
    assert text in seen(replay)
    assert "close" in seen(replay).splitlines()[-1]


def test_a_click_on_a_key_that_a_card_names_closes_the_card_and_presses_the_key(replay: ReplayScreen) -> None:
    replay.press("?")
    replay.hit(KeyHit("f"))

    assert "┌─ Keys" not in seen(replay)
    assert "as Ann saw it" in seen(replay)


def test_a_click_beside_a_card_closes_it_and_does_nothing_else(replay: ReplayScreen) -> None:
    at_first = seen(replay)
    replay.press("w")
    replay.hit(TileHit(tile(0, 0)))

    assert seen(replay) == at_first


def test_q_closes_a_card_first_and_then_leaves(replay: ReplayScreen) -> None:
    replay.press("w")
    left = []
    for _ in range(2):
        replay.press("q")
        left.append(replay.is_left)

    assert left == [False, True]


def test_a_broken_rule_is_reported_at_once() -> None:
    without_its_first_play = entered([*MATCH[:FIRST_DEAL], *MATCH[FIRST_DEAL + 1 :]])
    wrong = Record(RECORD.header, tuple(without_its_first_play))

    assert "breaks the rules" in seen(ReplayScreen(audited(wrong)))


@pytest.mark.slow("draws every step of a match")
@pytest.mark.parametrize("size", [NORMAL, Size(120, 40), SMALL, Size(20, 6)])
def test_every_step_fills_the_screen_exactly(replay: ReplayScreen, size: Size) -> None:
    while not replay.replay.is_at_end:
        replay.press("right")
        lines = painted(replay, size)
        assert len(lines) == size.height
        assert {sum(len(fragment.text) for fragment in line) for line in lines} == {size.width}


@define
class RunningReplay:
    """A replay that runs on a terminal."""

    screen: Terminal
    is_over: trio.Event

    async def watch(self, replay: ReplayScreen) -> None:
        await Display(replay).run()
        self.is_over.set()


@asynccontextmanager
async def watching(replay: ReplayScreen) -> AsyncIterator[Terminal]:
    with terminal() as screen:
        at = RunningReplay(screen, trio.Event())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(at.watch, replay)
            await screen.shows("Play 0 of")
            yield screen
            screen.press("q")
            with trio.fail_after(60):
                await at.is_over.wait()
        assert screen.is_restored


@on_the_bridge
async def test_on_a_terminal_keys_work_and_hints_can_be_clicked(replay: ReplayScreen) -> None:
    async with watching(replay) as screen:
        screen.press("\x1b[C")
        await screen.shows("leads")
        screen.click("f whose view")
        await screen.shows("as Ann saw it")


@on_the_bridge
async def test_it_plays_to_the_end_and_stops_there(replay: ReplayScreen) -> None:
    async with watching(replay) as screen:
        screen.press("+++++ ")
        await screen.shows("Space pause", "16×")
        screen.press(" ")
        await screen.shows("Space play")
        screen.press(f":{PLAYS - 1}\r")
        await screen.shows(f"Play {PLAYS - 1} of")
        screen.press(" ")
        await screen.shows("wins the match", "Space play")


@on_the_bridge
async def test_a_speed_on_the_command_line_starts_playing() -> None:
    async with watching(ReplayScreen(audited(RECORD), speed=1000.0)) as screen:
        await screen.shows("wins the match", "Space play")


# Playing on.


@pytest.mark.parametrize("size", [NORMAL, SMALL])
def test_p_offers_the_seats_and_enter_plays_on_as_the_one_in_turn(replay: ReplayScreen, size: Size) -> None:
    for _ in range(4):
        replay.press("right")
    replay.press("P")
    assert "Play on from here" in as_text(painted(replay, size))

    replay.press("enter")

    assert replay.is_left
    assert replay.continuation is not None
    assert replay.continuation.seat == replay.replay.table.turn
    assert replay.continuation.entry == replay.replay.position


def test_escape_after_p_leads_back_to_the_replay(replay: ReplayScreen) -> None:
    replay.press("P")
    replay.press("escape")

    assert not replay.is_left
    assert "Play on from here" not in seen(replay)


def test_at_the_end_p_says_that_nobody_has_a_turn(replay: ReplayScreen) -> None:
    replay.press("end")
    replay.press("P")

    assert "the match ends here" in seen(replay)
