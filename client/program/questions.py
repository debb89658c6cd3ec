"""Questions about unfinished matches, which the player answers by typing: yes or no, and one of several.

Not here: what is asked (`play`, `own_table`), the input line (`net.typed_answer`).
"""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import Final

from client.words.say import answered_in_english, say, together
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
    answer = answered_in_english(await ask(question))
    while answer not in _YES and answer not in _NO:
        answer = answered_in_english(await ask("\n".join((say("question.yes_or_no"), question))))
    return answer in _YES


async def asked_as_last_time(ask: Ask, table: str, game: str, there: str = "") -> bool:
    """Whether the player wants a table as last time, which is described as `table`, and not a new match of the game.

    `there`: who is at that table now, in a sentence.
    """
    described = together(say("unfinished.match", match=table), there) if there else table
    lines = say("start.as_last_time", table=described), say("unfinished.as_last_time_or", game=game)
    return await asked_whether(ask, "\n".join(lines))


async def asked_which(ask: Ask, choices: Sequence[str]) -> int:
    """The place of the choice that the player makes: unfinished matches, and at last a new one. Enter is the first.

    Raises `EOFError` if the player quits.
    """
    most = len(choices)
    numbered = [
        say("unfinished.numbered", number=number, match=choice) for number, choice in enumerate(choices, start=1)
    ]
    lines = [say("unfinished.matches"), *numbered, say("unfinished.which", most=most, quit=_QUIT)]
    fault = list[str]()
    while True:
        answer = await ask("\n".join([*fault, *lines]))
        if answer == _QUIT:
            raise EOFError
        number = number_in("1" if answered_in_english(answer) in _YES else answer)
        if number is not None and 1 <= number <= most:
            return number - 1
        fault = [say("unfinished.type_number", most=most)]
