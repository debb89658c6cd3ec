"""How a terminal calls a player who looks elsewhere: its title, its bell, a notification on the desktop; its clipboard.

Here: writing them, and which terminals show notifications. Not here: when it is the player's turn
(`program.front_end`), the sentences (`words.title_words`).
"""

import base64
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from client.terminal.look import Look
from client.words.title_words import MARK, PROGRAM
from protocol.clean import clean
from protocol.frozen import define
from protocol.shared.plain_signs import with_plain_signs

_PUSH_TITLE: Final = "\x1b[22;2t"
_POP_TITLE: Final = "\x1b[23;2t"
"""Save and restore the title, in terminals that can; others ignore this."""
_NOTIFY: Final = "\x1b]9;{}\x07"
_NOTIFYING: Final = ("iTerm.app", "WezTerm", "ghostty")
"""Values of TERM_PROGRAM of terminals that show the text of OSC 9. In ConEmu, for one, OSC 9 has more meanings."""
_NOTIFYING_KINDS: Final = ("xterm-ghostty", "xterm-kitty")
"""Values of TERM, which over ssh is all that is known."""
_COPY: Final = "\x1b]52;c;{}\x07"
"""OSC 52: a text in base64 for the clipboard. Terminals that do not allow it ignore it."""
_MULTIPLEXERS: Final = ("TMUX", "STY")
"""Variables that tmux and screen set. They do not pass OSC 9 on."""


def shows_notifications(environment: Mapping[str, str]) -> bool:
    """Whether this terminal is known to show the text of OSC 9 as a notification."""
    if any(environment.get(name) for name in _MULTIPLEXERS):
        return False
    return environment.get("TERM") in _NOTIFYING_KINDS or environment.get("TERM_PROGRAM") in _NOTIFYING


@define(eq=False)
class Attention:
    """The title and the bell of a terminal. With a `look` in ASCII, nothing else is written."""

    output: Output
    look: Look = field(factory=Look)
    environment: Mapping[str, str] = os.environ
    _title: str | None = None

    def show_title(self, text: str) -> None:
        """Set the title, if it is not the same as before."""
        if text == self._title:
            return
        if self._title is None:
            self._write(_PUSH_TITLE)
        self._title = text
        self.output.set_title(self._cleaned(text))
        self.output.flush()

    def restore_title(self) -> None:
        """Give the terminal its title back: the one from before, or the folder if the terminal does not save it.

        Not an empty title, which some terminals ignore: they would say for good that it is the player's turn.
        """
        if self._title is not None:
            self._title = None
            self.output.set_title(self._cleaned(_folder()))
            self._write(_POP_TITLE)
            self.output.flush()

    def call(self, text: str) -> None:
        """Ring the bell, and show a notification with this text if the terminal can."""
        self.output.bell()
        if shows_notifications(self.environment):
            self._write(_NOTIFY.format(self._cleaned(text)))
        self.output.flush()

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, if the terminal allows it."""
        self._write(_COPY.format(base64.b64encode(text.encode()).decode()))
        self.output.flush()

    def _cleaned(self, text: str) -> str:
        is_in_screen = bool(self.environment.get("STY"))  # GNU screen cuts each sign of a title to eight bits
        cleaned = clean(text)
        if self.look.is_ascii or is_in_screen:
            cleaned = with_plain_signs(cleaned.replace(MARK, "*"))
        return cleaned.encode("ascii", "replace").decode() if is_in_screen else cleaned

    def _write(self, sequence: str) -> None:
        if isinstance(self.output, Vt100_Output):  # the console of Windows would print it
            self.output.write_raw(sequence)


def _folder() -> str:
    """The name of the folder in which the program runs, as many shells have it in the title."""
    try:
        return Path.cwd().name or os.sep
    except OSError:  # it is gone
        return PROGRAM
