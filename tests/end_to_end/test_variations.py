"""Every game and its variations, played to the end by bots on a real `fivesd`, exported and verified."""

import os
from pathlib import Path

import pytest

from daemon.program.command import main
from protocol.game.presets import PRESETS
from protocol.log.table import Stage, fold
from protocol.wire.record import read_record
from tests.end_to_end.program import fivesd, records_of

VARIATIONS = (
    # One of each game first, and the most difficult variations: these are played in every run.
    "fives-and-threes",
    "playroom --seats 12 --set max_pip=12",
    "cinq-et-trois",
    "all-fives --seats 4 --set partners=yes --set chip_out=both",
    "all-threes --seats 3",
    "fives-and-threes --set partners=yes --set chip_out=both --set knock_bonus=1 --set chip_bonus=1",
    "all-fives --seats 3 --set max_pip=9 --set spinner_count=sniff --set draw=one --set reserve=2",
    "playroom --seats 11 --set max_pip=9 --set hand=less --set divisors=primes --set target_mode=end_of_round",
    # The other options, alone and combined.
    "fives-and-threes --set hand=1 --set target=60 --set max_rounds=40",
    "fives-and-threes --set hand=7 --set lead_tile=any_double",
    "fives-and-threes --set lead_tile=any --set target=121 --set target_mode=at_least",
    "fives-and-threes --set hand=3 --set no_double=heaviest --set after_block=rotate",
    "fives-and-threes --set knock_bonus=2 --set combine=no --set target=30",
    "fives-and-threes --set chip_bonus=3 --set combine=no",
    "fives-and-threes --set partners=yes",
    "fives-and-threes --set partners=yes --set chip_out=both --set target=121 --set target_mode=end_of_round",
    "fives-and-threes --set first_lead=highest_double --set later_lead=winner --set after_block=chance",
    "fives-and-threes --set first_lead=chance --set later_lead=rotate --set lead_tile=any",
    "fives-and-threes --set divisors=3 --set points=total --set target=60",
    "fives-and-threes --set divisors=3,5,7 --set points=quotient",
    "fives-and-threes --set max_pip=12 --set hand=9",
    "fives-and-threes --set hand=5 --set draw=until --set reserve=1 --set block_end=all_knock",
    "fives-and-threes --set spinner=first_double --set hand=7",
    "playroom",
    "playroom --seats 5 --set hand=less",
    "playroom --seats 3 --set divisors=primes",
    "playroom --seats 2 --set max_pip=9",
    "playroom --seats 7 --set max_pip=9 --set target_mode=end_of_round --set tie=shared",
    "playroom --seats 2 --set max_pip=12 --set divisors=3,5,7,11,13",
    "playroom --seats 8 --set max_pip=12 --set hand=less --set lead_tile=required",
    "playroom --seats 12 --set max_pip=12 --set divisors=primes --set block_end=all_knock",
    "playroom --seats 4 --set pips_divisor=5 --set pips_unit=quotient --set blocked=lowest --set max_rounds=30",
    "cinq-et-trois --set hand=9 --set lead_wins=no",
    "cinq-et-trois --set hand=14 --set knock_bonus=1",
    "cinq-et-trois --set target_mode=at_least --set target=121",
    "cinq-et-trois --set max_pip=9 --set divisors=primes",
    "cinq-et-trois --set draw=one --set spinner=first_double --set spinner_count=sniff",
    "pub",
    "pub --seats 2",
    "pub --seats 3 --set partners=no --set target=121",
    "all-fives",
    "all-fives --seats 4",
    "all-fives --set spinner_count=sniff --set reserve=2",
    "all-fives --set draw=one --set pips_scope=each --set pips_round=up",
    "all-fives --set max_pip=12 --set hand=9 --set target=400",
    "all-fives --seats 4 --set partners=yes --set pips_from=all --set blocked=none",
    "all-fives --set target_mode=exact --set max_rounds=60",
    "all-fives --set divisors=3,5 --set points=quotient --set pips_divisor=0 --set target=61",
    "all-fives --set draw=none --set hand=9",
    "all-threes",
    "all-threes --seats 4 --set partners=yes --set chip_out=both",
    "all-threes --set pips_scope=sum --set pips_round=nearest --set pips_unit=multiple",
    "all-threes --set spinner=first_double --set spinner_count=sniff --set max_pip=9",
    "all-threes --seats 4 --set draw=one --set later_lead=rotate --set tie=shared --set target_mode=end_of_round",
)
PLAYED = VARIATIONS if os.environ.get("FIVES_LONG") else VARIATIONS[:8]


@pytest.mark.parametrize("variation", PLAYED)
def test_bots_play_the_variation_to_the_end_and_its_record_is_verified(variation: str, tmp_path: Path) -> None:
    name, *others = variation.split()
    seats = others[1] if others[:1] == ["--seats"] else str(PRESETS[name].default_seats)
    among_bots = f"--rules {variation} --bots {seats} --bot-level casual --think 0 --matches 1 --port 0"
    done = fivesd(*among_bots.split(), "--data", tmp_path)

    assert done.returncode == 0, done.stderr
    (record,) = records_of(tmp_path)
    out = tmp_path / "exported.jsonl"
    assert main(["export", record.stem, "--data", str(tmp_path), "-o", str(out)]) == 0
    assert main(["verify", str(out)]) == 0
    assert out.read_bytes() == record.read_bytes()
    table = fold(entry.event for entry in read_record(out.read_bytes().splitlines()).entries)
    assert table.stage is Stage.OVER
    assert table.won_by
