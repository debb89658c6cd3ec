"""Two clients at a real house in memory: they mix every deal, check it, and have the same words."""

import secrets
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from client.model.announcements import Subject
from client.model.model import Model
from protocol.log.commands import DrawTile, Knock, PlayTile, Rematch
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.wire.sealer import Sealer
from tests.client.net.linked import Player, playing
from tests.daemon.harness import MONTHS, Host, hosting


class Dialling:
    """Dials a house in memory."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def dial(self, _: Address) -> trio.abc.Stream:
        ours, theirs = memory_stream_pair()
        self._host.receive(theirs)
        return ours


def sealer() -> Sealer:
    return Sealer(lambda: secrets.token_hex(32))


def move_of(model: Model) -> PlayTile | DrawTile | Knock | None:
    """A move of this player, if there is one to make now."""
    if not model.view.is_my_turn or model.pending.waits_for_a_move:
        return None
    may = model.view.choices()
    return PlayTile(*may.plays[0]) if may.plays else DrawTile() if may.may_draw else Knock()


async def plays_match(player: Player, number: int) -> None:
    """Play until the match of this number has ended, and agree to another."""
    model = player.model
    with trio.fail_after(MONTHS):
        while model.table.match != number or model.table.stage is not Stage.OVER:
            move = move_of(model)
            if move is not None:
                model.ask(move)
                player.link.flush()
            await player._received.wait()
    await wait_all_tasks_blocked()  # no player is as quick as the program, which seals for the next match
    model.ask(Rematch())
    player.link.flush()


@pytest.mark.slow("mixes tiles of two whole matches")
async def test_two_matches_are_mixed_checked_and_have_the_same_words_for_both_players(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", set={"target": 30})
        house = Dialling(host)
        async with (
            playing(house, tmp_path / "a", table=None, sealer=sealer(), run="a") as ann,
            playing(house, tmp_path / "b", table=None, sealer=sealer(), run="b") as ben,
        ):
            for match in (1, 2):
                async with trio.open_nursery() as nursery:
                    for player in (ann, ben):
                        nursery.start_soon(plays_match, player, match)
                words = [player.model.deals.words for player in (ann, ben)]
                assert words[0] == words[1]
                assert words[0].round == ann.model.last_round

            for player, other in ((ann, ben), (ben, ann)):
                name = other.model.table.seats[other.model.seat or 0].name
                assert set(player.texts(Subject.DEAL)) == {f"Deal checked: mixed by you, {name} and the host."}
                assert player.texts(Subject.ALARM) == []
                assert player.texts(Subject.REFUSED) == []
