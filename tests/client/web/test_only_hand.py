"""A player who sees the table on a TV: the page shows only the hand."""

from client.model.selection import Selection
from client.store.browser_store import BrowserStore
from protocol.game.tiles import parse_tile
from protocol.log.table import Stage
from tests.client import three_handed as three
from tests.client.at_table import welcome
from tests.client.states import before, has_two_ends, match_of
from tests.client.web.at_page import PagePlayer, at_page


def at_tv() -> PagePlayer:
    """A player who has turned this on, and can choose between two ends."""
    player = at_page(*before("all-fives", has_two_ends))
    player.press("on-tv")
    return player


def chosen_with_two_ends(player: PagePlayer) -> str:
    """Choose a tile that fits two ends; its pips."""
    tile = next(
        play.tile for play in player.page.model.view.my_plays() if len(player.page.model.view.arms_for(play.tile)) > 1
    )
    player.press("tile", str(tile))
    return str(tile)


def test_the_setting_hides_the_board_until_it_is_turned_off() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    player.press("show", "settings")
    assert player.buttons("window", "on-tv") == [""]
    assert "http://localhost/tv" in player.sees("window")
    assert player.parts()["board"]

    player.press("on-tv")
    assert 'aria-checked="true"' in player.parts()["window"].partition('data-press="on-tv"')[2]
    assert not player.parts()["board"]
    assert 'class="tiles many alone"' in player.parts()["hand"] or 'class="tiles alone"' in player.parts()["hand"]

    player.press("on-tv")
    assert player.parts()["board"]
    assert "alone" not in player.parts()["hand"]


def test_the_ends_of_the_chosen_tile_are_buttons_that_say_what_it_scores_there() -> None:
    player = at_tv()
    assert not player.buttons("actions", "end")
    tile = chosen_with_two_ends(player)

    ends = player.buttons("actions", "end")
    assert [end.partition(" ")[2] for end in ends] == [tile] * len(ends)
    assert "Choose the end where it goes." in player.sees("sum")
    arms = player.page.model.view.arms_to_choose(parse_tile(tile))
    assert len(ends) == len(arms) > 1

    player.press("end", ends[1])
    assert player.page.selection == Selection(parse_tile(tile), arms[1])
    player.press("end", ends[1])
    assert player.pending, "a second press plays it there"


def test_without_a_tv_the_ends_are_on_the_board_alone() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    chosen_with_two_ends(player)

    assert not player.buttons("actions", "end")
    assert player.buttons("board", "end")


def test_it_lasts_for_a_reload_and_the_next_match_at_the_same_table_and_no_longer() -> None:
    player = at_tv()
    model = player.page.model
    stored = BrowserStore.read("host:5533", player.page.store.to_json())
    assert stored.on_tv == ("oak", "g1")

    player.page.receive(model.receive(welcome(game="g2", seat=0)))
    player.receives(*three.game())
    assert model.table.stage is Stage.PLAYING
    assert not player.parts()["board"]

    model.change_table("ash")
    player.page.receive([])
    player.page.receive(model.receive(welcome(game="g3", seat=0)))
    player.receives(*three.game())
    assert player.parts()["board"]


def test_what_a_browser_has_stored_about_it_may_be_anything() -> None:
    for stored in (7, "oak", [], ["oak"], ["oak", 1], ["oak", "g1", "g2"], {"oak": "g1"}):
        assert BrowserStore.read("host:5533", {"tv": stored}).on_tv is None


def test_a_spectator_is_not_asked() -> None:
    player = at_page(*match_of("all-fives")[:20], seat=None)
    player.press("show", "settings")

    assert not player.buttons("window", "on-tv")
    player.press("on-tv")
    assert player.parts()["board"]
