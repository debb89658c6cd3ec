"""Four leagues of English pubs, as far as their rules are public: a night by bots, and its table computed twice."""

import json
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from protocol.league.league_file import read_league
from protocol.league.results import Result, outcome_in
from protocol.league.season import season_of
from protocol.log.audit import audit
from protocol.log.operator_commands import OpenFixture
from protocol.wire.messages import Accepted, Do
from protocol.wire.record import Header, read_record, write_record
from tests.daemon.harness import hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.leagues.second_table import COUNTS, leads_that_won, table

LEAGUES = Path(__file__).parents[2] / "leagues"
TILES_AND_TARGETS = {
    "teesdale": {2: (9, 61), 4: (6, 61)},
    "leek": {2: (9, 61), 4: (6, 121)},
    "solihull": {2: (7, 121), 4: (6, 121)},
    "northallerton": {4: (6, 61)},
}
"""By seats, as far as they are public; Solihull's tiles are the games' own."""
A_NIGHT = 24 * 3600.0
PLAYED = {"teesdale": 4, "leek": 9, "solihull": 7, "northallerton": 4}


async def records_of_a_night(text: str, boards: int) -> list[str]:
    """The records of fixture 1, which the bots of both teams have played out."""
    journal = MemoryJournal()
    async with hosting(journal, league=text) as host:
        await host.open_home()
        operator = await host.operator()
        await operator.send(Do("open", 0, OpenFixture(1)))
        assert isinstance(await operator.answer_to("open"), Accepted)
        await trio.sleep(A_NIGHT)
        infos = await journal.games(await journal.finished())
        assert len(infos) == boards
        return [
            b"".join(
                write_record(Header(info.game, info.table, info.at), (await journal.read(info.game)).entries)
            ).decode()
            for info in infos
        ]


@pytest.mark.slow("plays whole nights")
@pytest.mark.parametrize("name", PLAYED)
async def test_a_night_counts_as_the_league_says(name: str, autojump_clock: MockClock) -> None:
    text = (LEAGUES / f"{name}.toml").read_text(encoding="utf-8")
    league = read_league(text)
    records = await records_of_a_night(text, PLAYED[name])

    read = [read_record(record.encode().splitlines(keepends=True)) for record in records]
    outcomes = [outcome_in(record.header.game, record.header.at, record.entries) for record in read]
    season = season_of(league, (outcome for outcome in outcomes if isinstance(outcome, Result)))
    assert {row.team: {name: getattr(row, name) for name in COUNTS} for row in season.table} == table(text, records)
    assert sum(row.played for row in season.table) == 4, "two fixtures that count"
    points = [row.points for row in season.table]
    assert points == sorted(points, reverse=True)

    for record, game in zip(records, read, strict=True):
        rules = json.loads(record.splitlines()[1])["event"]["rules"]
        seats = json.loads(record.splitlines()[1])["event"]["seats"]
        assert (rules["hand"], rules["target"]) == TILES_AND_TARGETS[name][seats]
        assert rules["partners"] is (seats == 4)
        assert rules.get("lead_wins", True) is (name == "solihull")
        assert name == "solihull" or not leads_that_won(record)
        assert audit(game.entries) is None
