"""The end of a match: the curve of scores, the same in numbers, the highlights."""

import pytest

from client.picture.pinwheel import Size
from client.screen.paper import line_cells, text_of
from client.screen.score_curve import match_end
from client.view.highlights import BestPlay, Highlights, KnockRun, highlights
from client.view.view import View
from protocol.game.tiles import Tile
from protocol.log.events import RoundEnded
from protocol.log.table import fold
from protocol.shared.plain_signs import with_plain_signs
from tests.client.at_desk import NORMAL, SMALL, SMALLEST, WIDE, Player, at_table
from tests.client.frames import as_text
from tests.client.states import match_of
from tests.played import entered, played_match

TWO = Highlights(((0, 0), (10, 40), (50, 45)), BestPlay(0, Tile(6, 4), 20, 2), KnockRun(3, 1))


def drawn(found: Highlights, width: int, height: int, game: str = "all-fives") -> list[str]:
    view = View(fold(match_of(game)), 0)
    lines = match_end(view, found, width, height)
    assert len(lines) in (0, height)
    assert {line_cells(line) for line in lines} <= {width}
    return as_text(lines).splitlines()


def ended(game: str = "all-fives", seat: int | None = 0) -> Player:
    events = match_of(game)
    player = at_table(*events[:-2], seat=seat)
    player.receives(*events[-2:])
    return player


def test_the_curve_has_a_letter_for_each_side_and_their_scores_in_numbers() -> None:
    assert drawn(TWO, 60, 16)[:-1] == [
        "50 ┤                                           ··A A You 50",
        "   │                      B······················B B Ben 45",
        "   │                 ·····            ····",
        "25 ┤            ·····            ·····",
        "   │        ····            ·····",
        "   │   ·····  ············A·",
        " 0 ┼A·········",
        "                          1                      2 round",
        "",
        "                       round   1   2",
        "                       A You  10  50",
        "                       B Ben  40  45",
        "",
        "         Best play: your 6-4 in round 2, 20 points.",
    ]


def test_with_little_room_the_numbers_are_left_out_first_and_then_sentences() -> None:
    low = drawn(TWO, 60, 9)
    assert not any("A You  10" in line for line in low)
    assert any("Most knocks" in line for line in low)

    lower = drawn(TWO, 60, 7)
    assert any("Best play" in line for line in lower)
    assert not any("Most knocks" in line for line in lower)
    assert any("A You 50" in line for line in lower)


@pytest.mark.parametrize(("width", "height"), [(60, 3), (20, 20)])
def test_without_room_for_a_curve_there_is_nothing(width: int, height: int) -> None:
    assert drawn(TWO, width, height) == []


def test_a_match_without_a_finished_round_has_no_curve() -> None:
    assert drawn(Highlights(((0, 0),)), 60, 20) == []


def test_of_many_rounds_the_table_has_the_last_ones() -> None:
    scores = tuple((number, 2 * number) for number in range(60))
    text = "\n".join(drawn(Highlights(scores), 60, 30))

    assert "  59\n" in text
    assert "118 ┤" in text
    assert "round  1 " not in text


@pytest.mark.slow("plays a match of each game at every size")
@pytest.mark.parametrize("size", [NORMAL, WIDE, Size(200, 60), SMALL], ids=str)
@pytest.mark.parametrize("game", ["all-fives", "fives-and-threes", "all-threes", "cinq-et-trois", "playroom"])
def test_the_last_screen_of_a_match_shows_the_curve_the_winner_and_the_best_play(game: str, size: Size) -> None:
    player = ended(game)
    text = player.sees(size)

    assert "0 ┼A" in text
    assert "Best play:" in text
    assert "*" in text
    assert "left over" in text


def test_space_shows_the_last_board_and_the_curve_again() -> None:
    player = ended()
    assert "Space board" in player.lines()[-1]

    player.press("space")
    assert "┼A" not in player.sees()
    assert "Space curve" in player.lines()[-1]
    assert player.pending == ()

    player.press("space")
    assert "┼A" in player.sees()


def test_a_tiny_terminal_shows_the_last_board() -> None:
    text = ended().sees(SMALLEST)

    assert "┼A" not in text
    assert "Enter plays another." in text


def test_with_twelve_players_the_viewers_own_curve_is_shown() -> None:
    events = played_match("playroom", {"max_pip": "12"}, 12, chance=1)
    player = at_table(*events[:-2])
    player.receives(*events[-2:])

    assert "C You 40" in player.sees(NORMAL)
    assert "F You 40" in player.sees(WIDE)


def test_the_end_of_a_round_shows_the_board() -> None:
    events = match_of("all-fives")
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    player = at_table(*events[:at])
    player.receives(events[at])

    assert "┼A" not in player.sees()


def test_every_sign_has_a_plain_twin() -> None:
    view, found = View(fold(match_of("all-fives")), 0), highlights(entered(match_of("all-fives")))

    assert all(with_plain_signs(text_of(line)).isascii() for line in match_end(view, found, 80, 24))
