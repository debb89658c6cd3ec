"""The words of a match: four for each round, the same for everybody who follows the same game.

Here: the digest of what was received, line by line, and the words that follow from it (WIRE.md, "One history"). Not
here: the digest itself (`protocol.log.history`), the sentences about words (`words.deal_words`).
"""

from typing import Any

from protocol.frozen import define
from protocol.log.events import Event, MatchWon, RoundDealt, RoundEnded
from protocol.log.history import BEGINNING, CHARACTERS_SAID, digest_after, words_for
from protocol.log.mixing import Share
from protocol.wire.codec import MalformedError, load


@define
class MatchWords:
    """The digest of a game's entries so far, and the newest words.

    `round`: the round that the words are about, 0 if there are none yet.
    """

    round: int = 0
    words: tuple[str, ...] = ()
    _digest: str = BEGINNING
    _ended: tuple[int, str, str] = (0, "", "")
    """The last round that has ended, the digest at its end, and the host's number, or "" if it had none."""

    @property
    def history(self) -> str | None:
        """What a hello says of the entries so far; None if they did not come as lines."""
        return None if self._digest == BEGINNING else self._digest[:CHARACTERS_SAID]

    def add(self, line: bytes) -> None:
        """Add the line of the next entry, which has been decoded. Raises `MalformedError` if it is not text."""
        entry: Any = load(line)
        try:
            self._digest = digest_after(self._digest, entry["seq"], entry["at"], entry["event"])
        except (UnicodeEncodeError, RecursionError):  # in a field that this release does not know
            raise MalformedError("the entry has something that cannot be written as text") from None

    def note(self, round_: int, event: Event) -> None:
        """Note the event of the entry that was added; `round_` is the round it belongs to."""
        if self._digest == BEGINNING:
            return  # entries that did not come as lines have no words
        match event:
            case RoundEnded():
                self._ended = round_, self._digest, event.host_number or ""
            case RoundDealt() if self._ended[0]:
                numbers = enumerate(event.numbers or ())
                shares = [Share(seat, link) for seat, link in numbers if link is not None]
                self.round, self.words = self._ended[0], words_for(self._ended[1], shares)
            case MatchWon() if self._ended[0]:
                self.round, self.words = self._ended[0], words_for(self._ended[1], host_link=self._ended[2])
            case _:
                pass
