"""The icons of the page: each that a menu may name is drawn in the page."""

import re

from client.web import icons
from client.web.http import page_files
from protocol.log.commands import EndMatch, Pause
from tests.client import three_handed as three
from tests.client.web.at_page import at_page


def test_every_icon_that_is_named_is_drawn_once_in_the_page() -> None:
    drawn = re.findall(r'<symbol id="icon-(\w+)"', page_files()["/"].content.decode())

    assert {*icons.PANELS, *icons._ICONS.values()} <= set(drawn)
    assert len(drawn) == len(set(drawn))


def test_each_line_of_the_menu_has_its_icon_and_the_end_of_the_match_is_a_danger() -> None:
    player = at_page(*three.game(), host=True)
    player.press("show", "menu")
    window = player.page.parts()["window"]

    lines = re.findall(r'<button type="button"( class="danger")? data-press="choose" data-value="([^"]*)"', window)
    assert window.count('href="#icon-') == len(lines)
    assert [value for danger, value in lines if danger] == [f"menu {EndMatch()!r}"]
    assert f"menu {Pause()!r}" in [value for _, value in lines]
