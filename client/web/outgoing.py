"""What one browser shows, and the messages that bring it up to date.

Here: which parts are sent, as splices or whole, compressed or not, and how long a message is. Not here: finding splices
(`splices`), the form of the messages (`page_messages`), when they are sent (`visit`).
"""

import zlib
from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from attrs import define, field

from client.picture.markup import Markup
from client.web.page_messages import Changes, compact
from client.web.shared_parts import SHARED, parted
from client.web.splices import Splices, splices

WINDOW_BITS, MEMORY_LEVEL = 12, 4
"""The window of 4 KB for each browser, which costs 24 KB of memory. Half of it makes a match a third longer."""
_FEWEST_BYTES: Final = 256
_BYTES_FOR_A_TILE: Final = 64


class _Compressor(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self, mode: int, /) -> bytes: ...


def _new_compressor() -> _Compressor:
    return zlib.compressobj(wbits=WINDOW_BITS, memLevel=MEMORY_LEVEL)


@define(eq=False)
class Outgoing:
    """The texts that one browser has, by part. `_window`: that of its compressed messages; None if it inflates none."""

    _window: _Compressor | None = None
    _texts: dict[str, str] = field(factory=dict)

    @classmethod
    def to_browser(cls, *, inflates: bool) -> "Outgoing":
        """For a browser that has nothing yet. `inflates`: it takes compressed messages."""
        return cls(_new_compressor() if inflates else None)

    def changes(self, parts: Mapping[str, Markup]) -> tuple[Changes, Changes]:
        """What changed since the last call: in the shared parts, and in all others."""
        shared, others = {}, dict[str, str]()
        for id_, part in parts.items():
            if id_ in SHARED:
                shared[id_], others[f"own-{id_}"] = parted(part)
            else:
                others[id_] = part
        return dict(self._changed(shared)), dict(self._changed(others))

    def _changed(self, texts: Mapping[str, str]) -> Iterator[tuple[str, str | Splices]]:
        for id_, text in texts.items():
            old = self._texts.get(id_)
            if old == text or not (old or text):
                continue
            self._texts[id_] = text
            yield id_, text if not old else _shorter(splices(old, text), text)

    def compressed(self, shared: Changes) -> bytes | None:
        """The changes of the shared parts as a line of the compressed stream; None if there is none."""
        if self._window is None or not shared:
            return None
        line = f"{compact(shared)}\n"
        return self._window.compress(line.encode()) + self._window.flush(zlib.Z_SYNC_FLUSH)


def _shorter(changed: Splices, text: str) -> str | Splices:
    length = sum(len(piece) if isinstance(piece, str) else 5 for piece in changed)
    return changed if length < len(text) else text


def padded(message: str, tiles: int) -> str:
    """The message, made longer by spaces, so that its length depends on the number of tiles in a hand and on no tile.

    The length is a multiple of what the usual message needs: a few sentences, and what may change in each tile.
    """
    if not tiles:
        return message
    step = _FEWEST_BYTES + _BYTES_FOR_A_TILE * tiles
    return message + " " * (-len(message.encode()) % step)
