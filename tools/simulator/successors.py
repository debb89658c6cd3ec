"""A match whose host ends at some entry goes on at another host: `python -m tools.simulator.successors`.

Here: whole matches of people whose programs mix, and what has to hold wherever their host ends: every player's record
gives the same game, the score and the rounds are as they were, everybody can prove their seat, and the match is sound
to its end. Some play in a browser, and some matches have a third host. Not here: what can be proved (`proofs`), how the
players hear of the new host (the tests of the client).
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import trio
import trio.testing

from daemon.house.taking_over import game_in
from protocol.frozen import define
from protocol.game.presets import PRESETS
from protocol.log.audit import audit
from protocol.log.dealing import next_round
from protocol.log.events import MatchWon, RoundDealt, TableOptions
from protocol.log.table import Stage, fold
from protocol.shared.exit_status import MisusedError
from protocol.wire.messages import Farewell, TableSummary, Welcome
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.wire_client import FarewellError, WireClient
from tests.taken_over import claimed, listed_at, opened_from, play, record_of, scores_after, seated
from tools.simulator import proofs

NAMES = ("Ann", "Ben", "Cho", "Dai")


@define
class Tally:
    """How many hosts ended, and how many of the matches could go on: those that had begun and were not over."""

    ended: int = 0
    went_on: int = 0

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.ended += other.ended
        self.went_on += other.went_on


@define
class Successor:
    """A host that goes on: the seat of its player, and how many rounds are played there if another one follows."""

    seat: int
    rounds: int = 0


async def _played(seed: int) -> list[WireClient]:
    """The players of a whole match, in the games in turn; the deals of every seventh are the host's alone."""
    chance = Random(seed)
    preset = list(PRESETS.values())[seed % len(PRESETS)]
    low, high = preset.seats[6]
    people = max(low, min(high, chance.randint(2, len(NAMES))))
    deals = "host" if seed % 7 == 6 else "mixed"
    target = {"target": 61} if preset.name in ("fives-and-threes", "cinq-et-trois", "playroom") else {"target": 150}
    async with hosting(chance=seed, patience=MONTHS) as host:
        await host.open_table(preset.name, set=target, seats=people, options=TableOptions(deals=deals))
        players = [await seated(host, name, is_page=chance.random() < 0.3) for name in NAMES[:people]]
        await play(*players, until=lambda: all(player.is_at(Stage.OVER) for player in players))
    return players


async def _go_on(
    players: Sequence[WireClient], entries: int, hosts: Sequence[Successor], folder: Path, *, to_the_end: bool
) -> bool:
    """Have the host end after so many entries, and the first of these go on; False if nobody can."""
    records = []
    for nth, player in enumerate(players):
        (place := folder / str(nth)).mkdir(exist_ok=True)
        records.append(record_of(player, place, entries=entries))
    before, after = players[0].session.entries[:entries], players[0].session.entries[entries:]
    is_won = bool(after) and isinstance(after[0].event, MatchWon)
    if is_won or fold(entry.event for entry in before).stage is not Stage.PLAYING:
        for record in records:
            _check_refused(record)
        return False
    games = [game_in(record, None).entries for record in records]
    assert all(game == games[0] for game in games), f"entry {entries}: the records of two players differ"
    one, *others = hosts
    key, secret = f"host {len(hosts)}", players[one.seat].session.sealer.seat_secret
    async with hosting(patience=MONTHS) as host:
        game = await opened_from(records[one.seat], host, seat=one.seat, secret=secret, key=key)
        listed = await listed_at(host)
        proofs.check_who_can_host(players, entries, listed, key)
        await _check_stranger(host, players[-1], listed)
        there = [(await claimed(host, player))[0] for player in players]
        proofs.check_claims(players, there[0].session.succession, key)
        assert [player.seat for player in there] == [player.seat for player in players]
        for player in there:
            table = fold(entry.event for entry in player.session.entries[: len(games[0])])
            assert table.scores == scores_after(before), f"entry {entries}: the score is another one"
            assert next_round(table) == next_round(fold(entry.event for entry in games[0]))
        if others:
            await _play_to(next_round(fold(entry.event for entry in games[0])) + one.rounds, there)
        elif to_the_end:
            await play(*there, until=lambda: all(player.is_at(Stage.OVER) for player in there))
        stored = (await host.journal.read(game)).entries
        proofs.check_keys(there)
        if others or to_the_end:
            proofs.check_history(stored)
        if all(player.is_at(Stage.OVER) for player in there):
            fault = audit(stored)
            assert fault is None, f"entry {entries}: {fault}"
            deals = [event for event in there[0].events if isinstance(event, RoundDealt)]
            assert not any(None in (deal.numbers or ()) for deal in deals), f"entry {entries}: a number is missing"
            assert not any(player.session.sealer.fault for player in there)
            return True
    return not others or await _go_on(there, there[0].session.head, others, folder, to_the_end=to_the_end)


async def _check_stranger(host: Host, player: WireClient, listed: TableSummary) -> None:
    """What a player has shown to another host gives nobody the seat here."""
    assert listed.continues is not None
    stolen = proofs.claim_for_another_host(player, listed.continues)
    stranger = host.connect("Ed")
    await stranger.hello(seat_key=player.session.sealer.seat_key, comes=stolen)
    while stranger.goodbye is None:
        try:
            answer = await stranger.receive()
        except FarewellError:
            break
        assert not isinstance(answer, Welcome), "what a stranger was shown is good here"
    assert stranger.goodbye is not None
    assert stranger.goodbye.reason == Farewell.BAD_TOKEN


async def _play_to(round_: int, players: Sequence[WireClient]) -> None:
    """Play until this round is due or the match is over, and until everybody has seen the same."""

    def is_there(player: WireClient) -> bool:
        return player.is_at(Stage.OVER) or next_round(player.session.table) >= round_

    await play(*players, until=lambda: all(map(is_there, players)))
    most = max(player.session.head for player in players)
    for player in players:
        while player.session.head < most:
            await player.receive()


def _check_refused(record: Path) -> None:
    try:
        game_in(record, None)
    except MisusedError:
        return
    raise AssertionError("a match that has not begun, or is over, must not go on")


async def _ended(seed: int, points: int | None) -> Tally:
    players = await _played(seed)
    seats = [player.seat for player in players]
    assert seats == list(range(len(players)))
    most, tally = len(players[0].session.entries), Tally()
    with tempfile.TemporaryDirectory() as folder:
        for nth, entries in enumerate(_points(seed, most, points)):
            hosts = [Successor((seed + nth) % len(players))]
            if points is not None and nth % 2:  # the next host ends, too: at once, or after one round
                hosts.append(Successor(nth % len(players)))
                hosts[0].rounds = nth % 3 and 1
            tally.went_on += await _go_on(players, entries, hosts, Path(folder), to_the_end=points is not None)
            tally.ended += 1
    return tally


def _points(seed: int, most: int, points: int | None) -> Iterator[int]:
    """After how many entries the host ends: after each, or at so many drawn points."""
    if points is None:
        yield from range(1, most + 1)
    else:
        chance = Random(f"points {seed}")
        yield from (chance.randint(1, most) for _ in range(points))


def ended_hosts(seed: int, points: int | None = None) -> Tally:
    """Have the host of this match end at each entry, or at so many points; then it is played to its end elsewhere."""
    return trio.run(partial(_ended, seed, points), clock=trio.testing.MockClock(autojump_threshold=0))


def main() -> int:
    """Have many hosts end."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulator.successors", description=__doc__)
    parser.add_argument("--matches", type=int, default=5, metavar="N", help="at each entry of N matches (default: 5)")
    parser.add_argument("--points", type=int, default=2000, metavar="N", help="and at N drawn points (default: 2000)")
    given = parser.parse_args()
    begun, total = time.monotonic(), Tally()
    at_once = 20
    seeds = range(given.matches, given.matches + -(-given.points // at_once))
    with ProcessPoolExecutor() as pool:
        for tally in pool.map(ended_hosts, range(given.matches)):
            total.add(tally)
        print(f"at every entry of {given.matches} matches: {total}, {time.monotonic() - begun:.0f} s", file=sys.stderr)
        for done, tally in enumerate(pool.map(partial(ended_hosts, points=at_once), seeds), start=1):
            total.add(tally)
            if done % 10 == 0:
                print(f"{done * at_once} points, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(f"hosts that ended: {total.ended}; matches that went on: {total.went_on}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
