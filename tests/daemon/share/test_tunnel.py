"""A tunnel that is kept running, and the link that is shown."""

import math
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock

from daemon.machine.watch import TIME_BETWEEN_LOOKS
from daemon.share.tunnel import LONGEST_BETWEEN_TRIES, TIME_TO_FOLLOW, NextLine, Tunnel
from protocol.wire.operator_messages import TunnelState
from tests.daemon.machine.networks import Moving

DOCS = "read https://docs.example.com/tunnels"
FOX, OWL = "https://quick-fox.example", "https://grey-owl.example"


@define(eq=False)
class Program:
    """A tunnel program on trio's clock. `runs`: for each run, the lines with the seconds after which each comes.

    A run without lines cannot be started. The last run goes on for ever, the others end after their last line.
    """

    runs: Sequence[Sequence[tuple[float, str]]]
    started_at: list[float] = field(factory=list)
    working: set[str] = field(factory=lambda: {FOX, OWL})
    seconds_per_check: float = 1.0
    checked: list[tuple[float, str]] = field(factory=list)
    forgotten: list[str] = field(factory=list)
    reports: list[tuple[float, TunnelState, str, tuple[str, ...]]] = field(factory=list)
    machine: Moving = field(factory=lambda: Moving("192.168.77.9"))

    @asynccontextmanager
    async def start(self) -> AsyncIterator[NextLine]:
        """Begin the next run."""
        at = len(self.started_at)
        self.started_at.append(trio.current_time())
        if not self.runs[at]:
            raise FileNotFoundError(2, "No such file")
        lines = deque(self.runs[at])

        async def next_line() -> str | None:
            if lines:
                seconds, line = lines.popleft()
                await trio.sleep(seconds)
                return line
            await trio.sleep(math.inf if at == len(self.runs) - 1 else 0)
            return None

        yield next_line

    async def check(self, link: str) -> str | None:
        """Whether the link works."""
        self.checked.append((trio.current_time(), link))
        await trio.sleep(self.seconds_per_check)
        return None if link in self.working else "it leads somewhere else"

    def report(self, share: TunnelState, detail: str, links: Sequence[str]) -> None:
        """Take down what the host is shown."""
        self.reports.append((trio.current_time(), share, detail, tuple(links)))

    async def run_for(self, seconds: float, time_to_resolve: float = 0.0) -> None:
        """Keep it running for so long."""
        of_page = self.check, self.forgotten.append
        tunnel = Tunnel("my-tunnel", self.start, *of_page, self.report, self.machine.watch, time_to_resolve)
        with trio.move_on_after(seconds):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.machine.watch.run)
                await tunnel.run()

    @property
    def states(self) -> list[TunnelState]:
        """What the host was shown, one after the other."""
        return [share for _, share, _, _ in self.reports]

    @property
    def last(self) -> tuple[TunnelState, str, tuple[str, ...]]:
        """What the host is shown now."""
        return self.reports[-1][1:]


async def test_the_link_that_leads_here_is_shown_and_not_the_documentation(autojump_clock: MockClock) -> None:
    program = Program([[(1, DOCS), (1, f"|  {FOX}  |")]])

    await program.run_for(100)

    assert program.last == (TunnelState.OPEN, "", (FOX,))
    assert program.states == [TunnelState.STARTING, TunnelState.OPEN]


async def test_a_link_that_works_only_after_a_while_is_tried_again(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX)]], working=set())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 60)
        await trio.sleep(20)
        program.working.add(FOX)

    assert program.last == (TunnelState.OPEN, "", (FOX,))
    assert program.states == [TunnelState.STARTING, TunnelState.OPEN]


async def test_a_new_name_is_not_looked_up_before_it_is_in_dns(autojump_clock: MockClock) -> None:
    """A resolver that is asked too early remembers that there is no such name."""
    program = Program([[(0, FOX), (7, OWL)]])

    await program.run_for(15, time_to_resolve=12)

    assert [(round(at - program.started_at[0]), link) for at, link in program.checked] == [(12, FOX)]
    assert program.last == (TunnelState.OPEN, "", (FOX,))


async def test_after_a_run_that_never_worked_names_have_more_time(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX), (1000, "")], [(0, OWL)]], working={OWL})

    await program.run_for(400, time_to_resolve=12)

    first_look_up = next(at for at, link in program.checked if link == OWL)
    assert first_look_up - program.started_at[1] == pytest.approx(24)


async def test_a_silent_tunnel_is_reported_after_a_minute_and_replaced_after_five(
    autojump_clock: MockClock,
) -> None:
    program = Program([[(0, ""), (1000, "")], [(0, FOX)]])

    await program.run_for(320)

    assert [(share, detail) for _, share, detail, _ in program.reports] == [
        (TunnelState.STARTING, ""),
        (TunnelState.FAILED, "my-tunnel has not printed any link"),
        (TunnelState.FAILED, "my-tunnel has not worked for 5 minutes. It is started again in 1 s"),
        (TunnelState.STARTING, ""),
        (TunnelState.OPEN, ""),
    ]
    assert program.reports[1][0] - program.started_at[0] == pytest.approx(60, abs=8)


async def test_what_the_tunnel_says_last_is_shown_when_it_does_not_work(autojump_clock: MockClock) -> None:
    program = Program(
        [[(0, "Funnel is not enabled on your tailnet."), (0, "\x1b[1mTo enable, visit:\x1b[0m"), (1, "here")]]
    )

    await program.run_for(100)

    says = "it says: Funnel is not enabled on your tailnet. To enable, visit: here"
    assert program.last == (TunnelState.FAILED, f"my-tunnel has not printed any link; {says}", ())


async def test_a_link_that_is_none_for_others_is_not_taken_for_no_link_at_all(autojump_clock: MockClock) -> None:
    program = Program([[(0, "forwarding https://localhost:21099")]])

    await program.run_for(100)

    why = "my-tunnel has printed no link for others, with https and a name that has a dot"
    assert program.last == (TunnelState.FAILED, f"{why}; it says: forwarding https://localhost:21099", ())


async def test_a_link_that_never_leads_here_is_reported_with_the_reason(autojump_clock: MockClock) -> None:
    program = Program([[(0, DOCS)]])

    await program.run_for(100)

    why = "my-tunnel has printed no link that leads here: https://docs.example.com: it leads somewhere else"
    assert program.last == (TunnelState.FAILED, f"{why}; it says: {DOCS}", ())


async def test_a_tunnel_that_ends_is_started_again_after_longer_and_longer_pauses(autojump_clock: MockClock) -> None:
    program = Program([[(0, "not authorised")]] * 9 + [[(0, FOX)]])

    await program.run_for(1000)

    began = program.started_at
    assert [round(after - before) for before, after in pairwise(began)] == [
        1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]  # fmt: skip
    assert program.reports[1][2] == "my-tunnel has ended; it says: not authorised. It is started again in 1 s"


async def test_a_long_good_run_makes_the_next_pause_short_again(autojump_clock: MockClock) -> None:
    good = [(0, FOX), (400, "lost")]
    program = Program([[(0, "")], [(0, "")], good, [(0, OWL)]])

    await program.run_for(1000)

    assert program.started_at[3] - program.started_at[2] == pytest.approx(401)
    assert program.last == (TunnelState.OPEN, "", (OWL,))


async def test_another_run_has_another_link_and_the_old_one_is_forgotten(autojump_clock: MockClock) -> None:
    program = Program([[(0, DOCS), (0, FOX), (100, "lost")], [(0, OWL)]])

    await program.run_for(150)

    assert program.forgotten == ["https://docs.example.com", FOX, OWL]  # the last one because it ends with the test
    assert [links for _, share, _, links in program.reports if share is TunnelState.OPEN] == [(FOX,), (OWL,)]


async def test_a_tunnel_that_is_not_there_is_tried_again(autojump_clock: MockClock) -> None:
    program = Program([[], [(0, FOX)]])

    await program.run_for(50)

    assert program.reports[1][2] == "my-tunnel cannot be started: No such file. It is started again in 1 s"
    assert program.last == (TunnelState.OPEN, "", (FOX,))


async def test_a_link_that_stops_working_though_the_tunnel_goes_on_is_noticed(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX), (10_000, "")], [(0, OWL)]])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 1000)
        await trio.sleep(60)
        program.working.remove(FOX)
        await trio.sleep(180)
        assert program.last[0] is TunnelState.FAILED
        assert program.last[2] == (FOX,)  # it may come back under this name
        await trio.sleep(400)

    assert program.last == (TunnelState.OPEN, "", (OWL,))


async def test_a_link_that_comes_back_is_open_again_in_the_same_run(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX)]])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 400)
        await trio.sleep(60)
        program.working.remove(FOX)
        await trio.sleep(200)
        program.working.add(FOX)

    assert program.states == [TunnelState.STARTING, TunnelState.OPEN, TunnelState.FAILED, TunnelState.OPEN]
    assert len(program.started_at) == 1


async def test_one_failed_check_alone_is_not_reported(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX)]], seconds_per_check=0.1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 400)
        await trio.sleep(119)
        program.working.remove(FOX)
        await trio.sleep(2)
        program.working.add(FOX)

    assert program.states == [TunnelState.STARTING, TunnelState.OPEN]


async def test_a_name_that_changes_while_the_tunnel_runs_is_found(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX), (100, f"your new name is {OWL}")]])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 150)
        await trio.sleep(99)
        program.working.remove(FOX)

    assert program.last == (TunnelState.OPEN, "", (OWL,))


async def test_of_endless_links_only_some_are_tried(autojump_clock: MockClock) -> None:
    program = Program([[(0.1, f"https://name-{number}.example") for number in range(2000)] + [(0, "")]], working=set())

    await program.run_for(250)

    assert len({link for _, link in program.checked}) == 30


async def test_an_unknown_host_key_is_shown_and_not_accepted(autojump_clock: MockClock) -> None:
    program = Program([[(0, "Host key verification failed.")], [(0, FOX)]])

    await program.run_for(10)

    assert program.reports[1][2].startswith("my-tunnel does not know this host yet: connect once in a terminal")


# The network.


async def test_while_nothing_can_be_reached_it_is_started_again_every_15_seconds(autojump_clock: MockClock) -> None:
    program = Program([[(0, "ssh: connect to host a.example port 22: Network is unreachable")]] * 9)

    await program.run_for(90)

    began = program.started_at
    assert [round(after - before) for before, after in pairwise(began)] == [1, 2, 4, 8, 15, 15, 15, 15]


async def test_a_tunnel_that_has_worked_comes_back_within_15_seconds_after_an_outage(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX), (100, "lost")], *[[(0, "error 7")]] * 20])

    await program.run_for(400)

    pauses = [after - before for before, after in pairwise(program.started_at)][1:]
    assert round(max(pauses)) == 15


async def test_a_tunnel_that_waits_is_started_as_soon_as_the_network_is_back(autojump_clock: MockClock) -> None:
    program = Program([[(0, "not authorised")]] * 8 + [[(0, FOX)]])
    program.machine.lose_way_out()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 200)
        await trio.sleep(150)
        assert program.last[0] is TunnelState.FAILED
        program.machine.move_to("192.168.77.9")
        await trio.sleep(5 * TIME_BETWEEN_LOOKS)  # the clock of a test may run on while a look is under way
        assert program.last == (TunnelState.OPEN, "", (FOX,))


async def test_a_tunnel_that_is_dead_in_another_network_is_replaced_soon(autojump_clock: MockClock) -> None:
    """It still runs: ssh, for one, notices only after a minute and a half."""
    program = Program([[(0, FOX), (10_000, "")], [(0, OWL)]])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 400)
        await trio.sleep(200)
        program.working.remove(FOX)
        program.machine.move_to("192.168.88.50")
        await trio.sleep(TIME_TO_FOLLOW + 2 * TIME_BETWEEN_LOOKS + LONGEST_BETWEEN_TRIES)
        assert program.last == (TunnelState.OPEN, "", (OWL,))

    why = "my-tunnel does not work since this machine is in another network. It is started again in 1 s"
    assert why in [detail for _, _, detail, _ in program.reports]


async def test_a_tunnel_that_survives_a_change_of_the_network_goes_on(autojump_clock: MockClock) -> None:
    program = Program([[(0, FOX)]])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run_for, 400)
        await trio.sleep(100)
        program.working.remove(FOX)
        program.machine.move_to("192.168.88.50")
        await trio.sleep(TIME_TO_FOLLOW / 2)
        program.working.add(FOX)

    assert len(program.started_at) == 1
    assert program.last == (TunnelState.OPEN, "", (FOX,))
