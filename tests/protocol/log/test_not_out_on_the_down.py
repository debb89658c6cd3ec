"""Whole matches where a lead cannot win: with each other option, in each game (RULES.md 1.11)."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import pytest

from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.log.audit import audit
from protocol.log.events import Event, HowRoundEnded, MatchWon, RoundDealt, RoundEnded, TilePlayed
from tests.played import entered, played_match

OTHERS: Final[dict[str, tuple[Spelling, ...]]] = {
    "max_pip": (9, 12),
    "hand": (1, 3, "more", "less"),
    "first_lead": ("double_cycle", "highest_double", "chance"),
    "later_lead": ("double_cycle", "highest_double", "chance", "rotate", "winner"),
    "after_block": ("chance", "same"),
    "lead_tile": ("required", "any_double", "any"),
    "no_double": ("redeal", "heaviest"),
    "draw": ("none", "one", "until"),
    "reserve": (1, 2),
    "spinner": ("none", "first_double"),
    "spinner_count": ("plain", "sniff"),
    "divisors": ("5", "3,5,7", "primes"),
    "points": ("quotient", "total"),
    "knock_bonus": (1, 5),
    "chip_bonus": (1, 5),
    "pips_divisor": (0, 3, 5),
    "pips_round": ("nearest", "up"),
    "pips_unit": ("multiple", "quotient"),
    "pips_scope": ("sum", "each"),
    "pips_from": ("opponents", "all"),
    "blocked": ("none", "lowest"),
    "block_end": ("immediate", "all_knock"),
    "target": (15, 61, 120),
    "target_mode": ("exact", "at_least", "end_of_round"),
    "combine": ("yes", "no"),
    "tie": ("extra_round", "shared"),
    "partners": ("yes", "no"),
    "chip_out": ("one", "both"),
    "max_rounds": (3, 500),
}


def rounds(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each round, from its deal."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, RoundDealt):
            yield found
            found = []
        found.append(event)
    yield found


def is_won_by_its_lead(events: Sequence[Event]) -> bool:
    """Whether the last round was ended by its first tile, as a win: not by pips that were left over."""
    *_, last = rounds(events)
    ends = [event.how for event in last if isinstance(event, RoundEnded)]
    return ends == [HowRoundEnded.WON] and sum(isinstance(event, TilePlayed) for event in last) == 1


def playable(preset: str, option: str) -> Iterator[tuple[dict[str, Spelling], int]]:
    """The house rules and seats of the tables with each value of this option, where the game takes it."""
    seats = 4 if option in ("partners", "chip_out") and 4 in range(*_span(preset)) else PRESETS[preset].default_seats
    for value in OTHERS[option]:
        settings: dict[str, Spelling] = {"max_rounds": 60, "lead_wins": "no", option: value}
        with suppress(RulesError):
            yield settings, make_rules(PRESETS[preset], settings, seats)[1]


@pytest.mark.parametrize("option", sorted(OPTIONS.keys() - {"lead_wins", "tie"}))
def test_some_game_has_each_other_option_with_it(option: str) -> None:
    """But for ties, which need a match that ends with its round: there the option has no effect."""
    assert any(True for preset in PRESETS for _ in playable(preset, option))


@pytest.mark.slow("plays every game with every value of every option")
@pytest.mark.parametrize("option", OTHERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_lead_wins_with_any_other_option(preset: str, option: str) -> None:
    for settings, seats in playable(preset, option):
        events = played_match(preset, settings, seats, chance=len(option))

        assert audit(entered(events)) is None
        assert isinstance(events[-1], MatchWon)
        assert not is_won_by_its_lead(events)


def _span(preset: str) -> tuple[int, int]:
    fewest, most = PRESETS[preset].seats[6]
    return fewest, most + 1


def test_without_the_option_a_lead_does_win_some_of_these_matches() -> None:
    usual = [played_match("pub", {"lead_wins": "yes"}, 2, chance) for chance in range(30)]
    pub = [played_match("pub", {}, 2, chance) for chance in range(30)]

    assert any(map(is_won_by_its_lead, usual))
    assert not any(map(is_won_by_its_lead, pub))
