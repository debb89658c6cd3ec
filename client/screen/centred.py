"""The text in place of a board: in the middle, beside it the QR code of the page, and over both the link.

A link has the whole width: in a column beside something else, no half of it could be copied.

Not here: the text (`desk_scene`, `seats_window`), the code (`qr_code`).
"""

from collections.abc import Sequence
from typing import Final

from client.screen.paper import CHOSEN, Fragment, Line, centred, fill, line_cells, text_of
from client.screen.qr_code import qr_code
from client.words.reach_words import with_key_for_code
from client.words.wrapping import wrap

QUIET: Final = "class:quiet"
SAID: Final = "class:feed.chat"
"""The styles of lines that give way if there is no room: what is less urgent, and what was said."""
MOST_LINES_SAID: Final = 2
"""Lines that one remark takes at most; all of it is in the chat."""
GOES_ON: Final = " ..."
CODE_FROM: Final = 80
"""Columns from which a QR code is drawn."""


def centred_with_code(text: tuple[Line, ...], link: str | None, width: int, height: int) -> list[Line]:
    """The text in the middle, with the QR code of the link at its right if there is room for both.

    The code may take the place of lines that give way (`_that_fits`), but not of a link in the text. Without room for
    it, the text names the key that shows it.
    """
    code = () if link is None or width < CODE_FROM else qr_code(link)
    beside = line_cells(code[0]) if code else 0
    about_link, others = _with_link_apart(text, width - beside - 1)
    over = [fill(part, width) for line in about_link for part in _wrapped(line, width)]
    short = _that_fits(others, width - beside - 1, height - len(over))
    if not code or len(over) + len(code) > height or short is None:
        named = text if link is None else tuple(map(_with_key_for_code, text))
        return _centred_lines(_that_fits(named, width, height) or named, width, height)
    body = max(len(code), sum(len(_wrapped(line, width - beside - 1)) for line in short)) if over else height
    left = height - len(over) - body
    empty: Line = [Fragment("", " " * width)]
    lines = [*over, *_beside_code(short, code, width, body)]
    return [*[empty] * (left // 2), *lines, *[empty] * (left - left // 2)]


def _with_key_for_code(line: Line) -> Line:
    """The line that leads to the link, with the key that shows the code alone."""
    text = text_of(line)
    named = with_key_for_code(text)
    return line if named == text else [line[0]._replace(text=named)]


def _with_link_apart(text: tuple[Line, ...], width: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """A link in the text that is longer than this with the line that leads to it, and all other lines."""
    at = next((at for at, line in enumerate(text) if _is_link(line) and line_cells(line) > width), None)
    return ((), text) if at is None else (text[at - 1 : at + 1], (*text[: at - 1], *text[at + 1 :]))


def _is_link(line: Line) -> bool:
    return "://" in (written := text_of(line)) and " " not in written


def _beside_code(text: tuple[Line, ...], code: tuple[Line, ...], width: int, height: int) -> list[Line]:
    beside = line_cells(code[0])
    above = (height - len(code)) // 2
    empty: Line = [Fragment("", " " * beside)]
    column = [*[empty] * above, *code, *[empty] * (height - above - len(code))]
    lines = _centred_lines(text, width - beside - 1, height)
    return [
        [*fill(line, width - beside - 1), *cells, Fragment("", " ")] for line, cells in zip(lines, column, strict=True)
    ]


def _that_fits(text: tuple[Line, ...], width: int, height: int) -> tuple[Line, ...] | None:
    """The text without as much as it takes of what can be read elsewhere, too; None if even the rest is too long.

    What is less urgent gives way first, but for its last line, and then what was said, the oldest first.
    """
    quiet, said = ([line for line in text if line and line[0].style == style] for style in (QUIET, SAID))
    leaves = [*quiet[:-1], *said[:-1], *quiet[-1:], *said[-1:]]
    for left_out in range(len(leaves) + 1):
        gone = [id(line) for line in leaves[:left_out]]
        short = _without_double_gaps([line for line in text if id(line) not in gone])
        if sum(len(_wrapped(line, width)) for line in short) <= height:
            return short
    return None


def _without_double_gaps(text: Sequence[Line]) -> tuple[Line, ...]:
    """The text without empty lines at its end, and with one where two would meet."""
    kept = [line for at, line in enumerate(text) if line or (at + 1 < len(text) and text[at + 1])]
    return tuple(kept)


def _centred_lines(text: tuple[Line, ...], width: int, height: int) -> list[Line]:
    """The text in the middle of the space; if it is too long, the lines round the selected one."""
    wrapped = [part for line in text for part in _wrapped(line, width)]
    widest = max((line_cells(line) for line in wrapped), default=0)
    chosen = next((at for at, line in enumerate(wrapped) if line and line[0].style == CHOSEN), 0)
    first = max(0, min(chosen - height // 2, len(wrapped) - height))
    wrapped = wrapped[first : first + height]
    above = (height - len(wrapped)) // 2
    empty: Line = [Fragment("", " " * width)]
    lines = [*[empty] * above, *(centred(fill(line, widest), width) for line in wrapped)]
    return [*lines, *[empty] * (height - len(lines))]


def _wrapped(line: Line, width: int) -> list[Line]:
    if line_cells(line) <= width:
        return [line]
    parts = wrap(text_of(line), width)
    if line[0].style == SAID and len(parts) > MOST_LINES_SAID:
        rest = wrap(" ".join(parts[MOST_LINES_SAID - 1 :]), width - len(GOES_ON))
        parts = [*parts[: MOST_LINES_SAID - 1], f"{rest[0]}{GOES_ON}"]
    return [[line[0]._replace(text=part)] for part in parts]
