"""Plays, draws, rounds and turns for ears: few words, the ends once, and no sign that is silent."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from attrs import evolve

from client.model.announced_lines import lines_of
from client.model.announcements import Announcement, Subject
from client.words.languages.by_name import language_named
from client.words.say import speaking
from client.words.settings import SPEECH
from client.words.spoken_words import CELLS, for_ears
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.tiles import HIDDEN
from protocol.log.events import Event, Knocked, TileDrawn, TilePlayed
from tests.client.at_table import ask_for, receive, seated_model
from tests.client.lines.test_transcripts import transcript, two_rounds
from tests.played import NAMES
from tests.protocol.table_notation import round_of, tile_of


def heard(*events: Event, mine: str = "6-0 3-1", line: str = "3-3 3-5", turn: int = 1, boneyard: str = "") -> list[str]:
    """What Ann hears of these events; she is on seat 0, with Ben and Cho."""
    hands = f"{mine} | ? ? ? | ? ? ?"
    before = round_of(rules="all-fives", hands=hands, line=line, turn=turn, boneyard=boneyard)
    model = seated_model(before)
    for event in events:
        ask_for(model, event)
    return lines_of(receive(model, *events), model, SPEECH)


def test_a_play_of_another_player_is_a_name_a_tile_and_an_end() -> None:
    assert heard(TilePlayed(1, tile_of("5-1"), Arm.RIGHT)) == ["Ben 5 1 right."]


def test_a_play_that_scores_says_its_points() -> None:
    assert heard(TilePlayed(1, tile_of("5-4"), Arm.RIGHT)) == ["Ben 5 4 right plus 10."]


def test_my_own_play_is_not_repeated() -> None:
    assert heard(TilePlayed(0, tile_of("3-1"), Arm.LEFT), turn=0) == ["Zero."]


def test_the_ends_are_said_once_when_it_is_my_turn() -> None:
    assert heard(TilePlayed(2, tile_of("5-5"), Arm.RIGHT), turn=2)[-1] == "Your turn: double 3, double 5 sum 16."


def test_ends_that_are_too_many_for_braille_have_a_line_of_their_own() -> None:
    line = "6-6 l:6-5 l:5-5 r:6-4 r:4-4 u:6-1 u:1-1 d:6-0"
    table = round_of(rules="all-fives", hands="6-3 3-1 | ? ? | ? ?", line=line, turn=2)
    model = seated_model(table)

    said = lines_of(receive(model, TilePlayed(2, tile_of("3-0"), Arm.DOWN)), model, SPEECH)[-2:]

    assert said == ["Ends double 5, double 4, up double 1, down 3 sum 23.", "Your turn."]


def test_what_is_left_to_do_is_said_if_nothing_fits() -> None:
    assert heard(TilePlayed(2, tile_of("5-5"), Arm.RIGHT), turn=2, mine="6-0 4-1")[-1] == "Your turn: knock."


def test_a_knock_says_what_the_player_has_not() -> None:
    assert heard(Knocked(1)) == ["Ben knocks: no 3 or 5."]


@pytest.mark.parametrize(
    ("name", "said"), [("es", "Ben pasa: no tiene 3 ni 5."), ("fr", "Ben boude : pas de 3 ni de 5.")]
)
def test_what_a_player_has_not_is_joined_as_in_the_language(name: str, said: str) -> None:
    with speaking(language_named(name)):
        (line,) = heard(Knocked(1))

    assert line.replace("\u00a0", " ") == said


def test_a_knock_at_the_same_ends_as_the_one_before_does_not_say_them_again() -> None:
    assert heard(Knocked(1), Knocked(2))[:2] == ["Ben knocks: no 3 or 5.", "Cho knocks."]


def test_who_has_drawn_is_not_named_again_with_what_follows() -> None:
    draws = [TileDrawn(1, HIDDEN)] * 2
    played = TilePlayed(1, tile_of("5-1"), Arm.RIGHT)
    assert heard(*draws, played, boneyard="? ? ? ?") == ["Ben draws 2, no 3 or 5.", "5 1 right."]
    assert heard(*draws, Knocked(1), boneyard="? ?") == ["Ben draws 2, no 3 or 5.", "Knocks."]


def test_the_score_is_said_near_the_target() -> None:
    """It is also said before each round, and `s` says it at any time."""
    table = round_of(rules="all-fives", hands="6-0 | ? ? | ? ?", line="3-3 3-5", turn=1)
    near = evolve(table, scores=(0, table.rules.target - 30, 0))
    model = seated_model(near)

    said = lines_of(receive(model, TilePlayed(1, tile_of("5-4"), Arm.RIGHT)), model, SPEECH)

    assert said == [f"Ben 5 4 right plus 10. Total {table.rules.target - 20}."]


def test_points_that_do_not_count_are_said() -> None:
    table = round_of(rules="fives-and-threes", hands="6-0 | ? ? | ? ? | ? ?", line="3-3 3-5", turn=1)
    model = seated_model(evolve(table, scores=(0, 60, 0, 0)))

    (said,) = lines_of(receive(model, TilePlayed(1, tile_of("5-4"), Arm.RIGHT)), model, SPEECH)

    assert said.startswith("Ben 5 4 right. That does not count: ")


def turns_of(game: str) -> Iterator[str]:
    """The last line of each of my turns in a match."""
    return (line for line in transcript(game, SPEECH) if line.startswith("Your turn"))


@pytest.mark.parametrize("game", PRESETS)
def test_the_line_of_my_turn_fits_a_braille_display(game: str) -> None:
    turns = list(turns_of(game))

    assert turns
    assert max(map(len, turns)) <= CELLS


@pytest.mark.parametrize("game", PRESETS)
def test_no_sign_is_silent(game: str) -> None:
    for line in map(for_ears, transcript(game, SPEECH)):
        assert "`" not in line
        assert " = " not in line


def test_what_is_typed_stays_as_it_is_typed() -> None:
    assert for_ears("Write it like `target=100`: sum 15 = 5 threes.") == "Write it like target=100: sum 15, 5 threes."


@pytest.mark.parametrize("game", PRESETS)
def test_every_play_of_the_others_is_heard(game: str) -> None:
    lines = list(transcript(game, SPEECH))
    plays = [event for event in two_rounds(game) if isinstance(event, TilePlayed) and event.seat]

    assert plays
    for play in plays:
        name, tile = NAMES[play.seat], f"{play.tile.high} {play.tile.low}"
        after_draws = [here for drawn, here in pairwise(lines) if drawn.startswith(f"{name} draws")]
        assert any(line.startswith((f"{name} {tile} ", f"{name} leads {tile}")) for line in lines) or any(
            line.startswith(f"{tile} ") for line in after_draws
        )


def test_an_announcement_without_a_form_for_ears_is_said_as_it_is() -> None:
    model = seated_model(round_of(rules="all-fives", hands="6-0 | ?", line="3-1"))

    assert lines_of([Announcement(Subject.CHAT, "Ben: hello", 1)], model, SPEECH) == ["Ben: hello"]
