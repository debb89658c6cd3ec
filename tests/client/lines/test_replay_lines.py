"""A replay in lines: transcripts."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from client.actions.action import AnalyseMatch, Go, Leave, Replaying
from client.actions.key_row import LINES, actions_of, rows_of
from client.actions.keys import REPLAY
from client.lines.replay_lines import LineReplay, all_lines
from client.program.replay_command import ReplayOptions, replay_command
from client.replay import replay_words
from client.replay.record_file import OpenedRecord, UnreadableError, audited, open_file
from client.store.saved_records import save_record
from client.terminal.typed_lines import TypedLines
from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.log.events import Knocked, PlayerReturned, Scored, StandInSeated, TileDrawn, TilePlayed
from protocol.wire.record import Header, Record, write_record
from tests.client.recorded import laid, small_record
from tests.played import entered, played_match, seen_from

RECORDS = Path(__file__).parents[2] / "records"


def shown(name: str) -> OpenedRecord:
    return open_file(RECORDS / f"{name}.jsonl")


class TypedReplay:
    """A replay led by typed lines; `type` returns what is answered."""

    def __init__(self, found: OpenedRecord, speed: float | None = None) -> None:
        self.printed: list[str] = []
        self.lines = LineReplay(found, self.printed.append, speed)
        self.lines.begin()

    def type(self, line: str) -> list[str]:
        self.printed.clear()
        assert self.lines.obey(line)
        return list(self.printed)


@pytest.fixture
def cinq() -> TypedReplay:
    return TypedReplay(shown("cinq-et-trois"))


# To the end.


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone of this program cannot be changed here")
def test_times_are_in_the_time_zone_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "EAST-9")
        time.tzset()
        moments = (
            replay_words.moment("2026-01-02T23:04:05.000Z"),
            replay_words.moment_anywhere("2026-01-02T23:04:05.000Z"),
        )
    time.tzset()

    assert moments == ("2026-01-03 08:04", "2026-01-02 23:04 UTC")


@pytest.mark.parametrize("at", ["", "yesterday", "0001-01-01T00:00:00+09:00"])
def test_an_invalid_time_is_shown_unchanged(at: str) -> None:
    assert replay_words.moment(at) == replay_words.moment_anywhere(at) == at[:16]


def test_no_reason_is_invented_for_a_stand_in() -> None:
    record = small_record(StandInSeated(0, "club"), laid(0, "5-5", Arm.START), PlayerReturned(0))

    assert list(all_lines(OpenedRecord(record)))[3:6] == [
        "A bot plays for Ann.",
        "Ann leads 5-5: sum 10 = 2 fives, 2 points.",
        "Ann plays again.",
    ]


def test_a_record_is_printed_one_play_a_line() -> None:
    lines = list(all_lines(shown("abandoned")))

    assert lines[:6] == [
        "Fives and Threes to 61 at the end of a round: Ann, Ben (bot), Cho and Dai (bot). Table oak, 2026-01-02 03:00.",
        "House rules: target_mode=end_of_round, tie=shared.",
        "",
        "Round 1. Ben leads with 6-6.",
        "Ben leads 6-6: sum 12 = 4 threes, 4 points.",
        "Cho plays 6-0 on the right. Left double 6 counts 12, right 0: sum 12 = 4 threes, 4 points.",
    ]
    assert lines[-1] == "The host has ended the match. Scores: Ann 22, Ben 21, Cho 9, Dai 6."


def test_every_round_after_the_first_begins_with_the_scores() -> None:
    lines = list(all_lines(shown("cinq-et-trois")))

    at = lines.index("Round 2. Ann leads: the lead rotates.")
    assert lines[at - 2 : at] == ["", "Scores: Ann 7, Ben 10."]


def test_a_drawn_tile_is_named_if_the_record_has_it() -> None:
    lines = list(all_lines(shown("partners")))

    assert "Ben draws 2-1, 7 left in the boneyard." in lines


def test_an_unfinished_record_says_that_it_ends() -> None:
    record = shown("all-fives").record
    unfinished = Record(record.header, record.entries[:20])

    assert list(all_lines(OpenedRecord(unfinished)))[-1].startswith(
        "The record ends here, before the match was over. Scores: "
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_draw_and_knock_has_its_line(preset: str) -> None:
    entries = entered(played_match(preset, chance=11))
    moves = [entry for entry in entries if isinstance(entry.event, TilePlayed | TileDrawn | Knocked)]

    lines = list(all_lines(OpenedRecord(Record(Header("g", "oak", ""), tuple(entries)))))

    assert sum(re.match(r"\w+ (leads \d|plays|draws|knocks)", line) is not None for line in lines) == len(moves)


def test_a_record_with_a_hidden_last_round_is_printed() -> None:
    entries = seen_from(0, shown("abandoned").record.entries)

    lines = list(all_lines(audited(Record(Header("g", "oak", ""), tuple(entries)))))

    assert lines[-1].startswith("The host has ended the match.")


# By letters.


def test_it_begins_with_the_heading_the_help_and_the_first_deal(cinq: TypedReplay) -> None:
    assert cinq.printed == [
        "Cinq et Trois to exactly 31: Ann and Ben. Table oak, 2026-01-02 03:00.",
        "House rules: target=31.",
        "Enter steps forward, ? shows the other letters.",
        "Round 1. Ben leads, chosen at random.",
    ]


def test_enter_steps_forward_and_p_steps_back(cinq: TypedReplay) -> None:
    assert cinq.type("") == ["Ben leads 6-6: sum 12 = 4 threes, 4 points."]
    assert cinq.type("n") == ["Ann plays 6-1 on the right. Left double 6 counts 12, right 1: sum 13, 1 over 12."]
    assert cinq.type("p") == [
        "Play 1 of 33, round 1, all tiles open.",
        "Ben leads 6-6: sum 12 = 4 threes, 4 points.",
    ]


def test_a_move_past_either_end_says_so(cinq: TypedReplay) -> None:
    assert cinq.type("p") == ["This is the beginning."]
    cinq.type("end")
    assert cinq.type("n") == ["This is the end."]
    assert cinq.type("]") == ["This is the end."]
    assert cinq.type("}") == ["No later play scores."]


def test_brackets_go_to_the_rounds(cinq: TypedReplay) -> None:
    assert cinq.type("]") == [
        "Play 11 of 33, round 2, all tiles open.",
        "Scores: Ann 7, Ben 10.",
        "Round 2. Ann leads: the lead rotates.",
    ]
    assert cinq.type("[")[1] == "Round 1. Ben leads, chosen at random."


def test_braces_go_to_the_plays_that_scored(cinq: TypedReplay) -> None:
    assert cinq.type("}")[1] == "Ben leads 6-6: sum 12 = 4 threes, 4 points."
    assert cinq.type("}")[1].startswith("Ben plays 6-4 on the left.")
    assert cinq.type("{")[1] == "Ben leads 6-6: sum 12 = 4 threes, 4 points."


@pytest.mark.parametrize("line", [":3", "3", ": 3"])
def test_a_number_goes_to_that_play(cinq: TypedReplay, line: str) -> None:
    assert cinq.type(line) == [
        "Play 3 of 33, round 1, all tiles open.",
        "Ben plays 6-4 on the left. Left 4, right 1: sum 5, 1 point.",
    ]


@pytest.mark.parametrize("line", [":", ":x", ":-1", ":99999999999", ":²"])
def test_an_invalid_number_of_a_play_is_explained(cinq: TypedReplay, line: str) -> None:
    assert cinq.type(line) == ["Write the number of a play, 1 to 33, like :12."]


def test_home_and_end_go_to_the_two_ends(cinq: TypedReplay) -> None:
    assert cinq.type("end")[1] == "Ben wins the match with 31 points. Scores: Ann 26, Ben 31."
    assert cinq.type("home")[1] == "Round 1. Ben leads, chosen at random."


def test_f_changes_the_view(cinq: TypedReplay) -> None:
    assert cinq.type("f") == ["Play 0 of 33, round 1, as Ann saw it."]
    assert cinq.type("w")[1:] == ["Ben: 7 tiles, not seen.", "Not dealt: 14 tiles, not seen."]
    assert cinq.type("f be") == ["Play 0 of 33, round 1, as Ben saw it."]
    assert cinq.type("f all") == ["Play 0 of 33, round 1, all tiles open."]
    assert cinq.type("f 1") == ["Play 0 of 33, round 1, as Ann saw it."]
    assert cinq.type("f 2") == ["Play 0 of 33, round 1, as Ben saw it."]
    for none in ("f 0", "f 3"):
        assert cinq.type(none) == ["There is no such seat: seats are numbered 1 to 2."]
    assert cinq.type("f Zoe") == ["There is no player called Zoe: there are Ann, Ben, and all."]


def test_a_lists_the_alternatives_best_first() -> None:
    reading = TypedReplay(shown("all-fives"))
    reading.type("n")

    lines = reading.type("a")

    assert lines[0].endswith(" could play:")
    points = [
        0 if "no points" in line else int(line.rpartition(", ")[2].split()[0]) for line in without_played(lines[1:])
    ]
    assert points == sorted(points, reverse=True)
    assert sum(line.endswith(", played.") for line in lines) == 1


def without_played(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield line.removesuffix(".").removesuffix(", played")


def test_a_after_a_knock_says_that_nothing_fitted(cinq: TypedReplay) -> None:
    knock = next(entry.seq for entry in cinq.lines.replay.record.entries if isinstance(entry.event, Knocked))
    cinq.lines.replay.go_to_entry(knock)

    assert cinq.type("a") == ["Nothing fitted: Ben had to knock."]


def test_a_says_that_points_past_the_target_would_not_count(cinq: TypedReplay) -> None:
    cinq.type("end")
    while not any("past the target" in line for line in cinq.type("p")):
        pass

    assert "3-3 on the left: sum 9, 3 points of which none would count, played." in cinq.type("a")


def test_t_gives_the_place_and_the_turn(cinq: TypedReplay) -> None:
    assert cinq.type("t") == ["Play 0 of 33, round 1, all tiles open.", "Ben's turn."]


def test_w_lists_the_hands_and_what_is_not_dealt(cinq: TypedReplay) -> None:
    lines = cinq.type("w")

    assert [line.split(": ")[0] for line in lines] == ["Ann", "Ben", "Not dealt"]


def test_l_lists_the_last_plays(cinq: TypedReplay) -> None:
    cinq.type("n")
    cinq.type("n")

    assert cinq.type("l")[-2:] == ["Ben leads 6-6: ends 12, 4 points, total 4.", "Ann 6-1 right: ends 12+1 = 13."]


def test_r_explains_the_rules_of_the_table(cinq: TypedReplay) -> None:
    lines = cinq.type("r")

    assert lines[0] == "Cinq et Trois (cinq-et-trois), after William Hill's Dominos - Cinq & Trois, with 1 house rule"
    assert "8 points for a sum of 15." in lines


def test_the_help_has_every_letter(cinq: TypedReplay) -> None:
    lines = cinq.type("?")

    assert [line.partition(": ")[0] for line in lines] == [row.typed for row in rows_of(REPLAY, LINES)]


def test_every_letter_has_an_answer_at_every_entry() -> None:
    reading = TypedReplay(shown("partners"))
    for _ in range(84):
        for letter, action in actions_of(REPLAY, LINES).items():
            if not isinstance(action, Go | AnalyseMatch | Leave) and action not in (
                Replaying.RUN,
                Replaying.GO_TO_PLAY,
            ):
                lines = reading.type(letter)
                assert lines
                assert "Unknown command" not in lines[0]
        reading.type("n")


def test_an_unknown_letter_is_reported(cinq: TypedReplay) -> None:
    assert cinq.type("xyzzy") == ["Unknown command xyzzy; ? lists the commands."]
    assert cinq.type("\x1b[31mred") == ["Unknown command red; ? lists the commands."], "no escape codes"


def test_q_leaves(cinq: TypedReplay) -> None:
    assert not cinq.lines.obey("q")


def test_play_continues_until_a_line_is_typed(cinq: TypedReplay) -> None:
    assert cinq.type("play") == ["Playing, 1 step a second. Enter pauses."]

    cinq.printed.clear()
    cinq.lines.take_due_step()
    assert cinq.printed == ["Ben leads 6-6: sum 12 = 4 threes, 4 points."]

    assert cinq.type("+") == ["Speed: 2 steps a second."]
    assert cinq.lines.replay.is_playing
    assert cinq.type("") == ["Paused. Play 1 of 33, round 1, all tiles open."]
    assert not cinq.lines.replay.is_playing


@pytest.mark.parametrize(
    ("speed", "said"), [(0.5, "0,5 coup par seconde"), (1.0, "1 coup par seconde"), (2.0, "2 coups par seconde")]
)
def test_a_speed_agrees_with_its_number_in_french(speed: float, said: str) -> None:
    with speaking(language_named("fr")):
        reading = TypedReplay(shown("cinq-et-trois"), speed=speed)

    assert reading.printed[-1] == f"Lecture, {said}. Entrée pour la pause."


def test_with_a_speed_it_plays_at_once() -> None:
    reading = TypedReplay(shown("cinq-et-trois"), speed=4.0)

    assert reading.printed[-1] == "Playing, 4 steps a second. Enter pauses."


def test_it_ends_at_the_end_of_input() -> None:
    printed: list[str] = []

    LineReplay(shown("cinq-et-trois"), printed.append).run(typed("n\nn\r\n"))

    assert printed[-1] == "Ann plays 6-1 on the right. Left double 6 counts 12, right 1: sum 13, 1 over 12."


def test_after_playing_to_the_end_it_waits_for_input() -> None:
    printed: list[str] = []

    LineReplay(shown("abandoned"), printed.append, speed=100_000.0).run(typed(""))

    assert "Playing, 100000 steps a second. Enter pauses." in printed


def typed(text: str) -> TypedLines:
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    return TypedLines(reader)


def test_typed_lines_are_read_one_by_one_until_the_end() -> None:
    lines = typed("one\ntwo\r\nhalf")

    assert [lines.next(), lines.next(5.0), lines.next()] == ["one", "two", "half"]
    with pytest.raises(EOFError):
        lines.next()


def test_a_timeout_without_input_is_none() -> None:
    reader, writer = os.pipe()
    lines = TypedLines(reader)

    assert lines.next(0.001) is None

    os.close(writer)
    with pytest.raises(EOFError):
        lines.next()


def test_waiting_for_a_line_does_not_take_it() -> None:
    lines = typed("one\n")

    assert [lines.wait(), lines.wait(5.0), lines.next()] == [True, True, "one"]
    assert lines.wait(), "the end is known"


# The command.


def test_a_pipe_gets_the_whole_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay_command(str(RECORDS / "all-threes.jsonl"), tmp_path, ReplayOptions()) == 0

    assert capsys.readouterr().out.splitlines() == list(all_lines(shown("all-threes")))


def test_a_missing_file_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay_command(str(tmp_path / "no.jsonl"), tmp_path, ReplayOptions()) == 2

    assert capsys.readouterr().err == f"fives: there is no file {tmp_path / 'no.jsonl'}\n"


def test_a_damaged_record_is_one_line_with_the_line_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes((RECORDS / "all-fives.jsonl").read_bytes()[:3000])
    lines = damaged.read_bytes().count(b"\n") + 1

    assert replay_command(str(damaged), tmp_path, ReplayOptions()) == 1

    said = capsys.readouterr()
    assert said.out == ""
    assert f" is damaged: line {lines}: " in said.err
    assert said.err.count("\n") == 1


def test_an_analysis_in_place_of_its_record_is_not_called_damaged(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "20260102-oak.analysis.json"
    file.write_text('{"type":"analysis"}')

    assert replay_command(str(file), tmp_path, ReplayOptions()) == 2
    assert capsys.readouterr().err == (
        f"fives: {file} is the analysis of a game: give the record beside it, which is shown with it\n"
    )


@pytest.mark.parametrize("content", [b"\n", b"hello\n", b'{"record":"fives","version":9}\n', b"\xff\xfe\n", b"[]"])
def test_a_file_that_is_not_a_record_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "no-record.jsonl"
    file.write_bytes(content)

    assert replay_command(str(file), tmp_path, ReplayOptions()) == 1

    said = capsys.readouterr().err
    assert "is damaged: line 1: " in said
    assert said.count("\n") == 1


def test_a_game_that_breaks_the_rules_is_shown_with_the_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = shown("cinq-et-trois").record
    at = next(number for number, entry in enumerate(record.entries) if isinstance(entry.event, Scored))
    unscored = [*record.entries[:at], *(evolve(entry, seq=entry.seq - 1) for entry in record.entries[at + 1 :])]
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(b"".join(write_record(record.header, unscored)))

    assert replay_command(str(file), tmp_path, ReplayOptions()) == 0

    said = capsys.readouterr()
    assert said.err.startswith("fives: This game breaks the rules at play 2: ")
    assert said.out.splitlines() == list(all_lines(open_file(file)))


@pytest.mark.parametrize("speed", [0.0, -1.0, 2000.0, float("nan"), float("inf")])
def test_an_invalid_speed_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path, speed: float) -> None:
    assert replay_command(str(RECORDS / "all-threes.jsonl"), tmp_path, ReplayOptions(speed=speed)) == 2

    assert "--speed takes steps a second" in capsys.readouterr().err


def test_a_record_without_entries_is_only_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "g-1.jsonl"
    path.write_bytes(b"".join(write_record(Header("g-1", "oak", "2026-01-02T03:04:05.000Z"), ())))

    assert replay_command(str(path), tmp_path, ReplayOptions()) == 1
    assert replay_command(None, tmp_path, ReplayOptions()) == 0
    lines = capsys.readouterr()
    assert lines.err == f"fives: {path} has no entries\n"
    assert lines.out == f"{path}: 2026-01-02 03:04, no entries\n"


def test_a_folder_is_not_a_record(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="is a folder"):
        open_file(tmp_path)


def test_without_a_file_a_pipe_gets_the_list_of_saved_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = save_record(tmp_path, "host:5533", "g-1", "oak", shown("cinq-et-trois").record.entries)
    damaged = save_record(tmp_path, "host:5533", "g-0", "oak", shown("all-fives").record.entries)
    damaged.write_bytes(b"hello\n")

    assert replay_command(None, tmp_path, ReplayOptions()) == 0

    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{path}: 2026-01-02 03:00, Cinq et Trois, Ann and Ben (bot): Ben won 31 to 26"
    assert second.startswith(f"{damaged}: damaged, line 1: ")


def test_an_empty_folder_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert replay_command(None, tmp_path / "records", ReplayOptions()) == 0

    assert capsys.readouterr().out.startswith("No games are saved in ")


# Playing on.


def test_a_number_after_p_chooses_a_seat_and_ends_the_replay() -> None:
    opened = shown("all-fives")
    lines = LineReplay(opened, lambda _: None)
    typed = iter([":9", "P", "2"])

    class Typed(TypedLines):
        def next(self, seconds: float | None = None) -> str | None:
            return next(typed)

    found = lines.run(Typed.__new__(Typed))

    assert found is not None
    assert (found.entry, found.seat, found.path) == (lines.replay.position, 0, opened.path)


def test_other_lines_after_p_do_what_they_always_do(cinq: TypedReplay) -> None:
    cinq.type("P")
    assert cinq.type("9") == ["The numbers go from 1 to 2."]
    assert cinq.type("") == ["Nothing is chosen."]
    cinq.type("P")
    assert cinq.type("t")[0].startswith("Play 0 of ")
    assert cinq.type("3")[0].startswith("Play 3 of ")
