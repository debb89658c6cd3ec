"""The messages between the page's script and this program: JSON texts on the WebSocket.

Here: reading the browser's messages, and writing ours. Not here: the script (`assets/page.js`), what a press
means (`page`).

From the browser, first `{"hello": {"kept": {...}, "back": "...", "invitation": "...", "host": true, "path": "/ash",
"inflates": true, "forgets": true, "own": "..."}}`: its stored values, a way back and an invitation from the fragment of
a link, whether there was a host's code in it, the path in its address bar, whether it takes compressed messages,
whether what it stores ends with the tab, and the token with which it asks for new seats (`Hello.own_token`); then
`{"press": NAME, "value": TEXT or {FIELD: TEXT}}` for each press. `{}` checks that the connection is alive.

To the browser, one object with `taken`, how many of the browser's messages have been taken, the hello included: so the
script knows what was on its way already when it sent something. Beside that, any of these: `parts`, each changed part
by the id of its element, its HTML or what makes the last one into it (`splices`); `shared`, those that everybody at the
table sees, or `true` if they came before; `said`, the new items of the list of sentences; `title`, the title of the
tab; `kept`, the values for the browser to store in place of its old ones; `path`, that of the table where the player is
now, for the address bar; `file`, the name and the text of a file for the player to save. Spaces may follow it. The
first message of a connection has `phrases`, and in `parts` and `said` the character U+0080 stands for the first of
them, U+0081 for the second, and so on.

Only `shared` is compressed (`shared_parts` says why): as lines of one deflated stream, in binary messages. WebSocket's
own compression would not do: with it a browser compresses all that it sends, and its first message has the key of its
seat beside the names of other players.

A shared part may have holes; what fills the holes of `board` is the part `own-board`, with holes between the pieces.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field

from client.web.splices import Splices
from protocol.frozen import frozen
from protocol.wire.limits import LONGEST_TEXT, SHORTEST_OWN_TOKEN

MOST_FIELDS: Final = 60
LONGEST_NAME: Final = 40
ENDED: Final = 4000
"""The close code that stops a browser from reconnecting by itself; the page says why."""
TAKEN_OVER: Final = 4001
"""The same, because another tab has the seat now."""

Value = str | Mapping[str, str]
Changes = Mapping[str, str | Splices]
"""What changed, by part: all of its HTML, or splices."""


class NotUnderstoodError(ValueError):
    """A browser has sent something that the page's script never sends."""


@frozen
class BrowserHello:
    """The first message. `kept`: the browser's stored JSON values; `back`: a way back to a seat, or "".

    `invitation`: that of a link, or ""; `host`: it has a code for hosting. `path`: the path in the address bar, ""
    from a tab that an earlier release has opened. `inflates`: it takes compressed messages. `forgets`: what it stores
    ends with the tab. `own`: the token with which it asks for new seats, or "".
    """

    kept: Any = field(default=None, repr=False)
    back: str = field(default="", repr=False)
    invitation: str = field(default="", repr=False)
    host: bool = False
    path: str = ""
    inflates: bool = False
    forgets: bool = False
    own: str = field(default="", repr=False)


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
        case {"hello": {"kept": _, "back": str()} as hello, **rest} if not rest:
            return _hello(hello)
        case {"press": str() as name, "value": value, **rest} if not rest and len(name) <= LONGEST_NAME:
            return Press(name, _value(value))
        case _:
            raise NotUnderstoodError("it is no message of the page's script")


def _hello(fields: Mapping[str, Any]) -> BrowserHello:
    is_known = fields.keys() <= {"kept", "back", "invitation", "host", "path", "inflates", "forgets", "own"}
    are_texts = all(isinstance(fields.get(name, ""), str) for name in ("invitation", "path", "own"))
    are_flags = all(isinstance(fields.get(name, False), bool) for name in ("host", "inflates", "forgets"))
    if not (is_known and are_texts and are_flags):
        raise NotUnderstoodError("it is no hello of the page's script")
    own = fields.get("own")
    if own and not SHORTEST_OWN_TOKEN <= len(own) <= LONGEST_TEXT:
        raise NotUnderstoodError("its own token is too short, or too long")
    return BrowserHello(**fields)


def _value(value: Any) -> Value:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) <= MOST_FIELDS and all(isinstance(text, str) for text in value.values()):
        return value
    raise NotUnderstoodError("a value is text, or a form's texts by name")


def update(
    taken: int,
    parts: Changes,
    shared: Changes | bool,
    said: Sequence[str],
    title: str | None,
    kept: Any,
    path: str | None,
    file: SavedFile | None = None,
    *,
    phrases: Sequence[str] = (),
) -> str:
    """The message that brings a browser up to date, without empty and None fields."""
    saved = None if file is None else {"name": file.name, "text": file.text}
    message = {
        "taken": taken,
        "phrases": phrases,
        "shared": shared,
        "parts": parts,
        "said": said,
        "title": title,
        "kept": kept,
        "path": path,
        "file": saved,
    }
    return compact({name: value for name, value in message.items() if value})


def compact(message: Any) -> str:
    """A message as JSON without spaces."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def nothing_new(taken: int) -> str:
    """The message that says only that the connection is alive."""
    return compact({"taken": taken})
