"""What `fives host` tells whoever hosts: what friends type, where a game is hosted already, how hosting ended.

Lives here: the sentences. Not here: asking whether to stop (`words.sure`), the help (`words.help_topics`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from protocol.console.address import parse_address

GAME_IS_KEPT: Final = "The game is kept: the same command goes on with it."
MOST_ADDRESSES: Final = 3
"""Of a machine that is in many networks only the likeliest addresses are told."""


def invitation(friends: Sequence[str], here: str, *, has_page: bool) -> Iterator[str]:
    """What friends type to join, a line each; `here` is the address on this machine itself."""
    for nth, address in enumerate(friends[:MOST_ADDRESSES]):
        yield f"{'or' if nth else 'Friends type'}: fives join {address}"
    if has_page:
        yield f"In a browser: http://{parse_address(friends[0] if friends else here)}/"
    if friends:
        yield "From other houses: `fives help hosting`."
    else:
        yield f"On this machine: fives join {here} --name NAME"
        yield "No other machine can join at this address."


def already_hosted(folder: Path, address: str) -> str:
    """Another daemon has the folder."""
    return f"a game is hosted from {folder} already: `fives join {address}` joins it"


def ended(log: Path) -> str:
    """The host has stopped."""
    return f"Hosting has stopped, and your friends were told. {GAME_IS_KEPT} The log is {log}."
