"""The tiles that a viewer may know, derived only from the whole log as plain JSON.

It deliberately shares no code with `protocol.log.sight`: it states independently which tiles a seat has been shown, and
finds every tile in the bytes that a client received.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

Json = Mapping[str, Any]

_TILE: Final = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")


def tiles_in(line: bytes) -> set[str]:
    """Every tile written anywhere in a line. Times and ids have more digits and hyphens than a tile."""
    return set(_TILE.findall(line.decode()))


class Knowledge:
    """The tiles that a seat, or a spectator (None), may know in the current round."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self.tiles: set[str] = set()

    def told(self, event: Json) -> None:
        """Add the tiles that this event of the whole log shows to this viewer."""
        match event["type"]:
            case "round_dealt":
                mine = [] if self._seat is None else event["hands"][self._seat]
                self.tiles = {*mine, *(tile for tile in (event["chosen_by"], event["lead"]) if tile)}
            case "tile_played":
                self.tiles.add(event["tile"])
            case "tile_drawn" if event["seat"] == self._seat:
                self.tiles.add(event["tile"])
            case "round_ended":
                for hand in (*event["hands"], event["boneyard"], event["drawn"]):
                    self.tiles.update(hand)


class LeakError(AssertionError):
    """A client received a tile that it could not know."""


def check_lines(lines: Iterable[bytes], log: Mapping[int, Json], seat: int | None) -> int:
    """Check every line that a viewer received against the whole log by number; returns how many tiles were hidden from
    it.

    Raises `LeakError` at the first tile that the viewer could not know at that moment.
    """
    knowledge = Knowledge(seat)
    kept = 0
    for line in lines:
        message = json.loads(line)
        if message["type"] == "entry":
            knowledge.told(log[message["seq"]])
            kept += len(tiles_in(json.dumps(log[message["seq"]]).encode()) - knowledge.tiles)
        leaked = tiles_in(line) - knowledge.tiles
        if leaked:
            raise LeakError(f"seat {seat} was shown {', '.join(sorted(leaked))}: {line[:200]!r}")
    return kept
