"""The messages between the page's script and this program: JSON texts on the WebSocket.

Here: reading the browser's messages, and writing ours. Not here: the script (`assets/page.js`), what a press
means (`page`).

From the browser, first `{"hello": {"kept": {...}, "back": "...", "path": "/ash"}}`: its stored values, the fragment of
a way-back link, and the path in its address bar; then `{"press": NAME, "value": TEXT or {FIELD: TEXT}}` for each press.
`{}` checks that the connection is alive.

To the browser, one object with any of these: `parts`, the HTML of each changed part, by the id of its element; `said`,
the new items of the list of sentences; `title`, the title of the tab; `kept`, the values for the browser to store in
place of its old ones; `path`, that of the table where the player is now, for the address bar; `file`, the name and the
text of a file for the player to save.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from client.picture.markup import Markup
from protocol.frozen import frozen

MOST_FIELDS: Final = 60
LONGEST_NAME: Final = 40
ENDED: Final = 4000
"""The close code that stops a browser from reconnecting by itself; the page says why."""
TAKEN_OVER: Final = 4001
"""The same, because another tab has the seat now."""

Value = str | Mapping[str, str]


class NotUnderstoodError(ValueError):
    """A browser has sent something that the page's script never sends."""


@frozen
class BrowserHello:
    """The first message. `kept`: the browser's stored JSON values; `back`: the fragment of a way-back link, or "".

    `path`: the path in the address bar, "" from a tab that an earlier release has opened.
    """

    kept: Any = None
    back: str = ""
    path: str = ""


@frozen
class Press:
    """A button that was pressed, or a form that was sent: its name, and its value or the form's fields."""

    name: str
    value: Value = ""


@frozen
class SavedFile:
    """A file that the player has asked for."""

    name: str
    text: str


@frozen
class Check:
    """The browser asks whether the connection is alive."""


def read_message(text: str) -> BrowserHello | Press | Check:
    """The message in a text. Raises `NotUnderstoodError`."""
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # half a surrogate pair is not text
    except (ValueError, RecursionError):
        raise NotUnderstoodError("it is not JSON") from None
    match message:
        case dict() if not message:
            return Check()
        case {"hello": {"kept": kept, "back": str() as back} as hello, **rest} if not rest:
            path = hello.get("path", "")
            if not isinstance(path, str) or len(hello) > 2 + ("path" in hello):
                raise NotUnderstoodError("it is no hello of the page's script")
            return BrowserHello(kept, back, path)
        case {"press": str() as name, "value": value, **rest} if not rest and len(name) <= LONGEST_NAME:
            return Press(name, _value(value))
        case _:
            raise NotUnderstoodError("it is no message of the page's script")


def _value(value: Any) -> Value:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) <= MOST_FIELDS and all(isinstance(text, str) for text in value.values()):
        return value
    raise NotUnderstoodError("a value is text, or a form's texts by name")


def update(
    parts: Mapping[str, Markup],
    said: Sequence[Markup],
    title: str | None,
    kept: Any,
    path: str | None,
    file: SavedFile | None = None,
) -> str:
    """The message that brings a browser up to date, without empty and None fields."""
    saved = None if file is None else {"name": file.name, "text": file.text}
    message = {"parts": parts, "said": said, "title": title, "kept": kept, "path": path, "file": saved}
    return json.dumps({name: value for name, value in message.items() if value}, ensure_ascii=False)


NOTHING_NEW: Final = "{}"
"""Says only that the connection is alive."""
