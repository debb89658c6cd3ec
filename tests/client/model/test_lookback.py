"""The end of a round, as the model notes it and as it is found among the entries of a record."""

import pytest
from attrs import evolve

from client.model.lookback import Lookback, has_won, last_end, last_tile_played
from client.model.model import Model
from protocol.game.presets import PRESETS
from protocol.game.tiles import Tile
from protocol.log.events import Event, MatchAbandoned, MatchWon, RoundDealt, RoundEnded, Said, SeatTaken
from protocol.log.sight import Viewer, see
from tests.client.at_table import new_model, welcome
from tests.played import entered, played_match, seen_from


@pytest.mark.slow("folds a match at each step")
@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("game", PRESETS)
def test_an_end_is_noted_as_it_is_found_by_folding_the_game_again(game: str, seat: int | None) -> None:
    match = played_match(game)
    entries = seen_from(seat, entered(match))
    model = new_model(is_drawn=True)
    model.receive(welcome(seat=seat))

    ends = 0
    for at, entry in enumerate(entries, start=1):
        model.receive(entry)
        if isinstance(entry.event, RoundEnded | MatchWon):
            ends += 1
            noted = model.last_end.lookback("g1", model.session.entries, model.sheet)
            assert noted == last_end("g1", seat, entries[:at])

    assert ends > 2
    assert model.last_end.seq == len(entries)


def test_play_after_the_end_does_not_change_it() -> None:
    match = played_match("cinq-et-trois")
    end = next(at for at, event in enumerate(match) if isinstance(event, RoundEnded)) + 1
    model = _received(match[: end + 6])

    noted = model.last_end.lookback("g1", model.session.entries, model.sheet)

    assert noted == last_end("g1", 0, model.session.entries[:end])


MATCH = [
    evolve(event, bot=None) if isinstance(event, SeatTaken) else event
    for event in played_match("all-fives", {"target": 50}, 2, chance=3)
]
"""Two people. Ann, of seat 0, goes out in the first round and reaches the target in the second one."""
FIRST_END = next(at for at, event in enumerate(MATCH) if isinstance(event, RoundEnded)) + 1


def ended(seat: int | None, events: list[Event] = MATCH) -> Lookback:
    end = last_end("g1", seat, seen_from(seat, entered(events)))
    assert end is not None
    return end


def test_the_end_of_a_round_has_its_sentence_its_row_and_the_last_plays_and_no_highlights_yet() -> None:
    end = ended(0, MATCH[: FIRST_END + 2])

    assert end.verdict == "You go out. You score 10 for 8 pips left, rounded; total 45."
    assert (end.row.number, end.row.scores) == (1, (45, 35))
    assert end.recent.newest == Tile(1, 0)
    assert end.highlights is None


@pytest.mark.parametrize(
    ("seat", "verdict"),
    [
        (0, "You won! The target is reached. You win the match with 55 points. Scores: you 55, Ben 35."),
        (1, "The target is reached. Ann wins the match with 55 points. Scores: Ann 55, you 35."),
        (None, "The target is reached. Ann wins the match with 55 points. Scores: Ann 55, Ben 35."),
    ],
)
def test_the_end_of_a_match_says_first_to_who_has_won_that_they_have(seat: int | None, verdict: str) -> None:
    end = ended(seat)

    assert end.verdict == verdict
    assert end.row.number == 2
    assert end.highlights is not None
    assert has_won(end.view) is (seat == 0)


def test_chat_changes_nothing_at_an_end() -> None:
    chat = Said(1, "Ben", "Well played.")

    with_chat = ended(0, [*MATCH[:-2], chat, *MATCH[-2:]])

    assert (with_chat.verdict, with_chat.row) == (ended(0).verdict, ended(0).row)
    assert [line.text for line in with_chat.log] == [line.text for line in ended(0).log]


def test_the_last_tile_of_a_round_is_the_last_one_until_the_next_deal() -> None:
    deal = next(at for at, event in enumerate(MATCH) if at >= FIRST_END and isinstance(event, RoundDealt)) + 1

    assert last_tile_played(entered(MATCH[:FIRST_END])) == Tile(1, 0)
    assert last_tile_played(entered(MATCH[:deal])) is None


def test_a_match_that_ends_before_its_first_deal_has_nothing_to_look_back_at() -> None:
    before_the_deal = MATCH[: next(at for at, event in enumerate(MATCH) if isinstance(event, RoundDealt))]

    assert last_end("g1", 0, entered([*before_the_deal, MatchAbandoned((0, 0))])) is None


def _received(events: list[Event]) -> Model:
    model = new_model(is_drawn=True)
    model.receive(welcome())
    for entry in entered(see(event, Viewer(0)).event for event in events):
        model.receive(entry)
    return model


def test_before_the_first_end_there_is_nothing_to_look_back_at() -> None:
    model = _received(played_match("cinq-et-trois")[:6])

    assert model.last_end.seq == 0
    assert model.last_end.lookback("g1", model.session.entries, model.sheet) is None
