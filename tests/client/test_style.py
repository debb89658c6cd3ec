"""The styles: legible where they choose their own colours, and never needed to tell one thing from another."""

import re

import pytest

from client.look import STYLES
from client.screen.paper import Fragment
from client.screen.pinwheel import Size
from client.screen.style import classes_of, style_named
from tests.client.at_desk import NORMAL, SMALL, at_table
from tests.client.three_handed import game, played


def _light(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as WCAG 2 reckons it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: str, base: str) -> float:
    """The contrast of a class's text with what it stands on; what it does not say is the base's."""
    ink = re.search(r"(?:^| )(#\w{6})", style) or re.search(r"(?:^| )(#\w{6})", base)
    paper = re.search(r"bg:(#\w{6})", style) or re.search(r"bg:(#\w{6})", base)
    assert ink is not None
    assert paper is not None
    dark, light = sorted((_light(ink[1]), _light(paper[1])))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("name", "least"), [("dark-table", 4.5), ("high-contrast", 5.5)])
def test_a_style_with_a_background_of_its_own_can_be_read(name: str, least: float) -> None:
    classes = classes_of(name)

    too_faint = {each: contrast(style, classes[""]) for each, style in classes.items()}
    assert {each: ratio for each, ratio in too_faint.items() if ratio < least} == {}


@pytest.mark.parametrize("name", ["default", "monochrome"])
def test_the_usual_styles_leave_the_terminals_background_as_it_is(name: str) -> None:
    assert not any("bg:" in style for style in classes_of(name).values())


def test_monochrome_has_no_colour_at_all() -> None:
    assert not any(re.search(r"#|ansi", style) for style in classes_of("monochrome").values())


@pytest.mark.parametrize("name", STYLES)
def test_every_style_is_one(name: str) -> None:
    assert style_named(name).style_rules


@pytest.mark.parametrize(("size", "outline"), [(SMALL, "(-)"), (NORMAL, "╠═══╣")])
def test_what_is_chosen_can_be_told_without_any_style(size: Size, outline: str) -> None:
    """Two screens that differ in what is chosen, or in what was laid last, differ in their text too."""
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.press("escape")
    seen = {player.sees(size)}
    for key in ("down", "right", "left"):
        player.press(key)
        seen.add(player.sees(size))
    assert len(seen) == 3, "two ends of the first tile, and the second tile"

    player.told(*played("6-4", game=game(*played("6-6", "6-1", "6-5"))))
    assert outline in player.sees(size), "the tile laid last has an outline of its own"


def test_every_style_of_a_frame_is_a_class_or_none() -> None:
    player = at_table(*game(*played("6-6")))
    fragments: list[Fragment] = [each for line in player.frame(NORMAL).lines for each in line]

    assert all(part.startswith("class:") for each in fragments for part in each.style.split())
