"""What a host does not allow, by its codes.

The English is that of `protocol.log.not_allowed`, which a host sends to programs that do not know the code. It is the
middle of a sentence there, and a whole one here.
"""

from collections.abc import Callable, Mapping
from typing import Final

from client.words.catalogue.row import Row
from protocol.log.not_allowed import AT_A_TABLE, OF_A_HOST, OF_OTHER_REASONS
from protocol.sentences import English


def _row(sentence: English, whole: Callable[[str], str]) -> Row:
    return whole(sentence) if isinstance(sentence, str) else (whole(sentence[0]), whole(sentence[1]))


def _alone(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}."


def _to_the_host(sentence: str) -> str:
    return f"That is not possible: {sentence}."


MESSAGES: Final[Mapping[str, Row]] = {
    **{f"not_allowed.{code}": _row(sentence, _alone) for code, sentence in AT_A_TABLE.items()},
    # In place of a question, before a play that the player wants to be warned of.
    **{f"not_allowed.{code}": f"{AT_A_TABLE[code]}: play it anyway?" for code in ("costly", "costly_there")},
    # Another reason than `not_allowed` says by itself what is the matter.
    **{
        f"not_allowed.{code}": _row(sentence, _alone if code in OF_OTHER_REASONS else _to_the_host)
        for code, sentence in OF_A_HOST.items()
    },
}
