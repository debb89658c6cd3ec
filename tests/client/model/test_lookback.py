"""The end of a round, as the model notes it and as it is found among the entries of a record."""

import pytest

from client.model.lookback import last_end
from client.model.model import Model
from protocol.game.presets import PRESETS
from protocol.log.events import Event, MatchWon, RoundEnded
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


def _received(events: list[Event]) -> Model:
    model = new_model(is_drawn=True)
    model.receive(welcome())
    for entry in entered(see(event, Viewer(0)).event for event in events):
        model.receive(entry)
    return model


def test_before_the_first_end_there_is_nothing_to_look_back_at() -> None:
    model = _received(played_match("cinq-et-trois")[:6])

    assert model.last_end.lookback("g1", model.session.entries, model.sheet) is None
