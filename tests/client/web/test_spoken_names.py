"""What a screen reader calls things: what the page says, whole and once, as Chromium's accessibility tree has it."""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from client.actions.action import OtherGame
from client.actions.typed_commands import command_for
from protocol.log.events import RoundEnded
from tests.client import three_handed as three
from tests.client.browser import Browser
from tests.client.states import before, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.test_access import waiting, with_choice
from tests.client.web.test_course_windows import learner, practising_player, read, visitor
from tests.client.web.test_look import at_twelve_seats, introduced, page, show, tab
from tests.client.web.test_replay_windows import analysed
from tests.client.web.test_tv_look import SCENES, tv
from tests.client.web.test_tv_look import show as show_on_tv

__all__ = ["page", "tab", "tv"]  # fixtures

CALLED = """(() => {
    const OF_CONTENT = "button, a, summary, h1, h2, h3, option, th, td, [role=button], [role=switch]";
    const text = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true") return "";
        const inside = [...node.childNodes].map(text).join("");
        return getComputedStyle(node).display === "inline" ? inside : ` ${inside} `;
    };
    const name = (each) => {
        const by = each.getAttribute("aria-labelledby");
        if (each.ariaLabel || by) return each.ariaLabel || text(document.getElementById(by));
        if (each.labels?.length) return text(each.labels[0].querySelector("span") ?? each.labels[0]);
        return each.matches(OF_CONTENT) ? text(each) : "";
    };
    const hasArea = ({ width, height }) => width && height, isShown = (each) =>
        each.checkVisibility() && hasArea(each.getBoundingClientRect()) && !each.closest("[aria-hidden=true]");
    const seen = [];
    for (const each of document.querySelectorAll("[data-called]")) delete each.dataset.called;
    for (const each of (document.querySelector("dialog[open]") ?? document.body).querySelectorAll("*")) {
        if (!isShown(each)) continue;
        const called = name(each).replace(/\\s+/g, " ").trim();
        if (called) each.dataset.called = called;
        if (!called || !each.matches("button, a, [role=button], [role=switch]")) continue;
        const nodes = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
            const { data, parentElement } = nodes.currentNode;
            const isSaid = !parentElement.closest(".unseen, kbd"); // a key is pressed, and not said
            if (isSaid && parentElement.getClientRects().length) seen.push([data, called]);
        }
    }
    return seen;
})()"""
"""Notes on each element what the page calls it. Its value: each text on what can be pressed, with the name of that."""


def in_window(name: str, player: Callable[[], PagePlayer]) -> PagePlayer:
    """This player with a window open."""
    opened = player()
    opened.page.show(name)
    assert opened.parts()["window"], name
    return opened


def playing() -> PagePlayer:
    return at_page(*before("all-fives", is_my_turn), host=True)


def on_tv() -> PagePlayer:
    """A player who sees the board elsewhere, and has chosen a tile that fits two ends."""
    player = with_choice()
    player.press("on-tv")
    return player


def with_choice_for_nothing() -> PagePlayer:
    """A player who has chosen a tile that scores nothing at one of its ends."""
    player = with_choice()
    view = player.page.model.view
    scores_nothing = (play for play in view.my_plays() if (earned := view.worth_of(play)) and not earned.awarded)
    player.press("tile", str(next(play.tile for play in scores_nothing if len(view.arms_for(play.tile)) > 1)))
    return player


def after_a_round() -> PagePlayer:
    events = match_of("all-fives")
    end = next(at for at, event in enumerate(events, start=1) if isinstance(event, RoundEnded))
    player = at_page(*events[: end - 2])
    player.receives(*events[end - 2 : end])
    return player


def after_a_match() -> PagePlayer:
    events = match_of("all-fives")
    player = at_page(*events[:-2], host=True)
    player.receives(*events[-2:])
    return player


def in_a_lesson() -> PagePlayer:
    player = learner()
    read(player)
    return player


def with_form() -> PagePlayer:
    player = waiting()
    player.press("order", command_for(OtherGame()))
    assert player.parts()["window"]
    return player


WINDOWS = ("menu", "chat", "scores", "rules", "history", "who", "hand", "keys", "settings", "games", "reactions")
AFTER = ("menu", "replay", "replay-scores", "replay-rules", "replay-keys", "analysis", "history")
STATES: dict[str, Callable[[], PagePlayer]] = {
    "visitor": visitor,
    "waiting": waiting,
    "introduced": introduced,
    "playing": playing,
    "choice": with_choice,
    "choice for nothing": with_choice_for_nothing,
    "not in turn": lambda: at_page(*three.game(), seat=1),
    "spectator": lambda: at_page(*three.game(), seat=None),
    "board on a TV": on_tv,
    "twelve": at_twelve_seats,
    "end of a round": after_a_round,
    "end of a match": after_a_match,
    "lesson": in_a_lesson,
    "exercise": practising_player,
    "form": with_form,
    "analysis": partial(in_window, "analysis", analysed),
    "costly": partial(in_window, "replay", analysed),
    **{window: partial(in_window, window, playing) for window in WINDOWS},
    **{f"after a match: {window}": partial(in_window, window, after_a_match) for window in AFTER},
}


def check_names(shown: Browser) -> None:
    """Check that all is called what the page calls it, and what can be pressed what is seen on it."""
    seen = shown.evaluate(CALLED)
    called = shown.evaluate("[...document.querySelectorAll('[data-called]')].map((each) => each.dataset.called)")
    names = [(its["data-called"], name) for its, name in shown.accessible_elements() if "data-called" in its]

    assert called
    assert {pair for pair in names if pair[0] != " ".join(pair[1].split())} == set()
    assert Counter(called) - Counter(name for name, _ in names) == Counter(), "all that has a name is there"
    assert {(text, name) for text, name in seen if words(text) not in words(name)} == set()


def words(text: str) -> str:
    """The words and numbers, each between blanks."""
    return " ".join(["", *re.findall(r"[^\W_]+", text.casefold()), ""])


@pytest.mark.parametrize("state", STATES)
def test_everything_on_the_page_is_called_what_it_says(tab: Browser, state: str) -> None:
    tab.resize(1280, 800)
    show(tab, STATES[state]())

    check_names(tab)


@pytest.mark.parametrize("scene", SCENES)
def test_everything_on_a_tv_is_called_what_it_says(tv: Browser, scene: Callable[[], PagePlayer]) -> None:
    show_on_tv(tv, scene())

    check_names(tv)
