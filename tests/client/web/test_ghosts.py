"""The board while a tile is chosen: the places where it can be laid, the marks of plays, whose lead it is, the look."""

import re
from collections.abc import Iterable
from itertools import combinations

from attrs import evolve

from client.actions.action import ChangeSetting
from client.model.selection import Selection
from client.picture.next_place import next_place
from client.picture.pinwheel import PlacedTile
from client.web.board_part import USUAL_SHAPE, frame_of, picture_of
from protocol.game.layout import Arm, Layout
from protocol.game.table_options import Assist
from protocol.log.choices import Play, plays_of
from protocol.log.commands import PlayTile
from protocol.log.events import Event, RoundDealt, TableOpened
from protocol.log.table import Table
from tests.client import three_handed as three
from tests.client.states import before, has_two_ends, is_my_turn
from tests.client.three_handed import played
from tests.client.web.at_page import at_page
from tests.played import played_match


def without_help(events: Iterable[Event]) -> list[Event]:
    """These events at a table that does not show what fits."""
    return [
        evolve(event, options=evolve(event.options, assist=Assist.NONE)) if isinstance(event, TableOpened) else event
        for event in events
    ]


def test_a_ghost_shows_the_chosen_tile_at_each_of_its_ends_and_names_the_end_by_what_it_scores_there() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    view = player.page.model.view
    board = player.page.parts()["board"]
    tile = next(play.tile for play in view.my_plays() if len(view.arms_for(play.tile)) > 1)
    player.press("tile", str(tile))
    chosen = player.page.parts()["board"]

    assert svg_of(chosen) == svg_of(board), "others see the same picture"
    assert re.findall(r'class="points"[^>]*>(\d+)<', chosen) == [
        str(getattr(view.worth_of(Play(tile, arm)), "awarded", None)) for arm in view.arms_for(tile)
    ]
    assert chosen.count('role="option" tabindex="0"') == len(view.arms_for(tile))
    assert chosen.count('aria-selected="true"') == 1
    assert f'aria-label="Where to lay {tile}"' in chosen


def svg_of(board: str) -> str:
    """The picture in the part with the board, without what lies over it."""
    return board[board.index("<svg") : board.index("</svg>")]


def test_a_place_to_press_is_as_large_as_a_finger_however_small_the_board_is() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    view = player.page.model.view
    player.press("tile", str(view.my_plays()[0].tile))
    for shape in ("900x600", "300x150"):
        player.press("shape", shape)
        board = player.page.parts()["board"]
        found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', board)
        assert found is not None
        width, height = (float(side) for side in shape.split("x"))
        scale = min(width / float(found[1]), height / float(found[2]))
        reach = re.findall(r'class="reach"[^>]*width="(\S+)" height="(\S+)"', board)
        assert reach
        assert all(scale * float(side) > 43.9 for sides in reach for side in sides)


def test_a_table_without_help_shows_places_at_all_ends_and_neither_pips_nor_points() -> None:
    player = at_page(*without_help(before("all-fives", has_two_ends)))
    view = player.page.model.view
    player.press("tile", str(view.my_hand()[0]))

    over = player.page.parts()["board"].partition("board ghosts")[2]
    assert over.count('class="ghost ') == len(view.ends)
    assert "<use" not in over
    assert "points" not in over


def test_a_ghost_of_another_tile_that_is_pressed_late_chooses_that_tile_and_plays_nothing() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    view = player.page.model.view
    first, second = view.my_hand()[:2]
    play = next(play for play in view.my_plays())
    player.press("tile", str(play.tile))
    player.press("tile", str(second if play.tile == first else first))

    player.press("end", f"{play.arm} {play.tile}")

    assert player.page.selection == Selection(play.tile, play.arm)
    assert not player.pending


def test_a_tile_that_is_lifted_is_chosen_and_never_played_and_a_drop_is_checked_like_any_play() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    view = player.page.model.view
    play = view.my_plays()[0]
    player.press("lift", str(play.tile))
    player.press("lift", str(play.tile))
    assert player.page.selection.tile == play.tile
    assert not player.pending

    wrong = next(arm for arm in Arm if arm not in (Arm.START, *view.arms_for(play.tile)))
    player.press("play", f"{play.tile} {wrong}")
    assert not player.pending
    player.press("play", f"{play.tile} {play.arm}")

    assert player.pending == (PlayTile(play.tile, play.arm),)


def test_the_hand_counts_the_taps_so_that_the_script_knows_which_one_is_answered() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    taps = []
    for tile in player.page.model.view.my_hand()[:2]:
        taps += re.findall(r'data-taps="(\d+)"', player.page.parts()["hand"])
        player.press("tile", str(tile))

    assert taps == ["0", "1"]


def test_before_the_lead_the_board_says_whose_it_is() -> None:
    opening = (*three.OPENING, three.DEAL)

    assert at_page(*opening).sees("board") == "You lead"
    assert at_page(*opening, seat=1).sees("board") == "Ann leads"
    fours = played_match("fives-and-threes", seats=4)
    deal = next(at for at, event in enumerate(fours) if isinstance(event, RoundDealt))
    assert at_page(*fours[: deal + 1]).sees("board") == "Cho leads with 5-5"


def test_the_latest_play_has_a_glow_under_all_tiles() -> None:
    board = at_page(*three.game(), *played("6-6", "6-1", "6-5")).page.parts()["board"]

    assert board.count('class="glow"') == 1
    assert board.index('class="glow"') < board.index("<use")


def test_the_look_is_a_setting_of_the_page() -> None:
    player = at_page(*three.game())
    assert 'data-look="dark"' in player.page.parts()["look"]

    player.page.show("settings")
    player.choose("settings", ChangeSetting("look", "light"))

    assert 'data-look="light"' in player.page.parts()["look"]
    assert player.page.store.to_json()["settings"] == {"look": "light"}


def test_where_the_others_move_when_the_tile_is_laid_an_arrow_has_the_points_and_no_place_is_shown() -> None:
    def moves_others(table: Table) -> bool:
        """Whether the picture is another one after some play of the first seat."""
        layout = table.round.layout if table.round is not None else Layout()
        return is_my_turn(table) and any(place_of_next(layout, play) is None for play in plays_of(table, 0))

    player = at_page(*before("all-fives", moves_others))
    view = player.page.model.view
    play = next(play for play in view.my_plays() if place_of_next(view.layout, play) is None)
    player.press("tile", str(play.tile))

    over = player.page.parts()["board"].partition("board ghosts")[2]
    (ghost,) = re.findall(rf'<g class="ghost {play.arm}.*?</g>', over)
    assert "<use" not in ghost
    assert 'class="outline"' not in ghost
    assert 'class="arrow"' in ghost
    worth = view.worth_of(play)
    assert worth is not None
    assert f">{worth.awarded}</text>" in ghost


def test_of_two_places_that_would_lie_on_each_other_one_is_an_arrow_that_the_other_leaves_free() -> None:
    def lie_on_each_other(table: Table) -> bool:
        """Whether two places of the first tile that fits are in the same cells."""
        layout = table.round.layout if table.round is not None else Layout()
        plays = plays_of(table, 0) if is_my_turn(table) else []
        places = [place_of_next(layout, play) for play in plays if play.tile == plays[0].tile]
        return any(one and other and one.cells.meets(other.cells) for one, other in combinations(places, 2))

    player = at_page(*before("all-fives", lie_on_each_other))
    view = player.page.model.view
    tile = view.my_plays()[0].tile
    places = [place_of_next(view.layout, play) for play in view.my_plays() if play.tile == tile]
    player.press("tile", str(tile))

    over = player.page.parts()["board"].partition("board ghosts")[2]
    assert over.count('class="outline"') == len(list(filter(None, places))) - 1
    assert over.count('class="outline"') + over.count('class="arrow"') == len(places)
    assert over.count('class="points"') == len(places)


def place_of_next(layout: Layout, play: Play) -> PlacedTile | None:
    shape = USUAL_SHAPE
    after = picture_of(layout.lay(play.tile, play.arm), shape)
    return next_place(picture_of(layout, shape), after, play.tile, frame_of(layout, shape))
