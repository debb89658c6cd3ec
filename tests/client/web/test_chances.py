"""The picture of an analysis: the chances of each player, the costliest plays, and a figure for each player."""

import re
from itertools import pairwise

from attrs import evolve

from client.replay.cursor import Replay
from client.web.chances_part import chances
from protocol.wire.analysis import Analysis
from tests.client.replay.test_replay_analysis import ANALYSIS, MATCH
from tests.client.web.at_page import at_page, replayed
from tests.client.web.test_replay_windows import analysed

PLACES = re.compile(r"([\d.]+) ([\d.]+)(?=[L\"])")
DOT = re.compile(
    r'class="slip p(\d)" data-press="costly" data-value="(\d)"><circle class="reach" cx="([\d.]+)" cy="([\d.]+)"'
)


def replay_of(analysis: Analysis) -> Replay:
    """The replay of the match, with this analysis."""
    replay = replayed(at_page(*MATCH)).replay
    assert replay is not None
    replay.take_analysis(analysis)
    return replay


def drawn(analysis: Analysis) -> str:
    return chances(replay_of(analysis), analysis)


def with_wins(*wins: float) -> Analysis:
    """An analysis in which Ann has these chances at her plays, one after the other."""
    play = ANALYSIS.plays[0]
    return evolve(ANALYSIS, plays=tuple(evolve(play, seat=0, seq=4 + at, win=win) for at, win in enumerate(wins)))


def test_a_line_goes_up_and_down_with_the_chances_and_to_the_right_with_each_play() -> None:
    line = re.search(r'<path class="p0" d="M([^"]*")', drawn(with_wins(0.5, 0.9, 0.1, 1.0)))
    assert line is not None
    places = [(float(x), float(y)) for x, y in PLACES.findall(line[1])]

    assert len(places) == 4
    assert all(one[0] < other[0] for one, other in pairwise(places))
    assert places[3][1] < places[1][1] < places[0][1] < places[2][1], "up is a smaller number"


def test_each_of_the_costliest_plays_has_a_dot_on_the_line_of_its_player() -> None:
    replay = replay_of(ANALYSIS)
    dots = DOT.findall(drawn(ANALYSIS))

    assert {(int(seat), int(at)) for seat, at, _, _ in dots} == {
        (play.seat, at) for at, play in enumerate(replay.costliest)
    }
    lines = re.findall(r'<path class="p\d" d="([^"]*)"', drawn(ANALYSIS))
    assert all(any(f"{x} {y}" in line for line in lines) for _, _, x, y in dots)


def test_each_player_has_one_figure_the_accuracy_or_what_was_lost() -> None:
    assert re.findall(r"<b>([^<]*)</b> <small>([^<]*)<", drawn(ANALYSIS))[0] == ("92 %", "accuracy")

    few = evolve(ANALYSIS, players=tuple(evolve(player, accuracy=None, lost=0.14) for player in ANALYSIS.players))
    assert set(re.findall(r"<b>([^<]*)</b> <small>([^<]*)<", drawn(few))) == {("14", "in 100 lost")}


def test_the_picture_is_over_the_sentences_which_are_for_screen_readers() -> None:
    player = analysed()
    player.press("key", "A")
    picture, sentences = player.parts()["window"].index("chances"), player.parts()["window"].index('class="lines"')

    assert picture < sentences
    assert re.search(r'class="curve chances" aria-hidden="true"', player.parts()["window"])


def test_an_analysis_of_one_play_has_no_picture() -> None:
    assert "<svg" not in drawn(evolve(ANALYSIS, plays=ANALYSIS.plays[:1]))
