"""A real `fivesd`, killed with SIGKILL at random instants while people play, and restarted on the same folder.

Here: people who survive daemons, and the comparison of the entries they received with the journal. Some kills
happen while the daemon is still starting. Not here: kills during a write, which the simulator tries one by one.
"""

import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import trio
from attrs import evolve, field

from daemon.journal.interface import CommandAccepted, StoredRows
from daemon.journal.sqlite_journal import open_journal
from protocol.frozen import define
from protocol.log.audit import audit
from protocol.log.commands import Command, Say
from protocol.log.events import Entry
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage
from protocol.wire.messages import Accepted, Do, NotAccepted
from protocol.wire.session import Session
from tests.daemon.wire_client import FarewellError, WireClient
from tests.end_to_end.program import HOST, environment, running

MATCH: Final = ("--rules", "all-fives", "--seats", "3", "--bots", "1", "--think", "0", "--matches", "1")
LONGEST_LIFE: Final = 1.2
"""Seconds, at most, from the moment that people join to the kill."""
LONGEST_START: Final = 0.9


@define
class KillResults:
    """The number of kills, and the entries and replies found in the journal afterwards."""

    kills: int = 0
    while_starting: int = 0
    matches: int = 0
    entries: int = 0
    shown: int = 0
    answers: int = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.while_starting} of them while it started) in {self.matches} matches;"
            f" {self.entries} entries kept; {self.shown} entries shown and {self.answers} answers given,"
            " all of them in the journal, none twice"
        )


@define(eq=False)
class Survivor:
    """A player who returns to every new daemon. `shown` are entries by number, `accepted` replies by id.

    `think`: how many seconds a move takes, at most.
    """

    name: str
    chance: Random
    think: float = 0.0
    session: Session = field(init=False)
    shown: dict[int, Entry] = field(factory=dict)
    accepted: dict[str, int] = field(factory=dict)
    _unanswered: Do | None = None
    _ids: int = 0

    def __attrs_post_init__(self) -> None:
        self.session = Session("kills", self.name)

    async def play(self, client: WireClient) -> None:
        """Play until the stream ends, possibly in the middle of a message."""
        try:
            with suppress(FarewellError, trio.BrokenResourceError):
                await client.enter()
                if self._unanswered is not None:
                    await client.send(self._unanswered)
                while not self.has_finished:
                    await self._act(client)
                    self._take_note(await client.receive())
        finally:
            self.note_entries()

    @property
    def has_finished(self) -> bool:
        """Whether the match is over, and every command answered."""
        return self.session.table.stage is Stage.OVER and self._unanswered is None

    def note_entries(self) -> None:
        """Add the entries received so far to `shown`. None of them was another one before."""
        for entry in self.session.entries:
            assert self.shown.setdefault(entry.seq, entry) == entry, (self.shown[entry.seq], entry)

    async def _act(self, client: WireClient) -> None:
        command: Command | None = client.a_move()
        if self._unanswered is None and command is not None:
            if self.chance.random() < 0.2:
                command = Say("hm")
            self._ids += 1
            self._unanswered = Do(f"{self.name}-{self._ids}", client.session.head, command)
            await trio.sleep(self.chance.random() * self.think)
            await client.send(self._unanswered)

    def _take_note(self, message: object) -> None:
        if isinstance(message, Accepted):
            assert self.accepted.get(message.id, message.seq) == message.seq, f"{message} was another answer before"
            self.accepted[message.id] = message.seq
        if isinstance(message, Accepted | NotAccepted) and self._unanswered and message.id == self._unanswered.id:
            self._unanswered = None


async def survive(kills: int, data: Path, chance: Random) -> KillResults:
    """Kill this many daemons. Raises `AssertionError` if an entry that was shown is not in the journal."""
    results = KillResults()
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    while results.kills < kills:
        results.matches += 1
        folder = data / f"match-{results.matches}"
        people = [Survivor(name, Random(chance.random())) for name in ("Ann", "Ben")]
        while results.kills < kills and not all(survivor.session.table.stage is Stage.OVER for survivor in people):
            if chance.random() < 0.15:
                results.while_starting += await _kill_while_starting(folder, chance)
            results.kills += await _one_life(folder, people, chance)
        compare(await _stored(folder), people, results)
    results.kills += results.while_starting
    return results


async def _kill_while_starting(data: Path, chance: Random) -> int:
    process = await trio.lowlevel.open_process(
        [*HOST, "--data", str(data), "--port", "0", *MATCH],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    await trio.sleep(chance.random() * LONGEST_START)
    process.kill()
    await process.wait()
    return 1


async def _one_life(data: Path, people: Sequence[Survivor], chance: Random) -> bool:
    """Whether the daemon was ended by the kill, and not by the end of its match."""
    async with running(data, *MATCH) as daemon, trio.open_nursery() as nursery:
        for survivor in people:
            client = await daemon.client(session=survivor.session)
            nursery.start_soon(survivor.play, client)
        await trio.sleep(chance.random() * LONGEST_LIFE)
        with suppress(ProcessLookupError):
            daemon.process.kill()
    return daemon.process.returncode == -signal.SIGKILL


async def _stored(data: Path) -> StoredRows:
    async with open_journal(data / "journal.sqlite") as journal:
        games = [info for info in await journal.games() if info.is_used]
        assert len(games) == 1, games
        return await journal.read(games[0].game)


def compare(stored: StoredRows, people: Sequence[Survivor], results: KillResults) -> None:
    assert audit(stored.entries) is None
    records = [record for record in stored.private if isinstance(record, CommandAccepted)]
    answered = {record.id: record.seq for record in records}
    assert len(answered) == len(records), "a command was accepted twice"
    results.entries += len(stored.entries)
    for survivor in people:
        viewer = Viewer(survivor.session.seat)
        for seq, entry in survivor.shown.items():
            kept = stored.entries[seq - 1]
            assert entry == evolve(kept, event=see(kept.event, viewer).event), (entry, kept)
        for command, seq in survivor.accepted.items():
            assert answered[command] == seq
        results.shown += len(survivor.shown)
        results.answers += len(survivor.accepted)
