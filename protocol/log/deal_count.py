"""How many deals of a game follow from the numbers of its players and the host, for whoever reads its record.

Here: `count_deals`, and the sentence about it. Not here: what is wrong with a game (`audit`); this only counts.
"""

from collections.abc import Iterable
from typing import Final

from protocol.frozen import frozen
from protocol.log import events
from protocol.log.dealing import MixedDeals, fault_in_deal
from protocol.log.table import Table, empty_table, evolve
from protocol.sentences import Sentence, Sentences

COUNTS: Final = Sentences(
    "deal_count",
    "How many deals of a game follow from the numbers of its players, behind `Deals:`. `n` is a number of players.",
    {
        "host_alone": "the host alone dealt",
        "follow": (
            "{right} of {dealt} follow from the numbers of {n} player and the host",
            "{right} of {dealt} follow from the numbers of {n} players and the host",
        ),
        "follow_lacking": (
            "{right} of {dealt} follow from the numbers of {n} player and the host, {lacking} of them without a player"
            " for whom a bot stood in",
            "{right} of {dealt} follow from the numbers of {n} players and the host, {lacking} of them without a player"
            " for whom a bot stood in",
        ),
        "open": "{deals}; the last round did not end, so its deal cannot be checked",
    },
)


@frozen
class DealCount:
    """The deals of one game.

    `mixed` of the `dealt` ones have numbers, and `right` of these follow from them. `players`: how many seats gave any.
    `lacking`: how many deals went without the number of a player who was bound to one. `is_open`: the last round did
    not end, so its deal cannot be checked.
    """

    dealt: int = 0
    mixed: int = 0
    right: int = 0
    players: int = 0
    lacking: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        """`deals: 7 of 7 follow from the numbers of 3 players and the host`; empty if nothing was dealt."""
        return f"deals: {self.said}" if self.dealt else ""

    @property
    def said(self) -> Sentence:
        """The same without its first word: how the tiles were dealt."""
        if not self.mixed:
            return COUNTS("host_alone")
        if self.lacking:
            line = COUNTS("follow_lacking", right=self.right, dealt=self.dealt, n=self.players, lacking=self.lacking)
        else:
            line = COUNTS("follow", right=self.right, dealt=self.dealt, n=self.players)
        return COUNTS("open", deals=line) if self.is_open else line


def count_deals(entries: Iterable[events.Entry]) -> DealCount:
    """The deals of a game, whose entries fit each other."""
    table, deals, givers = empty_table(), MixedDeals(), set[int]()
    dealt = mixed = right = lacking = 0
    last: tuple[Table, events.RoundDealt] | None = None
    for entry in entries:
        match entry.event:
            case events.RoundDealt() as deal:
                last = table, deal
                dealt += 1
                if deal.numbers is not None:
                    mixed += 1
                    givers.update(seat for seat, number in enumerate(deal.numbers) if number is not None)
                    pairs = zip(deals.seats, deal.numbers, strict=False)
                    lacking += any(bound is not None and number is None for bound, number in pairs)
            case events.RoundEnded() as ended if last is not None:
                before, deal = last
                is_bound = deal.numbers is not None and deals.fault_in_host_number(deal.round, ended) is None
                right += is_bound and fault_in_deal(before, deal, ended) is None
                last = None
            case _:
                pass
        deals.note(table, entry.event)
        table = evolve(table, entry.event)
    return DealCount(dealt, mixed, right, len(givers), lacking, is_open=last is not None)
