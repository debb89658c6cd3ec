"""An exported game: what it shows at each step, and that its content cannot do harm."""

import base64
import hashlib
import re

import pytest
from attrs import evolve

from client.picture.svg import symbol_of
from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord, audited
from client.replay.record_view import spectator_view
from client.replay.replay_words import step_sentences
from client.web.export.document import document_of
from client.web.export.steps import steps_of
from client.words import answer_words
from protocol.game.tiles import HIDDEN, Hand, set_of_tiles
from protocol.log.events import RoundDealt
from protocol.wire.record import Record
from tests.client.page_text import Element, read_page
from tests.client.recorded import ALL, HOSTILE, hostile_record, record_of, small_record, talkative_record


def page_of_record(record: Record, at: int | None = None) -> Element:
    return read_page(document_of(OpenedRecord(record), at, has_chat=True))


def used(shown: Element) -> list[str]:
    """The tiles drawn in it."""
    tiles = {f"#{symbol_of(tile)}": str(tile) for tile in set_of_tiles(12)}
    return [tiles.get(use.attributes["href"], use.attributes["href"]) for use in shown.all("use")]


def spelled(tiles: Hand) -> list[str]:
    return sorted("#face-down" if tile is HIDDEN else str(tile) for tile in tiles)


# What is shown at a step.


@pytest.mark.parametrize("name", ALL)
def test_the_page_shows_the_replays_table_at_every_step(name: str) -> None:
    record = record_of(name)
    page, replay = page_of_record(record), Replay(record)

    for step, shown_then in enumerate(steps_of(Replay(record))):
        replay.go_to_entry(shown_then.entry)
        shown, view = page.shown_at(step), spectator_view(replay.table)
        figures = list(shown.all("figure"))
        assert sorted(used(figures[0])) == sorted(map(str, view.layout.tiles))
        assert len(figures) == 1
        hands = list(shown.one("ul", id="hands").all("span", **{"class": "left-over"}))
        assert [sorted(used(hand)) for hand in hands[: len(view.table.seats)]] == [
            spelled(view.hand_of(seat)) for seat in range(len(view.table.seats))
        ]
        assert shown.one("p", id="ends").text == answer_words.ends(view)
        words = [paragraph.text for paragraph in shown.one("details").all("p")]
        assert words[: len(answer_words.chain(view))] == answer_words.chain(view)


@pytest.mark.parametrize("name", ALL)
def test_no_tile_moves_during_a_round(name: str) -> None:
    for figure in page_of_record(record_of(name)).all("figure"):
        assert len(used(figure)) == len(set(used(figure)))


def test_the_player_in_turn_is_marked_and_partners_share_a_score() -> None:
    record = record_of("partners")
    page, replay = page_of_record(record), Replay(record)
    for step, shown_then in enumerate(steps_of(Replay(record))):
        replay.go_to_entry(shown_then.entry)
        rows = [row.text for row in page.shown_at(step).one("ul", id="hands").all("li")][:4]
        assert [row.startswith("▸In turn: ") for row in rows] == [replay.table.turn == seat for seat in range(4)]
        assert f"Ann and Cho: {replay.table.scores[0]}" in rows[0]
        assert f"Ann and Cho: {replay.table.scores[0]}" in rows[2]


@pytest.mark.parametrize("name", ALL)
def test_the_log_has_the_replays_sentences(name: str) -> None:
    record = record_of(name)
    replay, steps = Replay(record), steps_of(Replay(record))
    items = list(page_of_record(record).one("ol").all("li"))

    for item in items[1:-1]:
        replay.go_to_entry(steps[int(item.attributes["data-step"])].entry)
        assert [paragraph.text for paragraph in item.all("p")] == step_sentences(replay)
    assert [int(item.attributes["data-step"]) for item in items] == list(range(len(steps)))


def test_the_page_has_the_outcome_and_the_score_sheet() -> None:
    page = page_of_record(record_of("cinq-et-trois"))

    assert "Ben wins the match with 31 points." in list(page.one("ol").all("li"))[-1].text
    rows = [[cell.text for cell in row.inside if isinstance(cell, Element)] for row in page.one("table").all("tr")]
    assert rows[0] == ["Round", "Ann", "Ben", "Led", "Ended"]
    rounds = [row for row in rows[2:] if len(row) > 1]
    assert [row[0] for row in rounds] == [str(number) for number in range(len(rounds), 0, -1)]
    totals = [sum(int(row[at]) for row in rounds) for at in (1, 2)]
    assert rows[1] == ["Total", *map(str, totals), "", ""]
    assert page.one("footer").text.endswith(f"Ben won 31 to {totals[0]}.")


def test_a_page_opens_at_the_requested_play() -> None:
    record = record_of("all-fives")
    page = page_of_record(record, at=20)
    step = int(page.one("input").attributes["value"])

    assert list(page.one("ol").all("li"))[step].attributes["data-place"] == "Round 2, play 20 of 33"
    assert page_of_record(record).one("input").attributes["value"] == "0"


def test_without_a_script_every_round_is_shown_as_it_ended() -> None:
    record = record_of("all-threes")
    still = page_of_record(record).at_rest()
    ends = [at - 1 for at, entry in enumerate(record.entries) if isinstance(entry.event, RoundDealt)][1:]
    replay = Replay(record)

    figures = list(still.all("figure"))
    assert len(figures) == len(ends) + 1
    for figure, entry in zip(figures, [*ends, len(record.entries)], strict=True):
        replay.go_to_entry(max(entry, 1))
        assert sorted(used(figure)) == sorted(map(str, spectator_view(replay.table).layout.tiles))


def test_a_hand_that_was_never_shown_is_face_down() -> None:
    record = small_record()
    deal = record.entries[4]
    assert isinstance(deal.event, RoundDealt)
    closed = evolve(deal, event=evolve(deal.event, hands=(deal.event.hands[0], (HIDDEN, HIDDEN))))
    page = page_of_record(Record(record.header, (*record.entries[:4], closed)))

    ann, ben = list(page.one("ul", id="hands").all("span", **{"class": "left-over"}))[:2]
    assert sorted(used(ann)) == ["5-5", "6-3"]
    assert used(ben) == ["#face-down", "#face-down"]


@pytest.mark.parametrize("entries", [0, 1, 3])
def test_a_record_with_few_entries_is_a_valid_page(entries: int) -> None:
    record = small_record()
    page = page_of_record(Record(record.header, record.entries[:entries]))

    assert list(page.all("figure")) == []
    assert list(page.one("ol").all("li"))


def test_a_broken_rule_is_reported_at_the_top() -> None:
    record = record_of("all-fives")
    entries = tuple(entry for entry in record.entries if entry.seq != 9)
    renumbered = tuple(type(entry)(at, entry.at, entry.event) for at, entry in enumerate(entries, start=1))
    shown = audited(Record(record.header, renumbered))

    assert shown.doubt
    assert shown.doubt in read_page(document_of(shown)).one("header").text


# Chat.


def test_chat_is_on_the_page_only_if_it_is_asked_for() -> None:
    private = document_of(OpenedRecord(talkative_record()))
    assert not any(text in private for text in ("hello Ben", "lucky me", "bye Ann"))
    assert len(list(read_page(private).one("ol").all("li"))) == 3

    items = page_of_record(talkative_record()).one("ol").all("li")
    assert len(list(items)) == 6


@pytest.mark.parametrize("has_chat", [True, False])
def test_a_page_opens_at_the_first_deal_and_not_at_chat_before_it(has_chat: bool) -> None:
    page = read_page(document_of(OpenedRecord(talkative_record()), has_chat=has_chat))

    opens_at = int(page.one("input").attributes["value"])
    assert [*page.one("ol").all("li")][opens_at].attributes["class"] == "deal"


# Harmless.


def test_names_and_chat_are_escaped() -> None:
    text = document_of(OpenedRecord(hostile_record()), has_chat=True)
    page = read_page(text)

    assert len(list(page.all("script"))) == 1
    assert list(page.all("img")) == []
    assert f"{HOSTILE}: {HOSTILE}" in page.one("ol").text
    assert HOSTILE in page.one("header").text
    assert "steal()" not in page.one("script").text


def test_the_page_allows_its_own_script_and_style_and_no_network() -> None:
    text = document_of(OpenedRecord(record_of("all-fives")))
    page = read_page(text)
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]

    def allowed(what: Element) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(what.text.encode()).digest()).decode()}'"

    assert policy.startswith("default-src 'none'; ")
    assert f"script-src {allowed(page.one('script'))};" in policy
    assert f"style-src {allowed(page.one('style'))};" in policy
    assert re.findall(r"https?:|\bsrc=|@import|url\(|\bstyle=|\bon\w+=", text) == []
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))
