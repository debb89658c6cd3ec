"""Any bytes are read or raise one clean error: the short form of `python -m tools.fuzz`, without atheris.

Valid inputs are damaged at random: bytes changed, removed, repeated, moved, and mixed with those of another input.
"""

from random import Random

import pytest

from tools.fuzz.corpus import CORPUS
from tools.fuzz.targets import TARGETS, is_plain

DAMAGED = 400
INTERESTING = (
    b"\x00",
    b"\xff",
    b"\n",
    b'"',
    b"{",
    b"}",
    b"[",
    b"null",
    b"-1",
    b"1e9",
    b"99999999999999999999",
    b"\x1b[2J",
)


def damaged(data: bytes, other: bytes, chance: Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 5))):
        here = chance.randrange(len(data) + 1)
        there = min(len(data), here + chance.choice((0, 1, 1, 8, 200)))
        put = chance.choice((b"", data[here:there] * 2, other[here:there], chance.choice(INTERESTING)))
        data = data[:here] + put + data[there:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_valid_input_is_accepted(name: str) -> None:
    faults = {TARGETS[name](data) for data in CORPUS[name]()}

    assert faults == {None}


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_input_is_accepted_or_reported_as_one_clean_error(name: str) -> None:
    chance = Random(name)
    corpus = list(CORPUS[name]())
    for _ in range(DAMAGED):
        data = damaged(chance.choice(corpus), chance.choice(corpus), chance)
        fault = TARGETS[name](data)
        assert fault is None or is_plain(fault), fault
