"""What each viewer sees (DESIGN.md, "Secrets leave through one door")."""

from random import Random

import pytest
from attrs import evolve as changed
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.presets import PRESETS
from protocol.game.tiles import HIDDEN, Hand, Tile
from protocol.log.events import Entry, Event, RoundDealt, RoundEnded, TileDrawn, TilePlayed
from protocol.log.sight import READER, SPECTATOR, Viewer, is_public, see
from protocol.log.table import fold
from protocol.wire.codec import encode_sight
from tests.played import entered
from tests.protocol.table_notation import a_move, hand_of, hands_of, random_match, round_of, tile_of

DEAL = RoundDealt(1, hands_of("6-6 6-5 | 5-5 5-4 | 4-4 4-3"), hand_of("3-3 3-2"), 0, tile_of("6-6"), None)


def seen(event: Event, seat: int | None) -> Event:
    return see(event, Viewer(seat)).event


def test_a_seat_sees_its_own_hand_of_a_deal() -> None:
    assert seen(DEAL, 1) == changed(DEAL, hands=hands_of("? ? | 5-5 5-4 | ? ?"), boneyard=hand_of("? ?"))


def test_somebody_beside_the_table_sees_how_many_tiles_there_are() -> None:
    assert seen(DEAL, None) == changed(DEAL, hands=hands_of("? ? | ? ? | ? ?"), boneyard=hand_of("? ?"))


def test_a_partners_hand_is_hidden_too() -> None:
    event = changed(DEAL, hands=(*DEAL.hands, hand_of("2-2 2-1")))
    masked = seen(event, 0)

    assert isinstance(masked, RoundDealt)
    assert masked.hands[2] == (HIDDEN, HIDDEN)


def test_the_tile_that_chose_the_leader_is_open_to_all() -> None:
    assert isinstance(seen(DEAL, 2), RoundDealt)
    assert seen(changed(DEAL, lead=tile_of("6-6")), 2) == changed(
        DEAL, hands=hands_of("? ? | ? ? | 4-4 4-3"), boneyard=hand_of("? ?"), lead=tile_of("6-6")
    )


def test_a_tile_drawn_is_seen_by_who_drew_it() -> None:
    assert seen(TileDrawn(1, tile_of("6-4")), 1) == TileDrawn(1, tile_of("6-4"))
    assert seen(TileDrawn(1, tile_of("6-4")), 0) == TileDrawn(1, HIDDEN)
    assert seen(TileDrawn(1, tile_of("6-4")), None) == TileDrawn(1, HIDDEN)


def test_a_reader_of_a_finished_game_sees_everything() -> None:
    for event in random_match("all-fives", {"max_rounds": 2}, 3, Random(1)):
        assert see(event, READER).event == event


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_but_deals_and_draws_is_hidden(preset: str) -> None:
    for event in random_match(preset, {"max_rounds": 2}, None, Random(1)):
        assert is_public(event) == (not isinstance(event, RoundDealt | TileDrawn))
        if is_public(event):
            assert see(event, SPECTATOR).event == event


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1]))
def test_seeing_twice_is_seeing_once(chance: int, preset: str, seat: int | None) -> None:
    for event in random_match(preset, {"max_rounds": 1}, None, Random(chance)):
        once = seen(event, seat)
        assert seen(once, seat) == once


def tiles_told(event: Event) -> set[Tile]:
    """Every tile that somebody who sees this event learns of."""
    told: list[Hand] = []
    match event:
        case RoundDealt():
            told = [*event.hands, event.boneyard, (event.chosen_by, event.lead)]
        case RoundEnded():
            told = [*event.hands, event.boneyard, event.drawn]
        case TilePlayed() | TileDrawn():
            told = [(event.tile,)]
        case _:
            pass
    return {tile for hand in told for tile in hand if tile is not HIDDEN}


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1]))
def test_a_strangers_tile_is_not_told_before_it_is_on_the_table_or_the_round_is_over(
    chance: int, preset: str, seat: int | None
) -> None:
    mine: set[Tile] = set()
    for event in random_match(preset, {"max_rounds": 3}, None, Random(chance)):
        told = tiles_told(seen(event, seat))
        match event:
            case RoundDealt():
                mine = set() if seat is None else {tile for tile in event.hands[seat] if tile is not None}
                assert told <= mine | {event.chosen_by, event.lead}
            case TileDrawn():
                assert told == ({event.tile} if event.seat == seat else set())
            case TilePlayed():
                assert told == {event.tile}
            case RoundEnded():
                pass
            case _:
                assert not told


# Non-interference: what a viewer may not know changes no byte of what it is sent.


def bytes_for(seat: int | None, entries: list[Entry]) -> bytes:
    return b"".join(encode_sight(entry.seq, entry.at, see(entry.event, Viewer(seat))) for entry in entries)


def with_other_secrets(events: list[Event], seat: int | None, chance: Random) -> list[Event]:
    """The same round as it looks from a seat, in which everything that the seat has not seen yet is another deal."""
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    deal = events[at]
    assert isinstance(deal, RoundDealt)
    laid = {event.tile for event in events[at:] if isinstance(event, TilePlayed)}
    fixed = laid | ({tile for tile in deal.hands[seat] if tile} if seat is not None else set())
    fixed |= {event.tile for event in events[at:] if isinstance(event, TileDrawn) and event.tile and event.seat == seat}
    hidden = [tile for hand in (*deal.hands, deal.boneyard) for tile in hand if tile and tile not in fixed]
    others = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def swapped(hand: Hand) -> Hand:
        return tuple(tile and others.get(tile, tile) for tile in hand)

    def with_swapped_tiles(event: Event) -> Event:
        match event:
            case RoundDealt():
                return changed(event, hands=tuple(map(swapped, event.hands)), boneyard=swapped(event.boneyard))
            case TileDrawn():
                return changed(event, tile=swapped((event.tile,))[0])
            case _:
                return event

    return [with_swapped_tiles(event) for event in events]


@given(st.integers(), st.sampled_from(["cinq-et-trois", "all-fives", "all-threes"]), st.sampled_from([None, 0, 1]))
def test_two_games_that_differ_in_what_a_viewer_may_not_know_are_the_same_bytes(
    chance: int, preset: str, seat: int | None
) -> None:
    random = Random(chance)
    whole = random_match(preset, {"max_rounds": 1, "after_block": "chance"}, None, random)
    end = next(at for at, event in enumerate(whole) if isinstance(event, RoundEnded))
    events = whole[: random.randrange(end // 2, end)]
    others = with_other_secrets(events, seat, random)

    assert bytes_for(seat, entered(events)) == bytes_for(seat, entered(others))
    for one, other in zip(events, others, strict=True):
        assert type(one) is type(other)
    seen_table = fold(seen(event, seat) for event in events)
    assert seen_table == fold(seen(event, seat) for event in others)


def test_the_two_games_do_differ() -> None:
    """The test above could not fail if nothing were swapped."""
    whole = random_match("all-fives", {"max_rounds": 1}, None, Random(4))
    end = next(at for at, event in enumerate(whole) if isinstance(event, RoundEnded))

    assert with_other_secrets(whole[:end], 0, Random(4)) != whole[:end]


def test_a_seat_chooses_alike_whatever_is_hidden() -> None:
    """What a seat may do is read off its own hand: with partial sight like with full sight."""
    full = round_of(rules="all-fives", hands="6-3 5-4 | 1-0 2-0", line="6-6", boneyard="4-4")
    partial = round_of(rules="all-fives", hands="6-3 5-4 | ? ?", line="6-6", boneyard="?")

    assert a_move(full, Random(2)) == a_move(partial, Random(2))
