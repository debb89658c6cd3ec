"""Every level follows the rules, sees only what its seat sees, and is repeatable."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS, choose
from daemon.bots.bot_player import BotPlayer
from daemon.bots.situation import Situation
from daemon.dealer import Dealer
from daemon.decide import Asker, decide
from daemon.measure.arena import CONTESTANTS, play_match
from protocol.game.layout import Arm
from protocol.game.levels import LEVEL_NAMES, USUAL_LEVEL
from protocol.game.tiles import known_tiles
from protocol.log.choices import Play
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.events import Event, RoundDealt, TableOpened
from protocol.log.sight import Viewer, see
from protocol.log.table import Table
from tests.daemon.bots.tables import (
    LONG,
    any_opening,
    dealt_otherwise,
    match_events,
    opening_of,
    situation_of,
)
from tests.protocol.table_notation import round_of, tile_of

levels = pytest.mark.parametrize("level", LEVELS)
THINKERS = ("expert", "master")
SLOW_SEEDS = () if LONG else (6, 7, 9, 10)
"""Rounds of many tiles in each hand, as with seed 3, that take longer than all others together."""


def levels_and_seeds(many: int, few: int) -> pytest.MarkDecorator:
    """Every level with this many seeds; slow levels get fewer unless there is time."""
    return pytest.mark.parametrize(
        ("level", "seed"),
        [
            (level, seed)
            for level in LEVELS
            for seed in range(few if level in THINKERS and not LONG else many)
            if seed not in SLOW_SEEDS
        ],
    )


def test_levels_are_listed_weakest_first() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert USUAL_LEVEL in LEVEL_NAMES


def test_every_level_has_its_key_as_its_name() -> None:
    assert {name: level.name for name, level in LEVELS.items()} == {name: name for name in LEVELS}
    assert all(level.sentence for level in LEVELS.values())


def test_the_page_about_bots_describes_each_level_in_the_words_of_the_code() -> None:
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE)[: len(LEVELS)] == [
        (name, level.sentence) for name, level in LEVELS.items()
    ]


# Legal moves.


def seated(opening: TableOpened, level: str) -> list[BotPlayer]:
    return [BotPlayer(level, seat) for seat in range(opening.seats)]


@levels_and_seeds(300 if LONG else 20, 2)
def test_a_bot_always_makes_a_legal_move_under_any_house_rules(level: str, seed: int) -> None:
    chance = Random(seed)
    opening = any_opening(chance, rounds=3 if LONG else 2)

    # The daemon's own `decide` checks every move: it raises Refused, which fails the test.
    assert list(played_by(seated(opening, level), opening, chance))


def played_by(bots: list[BotPlayer], opening: TableOpened, chance: Random) -> Iterator[Event]:
    """The events of a match between these players, each with only its own view."""

    def bots_move(table: Table) -> tuple[Event, ...]:
        assert table.turn is not None
        events = decide(table, Asker(table.turn, ""), bots[table.turn].choose(chance), Dealer(chance))
        return tuple(event for event in events if not isinstance(event, RoundDealt))

    for _, event in match_events(opening, chance, bots_move):
        for bot in bots:
            bot.observe(see(event, Viewer(bot.seat)).event)
        yield event


@levels
def test_a_seat_with_only_one_play_makes_it_and_names_the_arm(level: str) -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 5-5 | ?", line="3-2 l:2-1")

    assert choose(LEVELS[level], situation_of(0, table), Random(1)) == PlayTile(tile_of("6-3"), Arm.RIGHT)


@levels
def test_a_seat_that_cannot_play_draws_while_it_can(level: str) -> None:
    table = round_of(rules="all-fives", hands="5-5 | 6-3", line="2-1", boneyard="4-4")

    assert choose(LEVELS[level], situation_of(0, table), Random(1)) == DrawTile()


@levels
def test_a_seat_that_can_neither_play_nor_draw_knocks(level: str) -> None:
    table = round_of(rules="all-fives", hands="5-5 | 6-3", line="2-1")

    assert choose(LEVELS[level], situation_of(0, table), Random(1)) == Knock()


# Only its own view.


class Witness:
    """A level that records every tile it is shown and checks that it may see it."""

    name = "witness"
    sentence = "looks about"

    def __init__(self) -> None:
        self.turns = 0

    def choose(self, situation: Situation, rng: Random) -> Play:
        round_, seat = situation.round, situation.seat
        others = [hand for at, hand in enumerate(round_.hands) if at != seat]
        assert not any(map(known_tiles, (*others, round_.boneyard)))
        assert len(situation.hand) == len(round_.hands[seat])
        hidden = sum(map(len, others)) + len(round_.boneyard)
        assert len(situation.unseen) == hidden
        self.turns += 1
        return rng.choice(situation.plays)


@pytest.mark.parametrize(("preset", "seats"), [("all-fives", 3), ("fives-and-threes", 4), ("cinq-et-trois", 2)])
def test_a_level_is_never_shown_another_hand_or_the_boneyard(preset: str, seats: int) -> None:
    witness = Witness()
    opening = opening_of(preset, {"max_rounds": 5}, seats)

    play_match(Contest(preset, opening.rules, seats, seed=1), [witness] * seats, "any")

    assert witness.turns > 10


def chosen_after(events: list[Event], seat: int, level: str, seed: int) -> object:
    bot = BotPlayer(level, seat)
    for event in events:
        bot.observe(see(event, Viewer(seat)).event)
    return bot.choose(Random(seed))


@levels_and_seeds(100 if LONG else 8, 2)
def test_a_bot_plays_deals_that_look_the_same_to_its_seat_in_the_same_way(level: str, seed: int) -> None:
    chance = Random(seed)
    events: list[Event] = []
    turns = compared = 0
    for table, event in match_events(any_opening(chance, rounds=2 if LONG else 1), chance):
        if table.turn is not None:
            if turns % 5 == 0:
                same_to_it = dealt_otherwise(events, table.turn, chance)
                compared += same_to_it != events
                assert chosen_after(same_to_it, table.turn, level, seed) == chosen_after(
                    events, table.turn, level, seed
                )
            turns += 1
        events.append(event)
    assert compared


# Repeatability.


@pytest.mark.parametrize("level", CONTESTANTS)
def test_the_same_view_and_the_same_seed_give_the_same_choice(level: str) -> None:
    def a_match() -> list[Event]:
        chance = Random(3)
        opening = opening_of("all-fives", {"max_rounds": 1}, 2)
        bots = [BotPlayer(CONTESTANTS[level], seat) for seat in range(2)]
        return list(played_by(bots, opening, chance))

    assert a_match() == a_match()


@levels
def test_a_stand_in_that_reads_the_log_late_plays_like_a_bot_seated_from_the_start(level: str) -> None:
    chance = Random(4)
    opening = opening_of("fives-and-threes", {"max_rounds": 2})
    early = seated(opening, level)
    events: list[Event] = []
    for table, event in match_events(opening, chance):
        if table.turn is not None:
            assert early[table.turn].choose(Random(5)) == chosen_after(events, table.turn, level, 5)
        events.append(event)
        for bot in early:
            bot.observe(see(event, Viewer(bot.seat)).event)
