"""The machine to which the match is to go, as this player knows it: whether it is ready, and who reaches it.

Here: what the notices about it change, and what is announced. All of it ends with the hand-over. Not here: whom the
host asks (`model`), trying it (`net.rehearsal`), the sentences (`words.rehearsal_words`).
"""

from contextlib import suppress

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import rehearsal_words
from client.words.say import say, together
from protocol.frozen import define
from protocol.shared.address import AddressError
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.notices import ReachableNotice, TryHostNotice


@define(eq=False)
class NextHost:
    """`link`: to that machine, once it is ready; to my own, none. `found`: who reaches it, once that is known.

    `is_tried`: everybody's programs try to reach it, or have.
    """

    link: JoinLink | None = None
    is_tried: bool = False
    found: ReachableNotice | None = None
    _found_before: ReachableNotice | None = None
    """The same of the attempts before, until the host has them try again."""

    @property
    def waits_for_host(self) -> bool:
        """Whether the match goes there only if the host says so, because some do not reach it."""
        return self.found is not None and not self.found.here

    def is_offered(self) -> None:
        """Note that my machine is to be tried, for the first time or once more."""
        self._found_before, self.found, self.is_tried = self.found, None, True

    def is_not_tried(self) -> None:
        """Note that the host does not have the others try it: what was known about it is still so."""
        self.found, self.is_tried = self._found_before, self._found_before is not None

    def prompt(self, view: View, seat: int, *, may_control: bool) -> str:
        """What the match waits for that is about to go to the machine of the player of this seat."""
        if self.found is not None and self.found.here:
            return rehearsal_words.goes_now(view, seat)
        if self.found is not None and self.found.cannot:
            return rehearsal_words.not_reached(view, self.found, may_control=may_control)
        return (rehearsal_words.being_tried if self.is_tried else rehearsal_words.about_to_go)(view, seat)

    def note_ready(self, view: View, notice: TryHostNotice, *, is_page: bool) -> list[Announcement]:
        """Note that a player's machine is ready; a link without a key, or none, says nothing."""
        self.link, self.found, self.is_tried = None, None, True
        with suppress(AddressError):
            link = parse_link(notice.text)
            self.link = link if link.key is not None else None
        if self.link is None or not _is_of(view, notice.seat):
            return []
        tells = rehearsal_words.try_yourself if is_page else rehearsal_words.is_tried
        return [Announcement(Subject.LINK, tells(view, notice.seat, self.link), notice.seat)]

    def note_found(self, view: View, notice: ReachableNotice, *, may_control: bool) -> list[Announcement]:
        """Note who reaches that machine. `may_control`: I decide if some do not."""
        had_decided, self.found = self.waits_for_host and notice.here, None
        named = (notice.seat, *notice.can, *notice.cannot, *notice.unknown)
        is_said_once = len(set(named)) == len(named) and (notice.here or notice.cannot)
        if not is_said_once or not all(_is_of(view, seat) for seat in named):
            return []
        self.found = notice
        if had_decided and notice.cannot:
            return [Announcement(Subject.LINK, rehearsal_words.goes_anyway(view, notice), notice.seat)]
        said = rehearsal_words.who_reaches(view, notice)
        if not notice.here:
            decides = rehearsal_words.host_decides(view, notice) if may_control else say("reach.host_decides")
            said = together(said, decides)
        return [Announcement(Subject.LINK, said, notice.seat)] if said else []


def _is_of(view: View, seat: int) -> bool:
    return 0 <= seat < len(view.table.seats)
