"""A record with its analysis: each play with its cost and the better play."""

from pathlib import Path

import pytest
from attrs import evolve

from client.lines.replay_lines import LineReplay, all_lines
from client.picture.pinwheel import Size
from client.program.command import main
from client.replay import replay_words
from client.replay.record_file import OpenedRecord, UnreadableError, with_analysis
from client.screen.replay_screen import ReplayScreen
from client.view.view import View
from client.web.export.document import document_of
from protocol.game.layout import Arm
from protocol.log.events import Scored, TilePlayed
from protocol.log.table import empty_table
from protocol.wire.analysis import (
    ANALYSIS_VERSION,
    Analysis,
    BetterPlay,
    JudgedPlay,
    JudgedPlayer,
    JudgedRound,
    decode_analysis,
    encode_analysis,
)
from protocol.wire.codec import MalformedError
from protocol.wire.record import Header, Record
from tests.client.at_table import AT
from tests.client.frames import as_text, painted
from tests.client.page_text import read_page
from tests.played import entered, played_match
from tests.protocol.table_notation import tile_of

MATCH = played_match("all-fives", {"target": "60"}, seats=2, chance=2)
RECORD = Record(Header("g1", "oak", AT), tuple(entered(MATCH)))
PLAYS = [entry for entry in RECORD.entries if isinstance(entry.event, TilePlayed)]
SCORING = next(entry for entry in PLAYS if isinstance(RECORD.entries[entry.seq].event, Scored))
PLAY_NUMBER = PLAYS.index(SCORING) + 1


def judged(seq: int, lost: float) -> JudgedPlay:
    event = RECORD.entries[seq - 1].event
    assert isinstance(event, TilePlayed)
    better = BetterPlay(tile_of("0-0"), Arm.LEFT, 0.5 + lost) if lost else None
    return JudgedPlay(seq, event.seat, event.tile, event.arm, 0.5, 0.01, lost, better)


ANALYSIS = Analysis(
    ANALYSIS_VERSION,
    "g1",
    400,
    1,
    (
        JudgedPlayer(0, "Ann", None, 12, 91.8, 0.1421, 0.12, 2),
        JudgedPlayer(1, "Ben", "club", 0, None, 0.0, -0.12, 0),
    ),
    (JudgedRound(1, (0.5, -0.5), (0.12, -0.12)),),
    (judged(PLAYS[0].seq, 0.0), judged(SCORING.seq, 0.072)),
)

SHOWN = OpenedRecord(RECORD, analysis=ANALYSIS)
NOT_DRAWN = View(empty_table())
COST = "A mistake, which cost 7 in 100: 0-0 on the left wins 57 in 100 matches, this 50."
NO_COST = "The best play: it wins 50 in 100 matches."


def test_what_the_plays_of_each_player_lost_comes_first() -> None:
    lines = list(all_lines(SHOWN))

    assert "In all, Ann lost 14 % of a win, accuracy 92 %: 1 mistake. 2 hints taken." in lines[:5]
    assert "Ben: nothing to decide." in lines[:5]


@pytest.mark.parametrize(("decisions", "accuracy"), [(9, 7.0), (20, None)])
def test_few_decisions_have_no_accuracy_beside_their_losses(decisions: int, accuracy: float | None) -> None:
    """An analysis of version 1 has an accuracy there, too; "7 %" beside "1 mistake" would be nonsense."""
    ann = JudgedPlayer(0, "Ann", None, decisions, accuracy, 0.031, 0.0, 0)

    assert next(replay_words.how_each_played(evolve(ANALYSIS, players=(ann,)))) == (
        "In all, Ann lost 3 % of a win: 1 mistake."
    )


def test_a_player_who_lost_nothing_is_told_so() -> None:
    ben = JudgedPlayer(1, "Ben", None, 12, 100.0, 0.0, 0.0, 0)
    plays = (evolve(ANALYSIS.plays[0], seat=1),)

    said = next(replay_words.how_each_played(evolve(ANALYSIS, players=(ben,), plays=plays)))
    assert said == "Ben lost no chances to win, accuracy 100 %: 1 best."


def test_luck_is_separate_from_accuracy() -> None:
    assert "Luck changed the chances to win: Ann +12 in 100, Ben -12 in 100." in list(all_lines(SHOWN))[:5]


def test_luck_that_changed_nothing_has_no_sign() -> None:
    players = tuple(evolve(judged, luck=luck) for judged, luck in zip(ANALYSIS.players, (-0.001, 0.001), strict=True))

    said = list(replay_words.how_each_played(evolve(ANALYSIS, players=players)))
    assert said[-1] == "Luck changed the chances to win: Ann 0 in 100, Ben 0 in 100."


def test_a_play_comes_with_its_cost() -> None:
    lines = list(all_lines(SHOWN))

    assert lines.count(COST) == 1
    assert lines.count(NO_COST) == 1
    assert [line for line in lines if line not in list(all_lines(OpenedRecord(RECORD)))] == [
        *replay_words.how_each_played(ANALYSIS),
        *(replay_words.cost(NOT_DRAWN, play) for play in ANALYSIS.plays),
    ]


def test_in_lines_the_cost_comes_with_its_step() -> None:
    said: list[str] = []
    replay = LineReplay(SHOWN, said.append)
    replay.obey(f":{PLAY_NUMBER}")
    replay.obey("p")
    said.clear()

    replay.obey("n")

    assert COST in said


def test_on_the_full_screen_the_cost_is_shown_with_its_play() -> None:
    screen = ReplayScreen(SHOWN, at=PLAY_NUMBER)
    assert "accuracy 92 %" in as_text(painted(screen, Size(120, 40)))
    screen.press("left")
    screen.press("right")

    assert "A mistake, which cost 7 in 100" in as_text(painted(screen, Size(120, 40)))


# The file.


def test_an_encoded_analysis_can_be_decoded() -> None:
    assert decode_analysis(encode_analysis(ANALYSIS)) == ANALYSIS


def test_unknown_fields_are_ignored_but_not_a_later_version() -> None:
    line = encode_analysis(ANALYSIS)

    assert decode_analysis(line.replace(b'"worlds"', b'"moon":1,"worlds"')) == ANALYSIS
    with pytest.raises(MalformedError, match="version 3"):
        decode_analysis(encode_analysis(evolve(ANALYSIS, version=3)))


def test_an_analysis_is_opened_with_its_record(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(encode_analysis(ANALYSIS))

    assert with_analysis(OpenedRecord(RECORD), path) == SHOWN


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no file"),
        (b"", "is not an analysis"),
        (b"\xff\n", "is not an analysis"),
        (b'{"type":"analysis"}\n', "is not an analysis"),
        (b'{"type":"hint"}\n', "is not an analysis"),
        (encode_analysis(evolve(ANALYSIS, game="g2")), "of another game"),
    ],
)
def test_a_file_that_is_not_its_analysis_is_one_line(content: bytes | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(UnreadableError, match=words) as error:
        with_analysis(OpenedRecord(RECORD), path)

    assert error.value.is_misuse
    assert "\n" not in str(error.value)


def test_a_wrong_file_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Path(__file__).parents[2] / "records" / "hints.jsonl"

    assert main(["replay", str(record), "--analysis", str(tmp_path / "none"), "--data", str(tmp_path)]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_a_page_has_the_cost_of_each_play() -> None:
    page = read_page(document_of(SHOWN))

    items = [item.text for item in page.one("ol").all("li")]
    assert any(replay_words.cost(NOT_DRAWN, ANALYSIS.plays[0]) in item for item in items)
    assert (
        replay_words.cost(NOT_DRAWN, ANALYSIS.plays[0])
        not in read_page(document_of(OpenedRecord(RECORD))).one("ol").text
    )


@pytest.mark.slow("analyses a match with every wrong play")
@pytest.mark.parametrize("arm", list(Arm))
@pytest.mark.parametrize("tile", ["0-0", "6-5"])
def test_a_better_play_that_is_not_legal_does_no_harm(arm: Arm, tile: str) -> None:
    """The file may come from anywhere."""
    plays = tuple(evolve(judged(entry.seq, 0.2), better=BetterPlay(tile_of(tile), arm, 0.7)) for entry in PLAYS)
    screen = ReplayScreen(OpenedRecord(RECORD, analysis=evolve(ANALYSIS, plays=plays)))

    for entry in PLAYS:
        screen.replay.go_to_entry(entry.seq)
        screen.press("b")
        assert len(painted(screen, Size(80, 24))) == 24
        screen.press("A")
        assert len(painted(screen, Size(80, 24))) == 24
        screen.press("escape")
