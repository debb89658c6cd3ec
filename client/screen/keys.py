"""The bindings of prompt_toolkit, for play and replay: each key of the terminal under the name it has in `press`.

Not here: what a key does (`table_screen`, `replay_screen`).
"""

from collections.abc import Callable
from typing import Final

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

_NAMES: Final = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.Enter: "enter",
    Keys.Tab: "tab",
    Keys.Backspace: "backspace",
    Keys.Delete: "backspace",
    Keys.Escape: "escape",
    " ": "space",
}


def bindings(
    press: Callable[[str], None],
    is_typing: Callable[[], bool],
    send: Callable[[], None],
    give_up: Callable[[], None],
    interrupt: Callable[[], None],
    stop: Callable[[], None],
    paste: Callable[[str], None],
    take_cursor: Callable[[str], None],
) -> KeyBindings:
    """Bindings that call `press` with the name of a key; in a typed line Enter calls `send` and Escape `give_up`.

    `paste` gets what is pasted while no line is typed. Ctrl-C always calls `interrupt`, and Ctrl-Z `stop`.
    `take_cursor` gets the place of the cursor as the terminal reports it.
    """
    typing = Condition(is_typing)
    found = KeyBindings()
    for key, name in _NAMES.items():
        found.add(key, filter=~typing, eager=True)(_presses(press, name))

    @found.add(Keys.Any, filter=~typing)
    def _(event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            press(event.data)

    @found.add(Keys.Enter, filter=typing, eager=True)
    def _(_event: KeyPressEvent) -> None:
        send()

    @found.add(Keys.Escape, filter=typing, eager=True)
    def _(_event: KeyPressEvent) -> None:
        give_up()

    @found.add(Keys.BracketedPaste, filter=typing, eager=True)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(_one_line(event.data))

    @found.add(Keys.BracketedPaste, filter=~typing, eager=True)
    def _(event: KeyPressEvent) -> None:
        paste(_one_line(event.data))

    @found.add(Keys.ControlC, eager=True)
    def _(_event: KeyPressEvent) -> None:
        interrupt()

    @found.add(Keys.ControlZ, eager=True)
    def _(_event: KeyPressEvent) -> None:
        stop()

    @found.add(Keys.CPRResponse)
    def _(event: KeyPressEvent) -> None:
        take_cursor(event.data)

    @found.add(Keys.ControlL)
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    return found


def _one_line(pasted: str) -> str:
    return " ".join(pasted.split())


def _presses(press: Callable[[str], None], name: str) -> Callable[[KeyPressEvent], None]:
    def handler(_event: KeyPressEvent) -> None:
        press(name)

    return handler
