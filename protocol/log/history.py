"""One history: a digest of everything that happened at a table, the same for everybody who follows it.

A host who shows two players different games cannot give both the same digest. Nobody compares 64 digits, so it is shown
as four words (`word_list`), which friends can read to each other.

Here: the digest and its words (WIRE.md, "One history"). Not here: when they are shown.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from protocol.log.mixing import Share, digest
from protocol.log.word_list import WORDS

BEGINNING: Final = digest("history")
"""The digest before the first entry."""
CHARACTERS_SAID: Final = 16
"""How much of a digest a client says when it comes back."""
_BITS_OF_A_WORD: Final = 11
_WORDS_SHOWN: Final = 4


def digest_after(before: str, seq: int, at: str, event: dict[str, Any]) -> str:
    """The digest after one more entry, whose event is given as it came over the wire, to any viewer.

    What a spectator may not see does not count, so the digest is the same for everybody. Fields that this release does
    not know do count.
    """
    entry = {"seq": seq, "at": at, "event": _as_spectator(event)}
    return digest("entry", before, json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def _as_spectator(event: dict[str, Any]) -> dict[str, Any]:
    match event["type"]:
        case "round_dealt":
            hands = [[None] * len(hand) for hand in event["hands"]]
            return {**event, "hands": hands, "boneyard": [None] * len(event["boneyard"])}
        case "tile_drawn":
            return {**event, "tile": None}
        case _:
            return event


def words_for(history: str, shares: Iterable[Share] = (), host_link: str = "") -> tuple[str, ...]:
    """The four words for the digest at the end of a round.

    They also depend on what nobody knew before it: the shares in the next deal, or after the last round the host's
    link. Otherwise a host could try one time of an entry after another until two histories have the same words.
    """
    numbers = (text for share in shares for text in (str(share.seat), share.link))
    bits = int(digest("words", history, host_link, *numbers), 16)
    places = (256 - _BITS_OF_A_WORD * nth for nth in range(1, _WORDS_SHOWN + 1))
    return tuple(WORDS[bits >> place & 0x7FF] for place in places)
