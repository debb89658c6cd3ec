"""The icons of the page: those of a menu, and those under which a phone or a computer keeps the page."""

import json
import re
import struct
from xml.etree import ElementTree

from client.actions.panel import key_of
from client.actions.verbs.all_verbs import VERBS
from client.web.page_files import page_files
from protocol.log.commands import EndMatch, Pause
from tests.client import three_handed as three
from tests.client.web.at_page import at_page


def test_every_icon_that_is_named_is_drawn_once_in_the_page() -> None:
    drawn = re.findall(r'<symbol id="icon-(\w+)"', page_files()["/"].content.decode())

    assert {verb.icon for verb in VERBS if verb.icon} <= set(drawn)
    assert len(drawn) == len(set(drawn))


def test_each_line_of_the_menu_has_its_icon_and_the_end_of_the_match_is_a_danger() -> None:
    player = at_page(*three.game(), host=True)
    player.press("show", "menu")
    window = player.parts()["window"]

    lines = re.findall(r'<button type="button"( class="danger")? data-press="choose" data-value="([^"]*)"', window)
    assert window.count('href="#icon-') == len(lines) + window.count("data-share=")
    assert [value for danger, value in lines if danger] == [f"menu {key_of(EndMatch())}"]
    assert f"menu {key_of(Pause())}" in [value for _, value in lines]


# The icon of the page, and what makes it an app.


def size_of(png: bytes) -> str:
    """The size of a picture, from its first chunk."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return "x".join(map(str, struct.unpack(">II", png[16:24])))


def test_the_manifest_names_icons_that_are_there_in_the_size_that_it_says() -> None:
    files = page_files()
    manifest = json.loads(files["/manifest.webmanifest"].content)

    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("fives", "standalone", "/")
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert [size_of(files[icon["src"]].content) for icon in pictures] == [icon["sizes"] for icon in pictures]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in pictures}
    assert [icon for icon in pictures if icon.get("purpose") == "maskable"]


def test_the_page_names_its_icons_and_its_manifest() -> None:
    files = page_files()
    links = dict(re.findall(r'<link rel="([\w-]+)" href="(/[^"]+)"', files["/"].content.decode()))

    assert {"icon", "apple-touch-icon", "manifest"} <= set(links)
    assert files[links["manifest"]].type == "application/manifest+json; charset=utf-8"
    assert size_of(files[links["apple-touch-icon"]].content) == "180x180"
    assert files[links["apple-touch-icon"]].type == "image/png"
    assert ElementTree.fromstring(files[links["icon"]].content).attrib["viewBox"] == "0 0 100 100"
