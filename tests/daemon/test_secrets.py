"""Secrets leave through one door: a hidden tile changes no byte of what a viewer is sent."""

from collections.abc import MutableSequence, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daemon.game_log import GameLog
from protocol.game.layout import Arm
from protocol.game.tiles import Tile, set_of_tiles
from protocol.log.commands import ChangeGame, Knock, PlayTile, Say, TakeHint
from protocol.log.events import RoundDealt, TileDrawn
from protocol.log.sight import SPECTATOR, Viewer
from protocol.wire.messages import Hint
from protocol.wire.record import Header
from tests.daemon.harness import hosting
from tests.daemon.wire_client import WireClient, masked
from tests.played import entered, played_match
from tests.protocol.table_notation import hand_of, tile_of

ANNS = "6-4 6-3 5-2 4-4 3-1 2-0 0-0"
BENS = "6-6 6-5 6-1 5-4 4-1 3-2 1-0"


def test_only_the_codec_makes_lines_for_viewers() -> None:
    """The types ensure the rest: a guest, an outbox and a socket accept only `ViewerLine`."""
    here = Path(__file__).parents[2]
    sources = [path for package in ("daemon", "protocol") for path in (here / package).rglob("*.py")]

    makers = [path.relative_to(here) for path in sources if "ViewerLine(" in path.read_text(encoding="utf-8")]

    assert makers == [Path("protocol/wire/codec.py")]


class Stacked(Random):
    """A random generator whose every shuffle gives the same deck, and whose every choice is the first."""

    def __init__(self, deck: Sequence[Tile]) -> None:
        super().__init__(0)
        self._deck = list(deck)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self._deck

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return 0


def deck_of(*hands: str) -> list[Tile]:
    """A deck that deals these hands first."""
    first = [tile for text in hands for tile in hand_of(text) if tile is not None]
    return first + [tile for tile in set_of_tiles(6) if tile not in first]


async def told_to(role: str, deck: Sequence[Tile], *, is_changed: bool = False) -> list[bytes]:
    """All bytes sent to a viewer at the beginning of a round with this deck.

    `is_changed`: the table was opened for another game, and the host's change begins the match.
    """
    async with hosting(chance_of=Stacked(deck)) as host:
        await host.open_table("fives-and-threes" if is_changed else "cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        eve = await host.watching()
        if is_changed:
            await ann.accepted(ChangeGame("cinq-et-trois"))
        await ann.until(lambda: ann.a_move() is not None)
        assert await ann.refused(PlayTile(tile_of("6-6"))) == "tile_not_held"
        assert await ann.refused(Knock()) == "can_play"
        await ann.accepted(TakeHint())
        assert len((await ann.expect(Hint)).plays) == 7
        await ann.accepted(PlayTile(tile_of("6-4"), Arm.START))
        assert await ann.refused(PlayTile(tile_of("6-3"), Arm.LEFT)) in ("not_your_turn", "stale")
        said = await ben.accepted(Say("let me think"))
        viewer: WireClient = {"ann": ann, "ben": ben, "eve": eve}[role]
        await viewer.until(lambda: viewer.session.head >= said)
        await viewer.settle()
        # Who watches is told by the clock, two seconds after Eve has come: on a slow machine before the last line.
        return [masked(line) for line in viewer.lines if b'"kind":"watchers"' not in line]


OTHER_BENS = "6-5 6-2 5-5 5-3 4-2 3-3 1-1"


@pytest.mark.parametrize("is_changed", [False, True], ids=["opened", "changed"])
@pytest.mark.parametrize(
    ("role", "one", "other"),
    [
        ("ann", deck_of(ANNS, BENS), deck_of(ANNS, OTHER_BENS)),
        ("ann", deck_of(ANNS, BENS), [*deck_of(ANNS, BENS)[:14], *reversed(deck_of(ANNS, BENS)[14:])]),
        ("ben", deck_of(ANNS, BENS), deck_of(ANNS.replace("2-0", "2-1"), BENS)),
        ("eve", deck_of(ANNS, BENS), deck_of(ANNS.replace("2-0", "2-1"), OTHER_BENS)),
    ],
)
async def test_games_that_differ_only_in_hidden_facts_give_a_viewer_the_same_bytes(
    role: str, one: list[Tile], other: list[Tile], is_changed: bool
) -> None:
    assert one != other

    assert await told_to(role, one, is_changed=is_changed) == await told_to(role, other, is_changed=is_changed)


async def test_facts_a_viewer_may_know_change_its_bytes() -> None:
    one, other = deck_of(ANNS, BENS), deck_of(ANNS.replace("2-0", "2-1"), BENS)

    assert await told_to("ann", one) != await told_to("ann", other)


def test_a_public_entry_is_the_same_bytes_for_everyone_and_only_deals_and_draws_differ() -> None:
    log = GameLog(Header("g", "oak", "now"), entered(played_match("all-fives", {"target": 60})))
    viewers = (Viewer(0), Viewer(1), SPECTATOR)

    for entry in log.entries:
        lines = [log.line(entry.seq, viewer) for viewer in viewers]
        if isinstance(entry.event, RoundDealt):
            assert len(set(lines)) == 3
        elif isinstance(entry.event, TileDrawn):
            assert len(set(lines)) == 2
        else:
            assert all(line is lines[0] for line in lines), "encoded once"
        assert [log.line(entry.seq, viewer) for viewer in viewers] == lines
