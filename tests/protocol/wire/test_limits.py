"""Limits on the texts and lists from a daemon: the client's reader refuses longer ones in every message."""

from typing import Any

import pytest
from attrs import fields

from protocol.log import events
from protocol.log.events import Entry, Said
from protocol.names import LONGEST_NAME
from protocol.wire import messages, notices
from protocol.wire import session as session_module
from protocol.wire.codec import MalformedError, OverLimitError, decode_event, decode_from_daemon, dump, encode_event
from protocol.wire.hints import HintedPlay
from protocol.wire.limits import LONGEST_ADDRESS, LONGEST_SENTENCE, LONGEST_TEXT, MOST_FACTS, MOST_IN_A_LIST, limits_of
from protocol.wire.messages import LONGEST_SAYING, Role, Welcome
from protocol.wire.session import Session
from tests.played import entered, played_match

SEAT = {"name": None, "bot": None, "here": False}
TABLE = {"table": "oak", "game": "g", "rules": "all-fives", "seats": [SEAT], "stage": "over"}
PLAY = {"tile": "6-4", "arm": "left", "points": 0, "win": 0, "error": 0, "knock": 0, "reply_points": 0}


def entry(**event: Any) -> dict[str, Any]:
    return {"type": "entry", "seq": 1, "at": "", "event": event}


def message(what: str, size: int) -> dict[str, Any]:
    """A message with a text or list of this length."""
    text = "x" * size
    return {
        "said": entry(type="said", seat=None, name="Ann", text=text),
        "who said it": entry(type="said", seat=None, name=text, text="x"),
        "who sits down": entry(type="seat_taken", seat=0, name=text, bot=None),
        "a bot's level": entry(type="seat_taken", seat=0, name="Ann", bot=text),
        "a time": {"type": "entry", "seq": 1, "at": text, "event": {"type": "knocked", "seat": 0}},
        "hands": entry(type="round_dealt", round=1, hands=[[]] * size, boneyard=[], leader=0),
        "a hand": entry(type="round_dealt", round=1, hands=[[None] * size], boneyard=[], leader=0),
        "a boneyard": entry(type="round_dealt", round=1, hands=[], boneyard=[None] * size, leader=0),
        "scores": entry(type="match_abandoned", scores=[0] * size),
        "a token": {**dict.fromkeys(("daemon", "table", "game"), ""), "type": "welcome", "token": text, "protocol": 2}
        | {"seat": 0, "from": 1, "head": 0, "host": False},
        "a detail": {"type": "refused", "id": "a-1", "reason": "stale", "detail": text},
        "a goodbye": {"type": "goodbye", "reason": "kicked", "detail": text},
        "an address": {"type": "goodbye", "reason": "moved", "detail": "", "address": text},
        "trouble": {"type": "notice", "kind": "trouble", "text": text},
        "tables": {"type": "tables", "tables": [TABLE] * size},
        "seats": {"type": "tables", "tables": [{**TABLE, "seats": [SEAT] * size}]},
        "a name in the lobby": {"type": "tables", "tables": [{**TABLE, "seats": [{**SEAT, "name": text}]}]},
        "a hint": {"type": "hint", "id": "a-1", "seq": 1, "plays": [PLAY] * size, "why": "even", "detail": ""},
    }[what]


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("said", LONGEST_SAYING),
        ("who said it", LONGEST_NAME),
        ("who sits down", LONGEST_NAME),
        ("a bot's level", LONGEST_TEXT),
        ("a time", LONGEST_TEXT),
        ("hands", 12),
        ("a hand", MOST_IN_A_LIST),
        ("a boneyard", MOST_IN_A_LIST),
        ("scores", MOST_IN_A_LIST),
        ("a token", LONGEST_TEXT),
        ("a detail", LONGEST_SENTENCE),
        ("a goodbye", LONGEST_SENTENCE),
        ("an address", LONGEST_ADDRESS),
        ("trouble", LONGEST_SENTENCE),
        ("tables", MOST_IN_A_LIST),
        ("seats", 12),
        ("a name in the lobby", LONGEST_NAME),
        ("a hint", MOST_IN_A_LIST),
    ],
)
def test_values_up_to_a_limit_are_accepted_and_one_more_is_not(what: str, most: int) -> None:
    assert decode_from_daemon(dump(message(what, most))) is not None

    with pytest.raises(OverLimitError, match=f"has more than {most} (characters|values)"):
        decode_from_daemon(dump(message(what, most + 1)))


def test_every_text_and_list_of_every_message_has_a_limit() -> None:
    parts = (messages.SeatSummary, messages.TableSummary, HintedPlay, events.TableOptions, events.Seals)
    for class_ in (*messages.FROM_DAEMON, *events.WIRE_NAMES, *notices.KINDS, *parts):
        long = {field.name for field in fields(class_) if "str" in str(field.type) or "tuple" in str(field.type)}
        assert limits_of(class_).keys() == long, class_


def test_a_stored_log_is_read_even_if_it_exceeds_the_limits() -> None:
    long = Said(0, "Ann", "x" * (LONGEST_SAYING + 1))

    assert decode_event(encode_event(long)) == long


def test_the_number_of_entries_of_a_game_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MOST_ENTRIES", 4)
    session = Session("tests", "Ann", Role.SPECTATOR)
    session.take_welcome(Welcome(1, "", "oak", "g", None, None, 1, 0))
    entries = entered(played_match("all-threes"))
    for entry in entries[:4]:
        session.receive(entry)

    with pytest.raises(OverLimitError, match="a game has more than 4 entries"):
        session.receive(Entry(5, "", entries[4].event))
    assert session.head == 4


def refused_with(facts: object) -> bytes:
    """A refusal with these facts."""
    return dump({"type": "refused", "id": "a", "reason": "not_allowed", "detail": "", "facts": facts})


def test_the_facts_of_a_refusal_are_few_and_short() -> None:
    few = {"n": 2, **{str(number): LONGEST_TEXT * "x" for number in range(MOST_FACTS - 1)}}

    refusal = decode_from_daemon(refused_with(few))
    assert isinstance(refusal, messages.NotAccepted)
    assert refusal.facts == few
    too_long = (LONGEST_TEXT + 1) * "x"
    for facts in ({**few, "one more": 1}, {"name": too_long}, {too_long: 1}):
        with pytest.raises(OverLimitError):
            decode_from_daemon(refused_with(facts))


@pytest.mark.parametrize("facts", [[], "n", 7, {"n": None}, {"n": True}, {"n": 0.5}, {"n": [1]}, {"n": {}}])
def test_a_fact_is_a_text_or_a_whole_number(facts: object) -> None:
    with pytest.raises(MalformedError):
        decode_from_daemon(refused_with(facts))
