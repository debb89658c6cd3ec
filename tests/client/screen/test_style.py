"""The styles: readable if they set their own colours, and never the only difference between two things."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from prompt_toolkit.output.vt100 import ANSI_COLORS_TO_RGB
from prompt_toolkit.styles import BaseStyle, default_ui_style, merge_styles

import client
from client.picture.pinwheel import Size
from client.screen.paper import Fragment
from client.screen.style import classes_of, style_named
from client.terminal.look import Look
from client.words.settings import STYLES
from tests.client.at_desk import NORMAL, SMALL, at_table
from tests.client.every_screen import styles_drawn, styles_on_terminal
from tests.client.three_handed import game, played

CLASSES = {f"class:{classes.replace(' ', ' class:')}" for name in STYLES for classes in classes_of(name) if classes}
"""Each class that a style has a rule for."""
WHITE, BLACK = "ffffff", "000000"
PALETTES = {
    "xterm": (
        "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
        "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
        (WHITE, BLACK),
    ),
    "VTE": (
        "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc "
        "5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff",
        (WHITE, BLACK, "171421", "1e1e1e"),
    ),
    "konsole": (
        "232627 ed1515 11d116 f67400 1d99f3 9b59b6 1abc9c fcfcfc "
        "7f8c8d c0392b 1cdc9a fdbc4b 3daee9 8e44ad 16a085 ffffff",
        ("232627",),
    ),
    "Windows Terminal": (
        "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
        "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
        ("0c0c0c",),
    ),
}
"""The sixteen colours of terminals, and their backgrounds, by default and with the other theme of the desktop."""
_HUES = ("red", "green", "yellow", "blue", "magenta", "cyan")
_SIXTEEN = ["ansiblack", *(f"ansi{name}" for name in _HUES), "ansigray"]
_SIXTEEN += ["ansibrightblack", *(f"ansibright{name}" for name in _HUES), "ansiwhite"]
BACKGROUNDS = [(name, background) for name, (_, backgrounds) in PALETTES.items() for background in backgrounds]
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


@cache
def _whole(name: str) -> BaseStyle:
    """The style of this name over prompt_toolkit's own."""
    return merge_styles([default_ui_style(), style_named(name)])


def contrast(name: str, style: str) -> float | None:
    """The contrast of text in these classes, from 1 to 21; None if it depends on the terminal's colours.

    Combines classes as prompt_toolkit does, over its own default style.
    """
    attrs = _whole(name).get_attrs_for_style_str(style)
    ink, paper = _rgb(attrs.color or ""), _rgb(attrs.bgcolor or "")
    if ink is None or paper is None:
        return None  # the order of the two does not matter, so neither does `reverse`
    dark, light = sorted((_light(ink), _light(paper)))
    return (light + 0.05) / (dark + 0.05)


def on_terminal(colour: str, palette: str, *, is_bold: bool) -> list[tuple[int, int, int]]:
    """The colour as this terminal may show it: many make a bold one of the first eight bright."""
    if colour not in _SIXTEEN:
        return [found] if (found := _rgb(colour)) is not None else []
    colours = PALETTES[palette][0].split()
    at = _SIXTEEN.index(colour)
    shown = [_rgb(colours[at]), *([_rgb(colours[at + 8])] if is_bold and at < 8 else [])]
    return [found for found in shown if found is not None]


@pytest.mark.parametrize(("palette", "background"), BACKGROUNDS)
def test_every_colour_of_the_default_style_can_be_read_on_the_background_that_a_terminal_answers(
    palette: str, background: str
) -> None:
    paper = _rgb(background)
    assert paper is not None
    style = merge_styles([default_ui_style(), style_named("default", tuple(part / 255 for part in paper))])

    ratios = dict[str, float]()
    for class_ in styles_drawn() | CLASSES:
        attrs = style.get_attrs_for_style_str(class_)
        if attrs.bgcolor in ("", "default"):
            for ink in on_terminal(attrs.color or "", palette, is_bold=bool(attrs.bold)):
                dark, light = sorted((_light(ink), _light(paper)))
                ratios[class_] = min(ratios.get(class_, 21), (light + 0.05) / (dark + 0.05))

    assert {"class:footer.key", "class:player.turn", "class:notice.refused", "class:feed.chat"} <= set(ratios)
    assert {class_: ratio for class_, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("background", [None, (0.5, 0.5, 0.5)], ids=["unknown", "grey"])
def test_without_an_answer_and_where_no_colour_can_be_read_text_keeps_the_terminals_own_colour(
    background: tuple[float, float, float] | None,
) -> None:
    assert classes_of("default", background) == classes_of("monochrome")


@pytest.mark.parametrize("name", ["dark-table", "high-contrast", "monochrome"])
def test_other_styles_are_the_same_on_every_background(name: str) -> None:
    assert classes_of(name, (1.0, 1.0, 1.0)) == classes_of(name, (0.0, 0.0, 0.0)) == classes_of(name)


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
    """The styles without those of the QR code, which scanners read only dark on light."""
    return [style for class_, style in classes_of(name).items() if not class_.startswith("qr")]


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
