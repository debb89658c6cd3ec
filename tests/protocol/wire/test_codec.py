"""Messages to bytes and back (WIRE.md): written messages can be read, and a stranger's are read strictly."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import field
from hypothesis import given
from hypothesis import strategies as st

from protocol.frozen import IF_ANY, frozen
from protocol.game.layout import Arm
from protocol.game.options import VALUES
from protocol.game.presets import PRESETS
from protocol.game.rule_faults import FAULTS as RULE_FAULTS
from protocol.game.table_options import Assist, Away
from protocol.league.league import Award, Fixture, League, Team
from protocol.league.results import EndedBoard, Result
from protocol.log import commands, events
from protocol.log.commands import Command
from protocol.log.events import Entry, Event, HowMatchWon, HowRoundEnded, TableOpened, TableOptions
from protocol.log.operator_commands import (
    CloseTable,
    FollowReach,
    Invite,
    MakeHome,
    MakeHostCode,
    NamePage,
    OpenFixture,
    ReadLog,
    Revoke,
    Substitute,
    TakeMatchBack,
    Uninvite,
)
from protocol.log.sight import READER, Sight, Viewer, see
from protocol.log.table import Stage
from protocol.sentences import MOST_SENTENCES_DEEP
from protocol.wire.codec import (
    MalformedError,
    UnknownEventError,
    ViewerLine,
    command_as_json,
    decode_event,
    decode_from_client,
    decode_from_daemon,
    encode_entry,
    encode_event,
    encode_from_client,
    encode_from_daemon,
    encode_sight,
)
from protocol.wire.converter import STRICT
from protocol.wire.hints import HintedPlay
from protocol.wire.messages import (
    FROM_CLIENT,
    FROM_DAEMON,
    Accepted,
    AskLeague,
    AskTables,
    Do,
    ForBrowser,
    FromClient,
    Goodbye,
    Hello,
    Hint,
    Invited,
    LeagueGames,
    NotAccepted,
    OpenTable,
    Ping,
    PlayOn,
    Pong,
    ReminderWays,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.notices import (
    KINDS,
    ArrivedNotice,
    EveningNotice,
    GraceNotice,
    HandOverNotice,
    HeldNotice,
    HostNotice,
    MatchesWon,
    MayBeginNotice,
    NoHintNotice,
    Notice,
    PlaysAtNotice,
    PresenceNotice,
    ReachableNotice,
    ReactionNotice,
    ReadmitNotice,
    RefusedNotice,
    RematchNotice,
    RequestState,
    SaidNotice,
    SeatRequestNotice,
    ThinkingNotice,
    TroubleNotice,
    TroubleOverNotice,
    TryHostNotice,
    TurnNotice,
    WatchersNotice,
)
from protocol.wire.operator_messages import (
    Exchange,
    HostBrowser,
    HostCode,
    HostToken,
    Invitation,
    Log,
    Operator,
    Reach,
    WrongCode,
)
from tests.protocol.table_notation import hand_of, hands_of, random_match, rules_of, tile_of

AT = "2026-01-02T03:04:05.678Z"

BOARD = events.Board("Hedge", 3, 4, ("Oak", "Ash"), ("Ann", "Dan"), duplicate=True)
HEDGE = League(
    name="The league of Solihull and the hedges around it",
    teams=(Team("Oak", ("Ann", "Ben")), Team("Ash", ("Dan",), "club")),
    fixtures=(Fixture(number=3, home="Oak", away="Ash", date="2026-11-26", awarded=(Award(2, "Ash"),)),),
    house_rules={"target": 121, "divisors": (3, 5)},
)

COMMANDS: list[Command] = [
    commands.PlayTile(tile_of("6-4"), Arm.LEFT),
    commands.PlayTile(tile_of("6-4")),
    commands.PlayTile(tile_of("6-4"), warn=True),
    commands.DrawTile(),
    commands.Knock(),
    commands.TakeHint(),
    commands.Say("schön, 6–4! 🎲"),
    commands.React("well_played"),
    commands.TakeSeat(),
    commands.RequestSeat(),
    commands.RequestSeat(3),
    commands.AnswerRequest(3, "Cho", admits=True),
    commands.TakeSeat(3),
    commands.LeaveSeat(),
    commands.Start(),
    commands.AddBot(2, "steady"),
    commands.RemoveBot(2),
    commands.ChangeGame("all-fives"),
    commands.ChangeGame("all-fives", {"target": 250, "divisors": (3, 5)}, 3, TableOptions(grace=5)),
    commands.Rematch(),
    commands.Rematch(same_deals=True),
    commands.Pause(),
    commands.Resume(),
    commands.Kick(1),
    commands.Readmit(1),
    commands.EndMatch(),
    commands.HandOver(2),
    commands.HostReady("192.168.1.20:5533", "vbnm5-a7z33-34ywp-emt4v", "2026-11-20-oak-7997a4"),
    commands.HostReady("192.168.1.20:5533", None, "2026-11-20-oak-7997a4", release="a word that nobody guesses"),
    commands.GoOn("a word that nobody guesses"),
    commands.GoOn(),
    commands.TryHost("192.168.1.20:5533", "vbnm5-a7z33-34ywp-emt4v"),
    commands.TriedHost("vbnm5-a7z33-34ywp-emt4v", reached=True),
    commands.Seal("0f" * 32),
    commands.Reveal(3, "1e" * 32),
    commands.RemindAt("https://ntfy.sh/ann-7f3k"),
    commands.RemindAt(None),
    commands.RemindAt("https://ntfy.sh/ann-7f3k", "pt-BR"),
    commands.RemindCode("482913"),
    NamePage("tunnel.example"),
    FollowReach(),
    Invite("Ben"),
    Uninvite("Ben"),
    Uninvite(),
    CloseTable("oak"),
    MakeHome("oak"),
    MakeHome(),
    OpenFixture(3),
    TakeMatchBack(),
    TakeMatchBack("oak", anyway=True),
    OpenFixture(3, (Substitute("Ben", "Zoe"),)),
    MakeHostCode(),
    Revoke(2),
    Revoke(),
    ReadLog(),
]
TO_DAEMON: list[FromClient] = [
    Hello(2, "fives 0.1", "Ann"),
    Hello(2, "fives 0.1", "Ann", Role.READER, "oak", "g1", "t0ken", 41, "sesame"),
    *(Do("k3f-1", 41, command) for command in COMMANDS),
    AskTables(),
    AskLeague(),
    OpenTable("all-fives"),
    OpenTable("all-fives", play_on=PlayOn("2026-11-20-oak-1a2b3c", 30, 1, "Ann", "token")),
    OpenTable(
        "all-fives", {"target": 100, "divisors": (3, 5), "partners": True, "tie": "shared"}, 3, TableOptions(), 1
    ),
    OpenTable(
        "playroom",
        options=TableOptions(assist=Assist.NONE, away=Away.WAIT, grace=5, turn_time=30, spectators=False, deals="host"),
        bots=2,
        password="sesame",
    ),
    Ping(7),
    Do("k3f-2", 0, commands.Pause(), "oak"),
    Do("k3f-3", 0, commands.EndMatch()),
    Invited("9bq2-7hx4"),
    ForBrowser("s3cret", "2001:db8::7", outside=True),
    Operator("s3cret"),
    Exchange("k3f-10", "k7mq-2xwe", "Chrome on Android"),
]
NOTICES: list[Notice] = [
    PresenceNotice(1, here=False),
    GraceNotice(1, 12.5),
    TurnNotice(0, 30.0),
    ThinkingNotice(1),
    RematchNotice(1, 30.0),
    RematchNotice(1, 30.0, same_deals=True),
    ReadmitNotice(1, 600.0),
    ReactionNotice(1, "well_played"),
    SaidNotice("Eve", "schön, 6–4! 🎲"),
    EveningNotice((MatchesWon("Ann", 3), MatchesWon("Ben", 1))),
    WatchersNotice(("Wes", "Zoe"), 2, 1),
    SeatRequestNotice(1, here=True, text=RequestState.ASKED, name="Cho"),
    SeatRequestNotice(1, here=False, text=RequestState.ADMITTED, name="Cho", awaits=(0, 2), yours=True),
    HandOverNotice(1, here=True),
    HandOverNotice(None, here=False),
    HandOverNotice(1, here=True, text="everything"),
    TryHostNotice(1, "http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v"),
    ReachableNotice(1, False, (0,), (2,), (3,)),
    HeldNotice(here=False),
    ArrivedNotice(1, "0a" * 64),
    PlaysAtNotice(1, "http://ben.example:5533/#k=vbnm5-a7z33-34ywp-emt4v"),
    HostNotice(0),
    HostNotice(None),
    MayBeginNotice(0),
    MayBeginNotice(None),
    TroubleNotice("the disk is full"),
    TroubleOverNotice(),
    NoHintNotice("the hint could not be computed"),
    RefusedNotice("100 tables are open"),
]
TO_CLIENT = [
    ReminderWays(("ntfy", "email"), place="ntfy (ntfy.sh)", awaits=None, detail="ntfy.sh could not be reached"),
    Reach(
        "vbnm5-a7z33-34ywp-emt4v",
        ("https://quick-fox.example.net",),
        ("http://192.168.1.20:5533",),
        "open",
        "it works",
        invitations=(Invitation("Ben", "mjqxgzjtgiydcmrtgqzdgnbrge", 1),),
        browsers=(HostBrowser(1, "Chrome on Android", "2026-11-20T19:53:05.426Z", here=True),),
        wrong_code=WrongCode("2026-11-20T19:54:05.426Z", "a tunnel", "Ben", ends_code=True),
    ),
    HostCode("k7mq-2xwe", 600),
    HostToken("k3f-10", "t0ken"),
    Log(("INFO table oak is open",)),
    Reach(),
    Welcome(1, "fivesd 0.1", "oak", "g1", 2, "t0ken", 42, 57, host=True),
    Welcome(1, "fivesd 0.1", "oak", "g1", None, None, 1, 0),
    Accepted("k3f-1", 43),
    NotAccepted("k3f-1", "does_not_fit", "4-1 does not match: ends are 6 and 3"),
    NotAccepted("k3f-1", "not_allowed", "the player of seat 2 is away", "player_is_away", {"seat": 2}),
    Hint(
        "k3f-1",
        41,
        (
            HintedPlay(tile_of("6-4"), Arm.LEFT, 3, 0.6125, 0.021, 0.25, tile_of("5-5"), 1.2),
            HintedPlay(tile_of("1-0"), Arm.RIGHT, 0, 0.5, 0.0, 0.0, None, 0.0),
        ),
        "points",
        "6-4 left scores 3, 1-0 right 0",
    ),
    Tables(),
    Tables(
        (TableSummary("oak", "g1", "all-fives", (SeatSummary("Ann", None, True), SeatSummary()), Stage.PLAYING, 2),)
    ),
    Tables((), "elm", "Hedge"),
    LeagueGames(detail="this host has no league"),
    LeagueGames(detail="it has more than 9 bytes", code="wrong_league.long", facts={"most": 9}),
    LeagueGames(HEDGE, (Result("g1", AT, BOARD, (121, 80), (0,)),)),
    LeagueGames(HEDGE, ended=(EndedBoard("g1", AT, BOARD, (81, 72)),)),
    *NOTICES,
    Pong(7),
    Goodbye("replaced", "you are connected from somewhere else now"),
    Goodbye("moved", "the game goes on at ben.example:5533", "ben.example:5533", None, "g", waits=True),
    Goodbye("moved", "the game goes on at ben.example:5533", "ben.example:5533", None, "g", release="a word"),
]
EVENTS: list[Event] = [
    *(TableOpened(name, rules_of(name), preset.default_seats, TableOptions()) for name, preset in PRESETS.items()),
    TableOpened("cinq-et-trois", rules_of("cinq-et-trois"), 2, TableOptions(), BOARD),
    events.SeatTaken(0, "Zoë"),
    events.SeatTaken(1, "Bo", "steady"),
    events.SeatLeft(1),
    events.StandInSeated(0, "steady"),
    events.PlayerReturned(0),
    events.HintTaken(0),
    events.MatchStarted(1),
    events.MatchStarted(1, events.Seals("0a" * 32, ("0b" * 32, None))),
    events.RoundDealt(1, hands_of("6-6 6-5 | ? ?"), hand_of("? 1-0"), 0, tile_of("6-6"), None),
    events.RoundDealt(2, hands_of("6-6 6-5 | ? ?"), hand_of("? 1-0"), 0, None, None, ("0c" * 32, None)),
    events.TilePlayed(0, tile_of("6-6"), Arm.START),
    events.TileDrawn(1, tile_of("1-0")),
    events.TileDrawn(1, None),
    events.Knocked(1),
    events.Scored(0, 15, 8, 1, 0, 9),
    events.RoundEnded(HowRoundEnded.BLOCKED, hands_of(" | 6-5"), hand_of("1-0"), (), None, 0),
    events.RoundEnded(HowRoundEnded.OUT, hands_of(" | 6-5"), hand_of("1-0"), (), 0, 2, "0d" * 32, (None, "0e" * 32)),
    events.MatchWon(HowMatchWon.ROUND_CAP, (0, 1), (61, 61)),
    events.MatchAbandoned((3, 4)),
    events.Paused(None),
    events.Resumed(0),
    events.PlayedOn("2026-11-20-oak-1a2b3c", 1, ("Ann", "Ben"), "club"),
    events.MatchStarted(2, repeats="2026-11-20-oak-1a2b3c"),
    events.HostChanged("2026-11-20-oak-1a2b3c", 1, "0f" * 32),
    events.Said(None, "Ann", "bravo"),
]


def test_every_command_message_and_event_is_tested() -> None:
    assert {type(command) for command in COMMANDS} == commands.WIRE_NAMES.keys()
    assert {type(message) for message in TO_DAEMON} == FROM_CLIENT.keys()
    assert {type(message) for message in TO_CLIENT} | {Entry} == FROM_DAEMON.keys()
    assert {type(event) for event in EVENTS} == events.WIRE_NAMES.keys()


# Encoding and decoding.


@pytest.mark.parametrize("message", TO_DAEMON, ids=repr)
def test_a_clients_message_is_read_as_it_was_written(message: FromClient) -> None:
    line = encode_from_client(message)

    assert decode_from_client(line) == message
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("message", TO_CLIENT, ids=repr)
def test_a_daemons_message_is_read_as_it_was_written(message: Any) -> None:
    line = encode_from_daemon(message)

    assert decode_from_daemon(line) == message
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    entry = Entry(9, AT, event)

    assert decode_event(encode_event(event)) == event
    assert decode_from_daemon(encode_sight(9, AT, see(event, READER))) == entry
    assert json.loads(encode_entry(entry)) == {"seq": 9, "at": AT, "event": json.loads(encode_event(event))}


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1]))
def test_every_event_of_a_game_is_decoded_as_it_was_sent_to_a_viewer(
    chance: int, preset: str, seat: int | None
) -> None:
    for seq, event in enumerate(random_match(preset, {"max_rounds": 1}, None, Random(chance)), start=1):
        sight = see(event, Viewer(seat))
        assert decode_event(encode_event(event)) == event
        assert decode_from_daemon(encode_sight(seq, AT, sight)) == Entry(seq, AT, sight.event)


TEXT = st.text()


@given(TEXT, TEXT)
def test_any_chat_text_survives_encoding(name: str, text: str) -> None:
    said = events.Said(None, name, text)

    assert decode_event(encode_event(said)) == said
    assert encode_sight(1, AT, Sight(said)).count(b"\n") == 1


@given(st.integers(-(2**53), 2**53))
def test_any_number_survives_encoding(number: int) -> None:
    assert decode_from_client(encode_from_client(Ping(number))) == Ping(number)


# The encoding.


def line_of(**fields: object) -> bytes:
    return json.dumps(fields).encode()


def test_the_examples_in_the_wire_document_are_decoded() -> None:
    """The names in WIRE.md."""
    hello = (
        b'{"type":"hello","protocol":2,"client":"fives 0.1","name":"Ann","role":"player","table":"oak","game":"...",'
        b'"token":"...","since":41,"password":"..."}'
    )
    play = b'{"type":"do","id":"k3f-1","seq":41,"command":{"type":"play_tile","tile":"6-4","arm":"left"}}'

    assert decode_from_client(hello) == Hello(2, "fives 0.1", "Ann", Role.PLAYER, "oak", "...", "...", 41, "...")
    assert decode_from_client(play) == Do("k3f-1", 41, commands.PlayTile(tile_of("6-4"), Arm.LEFT))
    assert decode_from_client(b'{"type":"tables"}') == AskTables()
    assert decode_from_client(b'{"type":"ping","n":7}') == Ping(7)
    assert decode_from_client(b'{"type":"open_table","rules":"all-fives","set":{"divisors":[3,5]},"seats":3}') == (
        OpenTable("all-fives", {"divisors": (3, 5)}, 3)
    )


def test_the_wire_names_of_fields() -> None:
    welcome = encode_from_daemon(Welcome(1, "fivesd 0.1", "oak", "g1", 2, "t", 42, 57))
    refused = encode_from_daemon(NotAccepted("k3f-1", "does_not_fit", "4-1 does not match: ends are 6 and 3"))

    assert json.loads(welcome).items() >= {"type": "welcome", "seat": 2, "from": 42, "head": 57}.items()
    assert json.loads(refused) == {
        "type": "refused",
        "id": "k3f-1",
        "reason": "does_not_fit",
        "detail": "4-1 does not match: ends are 6 and 3",
    }


@pytest.mark.parametrize("notice", NOTICES, ids=repr)
def test_a_notice_has_five_fields_on_the_wire_whatever_its_kind_and_some_kinds_have_others(notice: Notice) -> None:
    written = json.loads(encode_from_daemon(notice))

    fields_of_kinds: dict[type[Notice], list[str]] = {
        SaidNotice: ["name"],
        EveningNotice: ["totals"],
        WatchersNotice: ["names", "people", "screens"],
        ReachableNotice: ["can", "cannot", "unknown"],
        SeatRequestNotice: ["name", "awaits"],
    }
    more = fields_of_kinds.get(type(notice), [])
    more = [*more, "same_deals"] if getattr(notice, "same_deals", False) else more
    more = [*more, "yours"] if getattr(notice, "yours", False) else more
    assert sorted(written) == sorted(["type", "kind", "seat", "here", "seconds", "text", *more])
    own = {name: getattr(notice, name, None) for name in ("seat", "here", "seconds", "text")}
    assert {"type": "notice", "kind": KINDS[type(notice)], **own}.items() <= written.items()


def test_tiles_are_text_and_a_hidden_one_is_null() -> None:
    deal = events.RoundDealt(1, hands_of("6-4 | ?"), hand_of("? ?"), 0, None, None)

    assert json.loads(encode_event(deal)) == {
        "type": "round_dealt",
        "round": 1,
        "hands": [["6-4"], [None]],
        "boneyard": [None, None],
        "leader": 0,
        "chosen_by": None,
        "lead": None,
    }


def test_the_log_keeps_every_option_resolved() -> None:
    """RULES.md section 2: numbers, true and false, words; `divisors` a list."""
    event = TableOpened("playroom", rules_of("playroom", {"divisors": "primes"}), 4, TableOptions())
    rules = json.loads(encode_event(event))["rules"]

    assert rules["divisors"] == [3, 5, 7, 11, 13, 17, 19]
    assert (rules["hand"], rules["target"], rules["combine"], rules["draw"]) == (7, 61, True, "none")


def test_a_command_as_plain_values_equals_its_json() -> None:
    assert command_as_json(commands.PlayTile(tile_of("6-4"), Arm.LEFT)) == {
        "type": "play_tile",
        "tile": "6-4",
        "arm": "left",
    }


# Strictness: invalid messages from a client.


def do(**command: object) -> bytes:
    return line_of(type="do", id="a", seq=1, command=command)


def nested(depth: int) -> bytes:
    return b'{"type":"ping","n":' + b"[" * depth + b"]" * depth + b"}"


MALFORMED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not JSON"),
    "no JSON": (b"hello", "not JSON"),
    "half a line": (b'{"type":"ping","n":', "not JSON"),
    "two values": (b'{"type":"ping","n":1} {}', "not JSON"),
    "a number": (b"5", "not an object"),
    "a list": (b"[]", "not an object"),
    "null": (b"null", "not an object"),
    "text": (b'"ping"', "not an object"),
    "no type": (b"{}", "there is no type"),
    "a type that is no text": (b'{"type":7}', "7 is no type"),
    "a type that is a list": (b'{"type":["ping"]}', "is no type"),
    "an unknown type": (b'{"type":"shout","n":1}', "no type 'shout'"),
    "a daemon's type": (b'{"type":"pong","n":1}', "no type 'pong'"),
    "an unknown field": (line_of(type="ping", n=1, m=2), "no field m"),
    "an unknown field of a command": (do(type="knock", loudly=True), "no field loudly"),
    "a field that is missing": (line_of(type="ping"), "n: is missing"),
    "a command that is missing": (line_of(type="do", id="a", seq=1), "command: is missing"),
    "a field of a command that is missing": (do(type="say"), "text: is missing"),
    "a number in quotes": (line_of(type="ping", n="7"), "n: '7' is not a whole number"),
    "a number in quotes, deeper": (do(type="kick", seat="1"), "'1' is not a whole number"),
    "true for a number": (line_of(type="ping", n=True), "true is not a whole number"),
    "a fraction": (line_of(type="ping", n=1.5), "1.5 is not a whole number"),
    "a fraction that is whole": (b'{"type":"ping","n":1.0}', "1.0 is not a whole number"),
    "an exponent": (b'{"type":"ping","n":1e3}', "is not a whole number"),
    "null for a number": (line_of(type="ping", n=None), "null is not a whole number"),
    "a huge number": (line_of(type="ping", n=2**53 + 1), "9007199254740993 is too large a number"),
    "a number of 5000 digits": (b'{"type":"ping","n":' + b"9" * 5000 + b"}", "number of thousands of digits"),
    "NaN": (b'{"type":"ping","n":NaN}', "NaN is no number"),
    "Infinity": (b'{"type":"ping","n":-Infinity}', "-Infinity is no number"),
    "a number for text": (line_of(type="hello", protocol=2, client="x", name=5), "name: 5 is not text"),
    "null for text": (line_of(type="hello", protocol=2, client="x", name=None), "name: null is not text"),
    "a list for text": (line_of(type="hello", protocol=2, client="x", name=["Ann"]), "is not text"),
    "a lone surrogate": (b'{"type":"do","id":"a","seq":1,"command":{"type":"say","text":"\\ud800"}}', "lone surrogate"),
    "a surrogate in bytes": (
        b'{"type":"do","id":"a","seq":1,"command":{"type":"say","text":"\xed\xa0\x80"}}',
        "not UTF-8",
    ),
    "a surrogate for a field": (b'{"type":"ping","n":1,"\\ud800":1}', "no field"),
    "an escape for a field": (b'{"type":"ping","n":1,"\\u001b[2Jx":1}', "no field x"),
    "bytes that are no UTF-8": (b'{"type":"ping","n":1,"\xff":1}', "not UTF-8"),
    "UTF-16": ('{"type":"ping","n":1}'.encode("utf-16"), "not UTF-8"),
    "UTF-16 without a mark": ('{"type":"ping","n":1}'.encode("utf-16-le"), "not JSON"),
    "a byte order mark": ('\ufeff{"type":"ping","n":1}'.encode(), "not JSON"),
    "an unknown role": (
        line_of(type="hello", protocol=2, client="x", name="a", role="king"),
        "'king' is none of player",
    ),
    "a role that is no text": (line_of(type="hello", protocol=2, client="x", name="a", role=0), "0 is none of player"),
    "a tile the wrong way round": (do(type="play_tile", tile="4-6"), "'4-6' is not a tile"),
    "a tile that is no text": (do(type="play_tile", tile=[6, 4]), "is not a tile"),
    "a hidden tile": (do(type="play_tile", tile=None), "null is not a tile"),
    "an arm that is none": (do(type="play_tile", tile="6-4", arm="west"), "'west' is none of start, left"),
    "an unknown command": (do(type="fold"), "no type 'fold'"),
    "a command that is no object": (line_of(type="do", id="a", seq=1, command="knock"), "'knock' is not an object"),
    "settings that are no object": (line_of(type="open_table", rules="x", set=["target", 5]), "is not an object"),
    "a setting that is null": (line_of(type="open_table", rules="x", set={"target": None}), "null is no value"),
    "a setting with a fraction": (line_of(type="open_table", rules="x", set={"target": 1.5}), "1.5 is no value"),
    "a setting with words in a list": (line_of(type="open_table", rules="x", set={"divisors": ["3"]}), "'3' is not a"),
    "options that are no object": (line_of(type="open_table", rules="x", options=5), "5 is not an object"),
    "an option in quotes": (line_of(type="open_table", rules="x", options={"grace": "5"}), "'5' is not a whole number"),
    "a number for true": (line_of(type="open_table", rules="x", options={"spectators": 1}), "1 is not true or false"),
    "an unknown option": (line_of(type="open_table", rules="x", options={"cheats": True}), "no field cheats"),
    "nested": (nested(200), "is not a whole number"),
    "nested deeply": (nested(900), ""),
    "nested too deeply": (nested(100_000), "nested too deeply"),
    "a type nested deeply": (b'{"type":' + b"[" * 900 + b"]" * 900 + b"}", ""),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_input_is_described_in_one_line_that_can_be_sent_back(what: str) -> None:
    line, says = MALFORMED[what]

    with pytest.raises(MalformedError) as refusal:
        decode_from_client(line)

    said = str(refusal.value)
    assert says in said
    assert said
    assert "\n" not in said
    assert len(said) <= 300
    assert not any(name in said for name in ("protocol.", "Traceback", "cattrs", "<class"))
    assert decode_from_daemon(encode_from_daemon(Goodbye("malformed", said))) == Goodbye("malformed", said)


def test_a_deeply_nested_line_does_no_harm() -> None:
    """Some depths can just be parsed, and are too deep to be quoted."""
    for depth in range(850, 1050):
        for line in (nested(depth), b'{"type":' + b"[" * depth + b"]" * depth + b"}"):
            with pytest.raises(MalformedError):
                decode_from_client(line)


def test_up_to_three_faults_of_a_message_are_named() -> None:
    with pytest.raises(MalformedError) as refusal:
        decode_from_client(line_of(type="hello", protocol="1", client=5, name=None, role="king"))

    assert str(refusal.value).count(";") == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from([*FROM_CLIENT.values(), *commands.WIRE_NAMES.values()]),
    st.dictionaries(
        st.sampled_from(["type", "n", "id", "seq", "command", "tile", "arm", "seat", "name", "role", "set", "options"]),
        JSON,
    ),
)
def test_any_json_is_a_message_or_malformed(tag: str, fields: dict[str, Any]) -> None:
    for line in (
        json.dumps({"type": tag, **fields}),
        json.dumps({"type": "do", "id": "a", "seq": 1, "command": fields}),
    ):
        try:
            message = decode_from_client(line.encode())
        except MalformedError as refusal:
            encode_from_daemon(Goodbye("malformed", str(refusal)))
        else:
            assert decode_from_client(encode_from_client(message)) == message


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_malformed(line: bytes) -> None:
    for decode in (decode_from_client, decode_from_daemon, decode_event):
        reader: Callable[[bytes], object] = decode
        with pytest.raises((MalformedError, UnknownEventError)):
            reader(b"x" + line)


# Leniency: messages from a daemon that a client tolerates.


def test_a_client_ignores_fields_that_it_does_not_know() -> None:
    assert decode_from_daemon(b'{"type":"pong","n":7,"mood":"good"}') == Pong(7)
    assert decode_from_daemon(
        b'{"type":"entry","seq":1,"at":"x","by":"me","event":{"type":"knocked","seat":2,"loudly":true}}'
    ) == Entry(1, "x", events.Knocked(2))
    assert decode_from_daemon(b'{"type":"tables","tables":[],"weather":{"sun":1}}') == Tables()


def test_a_client_ignores_messages_that_it_does_not_know() -> None:
    assert decode_from_daemon(b'{"type":"weather","sun":true}') is None
    assert decode_from_daemon(b'{"type":"play_tile"}') is None
    assert decode_from_daemon(b'{"type":"notice","kind":"birthday","seat":1,"text":"hooray"}') is None
    assert decode_from_daemon(b'{"type":"notice","kind":"event"}') is None


def test_a_client_stops_at_an_event_that_it_does_not_know() -> None:
    """WIRE.md: clients stop with "please update" at an event they do not know."""
    with pytest.raises(UnknownEventError, match="tile_turned"):
        decode_from_daemon(b'{"type":"entry","seq":1,"at":"x","event":{"type":"tile_turned","seat":1}}')
    with pytest.raises(UnknownEventError, match="event"):
        decode_from_daemon(b'{"type":"entry","seq":1,"at":"x","event":{"type":"event"}}')
    with pytest.raises(UnknownEventError, match="tile_turned"):
        decode_event('{"type":"tile_turned"}')


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"entry","seq":1,"at":"x","event":{}}',
        b'{"type":"entry","seq":1,"at":"x","event":{"type":5}}',
        b'{"type":"entry","seq":1,"at":"x","event":"knocked"}',
        b'{"type":"entry","seq":"1","at":"x","event":{"type":"knocked","seat":1}}',
        b'{"type":"entry","at":"x","event":{"type":"knocked","seat":1}}',
        b'{"type":"entry","seq":1,"at":"x"}',
        b'{"type":"entry","seq":1,"at":"x","event":{"type":"knocked"}}',
        b'{"type":"entry","seq":1,"at":"x","event":{"type":"knocked","seat":true}}',
        b'{"type":"entry","seq":1,"at":"x","event":{"type":"tile_played","seat":1,"tile":null,"arm":"left"}}',
        b'{"type":"entry","seq":1,"at":"x","event":{"type":"round_dealt","round":1,"hands":{},"boneyard":[],"leader":0}}',
        b'{"type":"welcome","protocol":2}',
        b'{"type":"notice"}',
        b'{"type":"notice","kind":7}',
        b'{"type":"notice","kind":"turn","seat":1}',
        b'{"type":"notice","kind":"turn","seat":1,"seconds":1e999}',
        b'{"type":"notice","kind":"turn","seat":1,"seconds":"12"}',
        b'{"type":"notice","kind":"turn","seat":1,"seconds":true}',
        b'{"type":7}',
        b"{}",
        b"[]",
    ],
)
def test_a_line_of_the_wrong_shape_from_the_daemon_is_malformed(line: bytes) -> None:
    with pytest.raises(MalformedError) as refusal:
        decode_from_daemon(line)

    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"hello","protocol":1,"client":"c","name":"Ann","heir":"of an earlier release"}',
        b'{"type":"hello","protocol":1}',
        b'{"type":"hello","protocol":1,"client":7,"name":{"first":"Ann"},"role":"referee"}',
    ],
)
def test_only_the_version_is_read_from_a_hello_in_another_version(line: bytes) -> None:
    assert decode_from_client(line) == Hello(1, "", "")


@pytest.mark.parametrize("protocol", [b"2", b'"1"', b"1.0", b"true", b"null", b"1" + 20 * b"0"])
def test_a_hello_with_any_other_fault_is_malformed(protocol: bytes) -> None:
    with pytest.raises(MalformedError):
        decode_from_client(b'{"type":"hello","protocol":' + protocol + b',"language":"de"}')


def test_null_fields_may_be_omitted() -> None:
    """WIRE.md, for both sides."""
    assert decode_from_client(b'{"type":"do","id":"a","seq":1,"command":{"type":"take_seat"}}') == (
        Do("a", 1, commands.TakeSeat(None))
    )
    assert decode_event('{"type":"said","name":"Ann","text":"hi"}') == events.Said(None, "Ann", "hi")
    assert decode_event('{"type":"paused"}') == events.Paused(None)
    assert decode_event('{"type":"tile_drawn","seat":1}') == events.TileDrawn(1, None)
    assert decode_event('{"type":"round_ended","how":"out","hands":[[]],"boneyard":[],"drawn":[],"pips":0}') == (
        events.RoundEnded(HowRoundEnded.OUT, ((),), (), (), None, 0)
    )
    assert decode_from_daemon(
        b'{"type":"welcome","protocol":2,"daemon":"d","table":"oak","game":"g","from":1,"head":0}'
    ) == Welcome(2, "d", "oak", "g", None, None, 1, 0)


def test_the_last_value_of_a_repeated_field_counts() -> None:
    """In a record it is a fault: see `test_record`."""
    assert decode_from_client(b'{"type":"ping","n":1,"n":7}') == Ping(7)


def test_a_log_is_read_strictly() -> None:
    for line in ('{"type":"knocked","seat":1,"loudly":true}', '{"type":"knocked","seat":"1"}', '{"type":"knocked"}'):
        with pytest.raises(MalformedError):
            decode_event(line)


# Encoding once.


def test_an_event_that_happens_again_is_not_encoded_again() -> None:
    once, again = (encode_event(events.TilePlayed(2, tile_of("6-4"), Arm.LEFT)) for _ in range(2))

    assert once is again


def test_events_with_the_same_fields_have_their_own_texts() -> None:
    alike = [event(1) for event in (events.Knocked, events.SeatLeft, events.PlayerReturned, events.HintTaken)]

    assert [decode_event(encode_event(event)) for event in alike] == alike


def test_a_viewer_receives_the_event_as_the_journal_has_it() -> None:
    said = events.Said(None, 'Ann "A" Ünal', "a\nb\u2028 😀")

    line = encode_sight(7, AT, see(said, Viewer(0)))

    assert line.endswith(f'"event":{encode_event(said)}}}\n'.encode())
    assert decode_from_daemon(line) == Entry(7, AT, said)


# Secrets.


def test_an_entry_can_be_encoded_for_a_viewer_only_through_a_sight() -> None:
    """Checked by type: mypy would object if one of the lines it is told to ignore were no longer an error."""
    entry = Entry(1, AT, events.TileDrawn(1, tile_of("6-4")))
    line: ViewerLine

    with pytest.raises(KeyError):
        encode_from_daemon(entry)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        encode_sight(1, AT, entry.event)  # type: ignore[arg-type]
    line = encode_entry(entry)  # type: ignore[assignment]
    line = encode_sight(1, AT, see(entry.event, Viewer(0)))
    assert decode_from_daemon(line) == Entry(1, AT, events.TileDrawn(1, None))


@pytest.mark.parametrize(
    "message",
    [
        Hello(2, "fives", "Ann", token="t0ken", password="sesame"),
        OpenTable("playroom", password="sesame"),
        Do("k3f-2", 0, commands.Pause()),
        Operator("t0ken"),
        Welcome(1, "fivesd", "oak", "g", 0, "t0ken", 1, 1),
    ],
)
def test_the_repr_of_a_message_shows_no_token_or_password(message: object) -> None:
    assert "t0ken" not in repr(message)
    assert "sesame" not in repr(message)


@frozen
class _Note:
    """A message of a later release: fields with names that other messages have, too."""

    board: int = 0
    search: str = field(default="", metadata=IF_ANY)


def test_a_field_is_left_out_only_if_it_says_so_itself() -> None:
    assert STRICT.unstructure(_Note()) == {"board": 0}
    assert STRICT.unstructure(_Note(1, "oak")) == {"board": 1, "search": "oak"}


def test_a_refusal_carries_sentences_as_facts_and_not_too_many_within_each_other() -> None:
    why = RULE_FAULTS("not_valid", typed="'0'", values=VALUES("span", low=1, high=500))
    refused = NotAccepted("k-1", "not_allowed", "bots: ...", "impossible_game", {"option": "bots", "why": why})
    line = encode_from_daemon(refused)

    assert json.loads(line)["facts"]["why"]["code"] == "wrong_rules.not_valid"
    assert decode_from_daemon(line) == refused
    deep = json.loads(line)
    for _ in range(MOST_SENTENCES_DEEP + 1):
        deep["facts"] = {"why": {"code": "a.b", "facts": deep["facts"]}}
    parts: list[Any] = [{"facts": {}}, {"code": 7}, {"code": "a", "facts": []}]
    wrong = [*({"why": part} for part in parts), deep["facts"]]
    for broken in wrong:
        with pytest.raises(MalformedError):
            decode_from_daemon(json.dumps({**deep, "facts": broken}).encode())
