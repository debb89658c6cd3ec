"""Questions about unfinished matches, which the player answers by typing: yes or no, and one of several.

Not here: what is asked (`play`, `own_table`), the input line (`net.typed_answer`).
"""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import Final

from protocol.digits import number_in

Ask = Callable[[str], Awaitable[str]]
"""Asks a question of one or more lines; returns the answer, stripped and in lower case."""


class IfUnfinished(Enum):
    """What to do with an unfinished match: ask, continue it, or begin another."""

    ASK = auto()
    CONTINUE = auto()
    END = auto()


_YES: Final = ("", "y", "yes")
_NO: Final = ("n", "no")
_QUIT: Final = "q"


async def asked_whether(ask: Ask, question: str) -> bool:
    """Whether the player says yes; Enter alone is a yes."""
    answer = await ask(question)
    while answer not in _YES and answer not in _NO:
        answer = await ask(f"Type y or n; Enter alone means yes.\n{question}")
    return answer in _YES


async def asked_which(ask: Ask, heading: str, choices: Sequence[str], last: str) -> int:
    """The place of the choice that the player makes; Enter is the first. Raises `EOFError` if the player quits.

    `last`: what the last choice does, for a player who has typed something else.
    """
    most = len(choices)
    lines = [heading, *(f"{number}: {choice}" for number, choice in enumerate(choices, start=1))]
    question, fault = "\n".join([*lines, f"1 to {most}, Enter or y for 1, {_QUIT} to leave:"]), ""
    while True:
        answer = await ask(f"{fault}{question}")
        if answer == _QUIT:
            raise EOFError
        number = number_in("1" if answer in _YES else answer)
        if number is not None and 1 <= number <= most:
            return number - 1
        fault = f"Type a number from 1 to {most}; {most} {last}.\n"
