"""What is offered to a player whose match has gone to this very machine, where nobody hosts it any more.

That machine was the next host, and has ended since: everybody waits for it, and only its player can bring it back.

Here: the question, asked once. Not here: when the match has gone there (`moved`), hosting it (`program.app`).
"""

from collections.abc import Callable

from client.model.announcements import Announcement, Subject
from client.model.status import Ended
from client.net.link import Link
from client.words import take_over_words
from client.words.say import answered_in_english, say
from protocol.frozen import define
from protocol.shared.join_link import JoinLink


@define(eq=False)
class OwnMachine:
    """The machine of this program. `command`: the words after `fives` that host a match again that was here.

    It is called with the link to where the match is, and its id there, if that is known; the answer is empty if the
    match is elsewhere, or is hosted by this program. `asks`: whether the player can type an answer.
    """

    command: Callable[[JoinLink, str | None], tuple[str, ...]]
    asks: bool
    _offered: JoinLink | None = None

    async def host_again(self, where: JoinLink, game: str | None, link: Link) -> Ended | None:
        """Offer to host the match again, if nobody answers where it is; None if the player does not do so."""
        command = () if where == self._offered else self.command(where, game)
        if not command:
            return None
        self._offered = where
        if not self.asks:
            link.deliver([Announcement(Subject.LINK, take_over_words.how_to_host_again(command))])
            return None
        typed = await link.answer.ask(say("own_host.question"))
        if typed is not None and answered_in_english(typed) in ("", "y", "yes"):
            return Ended(failed=False, then=command)
        return None
