"""What a player can still do against an honest host, and no longer: the table of docs/deals.md.

Ben knows the protocol and does what he likes with his seals and numbers. Ann's client is honest.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import trio
from trio.testing import MockClock

from protocol.log.audit import audit
from protocol.log.commands import Reveal, Seal
from protocol.log.events import MatchStarted, PlayerReturned, RoundDealt, RoundEnded, StandInSeated
from protocol.log.mixing import Chain
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.table.test_mixed_deals import both_see, entries_of, log_of, seated
from tests.daemon.wire_client import WireClient
from tests.taken_over import play

BENS = Chain("Ben's secret")
OTHER = Chain("another secret of Ben's")


class AtTable(NamedTuple):
    """The players of a table whose first deal waits for Ben's number."""

    host: Host
    ann: WireClient
    ben: WireClient

    async def dealt(self) -> RoundDealt:
        """The last deal, when both have it."""
        await both_see(self.ann, self.ben, RoundDealt)
        dealt: RoundDealt = (await log_of(self.host, self.ann, RoundDealt))[-1]
        return dealt

    async def follows(self) -> bool:
        """Whether everything until now is as it should be, the deals too."""
        return audit(await entries_of(self.host, self.ann)) is None


@asynccontextmanager
async def at_table(seal: str | None = BENS.seal) -> AsyncIterator[AtTable]:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", set={"target": 40})
        ann, ben = await seated(host, "Ann"), host.connect("Ben")
        await ben.enter(seal=seal)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))
        yield AtTable(host, ann, ben)


def is_without_ben(dealt: RoundDealt) -> bool:
    return [number is None for number in dealt.numbers or ()] == [False, True]


async def test_whoever_waits_to_see_the_others_numbers_waits_in_vain_and_decides_nothing(
    autojump_clock: MockClock,
) -> None:
    """Ben may refuse, before he knows anything. Everybody sees it: a bot stands in for the deal."""
    async with at_table() as (host, ann, ben):
        await trio.sleep(9)
        await ben.settle()
        before = b"".join(ben.lines)
        await ben.expect_event(PlayerReturned)
        await ann.expect_event(PlayerReturned)

        (dealt,) = await log_of(host, ann, RoundDealt)
        assert is_without_ben(dealt)
        assert dealt.numbers[0].encode() not in before
        assert len(await log_of(host, ann, StandInSeated)) == 1


async def test_a_late_number_is_refused_and_changes_nothing(autojump_clock: MockClock) -> None:
    async with at_table() as table:
        await table.ben.expect_event(PlayerReturned)
        (dealt,) = await log_of(table.host, table.ann, RoundDealt)

        assert await table.ben.refused(Reveal(1, BENS.link(1))) == Reason.NOT_ALLOWED
        assert await log_of(table.host, table.ann, RoundDealt) == [dealt]
        assert await table.follows()


async def test_whoever_was_late_gives_the_next_number_all_the_same(autojump_clock: MockClock) -> None:
    """The number that did not come cannot be chosen later either: the next one leads to it."""
    async with at_table() as table:
        ann, ben = table.ann, table.ben
        await ben.expect_event(PlayerReturned)
        await play(ann, ben, until=lambda: isinstance(ben.events[-1], RoundEnded))

        assert await ben.refused(Reveal(2, BENS.link(1))) == Reason.NOT_ALLOWED
        await ben.accepted(Reveal(2, BENS.link(2)))
        assert (await table.dealt()).numbers is not None
        assert not is_without_ben(await table.dealt())
        assert await table.follows()


async def test_only_one_number_is_right_and_it_cannot_be_taken_back(autojump_clock: MockClock) -> None:
    async with at_table() as table:
        assert await table.ben.refused(Reveal(1, OTHER.link(1))) == Reason.NOT_ALLOWED
        await table.ben.accepted(Reveal(1, BENS.link(1)))
        await table.ben.do(Reveal(1, OTHER.link(1)))

        dealt = await table.dealt()
        assert dealt.numbers is not None
        assert dealt.numbers[1] == BENS.link(1)
        assert await table.follows()


async def test_a_number_that_was_given_counts_although_its_player_leaves(autojump_clock: MockClock) -> None:
    """Ann's number is still missing, so Ben leaves without knowing the deal; he cannot undo his part by it."""
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = host.connect("Ann"), host.connect("Ben")
        anns = Chain("Ann's secret")
        await ann.enter(seal=anns.seal)
        await ben.enter(seal=BENS.seal)
        await ben.accepted(Reveal(1, BENS.link(1)))
        await ben.leave()
        await trio.sleep(5)
        await ann.send(ann.asks(Reveal(1, anns.link(1))))
        dealt = await ann.expect_event(RoundDealt)

        assert dealt.numbers == (anns.link(1), BENS.link(1))


async def test_whoever_leaves_and_comes_back_with_another_chain_is_still_bound_to_the_first(
    autojump_clock: MockClock,
) -> None:
    async with at_table() as (host, ann, ben):
        await ben.leave()
        again = host.connect("Ben")
        again.session = ben.session
        await again.enter(seal=OTHER.seal)

        assert await again.refused(Reveal(1, OTHER.link(1))) == Reason.NOT_ALLOWED
        await again.accepted(Reveal(1, BENS.link(1)))
        await ann.expect_event(RoundDealt)
        await play(ann, again, until=lambda: isinstance(again.events[-1], RoundEnded))
        (started,), (ended,) = await log_of(host, ann, MatchStarted), await log_of(host, ann, RoundEnded)
        assert (started.seals.seats[1], ended.seals[1]) == (BENS.seal, OTHER.seal), "the other counts from then on"


async def test_a_seal_that_comes_after_numbers_were_given_counts_for_the_next_deal_at_the_earliest(
    autojump_clock: MockClock,
) -> None:
    async with at_table() as table:
        await table.ben.accepted(Seal(OTHER.seal))

        assert await table.ben.refused(Reveal(1, OTHER.link(1))) == Reason.NOT_ALLOWED
        await table.ben.accepted(Reveal(1, BENS.link(1)))
        assert not is_without_ben(await table.dealt())
        assert await table.follows()


async def test_a_copied_seal_is_of_no_use_to_a_player(autojump_clock: MockClock) -> None:
    """Ben has learned Ann's seal, before the match. He knows a number for it only when it is too late."""
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await seated(host, "Ann"), host.connect("Ben")
        seal = Chain(ann.session.sealer.secrets[-1]).seal
        await ben.enter(seal=seal)
        await both_see(ann, ben, PlayerReturned)
        (dealt,) = await log_of(host, ann, RoundDealt)
        copied = dealt.numbers[0]

        assert is_without_ben(dealt)
        assert await ben.refused(Reveal(1, copied)) == Reason.NOT_ALLOWED
        assert await ben.refused(Reveal(2, copied)) == Reason.NOT_ALLOWED
        assert audit(await entries_of(host, ann)) is None


async def test_a_seal_that_the_log_shows_already_is_not_taken_again(autojump_clock: MockClock) -> None:
    async with at_table() as (host, ann, ben):
        (started,) = await log_of(host, ann, MatchStarted)
        await ben.accepted(Seal(started.seals.seats[0]))
        await ben.accepted(Reveal(1, BENS.link(1)))
        await ann.expect_event(RoundDealt)
        await play(ann, ben, until=lambda: isinstance(ben.events[-1], RoundEnded))

        (ended,) = await log_of(host, ann, RoundEnded)
        assert ended.seals is None
