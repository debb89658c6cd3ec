"""The styles: readable if they set their own colours, and never the only difference between two things."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from prompt_toolkit.output.vt100 import ANSI_COLORS_TO_RGB
from prompt_toolkit.styles import default_ui_style, merge_styles

import client
from client.picture.pinwheel import Size
from client.screen.paper import Fragment
from client.screen.style import classes_of, style_named
from client.terminal.look import STYLES, Look
from tests.client.at_desk import NORMAL, SMALL, at_table
from tests.client.every_screen import styles_drawn, styles_on_terminal
from tests.client.three_handed import game, played

CLASSES = {f"class:{classes.replace(' ', ' class:')}" for name in STYLES for classes in classes_of(name) if classes}
"""Each class that a style has a rule for."""
LOOKS = [Look(style, is_ascii) for style in STYLES for is_ascii in (False, True)]


def _rgb(colour: str) -> tuple[int, int, int] | None:
    """The colour as a terminal shows it; None for the default colour of the terminal."""
    if colour in ("", "default"):
        return None
    if colour in ANSI_COLORS_TO_RGB:
        return ANSI_COLORS_TO_RGB[colour]
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)


def _light(colour: tuple[int, int, int]) -> float:
    """The relative luminance of WCAG 2."""
    parts = (value / 255 for value in colour)
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(name: str, style: str) -> float | None:
    """The contrast of text in these classes, from 1 to 21; None if it depends on the terminal's colours.

    Combines classes as prompt_toolkit does, over its own default style.
    """
    attrs = merge_styles([default_ui_style(), style_named(name)]).get_attrs_for_style_str(style)
    ink, paper = _rgb(attrs.color or ""), _rgb(attrs.bgcolor or "")
    if ink is None or paper is None:
        return None  # the order of the two does not matter, so neither does `reverse`
    dark, light = sorted((_light(ink), _light(paper)))
    return (light + 0.05) / (dark + 0.05)


def _parts(styles: Iterable[str]) -> set[str]:
    return {part for style in styles for part in style.split()}


def test_the_screens_under_test_use_every_class_of_the_program() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(client.__file__).parent.rglob("*.py"))
    named = set(re.findall(r"class:[a-z.]+", sources))

    assert named - _parts(styles_drawn() | styles_on_terminal(Look())) == set()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.is_ascii}")
def test_the_application_draws_the_classes_of_its_lines(look: Look) -> None:
    drawn, on_terminal = _parts(styles_drawn()), _parts(styles_on_terminal(look))
    assert on_terminal - drawn == {"class:entry", "class:last-line", "[transparent]"}


@pytest.mark.parametrize(
    ("name", "least"), [("default", 4.5), ("dark-table", 4.5), ("high-contrast", 7), ("monochrome", 4.5)]
)
def test_every_text_has_enough_contrast(name: str, least: float) -> None:
    ratios = {style: contrast(name, style) for style in styles_drawn() | styles_on_terminal(Look(name)) | CLASSES}

    assert {style: ratio for style, ratio in ratios.items() if ratio is not None and ratio < least} == {}


@pytest.mark.parametrize("name", ["dark-table", "high-contrast"])
def test_a_style_with_a_background_sets_every_colour(name: str) -> None:
    assert None not in {contrast(name, style) for style in styles_drawn() | CLASSES}


def classes_of_text(name: str) -> list[str]:
    """The styles without that of the QR code, which scanners read only dark on light."""
    return [style for class_, style in classes_of(name).items() if class_ != "qr"]


@pytest.mark.parametrize("name", ["default", "monochrome"])
def test_the_plain_styles_keep_the_terminals_background(name: str) -> None:
    assert not any("bg:" in style for style in classes_of_text(name))


def test_monochrome_has_no_colours() -> None:
    assert not any(re.search(r"#|ansi", style) for style in classes_of_text("monochrome"))


@pytest.mark.parametrize("name", STYLES)
def test_every_style_has_rules(name: str) -> None:
    assert style_named(name).style_rules


@pytest.mark.parametrize(("size", "outline"), [(SMALL, "(-)"), (NORMAL, "╠═══╣")])
def test_selections_are_visible_without_any_style(size: Size, outline: str) -> None:
    """Screens with different selections or last tiles also differ in their text."""
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.press("escape")
    seen = {player.sees(size)}
    for key in ("down", "right", "left"):
        player.press(key)
        seen.add(player.sees(size))
    assert len(seen) == 3, "two ends of the first tile, and the second tile"

    player.receives(*played("6-4", game=game(*played("6-6", "6-1", "6-5"))))
    assert outline in player.sees(size), "the last tile played has its own outline"


def test_every_style_of_a_frame_is_a_class_or_none() -> None:
    player = at_table(*game(*played("6-6")))
    fragments: list[Fragment] = [fragment for line in player.frame(NORMAL) for fragment in line]

    assert all(part.startswith("class:") for fragment in fragments for part in fragment.style.split())
