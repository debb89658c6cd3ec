"""The words of a match: the same for all who follow one game, whatever they see of it."""

import json
from collections.abc import Sequence

import pytest

from client.model.match_words import MatchWords
from protocol.log.events import Event, MatchWon, RoundDealt, RoundEnded
from protocol.log.history import BEGINNING, digest_after, words_for
from protocol.log.mixing import Share
from protocol.wire.codec import MalformedError
from tests.client.mixed_match import ANN, BEN, HOST, first_of, follow, line_of, mixed_match, sealed_model
from tests.played import entered, seen_from


def words_of(seat: int | None, events: Sequence[Event]) -> tuple[int, tuple[str, ...]]:
    model = sealed_model(seat)
    follow(model, events)
    return model.deals.words.round, model.deals.words.words


def digest_of(events: Sequence[Event]) -> str:
    """The digest of these events, as a spectator sees them."""
    digest = BEGINNING
    for entry in seen_from(None, entered(events)):
        line = json.loads(line_of(entry))
        digest = digest_after(digest, line["seq"], line["at"], line["event"])
    return digest


def test_the_words_of_a_round_come_with_the_next_deal_and_are_the_same_for_everybody() -> None:
    match = mixed_match()
    end = first_of(match, RoundEnded) + 1
    next_deal = match[end]
    assert isinstance(next_deal, RoundDealt)

    assert words_of(0, match[:end]) == (0, ())
    expected = words_for(digest_of(match[:end]), (Share(0, ANN.link(2)), Share(1, BEN.link(2))))
    for seat in (0, 1, None):
        assert words_of(seat, match[: end + 1]) == (1, expected)


def test_the_words_of_the_last_round_come_with_the_end_of_the_match() -> None:
    match = mixed_match()
    last = sum(isinstance(event, RoundEnded) for event in match)
    assert isinstance(match[-1], MatchWon)

    assert words_of(0, match) == (last, words_for(digest_of(match[:-1]), host_link=HOST.link(last)))


def test_another_game_has_other_words() -> None:
    match, other = mixed_match(), mixed_match(target=61)

    assert words_of(0, match)[1] != words_of(0, other)[1]


def test_a_field_that_this_release_does_not_know_changes_the_words() -> None:
    plain, later = MatchWords(), MatchWords()
    plain.add(b'{"type":"entry","seq":1,"at":"now","event":{"type":"knocked","seat":0}}')
    later.add(b'{"type":"entry","seq":1,"at":"now","event":{"type":"knocked","seat":0,"new":true}}')

    assert plain != later


@pytest.mark.parametrize("strange", ['"\\ud800"', '{"\\udfff":1}'])
def test_an_unknown_field_that_is_no_text_is_malformed(strange: str) -> None:
    with pytest.raises(MalformedError):
        MatchWords().add(f'{{"seq":1,"at":"now","event":{{"type":"knocked","seat":0,"new":{strange}}}}}'.encode())


def test_the_words_go_with_the_game() -> None:
    model = sealed_model()
    follow(model, mixed_match())
    model.change_table("ash")

    assert model.deals.words == MatchWords()
