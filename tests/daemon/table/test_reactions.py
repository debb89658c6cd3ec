"""Reactions over the wire: shown to everybody at once, stored nowhere, and not while partners play a round."""

import pytest

from daemon.guest import REMARKS_AT_ONCE
from protocol.game.table_options import Reactions
from protocol.log.commands import EndMatch, React
from protocol.log.events import TableOptions
from protocol.wire.messages import NotAccepted
from protocol.wire.notices import ReactionNotice
from tests.daemon.harness import hosting
from tests.daemon.journal.memory_journal import MemoryJournal

WOW = React("wow")


async def test_everybody_gets_a_reaction_and_nothing_of_it_is_in_the_log() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        eve = await host.watching()
        await ann.accepted(WOW)

        assert ReactionNotice(0, "wow") in ann.received, "before its answer"
        assert [await guest.expect(ReactionNotice) for guest in (ben, eve)] == [ReactionNotice(0, "wow")] * 2
        stored = await journal.read(ann.session.game or "")
        assert "wow" not in str(stored.entries)


async def test_a_reaction_that_is_sent_again_after_a_lost_connection_is_not_shown_again() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.accepted(WOW, under="same")
        await ben.expect(ReactionNotice)
        again = await host.back(ann)
        await again.accepted(WOW, under="same")

        assert not any(isinstance(message, ReactionNotice) for message in await ben.settle())


async def test_only_players_react_and_only_with_one_of_the_six() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, eve = await host.seated("Ann"), await host.watching()

        assert await eve.refused(WOW) == "not_seated"
        assert await ann.refused(React("boo")) == "not_allowed"


@pytest.mark.parametrize(
    ("reactions", "in_round", "between"),
    [(Reactions.FAIR, False, True), (Reactions.ALWAYS, True, True), (Reactions.NONE, False, False)],
)
async def test_where_partners_play_a_round_reactions_are_off_by_default(
    reactions: Reactions, in_round: bool, between: bool
) -> None:
    async with hosting() as host:
        options = TableOptions(reactions=reactions)
        await host.open_table("fives-and-threes", seats=4, set={"partners": "yes"}, bots=3, options=options)
        ann = await host.seated("Ann")

        assert isinstance(await ann.do(WOW), NotAccepted) is not in_round
        await ann.accepted(EndMatch())
        assert isinstance(await ann.do(WOW), NotAccepted) is not between


async def test_reactions_are_limited_like_chat() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann = await host.seated("Ann")
        answers = [await ann.do(WOW) for _ in range(REMARKS_AT_ONCE + 3)]

        assert any(isinstance(answer, NotAccepted) and answer.reason == "too_fast" for answer in answers)
