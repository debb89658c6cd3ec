"""The parts of the page that are compressed, and what is taken out of them first.

Here: which parts those are, and the pieces of one player's in them. Not here: what the parts show (the modules named
`..._part`), sending them (`outgoing`).

A compressed text gets shorter when it repeats something. If it has a hidden tile and also words that another player
chose, an observer of its length can try words until he knows the tile, and the same holds for the key of a seat. So
only what is the same whatever tiles a player has is compressed, and everything else is sent as it is.
"""

import re
from typing import Final

from client.picture.markup import Markup, joined

SHARED: Final = ("symbols", "status", "seats", "board", "sum", "signal", "window")
"""The compressed parts: what everybody at the table may see. They have names, and depend on no hand, choice or key.

Another part may join them only if `test_a_shared_part_is_the_same_whatever_a_player_holds_and_chooses` covers it.
"""
HOLE: Final = "<!---->"
"""What is left where a piece was taken out. No text has it: other people's words are escaped."""
_BEGINS: Final = "<!--("
_OWN: Final = re.compile(r"<!--\((.*?)\)-->", re.DOTALL)


def own(*inside: str) -> Markup:
    """A piece of a shared part that depends on this player's hand or choice. It may be within an attribute."""
    return Markup(f"<!--({joined(inside)})-->")


def parted(part: str) -> tuple[str, str]:
    """A part with holes, and the pieces that belong there, joined by holes."""
    if _BEGINS not in part:
        return part, ""
    return _OWN.sub(HOLE, part), HOLE.join(_OWN.findall(part))


def whole(part: str) -> Markup:
    """A part with its pieces in it."""
    return Markup(_OWN.sub(lambda found: found[1], part))
