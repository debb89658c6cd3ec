"""The end of `fives doctor` at a terminal: what only the player can see and hear there, each with one question.

Colours, widths, the title, the bell, a notification and a QR code. Here: showing them, the questions, and what a player
can do where one is missing. Not here: what the program finds out by itself (`doctor`), how each is written (`style`,
`attention`, `qr_code`), asking the terminal (`terminal_answers`).
"""

import select
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from prompt_toolkit import print_formatted_text
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.formatted_text import FormattedText

from client.program.naming import player_name
from client.screen.attention import Attention, shows_notifications
from client.screen.paper import Fragment, Line
from client.screen.qr_code import qr_code
from client.screen.style import style_named
from client.screen.terminal_answers import Rgb, answers_of
from client.store.files import settings_file
from client.store.settings import SettingsError, read_settings
from client.terminal.look import Look
from client.terminal.printed_lines import print_line
from client.words.settings import STYLES
from client.words.wrapping import cells
from protocol.names import checked_name
from protocol.shared.plain_signs import has_drawing_signs
from protocol.shared.streams import typed_answer

HEADING: Final = "What only you can see here. Enter is yes, n no; Ctrl-C ends it."
ALL_IS_WELL: Final = "All of it is as it should be."
TITLE: Final = "fives doctor"
SCANNED: Final = "fives works"
"""What the QR code says."""
_TIME_TO_ANSWER: Final = 1.0
"""Seconds that the terminal gets to say its background; most need a hundredth of that."""
_RULER: Final = "1234567890"


class Check(NamedTuple):
    """Something to look at or to listen to. `if_not`: what the player can do if the answer is no."""

    show: Callable[[], None]
    question: str
    if_not: str


def look_together() -> None:
    """Show each thing and ask about it, until Ctrl-D. Ctrl-C raises `KeyboardInterrupt`; the terminal is restored."""
    name, look = _name_and_look()
    attention, has_all = Attention(get_app_session().output, look), True
    print_line(f"\n{HEADING}")
    try:
        for check in _checks(name, look, attention):
            check.show()
            answer = _yes_or_no(check.question)
            if answer is None:
                return
            if not answer:
                has_all = False
                print_line(check.if_not)
    finally:
        attention.restore_title()
    if has_all:
        print_line(ALL_IS_WELL)


def _name_and_look() -> tuple[str, Look]:
    """The player's name and look, as the settings have them."""
    saved: dict[str, object] = {}
    with suppress(SettingsError):
        saved.update(read_settings(settings_file()).values)
    name, fault = checked_name(str(saved.get("name", "")))
    look = Look(str(saved.get("style", STYLES[0])), bool(saved.get("ascii")) or not has_drawing_signs())
    return name if fault is None else player_name(None), look


def _yes_or_no(question: str) -> bool | None:
    """The answer of the player; None at the end of input."""
    while True:
        typed = typed_answer(f"{question} [Y/n]")
        if typed is None:
            return None
        if typed.casefold() in ("", "y", "yes", "n", "no"):
            return not typed.casefold().startswith("n")


def _checks(name: str, look: Look, attention: Attention) -> Iterator[Check]:
    show = _Printer(look)
    yield Check(
        lambda: show.lines(_EXAMPLE),
        "Can you read every word of this line?",
        "`fives settings style high-contrast` sets all colours itself; `monochrome` uses none.",
    )
    if not look.is_ascii:
        yield Check(
            lambda: show.lines(*_ruled("─" * len(_RULER))),
            "Do the line and the digits end in the same column?",
            "This terminal draws lines two cells wide: `fives settings ascii yes` draws without them.",
        )
    yield Check(
        lambda: show.lines(*_ruled(name)),
        f"Do your name and the {'digit' if cells(name) == 1 else 'digits'} under it end in the same column?",
        "This terminal gives your name another width. Everything beside it is in its place all the same.",
    )
    yield Check(
        lambda: attention.show_title(TITLE),
        f"Does the title of this window, or its tab, say {TITLE}?",
        "Its settings keep the title, so only the bell and the screen say that it is your turn.",
    )
    yield Check(
        attention.output.bell,
        "Was there a bell, or a flash?",
        "Look for the bell in the settings of the terminal or the system; until then only the title calls you.",
    )
    if shows_notifications(attention.environment):
        yield Check(
            lambda: attention.call(TITLE),
            "Was there a notification? (Some terminals show none while you look at them.)",
            "Allow this terminal notifications in the settings of the system.",
        )
    if not look.is_ascii:
        yield Check(
            lambda: show.lines(*qr_code(SCANNED)),
            f"Does the camera of a phone read it, as {SCANNED}?",
            "Try a larger font; friends can always open the link instead.",
        )


_EXAMPLE: Final = (
    Fragment("class:footer.key", "Enter"),
    Fragment("", " play  "),
    Fragment("class:prompt.mine", "Your turn"),
    Fragment("", "  "),
    Fragment("class:bar", "Ends 5  6×2"),
    Fragment("", "  "),
    Fragment("class:notice.chat", "Ben: nice one"),
    Fragment("", "  "),
    Fragment("class:notice.refused", "That tile does not fit."),
)


def _ruled(text: str) -> tuple[Line, Line]:
    """The text between bars, and under it a digit for each of its cells."""
    width = cells(text)
    ruler = (_RULER * (width // len(_RULER) + 1))[:width]
    return [Fragment("", f"|{text}|")], [Fragment("", f"|{ruler}|")]


class _Printer:
    """Prints lines in the player's style, in colours that can be read on the background of this terminal."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._style = style_named(look.style, _background())

    def lines(self, *lines: Line) -> None:
        """Print these lines after an empty one."""
        print()
        for line in lines:
            styled = FormattedText([(fragment.style, fragment.text) for fragment in line])
            print_formatted_text(styled, style=self._style, output=get_app_session().output)


def _background() -> Rgb | None:
    """The background that the terminal says it has; None if it says none in time."""
    session = get_app_session()
    answers = answers_of(session.input, session.output)
    questions = answers.questions(has_lines=False)
    if questions and sys.platform != "win32":
        with session.input.raw_mode():
            session.output.write_raw(questions)
            session.output.flush()
            while answers.background is None and select.select([session.input], [], [], _TIME_TO_ANSWER)[0]:
                session.input.read_keys()
    return answers.background
