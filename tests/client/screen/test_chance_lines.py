"""The chances of each player on the full screen, a line each under the list of the costliest plays."""

from attrs import evolve

from client.picture.pinwheel import Size
from client.screen.chance_lines import chance_lines
from client.screen.paper import text_of
from client.screen.replay_screen import ReplayScreen
from client.words.wrapping import cells
from protocol.shared.plain_signs import with_plain_signs
from protocol.wire.analysis import Analysis
from tests.client.frames import as_text, painted
from tests.client.replay.test_replay_analysis import ANALYSIS, SHOWN

SIGNS = "▁▂▃▄▅▆▇█"


def with_wins(*wins: float, seats: tuple[int, ...] = (0, 0, 0, 0)) -> Analysis:
    """An analysis of these plays, evenly apart."""
    play = ANALYSIS.plays[0]
    plays = (
        evolve(play, seat=seat, seq=4 + at, win=win) for at, (win, seat) in enumerate(zip(wins, seats, strict=True))
    )
    return evolve(ANALYSIS, plays=tuple(plays))


def lines(found: Analysis, width: int = 40) -> list[str]:
    return [text_of(line) for line in chance_lines(found, found.costliest(3), width)]


def test_each_chance_is_as_high_as_its_sign_until_the_next_play() -> None:
    ann, ben = lines(with_wins(0.0, 0.5, 1.0, 0.2))

    assert ann.startswith("Ann  accuracy     92 %  ")
    signs = [sign for sign in ann if sign in SIGNS]
    assert set(signs) == {"▁", "▅", "█", "▂"}
    assert signs == [*sorted(signs[:-1]), "▂"]
    assert ben.rstrip() == "Ben  in 100 lost     0"


def test_the_costliest_plays_have_their_numbers_in_the_line_of_their_player() -> None:
    (costliest,) = ANALYSIS.costliest(3)
    found = lines(ANALYSIS)

    assert ["1" in line.rpartition("  ")[2] for line in found] == [
        judged.seat == costliest.seat for judged in ANALYSIS.players
    ]


def test_the_lines_fit_or_there_are_none() -> None:
    for width in range(10, 100):
        assert all(cells(line) <= width for line in lines(ANALYSIS, width))
    assert not lines(ANALYSIS, 20)
    assert not lines(evolve(ANALYSIS, plays=ANALYSIS.plays[:1]))


def test_they_are_under_the_list_of_the_costliest_plays_also_in_plain_signs() -> None:
    screen = ReplayScreen(SHOWN)
    screen.press("A")

    shown = as_text(painted(screen, Size(80, 24))).splitlines()

    ann, ben = (next(line for line in shown if what in line) for what in ("accuracy     ", "in 100 lost     "))
    assert "1" in ann.partition("%")[2]
    assert "▅" in ben
    assert with_plain_signs(ann + ben).replace("│", "|").isascii()
