"""What one browser shows, and the messages that bring it up to date.

Here: which parts are sent, as splices or whole, compressed or not, and how long a message is. Not here: finding splices
(`splices`), shortening what is not compressed (`phrases`), the form of the messages (`page_messages`), when they are
sent (`visit`).
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from attrs import field

from client.picture.markup import Markup
from client.web.page_messages import compact, update
from client.web.phrases import PHRASES, short
from client.web.shared_parts import SHARED, parted
from client.web.splices import Splices, splices
from client.words.say import spoken
from protocol.frozen import define

WINDOW_BITS, MEMORY_LEVEL = 12, 2
"""The window of 4 KB for each browser, which costs 24 KB of memory. Half of it makes these messages a third longer.

A higher level takes more memory, and makes them no shorter."""
_FEWEST_BYTES: Final = 192
_BYTES_FOR_A_TILE: Final = 48
_BYTES_OF_A_DRAW: Final = 768


class _Compressor(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self, mode: int, /) -> bytes: ...


def _new_compressor() -> _Compressor:
    return zlib.compressobj(wbits=WINDOW_BITS, memLevel=MEMORY_LEVEL)


@define(eq=False)
class Outgoing:
    """The texts that one browser has, by part, and how many tiles are in its hand.

    `_parts`: what they were made of, so that most need not be made again to see that they are the same. `_window`: that
    of its compressed messages; None if it inflates none.
    """

    _window: _Compressor | None = None
    _texts: dict[str, str] = field(factory=dict)
    _parts: Mapping[str, Markup] = field(factory=dict)
    _tiles: int = 0

    @classmethod
    def to_browser(cls, *, inflates: bool) -> "Outgoing":
        """For a browser that has nothing yet. `inflates`: it takes compressed messages."""
        return cls(_new_compressor() if inflates else None)

    def messages(
        self, taken: int, parts: Mapping[str, Markup], tiles: int, said: Sequence[Markup], *rest: Any
    ) -> Iterator[str | bytes]:
        """The messages that bring the browser up to date; the first time, with all parts. They are taken together.

        `tiles`: how many are in the player's hand; `taken`, `said` and `rest`: arguments of `update`.
        """
        shared, others = dict[str, str](), dict[str, str]()
        phrases = () if self._texts else PHRASES
        for id_, part in parts.items():
            if self._parts.get(id_) == part:
                continue
            if id_ in SHARED:
                shared[id_], pieces = parted(part)
                if pieces or f"own-{id_}" in self._texts:
                    others[f"own-{id_}"] = short(pieces)
            else:
                others[id_] = short(part)
        self._parts = parts
        changes = dict(self._changed(shared))
        if self._window is not None and changes:
            line = f"{compact(changes)}\n".encode()
            yield self._window.compress(line) + self._window.flush(zlib.Z_SYNC_FLUSH)
        is_inflated = self._window is not None and bool(changes)
        sentences = [short(sentence) for sentence in said]
        text = update(taken, dict(self._changed(others)), is_inflated or changes, sentences, *rest, phrases=phrases)
        yield _padded(text, self._step(tiles))

    def _step(self, tiles: int) -> int:
        """What the length of the next message is a multiple of: it depends on the number of tiles, and on no tile.

        The usual message is no longer than this: a few sentences, and what may change in each tile. That of a draw also
        has a new tile and a new button. Smaller steps would save little, and the pips of a drawn tile could be told.
        No phrases shorten what other languages say, and they need more words.
        """
        has_new, self._tiles = tiles > self._tiles, tiles
        if not tiles:
            return 1  # no tile is hidden
        step = _BYTES_OF_A_DRAW if has_new else _FEWEST_BYTES + _BYTES_FOR_A_TILE * tiles
        return step if spoken() is None else 2 * step

    def _changed(self, texts: Mapping[str, str]) -> Iterator[tuple[str, str | Splices]]:
        for id_, text in texts.items():
            old = self._texts.get(id_)
            if old == text:
                continue
            self._texts[id_] = text
            yield id_, text if not old else _shorter(splices(old, text), text)


def _shorter(changed: Splices, text: str) -> str | Splices:
    length = sum(len(piece) if isinstance(piece, str) else 5 for piece in changed)
    return changed if length < len(text) else text


def _padded(message: str, step: int) -> str:
    """The message, made longer by spaces to a multiple of so many bytes."""
    return message + " " * (-len(message.encode()) % step)
