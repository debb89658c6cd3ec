"""Every state of every game on terminals of several sizes: the essentials are always visible.

Frames are drawn by pyte, so that a long line or a wide character has its real effect.
"""

import re
from collections.abc import Iterator, Sequence

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.picture.pinwheel import Size
from client.replay.record_file import OpenedRecord
from client.screen.paper import Line, line_cells, text_of
from client.screen.replay_screen import ReplayScreen
from client.words.score_words import end_counted
from protocol.game.presets import PRESETS
from protocol.log.events import Event, RoundDealt, RoundEnded, TilePlayed
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from protocol.wire.record import Header, Record
from tests.client.at_desk import Player, at_table, newcomer
from tests.client.frames import painted
from tests.client.states import before, is_my_turn, marks_of_chosen, match_of, states
from tests.played import entered, played_match

SIZES = [Size(40, 20), Size(80, 24), Size(120, 40), Size(200, 60)]
GAMES = list(PRESETS)


def on_terminal(lines: Sequence[Line], size: Size) -> list[str]:
    """The rows of a terminal of this size after these lines are written to it."""
    screen = pyte.Screen(size.width, size.height)
    stream = pyte.Stream(screen)
    for row, line in enumerate(lines, start=1):
        stream.feed(f"\x1b[{row};1H{text_of(line)}")
    return [row.rstrip() for row in screen.display]


def seen(player: Player, size: Size) -> str:
    """The text on this player's terminal; asserts that every line fits it exactly."""
    lines = player.frame(size)
    rows = on_terminal(lines, size)
    assert rows == [text_of(line).rstrip() for line in lines]
    assert len(lines) == size.height
    return "\n".join(rows)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_state_of_a_game_shows_the_essentials(game: str, size: Size) -> None:
    for state, player, texts in states(game):
        text = seen(player, size)
        for expected in texts:
            forms = (expected,) if isinstance(expected, str) else expected
            assert any(form in " ".join(text.split("\n")) for form in forms), (
                f"{state}: {expected!r} is missing:\n{text}"
            )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_open_ends_are_always_visible(game: str, size: Size) -> None:
    player = at_table(*before(game, is_my_turn))
    text = seen(player, size)
    (bar,) = (line for line in text.splitlines() if "sum " in line)

    for end in player.model.view.ends:
        assert re.search(rf"[ \[]{re.escape(end_counted(player.model.view.layout, end))}(?=[] [])", bar), text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lobby_and_form(size: Size) -> None:
    player = newcomer()
    summary = TableSummary("oak", "g1", "all-fives", (SeatSummary("Ben", here=True), SeatSummary()), Stage.SEATING)
    player.take(player.model.receive(Tables((summary,))))
    assert "> oak: All Fives" in seen(player, size)
    assert "Ben" in seen(player, size)
    assert "Enter join" in seen(player, size)

    player.press("up", "up", "enter")
    assert "> game" in seen(player, size)
    player.press("up", "enter")
    for _ in player.form.names[::5]:
        text = seen(player, size)
        assert "Enter open" in text or "Enter save" in text or "Enter hide" in text
        assert "Esc back" in text
        player.press(*["down"] * 5)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_replay(game: str, size: Size) -> None:
    record = Record(Header("g1", "oak", "2026-01-02T03:04:05.000Z"), tuple(entered(match_of(game))))
    replay = ReplayScreen(OpenedRecord(record, ""))
    for key in ("]", "right", "right", "right", "right"):
        replay.press(key)
    text = "\n".join(on_terminal(painted(replay, size), size))

    played, of_all = replay.replay.plays
    assert f"play {played}/{of_all}" in text
    assert "sum " in text
    assert "←→ step" in text


def layouts_of(events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The match after each tile of its first round."""
    for at, event in enumerate(events):
        if isinstance(event, TilePlayed):
            yield tuple(events[: at + 1])
        if isinstance(event, RoundEnded):
            return


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("settings", "seats"), [({"max_pip": "12"}, 12), ({"max_pip": "12", "hand": "21"}, 4), ({"max_pip": "12"}, 2)]
)
def test_large_sets_large_hands_and_many_players(settings: dict[str, str], seats: int, size: Size) -> None:
    events = played_match("playroom", {**settings, "target": "1", "target_mode": "at_least"}, seats, chance=1)
    for history in list(layouts_of(events))[:: max(1, size.width // 40)]:
        player = at_table(*history)
        player.press("escape")
        text = seen(player, size)
        chosen = player.model.selection.tile
        assert chosen is None or any(mark in text for mark in marks_of_chosen(chosen)), text
        assert "sum " in text
        assert "you" in text
        assert "▶" in text or player.model.view.turn is None


@settings(max_examples=20)
@given(
    sizes=st.lists(st.builds(Size, st.integers(12, 210), st.integers(4, 70)), min_size=2, max_size=4),
    game=st.sampled_from(GAMES),
    at=st.floats(0, 1),
)
def test_after_a_resize_and_back_everything_is_in_its_place(sizes: list[Size], game: str, at: float) -> None:
    events = match_of(game)
    player = at_table(*events[: 2 + int(at * (len(events) - 2))])
    first = player.sees(sizes[0])
    for size in sizes:
        frame = player.frame(size)
        assert [line_cells(line) for line in frame] == [size.width] * size.height
        assert player.frame(size) == frame

    assert player.sees(sizes[0]) == first


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_from_turn_to_turn_the_bar_of_ends_keeps_its_place(game: str, size: Size) -> None:
    """The rows above and below the board do not move."""
    events = match_of(game)
    start = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt)) + 1
    player = at_table(*events[:start])
    player.press("escape")
    places: list[int] = []
    for event in events[start:]:
        if isinstance(event, RoundEnded):
            break
        player.receives(event)
        rows = player.lines(size)
        bar = [at for at, row in enumerate(rows) if "sum " in row and re.match(r"Ends|[ \[]\d", row)]
        places += bar[:1]

    assert places
    # On a narrow screen a long text under a tile may need a second row for one turn.
    assert size.width < 60 or places == sorted(places), "the bar moves only down, when the hand takes fewer rows"
    assert len(set(places)) <= 3, "two rows of small tiles or one of boxes, a row of small tiles, and no tile"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("key", ["c", "v", "e", "t", "w", "l", "m", "n", "s", "rr", "h", "?"])
def test_an_answer_is_never_cut(key: str, size: Size) -> None:
    player = at_table(*before("all-fives", is_my_turn))
    player.sees(size)
    player.press(*key)
    text = player.sees(size)

    if player.card is None:
        assert player.desk.notice is not None
        assert player.desk.notice.text in " ".join(text.split()), text
    else:
        assert f"┌─ {player.card.title}" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_score_sheet_names_all_twelve_players(size: Size) -> None:
    events = played_match("playroom", {"max_pip": "12"}, 12, chance=1)
    player = at_table(*events[:60])
    player.sees(size)
    player.press("s")
    text = " ".join(player.sees(size).replace("│", " ").split())

    assert "…" not in text.partition("Score sheet")[2].partition("Esc")[0].partition("Ends")[0]
    for seat, who in enumerate(player.model.table.seats[1:], start=1):
        assert f"{who.name}" in text, (seat, text)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_end_of_a_match_of_twelve_shows_the_winner_and_me(size: Size) -> None:
    events = played_match("playroom", {"max_pip": "12"}, 12, chance=1)
    player = at_table(*events[:-2])
    player.receives(*events[-2:])
    lines = player.lines(size)
    heading = next(at for at, line in enumerate(lines) if "left over" in line)
    rows = lines[heading + 1 :]
    names = ["You", *(who.name or "" for who in player.model.table.seats[1:])]
    sides = [line for line in rows if line.lstrip("*").split(" ")[0] in names]

    assert sides[0].startswith("*")
    assert any(line.lstrip("*").startswith("You ") for line in sides)
    scores = [int(line.split()[2]) for line in sides]
    assert scores == sorted(scores, reverse=True)
    left_out = 12 - len(sides)
    assert (f"… {left_out} more: s" in rows) is (left_out > 0)
