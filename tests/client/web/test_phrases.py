"""Phrases that are sent as one character each."""

from collections.abc import Iterator
from functools import cache

import pytest

from client.web.phrases import PHRASES, short
from client.web.shared_parts import SHARED, parted
from protocol.clean import clean
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.page_client import in_full

GAMES = ("all-fives", "fives-and-threes")


def _texts(player: PagePlayer) -> Iterator[str]:
    """What is sent without compression."""
    yield from player.page.sentences.take()
    for id_, part in player.page.parts().items():
        yield parted(part)[1] if id_ in SHARED else part


@cache
def texts_of_a_match(game: str) -> frozenset[str]:
    """Those of the first two rounds, at which each tile is chosen in each turn of this player."""
    texts = set[str]()
    events = match_of(game)
    for at in range(4, len(events) // 2, 3):
        player = at_page(*events[:at])
        texts.update(_texts(player))
        for tile in player.page.model.view.my_hand():
            player.press("tile", str(tile))
            texts.update(_texts(player))
            player.press("tile", "")
    return frozenset(texts)


@pytest.mark.parametrize("game", GAMES)
def test_phrases_in_place_of_signs_make_the_text_again(game: str) -> None:
    texts = texts_of_a_match(game)

    assert {in_full(short(text)) for text in texts} == texts


def test_a_tile_of_the_hand_and_a_place_for_it_are_much_shorter() -> None:
    player = at_page(*match_of("all-fives")[:40])
    player.press("tile", str(player.page.model.view.my_hand()[0]))
    parts = player.page.parts()

    for text in (parts["hand"], parted(parts["board"])[1]):
        assert len(short(text).encode()) < 0.4 * len(text)


@pytest.mark.parametrize("phrase", PHRASES)
def test_each_phrase_is_somewhere_in_a_match(phrase: str) -> None:
    assert any(phrase in text for game in GAMES for text in texts_of_a_match(game))


@pytest.mark.parametrize("phrase", PHRASES)
def test_no_words_of_another_player_have_a_sign(phrase: str) -> None:
    sign = short(phrase)

    assert len(sign) == 1
    assert len(sign.encode()) == 2
    assert sign not in clean(f"Ann{sign}Ben")
