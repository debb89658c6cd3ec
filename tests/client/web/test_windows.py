"""The windows of the page, the introduction of a game, and the end of a round."""

from collections.abc import Callable, Iterator

import pytest
from attrs import define, field

from client.actions.action import Action, Show
from client.panels.by_name import BY_NAME
from client.picture.markup import Markup, tag
from client.web.page_controls import button
from client.web.window import Confirmation, Needs, PageWindow, Presses
from protocol.log.commands import EndMatch, Readmit
from protocol.log.events import Said
from protocol.wire.notices import HandOverNotice, PresenceNotice, TryHostNotice
from tests.client import three_handed as three
from tests.client.at_table import welcome
from tests.client.states import before, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page, newcomer


@pytest.mark.parametrize("window", ["menu", "chat", "scores", "rules", "history", "who", "hand", "keys", "settings"])
def test_each_window_has_a_title_and_closes(window: str) -> None:
    player = at_page(*before("all-fives", is_my_turn), host=True)
    player.press("show", window)

    assert 'id="window-title"' in player.parts()["window"]
    player.press("close", "end")
    assert player.buttons("window", "close"), "another window, which was open before, closes no unseen one"
    player.press("close", window)
    assert not player.parts()["window"]


@pytest.mark.parametrize(
    "closes", [lambda player: player.press("introduced"), lambda player: player.receives(*three.played("6-6"))]
)
def test_a_new_game_is_introduced_above_the_board_until_it_is_closed_or_the_player_plays(
    closes: Callable[[PagePlayer], None],
) -> None:
    player = newcomer()
    player.page.model.introduction.known = set()
    player.page.model.receive(welcome(head=len(three.OPENING)))
    player.receives(*three.OPENING)
    player.receives(three.DEAL)

    assert player.sees("introduction").startswith(
        "Add up the open ends, up to four, doubles twice: a multiple of 5 scores"
    )
    assert player.buttons("introduction", "show") == ["rules"]
    assert "Add up the open ends" in player.said
    assert player.page.store.to_json()["games"] == ["all-fives"]

    closes(player)
    assert player.parts()["introduction"] == ""


def test_the_window_with_the_rules_begins_with_them_in_brief_and_ends_with_the_sums() -> None:
    player = at_page(*three.game())
    player.page.model.is_page = True
    player.press("show", "rules")
    shown = player.sees("window")

    brief, points, sums = (
        shown.index(text) for text in ("Add up the open ends", "Points", "Nothing for any other sum")
    )
    assert brief < points < sums
    assert shown[sums:].count(". ") == 0, "nothing follows"


@pytest.mark.parametrize("window", ["menu", "scores", "rules", "settings"])
def test_an_open_window_shows_new_chat_of_others_until_it_is_closed(window: str) -> None:
    player = at_page(*three.game())
    player.press("show", window)
    player.receives(Said(1, "Ben", "hello"), Said(0, "Ann", "hi"))
    assert player.sees("window").endswith("Ben: hello")

    player.press("close")
    player.press("show", window)
    assert "Ben: hello" not in player.sees("window")


def test_after_a_match_the_title_names_the_winner() -> None:
    player = at_page(*match_of("cinq-et-trois"))
    (winner,) = player.page.model.table.won_by
    name = player.page.model.table.seats[winner].name

    assert player.page.title == ("You win - fives" if winner == player.page.model.seat else f"{name} wins - fives")


def test_ending_the_match_is_confirmed_first() -> None:
    player = at_page(*before("all-fives", is_my_turn), host=True)
    player.press("order", "end")
    assert not player.pending
    assert "End the match for everyone?" in player.sees("window")

    player.press("confirm")

    assert player.pending == (EndMatch(),)
    assert not player.parts()["window"]


def test_the_host_lets_a_player_who_is_away_come_back_by_name_after_a_question() -> None:
    player = at_page(*three.OPENING, host=True)
    player.page.model.receive(PresenceNotice(1, here=False))
    player.press("show", "menu")
    assert "Let Ben back in by name" in player.sees("window")

    player.press("order", "readmit 2")
    assert "whoever joins as Ben gets that seat and sees its tiles" in player.sees("window")
    player.press("confirm")

    assert player.pending == (Readmit(1),)


def test_a_browser_opens_the_next_host_to_see_whether_it_reaches_it_and_shows_its_code() -> None:
    """A page cannot know that for its browser."""
    player = at_page(*before("all-fives", is_my_turn))
    player.page.model.is_page = True
    link = "http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v"
    for notice in (HandOverNotice(1, here=True), TryHostNotice(1, link)):
        player.page.receive(player.page.model.receive(notice))
    player.press("show", "who")

    window = player.parts()["window"]
    assert '<a href="http://192.168.1.20:5533/" target="_blank" rel="noopener noreferrer">' in window
    assert 'class="qr"' in window
    assert any("Everybody tries to reach Ben" in part for part in player.parts().values())


# A window of one's own.


@define(eq=False)
class Counter(PageWindow):
    """Counts presses, keys, and how often it was opened and closed."""

    seen: list[str] = field(factory=list)

    def inside(self) -> Iterator[Markup]:
        yield tag("p", " ".join(self.seen))
        yield button("count", "one", "Count")

    def presses(self) -> Presses:
        return {"count": lambda value: self.seen.append(str(value))}

    def key(self, key: str) -> bool:
        self.seen.append(key)
        return key == "c"

    def opened(self, by: Action | Confirmation | None) -> None:
        self.seen.append("opened")

    def closed(self, then: PageWindow | None) -> None:
        self.seen.append(f"closed for {'nothing' if then is None else then.name}")


def with_a_counter(player: PagePlayer, needs: Needs = Needs.TABLE) -> tuple[PagePlayer, list[str]]:
    counter = Counter("counter", "So many", needs, over="menu")
    player.page.windows["counter"] = counter
    return player, counter.seen


def test_a_window_has_its_presses_and_keys_and_hears_when_it_opens_and_closes() -> None:
    player, seen = with_a_counter(at_page(*three.game()))
    player.press("show", "counter")
    player.press("count", "one")
    player.press("key", "c")
    assert player.sees("window") == "So many ✕ opened one c Count"

    player.press("close", "counter")

    assert seen[-1] == "closed for menu"
    assert player.page.window == "menu", "it was over the menu"


def test_escape_closes_a_window_that_has_no_such_key() -> None:
    player, seen = with_a_counter(at_page(*three.game()))
    player.page.act(Show("counter"))

    player.press("key", "Escape")

    assert seen == ["opened", "escape", "closed for nothing"]
    assert player.page.front is None


def test_a_window_that_is_shown_once_more_is_opened_again_and_was_never_closed() -> None:
    player, seen = with_a_counter(at_page(*three.game()))
    player.press("show", "counter")
    player.press("show", "counter")

    assert seen == ["opened", "opened"]


@pytest.mark.parametrize(("needs", "is_shown"), [(Needs.NOTHING, True), (Needs.TABLE, False), (Needs.HOST, False)])
def test_a_window_without_what_it_needs_is_not_shown(needs: Needs, is_shown: bool) -> None:
    player, _ = with_a_counter(newcomer(), needs)
    player.press("show", "counter")
    assert bool(player.parts()["window"]) == is_shown

    player.page.become_host("token")
    assert bool(player.parts()["window"]) == (is_shown or needs is Needs.HOST)


def test_each_panel_has_a_window() -> None:
    player = at_page(*three.game())
    assert [name for name in BY_NAME if name not in player.page.windows] == []
