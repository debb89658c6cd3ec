"""What the program of a player does whom the host asks to go on hosting."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from attrs import define, evolve, field

from client.actions.action import TakeOver
from client.actions.carry_out import carry_out
from client.model.absent_host import Continuing
from client.model.announcements import Announcement
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Joined
from client.net.absence import NotHostedError
from client.net.receiving import Receiving
from client.words.say import say
from protocol.log.commands import HandOver, HostReady, TryHost
from protocol.log.events import Knocked
from protocol.shared.firewall import Firewall
from protocol.wire.messages import Do
from protocol.wire.notices import EVERYTHING, HandOverNotice, ReachableNotice
from tests.client.at_table import idle_link
from tests.client.net.test_absence import at_old_host

READY = HostReady("http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v", "vbnm5-a7z33-34ywp-emt4v", "new")


@define(eq=False)
class Asked:
    """A player in the middle of a round, and the host that their machine would be."""

    model: Model = field(factory=at_old_host)
    why_not: str = ""
    said: list[str] = field(factory=list)
    firewall: Firewall = Firewall.UFW
    prepared: int = 0
    dropped: int = 0

    async def prepare(self) -> HostReady:
        self.prepared += 1
        await trio.sleep(1)
        if self.why_not:
            raise NotHostedError(self.why_not)
        return READY

    def lead(self) -> None:
        raise NotImplementedError  # the link's

    async def drop(self) -> None:
        await trio.sleep(1)
        self.dropped += 1

    def deliver(self, announcements: list[Announcement]) -> None:
        self.said += [announcement.text for announcement in announcements]

    @property
    def sent(self) -> list[object]:
        return [message.command for message in self.model.pending.outbox if isinstance(message, Do)]


@asynccontextmanager
async def receiving(asked: Asked) -> AsyncIterator[Receiving]:
    asked.model.status = Joined()
    async with trio.open_nursery() as nursery:
        yield Receiving(asked.model, nursery, asked, asked.deliver, lambda: None)
        nursery.cancel_scope.cancel()


TRY = TryHost(READY.address, READY.key or "")


def reached(asked: Asked, program: Receiving, *, by: tuple[int, ...] = (1,), not_by: tuple[int, ...] = ()) -> list[str]:
    """The host says who reaches this machine; returns what the player is told."""
    said = asked.model.receive(ReachableNotice(0, not not_by, by, not_by, ()))
    return [announcement.text for announcement in (*said, *program.note())]


def notice(asked: Asked, program: Receiving, seat: int | None, *, here: bool = False) -> list[str]:
    """The host says whom it asks, and whether the table waits; returns what the player is told."""
    said = asked.model.receive(HandOverNotice(seat, here))
    program.note()
    return [announcement.text for announcement in said]


async def test_once_the_player_has_agreed_this_machine_is_ready_when_the_table_waits(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        assert notice(asked, program, 0) == [
            "The host asks you to go on hosting after this round.",
            "To host this match on your machine, type take over.",
        ]
        program.agree()
        await trio.sleep(60)
        assert asked.prepared == 0

        notice(asked, program, 0, here=True)
        await trio.sleep(2)
        assert asked.sent == [TRY]
        assert reached(asked, program) == ["Ben reaches your machine."]
        await trio.sleep(1)

        assert asked.sent == [TRY, READY]
        assert program.goes_there()
        await trio.sleep(1)
        assert asked.dropped == 0


async def test_a_player_who_agrees_while_the_table_waits_hosts_at_once(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        await trio.sleep(30)
        link = idle_link(asked.model)
        link.receiving = program

        carry_out(TakeOver(), asked.model, link)
        await trio.sleep(2)

        assert asked.sent == [TRY]


async def test_a_player_whose_machine_is_not_reached_reads_what_lets_the_others_in_and_tries_again(
    autojump_clock: object,
) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        link = idle_link(asked.model)
        link.receiving = program
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)

        assert reached(asked, program, by=(), not_by=(1,)) == [
            "Ben does not reach your machine. The host decides.",
            "Your firewall keeps them out. This lets them in: sudo ufw allow 5533/tcp Type take over to try again.",
        ]
        await trio.sleep(1)
        assert asked.sent == [TRY]

        outcome = carry_out(TakeOver(), asked.model, link)
        assert outcome == WhyNot(say("reach.tried_again"))
        assert asked.sent == [TRY, TRY]
        reached(asked, program)
        await trio.sleep(1)
        assert asked.sent == [TRY, TRY, READY]
        assert asked.prepared == 1


async def test_a_machine_that_nobody_reaches_in_time_is_not_the_host(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)
        reached(asked, program, by=(), not_by=(1,))

        notice(asked, program, None)
        await trio.sleep(2)

        assert (asked.sent, asked.dropped) == ([TRY], 1)
        assert not program.goes_there()


async def test_if_the_match_stays_the_new_host_is_stopped_and_forgets_it(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)

        notice(asked, program, None)
        await trio.sleep(2)

        assert asked.dropped == 1
        assert not program.goes_there()
        assert asked.model.absent_host.state is Continuing.NOTHING


async def test_a_host_that_is_not_wanted_any_more_is_stopped_also_while_it_is_started(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(0.5)

        notice(asked, program, None)
        await trio.sleep(2)

        assert (asked.sent, asked.dropped) == ([], 1)


async def test_a_second_hand_over_begins_once_the_host_for_the_first_one_is_stopped(autojump_clock: object) -> None:
    """It has the match as it was then, in the same folder."""
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)
        notice(asked, program, None)
        await trio.sleep(0.5)
        notice(asked, program, 0, here=True)
        assert program.agree() is None
        await trio.sleep(0.1)
        assert (asked.prepared, asked.dropped) == (1, 0)

        await trio.sleep(2)
        assert (asked.prepared, asked.dropped) == (2, 1)
        assert asked.sent == [TRY, TRY]


async def test_a_match_that_went_on_while_the_player_was_cut_off_leaves_no_host_here(autojump_clock: object) -> None:
    """The host tells nobody who comes back that it asks nobody any more, also after a restart."""
    asked = Asked()
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)
        program.note_moves()
        await trio.sleep(2)
        assert asked.dropped == 0

        asked.model.connection_lost("", 0)
        asked.model.status = Joined()
        session, turn = asked.model.session, asked.model.table.turn
        assert turn is not None
        asked.model.receive(evolve(session.entries[-1], seq=session.head + 1, event=Knocked(turn)))
        program.note_moves()
        await trio.sleep(2)
        assert asked.dropped == 1


async def test_where_no_host_can_be_started_the_match_stays_and_the_player_hears_why(autojump_clock: object) -> None:
    asked = Asked(why_not="the disk is full")
    async with receiving(asked) as program:
        notice(asked, program, 0, here=True)
        program.agree()
        await trio.sleep(2)

        await trio.sleep(1)
    assert asked.dropped == 1, "whatever of it is running"
    assert asked.said == [say("take_over.starting"), "The match cannot go on here: the disk is full."]
    assert asked.sent == [HandOver(None)]


async def test_a_program_that_cannot_host_says_no_by_itself(autojump_clock: object) -> None:
    asked = Asked()
    asked.model.absent_host.can_host = False
    async with receiving(asked) as program:
        assert notice(asked, program, 0) == [say("take_over.cannot_host")]

    assert asked.sent == [HandOver(None)]


async def test_whom_the_host_asks_concerns_nobody_else(autojump_clock: object) -> None:
    asked = Asked()
    async with receiving(asked) as program:
        assert notice(asked, program, 1, here=True) == ["The game waits for Ben's machine."]
        await trio.sleep(1)

    assert (asked.prepared, asked.sent) == (0, [])


async def test_a_player_reads_before_agreeing_that_all_games_of_the_host_come_along() -> None:
    asked = Asked()
    async with receiving(asked):
        said = asked.model.receive(HandOverNotice(0, here=False, text=EVERYTHING))

        assert [announcement.text for announcement in said] == [
            "The host asks you to go on hosting after this round, and to have all its other games, too.",
            "To host this match, and all other games of this host, on your machine, type take over.",
        ]
