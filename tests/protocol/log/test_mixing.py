"""The numbers behind a mixed deal: test vectors of WIRE.md, by the program and by a second implementation of it."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from protocol.game.tiles import set_of_tiles
from protocol.log.history import BEGINNING, digest_after, words_for
from protocol.log.mixing import Chain, Share, Stream, digest, link_after, seed_of
from protocol.log.word_list import WORDS
from tests.protocol.log import plain_mixing as plain

WIRE = (Path(__file__).parents[3] / "docs" / "WIRE.md").read_text(encoding="utf-8")
SECRETS = {"seat 0": "00" * 32, "seat 2": "44" * 32, "host": "22" * 32}
CHAINS = {whose: Chain(secret, 200) for whose, secret in SECRETS.items()}
NUMBERS = {whose: chain.link(1) for whose, chain in CHAINS.items()}
SHARES = [Share(0, NUMBERS["seat 0"]), Share(2, NUMBERS["seat 2"])]
BY_SEAT = [NUMBERS["seat 0"], None, NUMBERS["seat 2"]]
TAKEN = {"type": "seat_taken", "seat": 0, "name": "Ann", "bot": None}
DRAWN = {"type": "tile_drawn", "seat": 0, "tile": "3-1"}


# Test vectors.


def test_the_hash_is_that_of_the_specification() -> None:
    assert digest("link", "a", "é") == plain.h("link", "a", "é")
    assert f'`H("link", "a", "é")` is `{digest("link", "a", "é")}`' in WIRE


@pytest.mark.parametrize("whose", CHAINS)
def test_the_chains_are_those_of_the_specification(whose: str) -> None:
    chain, secret = CHAINS[whose], SECRETS[whose]

    assert [chain.link(round_) for round_ in range(201)] == plain.chain(secret, 200)
    assert f"| {whose} | `{secret[:2]}`... | `{chain.seal}` | `{chain.link(1)}` |" in WIRE


def test_the_seed_and_its_stream_are_those_of_the_specification() -> None:
    seed = seed_of(1, NUMBERS["host"], SHARES)

    assert seed == plain.seed(1, NUMBERS["host"], BY_SEAT)
    assert f"`{seed}`" in WIRE
    for stop in (2**32, 3 * 2**30):
        stream, numbers = Stream(seed), plain.stream(seed)
        drawn = [stream.randrange(stop) for _ in range(5)]
        assert drawn == [plain.below(stop, numbers) for _ in range(5)]
        assert ", ".join(map(str, drawn)) in " ".join(WIRE.split())


def test_the_shuffle_is_that_of_the_specification() -> None:
    seed = seed_of(1, NUMBERS["host"], SHARES)
    stream, numbers, tiles = Stream(seed), plain.stream(seed), list(set_of_tiles(6))

    stream.shuffle(tiles)

    assert list(map(str, tiles)) == plain.shuffled(6, numbers)
    assert f"```text\n{' '.join(map(str, tiles))}\n```" in WIRE
    assert f"a number below 4 after that is {stream.randrange(4)}." in WIRE


def test_the_history_and_its_words_are_those_of_the_specification() -> None:
    first = digest_after(BEGINNING, 3, "2026-11-20T19:53:05.430Z", TAKEN)
    second = digest_after(first, 12, "2026-11-20T19:53:05.898Z", DRAWN)
    shown = [words_for(second, SHARES), words_for(second, host_link=NUMBERS["host"])]

    entry = {"type": "entry", "seq": 3, "at": "2026-11-20T19:53:05.430Z", "event": TAKEN}
    assert first == plain.history_after(BEGINNING, entry)
    assert second == plain.history_after(first, {"seq": 12, "at": "2026-11-20T19:53:05.898Z", "event": DRAWN})
    assert [*shown[0]] == plain.words(WORDS, second, "", BY_SEAT)
    assert [*shown[1]] == plain.words(WORDS, second, NUMBERS["host"], [])
    for text in (BEGINNING, first, second, *map(" ".join, shown)):
        assert re.search(rf"[`*]{text}[`*]", WIRE)


# What has to hold.


def test_revealed_links_lead_to_the_seal_one_step_for_each_round() -> None:
    chain = Chain("secret", 120)

    assert link_after(chain.link(1)) == chain.seal
    assert link_after(chain.link(7), 3) == chain.link(4)
    assert len({chain.link(round_) for round_ in range(121)}) == 121


@pytest.mark.parametrize("round_", [-1, 121])
def test_a_chain_has_no_links_beyond_its_ends(round_: int) -> None:
    with pytest.raises(ValueError, match="the chain has 120 links"):
        Chain("secret", 120).link(round_)


def test_every_part_of_a_deal_changes_its_seed() -> None:
    a, b = SHARES
    seeds = [
        seed_of(1, NUMBERS["host"], [a, b]),
        seed_of(2, NUMBERS["host"], [a, b]),
        seed_of(1, NUMBERS["seat 0"], [a, b]),
        seed_of(1, NUMBERS["host"], [a]),
        # Two who give the same number do not cancel each other, and it matters who gives which.
        seed_of(1, NUMBERS["host"], [a, Share(2, a.link)]),
        seed_of(1, NUMBERS["host"], [Share(0, b.link), Share(2, a.link)]),
        seed_of(1, NUMBERS["host"], []),
    ]

    assert len(set(seeds)) == len(seeds)


def test_numbers_below_a_limit_are_all_equally_likely() -> None:
    """Taken modulo this limit, three quarters of all, a third of the results would be twice as likely."""
    stream, limit = Stream(digest("some seed")), 3 * 2**30
    drawn = [stream.randrange(limit) * 12 // limit for _ in range(12_000)]

    assert all(abs(count - 1_000) < 150 for count in Counter(drawn).values())


def test_every_tile_comes_to_every_place_equally_often() -> None:
    places: Counter[tuple[int, int]] = Counter()
    stream = Stream(digest("another seed"))
    for _ in range(6_000):
        numbers = list(range(6))
        stream.shuffle(numbers)
        places.update(enumerate(numbers))

    assert all(abs(count - 1_000) < 150 for count in places.values())


# One history.


def test_the_history_is_the_same_for_everybody_and_counts_every_field() -> None:
    seen = {"type": "tile_drawn", "seat": 1, "tile": None}
    of_owner, of_other = ({**seen, "tile": tile} for tile in ("6-1", None))

    assert digest_after(BEGINNING, 9, "t", of_owner) == digest_after(BEGINNING, 9, "t", of_other)
    assert digest_after(BEGINNING, 9, "t", {**seen, "of a later release": 1}) != digest_after(BEGINNING, 9, "t", seen)
    assert digest_after(BEGINNING, 8, "t", seen) != digest_after(BEGINNING, 9, "t", seen)


def test_hands_and_boneyard_of_a_deal_do_not_count() -> None:
    dealt = {"type": "round_dealt", "round": 1, "hands": [["6-1"], [None]], "boneyard": [None, None], "leader": 0}
    full = {**dealt, "hands": [["6-1"], ["5-5"]], "boneyard": ["1-0", "2-0"]}

    assert digest_after(BEGINNING, 5, "t", dealt) == digest_after(BEGINNING, 5, "t", full)
    assert digest_after(BEGINNING, 5, "t", {**dealt, "leader": 1}) != digest_after(BEGINNING, 5, "t", dealt)


def test_words_differ_by_their_first_letters_and_are_easy_to_say() -> None:
    assert len(WORDS) == len({word[:4] for word in WORDS}) == 2_048
    assert list(WORDS) == sorted(WORDS)
    assert all(re.fullmatch("[a-z]{4,8}", word) for word in WORDS)


def test_two_histories_hardly_ever_have_the_same_words() -> None:
    words = {words_for(digest("history", str(Random(nth).random()))) for nth in range(2_000)}

    assert len(words) == 2_000
