"""One table, three languages: each player reads their own, and what the host keeps and sends is the same as ever."""

import secrets
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from client.model.announcements import Subject
from client.model.model import Model
from client.replay.record_file import open_file
from client.store.files import RECORDS
from client.words.languages.by_name import language_named
from client.words.say import ENGLISH, Language, speaking
from protocol.log.audit import audit
from protocol.log.commands import DrawTile, Knock, PlayTile, Say
from protocol.log.events import MatchWon
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.wire.codec import encode_entry
from protocol.wire.sealer import Sealer
from tests.client.net.linked import Player, playing
from tests.daemon.harness import MONTHS, Host, KeptRecords, hosting

LANGUAGES = {"Ann": ENGLISH, "Inés": language_named("es"), "Zoé": language_named("fr")}
SAID = "¡Hola! Ça va ?"
REFUSED = {"Ann": "You can play ", "Inés": "Puedes poner ", "Zoé": "Vous pouvez poser "}
SAME_IN_ALL = {f"{name}: {SAID}" for name in LANGUAGES}


@define(eq=False)
class Heard(trio.abc.Stream):
    """A stream to the host that notes what the player's program sends."""

    stream: trio.abc.Stream
    sent: bytearray = field(factory=bytearray)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.stream.aclose()


@define(eq=False)
class Dialling:
    """Dials a house in memory."""

    host: Host
    calls: list[Heard] = field(factory=list)

    async def dial(self, _: Address) -> trio.abc.Stream:
        ours, theirs = memory_stream_pair()
        self.host.receive(theirs)
        self.calls.append(Heard(ours))
        return self.calls[-1]


def move_of(model: Model) -> PlayTile | DrawTile | Knock | None:
    """A move of this player, if there is one to make now."""
    if not model.view.is_my_turn or model.pending.waits_for_a_move:
        return None
    may = model.view.choices()
    return PlayTile(*may.plays[0]) if may.plays else DrawTile() if may.may_draw else Knock()


async def plays_in(language: Language, player: Player) -> None:
    """Say something, knock once although a tile fits, and play until the match has ended and is saved."""
    model, has_erred = player.model, False
    with speaking(language), trio.fail_after(MONTHS):
        await player.until(lambda: model.table.stage is Stage.PLAYING)
        model.ask(Say(SAID))
        while model.table.stage is not Stage.OVER:
            move = move_of(model)
            if isinstance(move, PlayTile) and not has_erred:
                move, has_erred = Knock(), True
            if move is not None:
                model.ask(move)
            player.link.flush()
            await player._received.wait()
    await wait_all_tasks_blocked()


@pytest.mark.slow("mixes the tiles of a whole match")
async def test_three_languages_at_one_table_are_one_log_and_each_record_of_it_is_found_right(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    players: dict[str, Player] = {}
    records = KeptRecords()
    async with hosting(records=records, patience=MONTHS) as host:
        await host.open_table("all-fives", seats=3, set={"max_rounds": 2})
        house = Dialling(host)
        async with AsyncExitStack() as programs:
            for name, language in LANGUAGES.items():
                sealer = Sealer(lambda: secrets.token_hex(32))
                program = playing(house, tmp_path / name, table=None, sealer=sealer, run=name, name=name)
                with speaking(language):
                    players[name] = await programs.enter_async_context(program)
            async with trio.open_nursery() as nursery:
                for name, language in LANGUAGES.items():
                    nursery.start_soon(plays_in, language, players[name])
        (log,) = records.entries_by_game.values()

    # Each program has checked every deal, and found nothing wrong.
    assert [len(player.texts(Subject.DEAL)) for player in players.values()] == [2, 2, 2]
    assert [player.texts(Subject.ALARM) for player in players.values()] == [[], [], []]
    ann, *others = players.values()
    assert [other.model.deals.words for other in others] == [ann.model.deals.words] * 2
    # Each of the four records is the whole match by its rules, and they are the same.
    assert isinstance(log[-1].event, MatchWon)
    for name in LANGUAGES:
        (path,) = (tmp_path / name / RECORDS).iterdir()
        opened = open_file(path)
        assert (opened.doubt, opened.record.entries) == ("", log)
    assert audit(log) is None

    # Each player reads their own language, and nobody else's program, nor the log, has a word of it.
    for name, said in REFUSED.items():
        assert any(text.startswith(said) for text in players[name].texts(Subject.REFUSED))
    outside = [encode_entry(entry) for entry in log] + [bytes(call.sent) for call in house.calls]
    texts = {said.text.encode() for player in players.values() for said in player.announcements}
    assert [text for text in texts if any(text in sent for sent in outside)] == []
    for name, player in players.items():
        elsewhere = {said.text for other in players if other != name for said in players[other].announcements}
        assert {said.text for said in player.announcements} & elsewhere <= SAME_IN_ALL
