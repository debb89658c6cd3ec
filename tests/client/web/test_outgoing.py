"""What is sent to a browser: splices, compressed parts, and the lengths of messages."""

import json
import os
import zlib
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from attrs import evolve

from client.picture.markup import Markup, tag
from client.store.browser_seats import way_back
from client.store.saved_seats import SavedSeat
from client.web.outgoing import WINDOW_BITS, Outgoing
from client.web.shared_parts import HOLE, SHARED, own, parted, whole
from client.web.splices import splices
from protocol.game.presets import PRESETS
from protocol.game.tiles import Tile, known_tiles
from protocol.log.events import Event, RoundDealt, RoundEnded, TileDrawn
from protocol.log.table import fold
from tests.client import three_handed as three
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.page_client import spliced

Lengths = list[int]

# Splices.

WORDS = ("<li>", "</li>", "<b class='x'>", "6-4", "Ann", "\U0001f600", " ", "<use href='#t0604'/>", "")


def test_splices_make_the_old_text_into_the_new_one() -> None:
    for number in range(300 if "FIVES_LONG" in os.environ else 30):
        chance = Random(number)
        old = [chance.choice(WORDS) for _ in range(chance.randrange(40))]
        new = [chance.choice(WORDS) if chance.random() < 0.2 else word for word in old if chance.random() < 0.9]
        if chance.random() < 0.2:
            chance.shuffle(new)

        pieces = splices("".join(old), "".join(new))
        assert spliced("".join(old), pieces) == "".join(new), f"{number=}"


def test_only_what_changed_in_two_tiles_is_sent() -> None:
    tiles = [
        f"<button data-value='{high}-{low}'><b>{high}</b></button>" for high in range(7) for low in range(high + 1)
    ]
    changed = [tile.replace("<b>", "<b class='scores'>") if nth in (3, 20) else tile for nth, tile in enumerate(tiles)]

    assert [piece for piece in splices("".join(tiles), "".join(changed)) if isinstance(piece, str)] == [
        " class='scores'",
        " class='scores'",
    ]


def test_a_text_that_has_not_changed_needs_no_splice() -> None:
    assert splices("<p>one</p>", "<p>one</p>") == []


# Shared parts.


def test_the_pieces_of_one_player_are_taken_out_of_a_shared_part() -> None:
    part = tag("p", own(tag("b", "6-4")), " and ", own(""), class_=Markup("board") + own(Markup(" to-left")))

    assert whole(parted(part)[0]) == parted(part)[0]
    assert "6-4" not in parted(part)[0]
    assert parted(part)[0].count(HOLE) == 1 + parted(part)[1].count(HOLE)


def test_words_of_another_player_make_no_hole() -> None:
    text = tag("p", f"{HOLE} <!--(x)-->")

    assert parted(text) == (text, "")


def _shared(player: PagePlayer) -> dict[str, str]:
    return {id_: parted(part)[0] for id_, part in player.page.parts().items() if id_ in SHARED}


def test_a_shared_part_is_the_same_whatever_a_player_holds_and_chooses() -> None:
    """Or else it must not be compressed: an observer of lengths could learn it."""
    deal = three.DEAL
    others = [tile for hand in (*deal.hands[1:], fold(three.game()).round.boneyard) for tile in known_tiles(hand)]  # type: ignore[union-attr]  # it is running
    moves = three.played("6-6", "6-1", "6-5")
    pages = set()
    for tiles in (deal.hands[0][1:], others[4:6], others[-2:]):  # all but the tile that the player leads with
        mine = evolve(deal, hands=((deal.hands[0][0], *tiles), *deal.hands[1:]))
        player = at_page(*three.OPENING, mine, *moves)
        pages.add(str(_shared(player)))
        for tile in tiles:
            player.press("tile", str(tile))
            pages.add(str(_shared(player)))
            player.press("order", "hint")
            pages.add(str(_shared(player)))

    assert len(pages) == 1


def test_the_end_of_a_round_is_the_same_whatever_a_player_holds_in_the_next_one() -> None:
    events = match_of("all-fives")
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded)) + 1
    dealt = next(event for event in events[at:] if isinstance(event, RoundDealt))
    pages = set()
    for tiles in dealt.hands:
        player = at_page(*events[: at - 1])
        player.receives(*events[at - 1 : events.index(dealt)], evolve(dealt, hands=(tiles, *dealt.hands[1:])))
        assert player.buttons("actions", "go-on")
        for tile in tiles:
            player.press("tile", str(tile))
            pages.add(str(_shared(player)))

    assert len(pages) == 1


# Lengths. What an observer of the connection sees.


def _sent(player: PagePlayer, outgoing: Outgoing) -> Lengths:
    tiles = len(player.page.model.view.my_hand())
    rest = player.page.sentences.take(), player.page.title, None, None
    messages = list(outgoing.messages(1, player.page.parts(), tiles, *rest))
    return [len(message.encode() if isinstance(message, str) else message) for message in messages]


def _draws(game: str) -> Iterator[tuple[Sequence[Event], TileDrawn, list[Tile]]]:
    """What came before each draw, the draw, and the tiles that the player could have drawn, as far as he knows."""
    events = match_of(game)
    for at, event in enumerate(events):
        if isinstance(event, TileDrawn):
            round_ = fold(events[:at]).round
            assert round_ is not None
            hands = (*round_.hands[: event.seat], *round_.hands[event.seat + 1 :], round_.boneyard)
            yield events[:at], event, [tile for hand in hands for tile in known_tiles(hand)]


@pytest.mark.parametrize("game", [game for game in PRESETS if any(_draws(game))])
def test_the_length_of_what_is_sent_does_not_tell_which_tile_was_drawn(game: str) -> None:
    for before, draw, tiles in list(_draws(game))[:6]:
        lengths = set()
        for tile in tiles:
            player, outgoing = at_page(*before, seat=draw.seat), Outgoing.to_browser(inflates=True)
            _sent(player, outgoing)
            player.receives(evolve(draw, tile=tile))
            lengths.add(tuple(_sent(player, outgoing)))
        assert len(lengths) == 1, (len(before), lengths)


def test_a_browser_that_inflates_nothing_gets_the_same_parts_as_texts() -> None:
    parts = at_page(*three.game()).page.parts()
    (text,) = Outgoing.to_browser(inflates=False).messages(1, parts, 3, (), "", None, None)
    compressed, rest = Outgoing.to_browser(inflates=True).messages(1, parts, 3, (), "", None, None)

    assert isinstance(text, str)
    assert isinstance(rest, str)
    assert isinstance(compressed, bytes)
    line = zlib.decompressobj(WINDOW_BITS).decompress(compressed)
    assert json.loads(line) == json.loads(text)["shared"]
    assert set(json.loads(line)) == set(SHARED)
    assert json.loads(rest) == {**json.loads(text), "shared": True}


def test_the_first_message_has_empty_parts_too_since_a_browser_that_comes_back_may_show_them() -> None:
    parts = at_page(*three.game()).page.parts()
    assert not parts["window"]
    outgoing = Outgoing.to_browser(inflates=False)

    first, second = (json.loads(str(*outgoing.messages(1, parts, 3, (), "", None, None))) for _ in range(2))

    assert set(parts) <= {*first["parts"], *first["shared"]}
    assert second == {"taken": 1}


def test_no_hidden_tile_and_no_key_is_in_a_compressed_message() -> None:
    player = at_page(*three.game())
    player.page.store.seats.save(SavedSeat("host:5533", "oak", "Ann", "SECRET", "g1"))
    player.press("tile", "6-4")
    player.press("show", "menu")
    compressed, text = Outgoing.to_browser(inflates=True).messages(1, player.page.parts(), 3, (), "", None, None)

    assert isinstance(compressed, bytes)
    parts = json.loads(zlib.decompressobj(WINDOW_BITS).decompress(compressed))
    shown = "".join(html for id_, html in parts.items() if id_ != "symbols")
    assert "6-4" not in shown
    assert "#t" not in shown
    assert way_back(player.page.store.seats.all()[0]) not in shown
    assert way_back(player.page.store.seats.all()[0]) in str(text)


def test_other_players_get_the_same_bytes_whichever_tile_was_drawn() -> None:
    before, draw, tiles = next(_draws("all-fives"))
    other = 1 - draw.seat if draw.seat < 2 else 0
    lengths = set()
    for tile in tiles:
        player, outgoing = at_page(*before, seat=other), Outgoing.to_browser(inflates=True)
        _sent(player, outgoing)
        player.receives(evolve(draw, tile=tile))
        lengths.add(tuple(_sent(player, outgoing)))

    assert len(lengths) == 1
