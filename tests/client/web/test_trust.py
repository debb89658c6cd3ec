"""What the page shows of other people's words, hands and keys."""

import functools
import gc
import re
from collections.abc import Sequence

import pytest
from attrs import evolve

from client.picture.qr_picture import qr_picture
from client.store.browser_seats import seat_in
from client.store.saved_seats import SavedSeat
from protocol.log.events import Entry, Said, SeatTaken
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from tests.client import three_handed as three
from tests.client.states import match_of
from tests.client.web.at_page import at_page, newcomer
from tools.simulator.interference import pairs_of


def saved(table: str, game: str) -> SavedSeat:
    return SavedSeat("host:5533", table, "Ann", "t1", game)


def test_the_halves_of_a_line_of_chat_are_told_apart_whatever_is_in_the_name() -> None:
    player = at_page(*three.game())
    player.page.sentences.take()
    player.receives(Said(1, "Ben: so", "hello"))
    player.press("show", "chat")

    line = "<bdi>Ben: so</bdi>: <bdi>hello</bdi>"
    assert line in "".join(player.page.sentences.take())
    assert line in player.parts()["window"]


def test_a_hostile_name_stays_text_in_every_part_and_window() -> None:
    hostile = '<img src=x onerror="alert(1)">'
    events = [evolve(each, name=hostile) if isinstance(each, SeatTaken) else each for each in match_of("all-fives")]
    player = at_page(*events[:-2], host=True)
    player.receives(*events[-2:])
    for window in ("end", "menu", "chat", "scores", "rules", "history", "who", "hand", "replay", "analysis"):
        player.page.show(window)
        shown = "".join([*player.parts().values(), *player.page.sentences.take()])
        assert "<img" not in shown


def test_names_and_chat_from_right_to_left_are_isolated() -> None:
    name, said, isolated = "שרה 7", "שלום, מה נשמע?", "\u2068שרה\u2069"
    events = [evolve(each, name=name) if isinstance(each, SeatTaken) and each.seat else each for each in three.game()]
    player = at_page(*events)
    _ = player.said
    player.receives(Said(1, name, said), *three.played("6-6"))
    assert f"<bdi>{name}</bdi>" in player.parts()["seats"]
    assert f"{isolated} 7's turn" in player.sees("sum")
    assert player.page.title == f"{isolated} 7's turn - fives"
    assert f"<bdi>{name}</bdi>: <bdi>{said}</bdi>" in "".join(player.page.sentences.take())

    player.press("show", "chat")
    assert f"<bdi>{name}</bdi>: <bdi>{said}</bdi>" in player.parts()["window"]
    player.press("show", "who")
    assert isolated in player.sees("window")
    player.press("show", "scores")
    assert f"<bdi>{name}</bdi>" in player.parts()["window"]


def test_a_press_sends_a_name_from_right_to_left_unchanged() -> None:
    player = newcomer()
    table = TableSummary("שרה", "g1", "all-fives", (SeatSummary(), SeatSummary()), Stage.SEATING)
    player.page.receive(player.page.model.receive(Tables((table,))))

    assert 'tables GoTo "שרה" null false' in player.buttons("lobby", "choose")
    assert "<bdi>שרה</bdi>" in player.parts()["lobby"]


@pytest.mark.parametrize("number", range(3))
def test_games_that_differ_only_in_hidden_tiles_make_the_same_page(number: int) -> None:
    """Even a page that receives the hidden tiles shows none of them."""
    for pair in pairs_of(number):
        one, other = (
            at_page(*(each.event for each in events), seat=pair.viewer, sees_all=True)
            for events in (pair.one, pair.other)
        )
        for window in ("", "menu", "scores", "history", "hand", "end", "replay", "analysis"):
            one.page.show(window)
            other.page.show(window)
            assert one.page.parts() == other.page.parts()
        assert one.page.sentences.take() == other.page.sentences.take()


@pytest.mark.parametrize("number", range(2))
def test_what_others_have_been_shown_changes_nothing(number: int) -> None:
    """The browsers of a page share caches, also with those who see other tiles."""
    for pair in pairs_of(number):
        _clear_caches()
        alone = _everything(pair.one, pair.viewer)
        _clear_caches()
        for person in (*pair.people, None):
            if person != pair.viewer:
                _everything(pair.other, person)
                _everything(pair.one, person)

        assert _everything(pair.one, pair.viewer) == alone


def _everything(entries: Sequence[Entry], seat: int | None) -> list[object]:
    """Everything that this viewer is shown of a game."""
    player = at_page(*(entry.event for entry in entries), seat=seat)
    shown: list[object] = [player.page.title, player.page.sentences.take()]
    for window in ("", "menu", "scores", "history", "end"):
        player.page.show(window)
        shown.append(player.page.parts())
    return shown


def _clear_caches() -> None:
    if hasattr(gc, "unfreeze"):
        gc.unfreeze()  # what was there when the tests were collected is not among the objects otherwise
    for cached in gc.get_objects():
        # isinstance asks what a weak proxy stands for, which may be gone
        if type(cached) is functools._lru_cache_wrapper and cached.__module__.startswith(("client", "protocol")):
            cached.cache_clear()


def test_the_way_back_leads_to_the_seat_at_this_table_even_if_another_was_saved_later() -> None:
    player = at_page(*three.game())
    for seat in (saved("oak", "g1"), saved("ash", "g2")):
        player.page.store.seats.save(seat)

    player.press("show", "menu")

    (back,) = re.findall('href="#[^"]*back=([^"]+)"', player.parts()["window"])
    assert seat_in(back, "host:5533") == saved("oak", "g1")


def test_the_way_back_is_a_code_too_for_the_camera_of_another_device() -> None:
    player = at_page(*three.game())
    player.page.store.seats.save(saved("oak", "g1"))
    player.press("show", "menu")
    (fragment,) = re.findall('href="#([^"]*back=[^"]+)"', player.parts()["window"])
    assert "way-back" in player.buttons("window", "show")

    player.press("show", "way-back")

    link = f"{player.page.links.shown('oak')}#{fragment}"
    assert str(qr_picture(link)) in player.parts()["window"]
    player.press("close", "way-back")
    assert "Your way back as a code" in player.sees("window"), "back in the menu"


def test_who_watches_has_no_way_back() -> None:
    player = at_page(*three.game(), seat=None)
    player.press("show", "way-back")

    assert "You have no seat at this table." in player.sees("window")
