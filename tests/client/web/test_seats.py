"""The seats, the boneyard, the end of a round, and what the page tells its script about the moves."""

import re

from client.picture.svg import symbol_of
from protocol.log.events import Event, Knocked, Said, TileDrawn, TilePlayed
from tests.client import three_handed as three
from tests.client.states import before, match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.played import played_match

COLOUR_AND_SEAT = re.compile(r'class="name (p\d+)" data-seat="(\d+)"')
MARKS = re.compile(r'(data-[a-z]+)="([^"]*)"')


def marks_after(player: PagePlayer, *events: Event) -> list[dict[str, str]]:
    """What the new sentences tell the script."""
    player.page.sentences.take()
    player.receives(*events)
    return [dict(MARKS.findall(sentence)) for sentence in player.page.sentences.take()]


def test_each_seat_has_a_colour_in_its_box_and_at_its_sentences() -> None:
    player = at_page(*three.game())
    player.page.sentences.take()
    player.receives(*three.played("6-6", "6-1"), Said(2, "Cho", "hello"))

    assert COLOUR_AND_SEAT.findall(player.parts()["seats"]) == [("p0", "0"), ("p1", "1"), ("p2", "2")]
    said = "".join(player.page.sentences.take())
    assert re.findall(r'<li class="([^"]*)"', said) == ["p0", "p1", "chat p2", "p2"]


def test_twelve_seats_have_twelve_colours() -> None:
    player = at_page(*played_match("playroom", {"max_pip": "12"}, seats=12)[:20])

    assert len({colour for colour, _ in COLOUR_AND_SEAT.findall(player.parts()["seats"])}) == 12


def test_the_sentence_of_a_play_names_its_seat_and_its_tile_for_the_script() -> None:
    marks = marks_after(at_page(*three.game()), *three.played("6-6", "6-1"))

    assert [found for found in marks if found] == [
        {"data-sound": "play", "data-by": "0", "data-tile": "t0606"},
        {"data-sound": "play", "data-by": "1", "data-tile": "t0601"},
    ]


def test_the_sentence_of_draws_before_a_play_has_no_tile() -> None:
    events = match_of("all-fives")
    at = next(
        at
        for at, event in enumerate(events)
        if isinstance(event, TileDrawn) and isinstance(events[at + 1], TilePlayed) and event.seat == 1
    )
    play = events[at + 1]
    assert isinstance(play, TilePlayed)
    marks = marks_after(at_page(*events[:at]), *events[at : at + 2])

    assert marks[0] == {"data-sound": "draw"}
    assert {"data-by": "1", "data-tile": symbol_of(play.tile)}.items() <= marks[1].items()


def test_the_sentence_of_a_knock_names_its_seat_for_the_script() -> None:
    events = match_of("fives-and-threes")
    at = next(at for at, event in enumerate(events) if isinstance(event, Knocked))
    knock = events[at]
    assert isinstance(knock, Knocked)

    marks = {"data-sound": "knock", "data-by": str(knock.seat), "data-knocks": ""}
    assert marks_after(at_page(*events[:at]), knock)[0] == marks


def test_without_sounds_a_sentence_names_none() -> None:
    player = at_page(*three.game())
    player.page.store.settings.use("sounds", value=False)

    assert not any("data-sound" in found for found in marks_after(player, *three.played("6-6", "6-1")))


def test_the_row_of_the_boneyard_gets_shorter_with_each_tile_drawn() -> None:
    events = match_of("all-fives")
    at = next(at for at, event in enumerate(events) if isinstance(event, TileDrawn))
    player = at_page(*events[:at])
    before = player.parts()["status"]
    player.receives(events[at])
    after = player.parts()["status"]

    left = player.page.model.view.boneyard
    assert f"boneyard {left}" in player.sees("status")
    assert _length(after) < _length(before)


def test_a_game_without_drawing_shows_no_boneyard() -> None:
    assert "boneyard" not in at_page(*match_of("fives-and-threes")[:20]).page.parts()["status"]


def backs(player: PagePlayer) -> dict[int, int]:
    """How many backs lie at each seat."""
    drawn = re.findall(r'pathLength="(\d+)"/></svg>', player.parts()["seats"])
    return dict(zip(map(int, re.findall(r'data-hand="(\d+)"', player.parts()["seats"])), map(int, drawn), strict=True))


def test_each_hand_is_a_row_of_backs_from_which_one_goes_with_each_play() -> None:
    player = at_page(*three.game())
    assert backs(player) == {0: 3, 1: 3, 2: 3} == dict(enumerate(player.page.model.view.tiles_left))

    player.receives(*three.played("6-6", "6-1"))

    assert backs(player) == {0: 2, 1: 2, 2: 3}
    assert [left in player.sees("seats") for left in ("2 tiles", "3 tiles")] == [True, True]


def test_one_tile_and_one_point_are_read_out_as_one() -> None:
    player = at_page(*three.game(*three.played("6-6", "6-1", "6-5", "6-4")))

    assert re.findall(r"\d tiles?", player.sees("seats")) == ["1 tile", "2 tiles", "2 tiles"]

    player = at_page(*before("fives-and-threes", lambda table: 1 in table.scores))
    assert "1 points" not in re.findall(r"\b\d+ points?", player.sees("seats"))
    assert "1 point" in re.findall(r"\b\d+ points?", player.sees("seats"))


def test_a_large_hand_is_no_wider_than_eight_tiles() -> None:
    player = at_page(*played_match("playroom", {"max_pip": "12"}, seats=2)[:6])
    widths = [float(width) for width in re.findall(r'class="backs".*?viewBox="0 0 ([\d.]+) ', player.parts()["seats"])]
    assert max(backs(player).values()) > 8
    assert max(widths) == 48


def _length(part: str) -> float:
    return float(re.findall(r'class="edges" d="M0 8h([\d.]+)"', part)[0])
