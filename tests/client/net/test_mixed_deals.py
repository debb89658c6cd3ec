"""A client's part in mixed deals: its seals and numbers go to the host by themselves, and its secrets are kept."""

from pathlib import Path

from attrs import evolve

from client.model.announcements import Subject
from client.store.file_seats import FileSeats
from protocol.log.commands import Reveal, Seal
from protocol.wire.messages import PROTOCOL, Do, Hello, NotAccepted
from protocol.wire.sealer import Sealer
from tests.client.at_table import welcome
from tests.client.mixed_match import ANN, OPENING, mixed_match
from tests.client.net.linked import playing, saved_seat
from tests.client.scripted_daemon import Caller, ScriptedDaemon
from tests.client.succeeded import seat_key

MATCH = mixed_match()
NUMBER = Reveal(1, ANN.link(1))
KEY = seat_key(ANN)


def sealer() -> Sealer:
    """Somebody who takes part, with Ann's secret."""
    return Sealer(lambda: ANN.secret)


async def answered(caller: Caller) -> Do:
    """The next command, after a welcome to a match whose first deal is due."""
    await caller.sends(welcome(head=OPENING))
    await caller.sends_events(MATCH[:OPENING])
    sent = await caller.receives()
    assert isinstance(sent, Do)
    return sent


async def test_the_number_for_a_deal_is_sent_by_itself_and_nothing_waits_for_its_answer(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, sealer=sealer()) as player:
        caller = await daemon.call()
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.seal == ANN.seal
        sent = await answered(caller)

        assert sent.command == NUMBER
        assert not player.model.pending.is_waiting
        await caller.sends(NotAccepted(sent.id, "not_allowed", "too late"))
        await caller.sends_events(MATCH[OPENING : OPENING + 1], first=OPENING + 1)
        await player.until(lambda: player.model.table.round is not None)
        assert player.texts(Subject.REFUSED) == []


async def test_after_a_lost_connection_the_number_is_sent_again(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, sealer=sealer()):
        caller = await daemon.call()
        await caller.receives()
        await answered(caller)
        await caller.hangs_up()

        again = await daemon.call()
        await again.receives()
        await again.sends(welcome(start=OPENING + 1, head=OPENING))
        sent = await again.receives()
        assert isinstance(sent, Do)
        assert sent.command == NUMBER


async def test_the_secret_is_saved_with_the_seat_and_another_run_goes_on_with_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, sealer=sealer()):
        caller = await daemon.call()
        await caller.receives()
        await answered(caller)
    (seat,) = FileSeats(tmp_path).all()
    assert seat.secrets == (ANN.secret,)
    assert ANN.secret not in repr(seat)

    async with playing(daemon, tmp_path, sealer=Sealer(lambda: "another secret")):
        caller = await daemon.call()
        assert await caller.receives() == Hello(PROTOCOL, "fives test", "Ann", table="oak", token="t1")
        assert (await answered(caller)).command == NUMBER


async def test_a_seal_is_saved_before_it_is_sent(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(evolve(saved_seat("oak"), secrets=()))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, sealer=sealer()):
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(welcome(head=OPENING - 1))
        await caller.sends_events(MATCH[: OPENING - 1])
        caller_again = await hung_up(daemon, caller)

        await caller_again.sends(welcome(start=OPENING, head=OPENING - 1))
        sent = await caller_again.receives()
        assert isinstance(sent, Do)
        assert sent.command == Seal(ANN.seal, KEY)
        assert FileSeats(tmp_path).all()[0].secrets == (ANN.secret,)


async def hung_up(daemon: ScriptedDaemon, caller: Caller) -> Caller:
    """The next connection, with its hello received."""
    await caller.hangs_up()
    again = await daemon.call()
    await again.receives()
    return again
