"""The meaning of typed lines."""

import pytest
import trio
from attrs import evolve

from client.actions import typed_help as words_help
from client.actions.form import table_to_open
from client.actions.typed_help import help_lines
from client.lines.letters import Reply
from client.lines.typed_play import TypedPlay, is_move, typed_play
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.own_host import OwnHost
from client.words.brief_rules import in_brief
from client.words.say import say
from protocol.game.layout import Arm
from protocol.log.commands import (
    AddBot,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    Rematch,
    RemoveBot,
    Resume,
    Say,
    Start,
    TakeSeat,
)
from protocol.log.events import Said, TableOptions, TilePlayed
from protocol.log.table import Stage
from protocol.shared.exit_status import MisusedError
from protocol.wire.messages import (
    AskTables,
    Do,
    FromClient,
    NotAccepted,
    OpenTable,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
)
from protocol.wire.notices import GraceNotice, Notice, TurnNotice
from tests.client.at_lines import at, letters, sent
from tests.client.at_table import ask_for, new_model, receive, seated_model
from tests.protocol.table_notation import round_of, tile_of

DUEL = round_of(rules="cinq-et-trois", hands="6-0 3-1 4-1 | ? ? ?", line="3-1")
BETWEEN_MATCHES = evolve(DUEL, stage=Stage.OVER)


def test_y_plays_the_tile_that_the_player_was_warned_of() -> None:
    typed, model = at(evolve(DUEL, options=TableOptions(warnings=True)))
    typed.obey("4-1")
    (asked,) = model.pending.outbox
    assert isinstance(asked, Do)
    model.receive(NotAccepted(asked.id, "costly", "4-1 may cost about 12 in 100 chances to win"))
    typed.obey("c")
    typed.obey("y")

    assert sent(model) == [PlayTile(tile_of("4-1"), Arm.LEFT, warn=True), PlayTile(tile_of("4-1"), Arm.LEFT)]


# Reading a line.


@pytest.mark.parametrize(
    ("line", "play"),
    [
        ("3", TypedPlay(3, None, None)),
        ("3 r", TypedPlay(3, None, "r")),
        ("3r", TypedPlay(3, None, "r")),
        (" 12  LEFT ", TypedPlay(12, None, "left")),
        ("4-1", TypedPlay(None, tile_of("4-1"), None)),
        ("1-4 left", TypedPlay(None, tile_of("4-1"), "left")),
        ("12-10 up", TypedPlay(None, tile_of("12-10"), "up")),
        ("Play 6-4 on the left.", TypedPlay(None, tile_of("6-4"), "left")),
        ("play 6-4", TypedPlay(None, tile_of("6-4"), None)),
        ("3 on the right", TypedPlay(3, None, "right")),
        ("w", None),
        ("333", None),
        ("3 r r", None),
        ("play", None),
        ("3 on the", None),
        ("plays 3", None),
        ("-3", None),
        ("open all-fives", None),
    ],
)
def test_a_play_is_a_number_or_a_tile_and_maybe_an_end(line: str, play: TypedPlay | None) -> None:
    assert typed_play(line) == play


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("3", True),
        ("4-1 left", True),
        ("b", True),
        (" ", True),
        ("k", True),
        ("p", True),
        ("", False),
        ("w", False),
        ("/3", False),
    ],
)
def test_only_plays_draws_and_knocks_have_to_wait_for_a_turn(line: str, waits: bool) -> None:
    assert is_move(line) == waits


# Moves.


@pytest.mark.parametrize(
    ("letter", "word"),
    [
        ("w", "hand"),
        ("z", "fits"),
        ("c", "ends"),
        ("v", "chain"),
        ("s", "scores"),
        ("e", "tiles"),
        ("t", "turn"),
        ("l", "plays"),
        ("i", "hint"),
        ("r", "rules"),
        ("n", "who"),
        ("m", "chat"),
    ],
)
def test_a_word_asks_what_its_letter_does(letter: str, word: str) -> None:
    table, model = at(DUEL)
    other, other_model = at(DUEL)

    assert table.obey(word) == other.obey(letter)
    assert sent(model) == sent(other_model)


def test_r_reads_the_rules_in_brief_and_names_what_reads_all_of_them() -> None:
    letters, model = at(DUEL)

    brief = letters.obey("r").lines
    assert brief[:-1] == in_brief(model.table.rules, model.view.assist, is_drawn=False)
    assert "`r all`" in brief[-1]

    everything = letters.obey("rules all").lines
    assert everything == letters.show("rules").lines
    assert everything[-1].startswith("Nothing for any other sum")
    assert letters.obey("r everything").lines == ("`r` reads the rules in brief, `r all` all of them.",)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("3", PlayTile(tile_of("4-1"), Arm.LEFT)),
        ("2 r", PlayTile(tile_of("3-1"), Arm.RIGHT)),
        ("2 d", PlayTile(tile_of("3-1"), Arm.RIGHT)),
        ("2 g", PlayTile(tile_of("3-1"), Arm.LEFT)),
        ("4-1 left", PlayTile(tile_of("4-1"), Arm.LEFT)),
    ],
)
def test_a_play_is_sent_and_answered_by_its_announcement(line: str, command: object) -> None:
    table, model = at(DUEL)

    assert table.obey(line) == Reply()
    assert sent(model) == [command]


def test_a_play_at_a_lone_double_needs_no_side() -> None:
    table, model = at(round_of(rules="cinq-et-trois", hands="6-0 3-1 4-1 | ? ? ?", line="6-6"))

    assert table.obey("1") == Reply()
    assert sent(model) == [PlayTile(tile_of("6-0"), Arm.LEFT)]


def test_with_one_tile_left_there_is_one_number_to_give() -> None:
    table, _ = at(round_of(rules="cinq-et-trois", hands="6-0 | ? ? ?", line="6-6"))

    assert table.obey("2") == Reply(("You hold 1 tile: give the number 1, or the tile, like 4-1.",))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1", "6-0 does not fit: the ends are 1 and 3."),
        ("2", "3-1 fits left and right: say left or right."),
        ("9", "You hold 3 tiles: give a number from 1 to 3, or the tile, like 4-1."),
        ("0", "You hold 3 tiles: give a number from 1 to 3, or the tile, like 4-1."),
        ("5-5", "You do not hold 5-5."),
        ("9-9", "There is no 9-9 in this set."),
        ("3 nowhere", "nowhere is no end: say left, right, up or down."),
        ("b", "You can play 3-1 or 4-1."),
        ("k", "You can play 3-1 or 4-1."),
        ("hello", "Unknown command hello; ? lists the commands."),
        ("pasue", "Unknown command pasue; ? lists the commands. Did you mean pause?"),
        ("scroes", "Unknown command scroes; ? lists the commands. Did you mean scores?"),
        ("vebosity 2", "Unknown command vebosity; ? lists the commands. Did you mean verbosity?"),
        ("\x1b[31mred", "Unknown command red; ? lists the commands."),
        ("\x1b[F", "Unknown command; ? lists the commands."),
    ],
)
def test_an_impossible_line_is_answered_and_not_sent(line: str, text: str) -> None:
    table, model = at(DUEL)

    assert table.obey(line) == Reply((text,))
    assert sent(model) == []


def test_a_tile_that_fits_two_ends_is_completed_by_naming_one() -> None:
    table, model = at(DUEL)
    table.obey("2")

    assert table.obey("left") == Reply()
    assert sent(model) == [PlayTile(tile_of("3-1"), Arm.LEFT)]


def test_an_end_alone_is_no_command_unless_one_was_asked_for() -> None:
    table, model = at(DUEL)
    table.obey("2")
    table.obey("c")

    assert table.obey("left").lines[0].startswith("Unknown command left")
    assert sent(model) == []


def test_a_lead_may_be_given_with_an_end_that_it_does_not_need() -> None:
    table, model = at(round_of(rules="cinq-et-trois", hands="6-0 3-1 | ?"))

    table.obey("1 r")

    assert sent(model) == [PlayTile(tile_of("6-0"), Arm.START)]


@pytest.mark.parametrize("line", ["b", " ", "   "])
def test_a_space_draws_as_b_does(line: str) -> None:
    table, model = at(round_of(rules="all-fives", hands="6-0 | ?", line="3-1", boneyard="? ?"))

    table.obey(line)

    assert sent(model) == [DrawTile()]


@pytest.mark.parametrize("line", ["k", "p", "K"])
def test_k_and_p_knock(line: str) -> None:
    table, model = at(round_of(rules="cinq-et-trois", hands="6-0 | ?", line="3-1"))

    table.obey(line)

    assert sent(model) == [Knock()]


def test_a_play_on_another_players_turn_is_prepared_and_says_so() -> None:
    table, model = at(round_of(rules="cinq-et-trois", hands="6-0 4-1 | ?", line="3-1", turn=1))

    assert table.obey("2").lines == ("4-1 is prepared: it is played on your turn, if it still fits.",)
    assert sent(model) == []


def test_a_slash_sends_chat() -> None:
    table, model = at(DUEL)

    table.obey("/nice one, 3 r")

    assert sent(model) == [Say("nice one, 3 r")]


def test_a_command_without_a_connection_is_answered() -> None:
    table, model = at(DUEL)
    model.connection_lost("the host closed the connection", 8.0)

    assert table.obey("3").lines == ("It is sent when the connection is back.",)
    assert table.obey("i").lines == ("You are not connected to the host.",)


def test_an_empty_line_without_a_connection_connects_at_once() -> None:
    table, model = at(DUEL)
    model.connection_lost("the host closed the connection", 8.0)
    table.link.pauses._waiting = waiting = trio.CancelScope()

    assert table.obey("").lines == ()
    assert waiting.cancel_called


def test_a_spectator_cannot_play() -> None:
    table, _ = at(DUEL, seat=None)

    assert table.obey("1").lines == ("You are watching: only players at the table can do that.",)


def test_who_came_only_to_watch_watches_the_next_table_too() -> None:
    model = seated_model(DUEL, None)
    model.session.role = Role.SPECTATOR
    letters(model).obey("join ash")

    assert model.session.role is Role.SPECTATOR


# Questions.


@pytest.mark.parametrize("letter", ["w", "z", "c", "v", "s", "e", "t", "l", "r", "n", "m", "?", "help", ""])
def test_every_question_has_an_answer(letter: str) -> None:
    table, model = at(DUEL)

    reply = table.obey(letter)

    assert reply.lines
    assert all(line.strip() and "\n" not in line and "\x1b" not in line for line in reply.lines)
    assert sent(model) == []


@pytest.mark.parametrize("letter", ["w", "c", "v", "s", "e", "t", "l", "r", "n", "1", "b", "k", "rematch", "start"])
def test_before_a_table_questions_have_no_answer(letter: str) -> None:
    assert letters(new_model()).obey(letter) == Reply((say("refusal.not_at_a_table"),))


def test_the_last_chat_messages_can_be_repeated() -> None:
    table, model = at(DUEL)
    receive(model, *(Said(1, "Ben", f"line {nth}") for nth in range(10)))

    assert table.obey("m").lines == tuple(f"Ben: line {nth}" for nth in range(2, 10))


@pytest.mark.parametrize(
    "typed",
    [
        word
        for typed, _ in (
            *(*words_help.TO_PLAY, *words_help.letters(), *words_help.OF_LINE_MODE),
            *(*words_help.TOPICS, *words_help.commands()),
        )
        for word in ("" if typed == "Enter" else typed).split(", ")
    ],
)
def test_everything_that_help_names_means_something(typed: str) -> None:
    table, _ = at(DUEL, is_host=True)

    assert not any("Unknown command" in line for line in table.obey(typed).lines)


def test_help_begins_with_what_a_beginner_wants_and_says_how_to_get_the_rest() -> None:
    table, model = at(DUEL)

    assert table.obey("?").lines == (
        "3: play my third tile; 3 r plays it on the right.",
        "k, p, knock, pass: knock.",
        "z, fits: only the tiles that fit.",
        "i, hint: a hint: the best play, and why; again: what each play leads to; everyone sees that you take one.",
        "r, rules: the rules of this table, and what each sum scores.",
        "/: chat with the table.",
        "q, quit, leave, exit: leave; asks once.",
        "w, hand: my hand in words, and where each tile fits.",
        "c, ends: the ends and their sum.",
        "s, scores: the scores, round by round.",
        "t, turn: whose turn it is, and how much time is left.",
        "? all: all other commands. x: the menu of this table. ? playing: how to play.",
    )
    assert table.obey("? all").lines == tuple(help_lines(model))


def test_help_has_no_draw_in_a_game_without_a_boneyard() -> None:
    duel, _ = at(DUEL)
    all_fives, _ = at(round_of(rules="all-fives", hands="6-0 3-1 | ? ?", line="3-1"))

    for asked in ("?", "? all"):
        assert not [line for line in duel.obey(asked).lines if line.startswith("b, draw")]
        assert [line for line in all_fives.obey(asked).lines if line.startswith("b, draw")]


def test_only_the_hosts_help_has_the_hosts_commands() -> None:
    (_, host), (_, guest) = at(DUEL, is_host=True), at(DUEL)

    assert [line for line in help_lines(host) if line.startswith("kick")]
    assert not [line for line in help_lines(guest) if line.startswith("kick")]


def test_who_does_not_run_the_daemon_reads_of_no_command_for_it() -> None:
    _, model = at(DUEL, is_host=True)
    assert not [line for line in help_lines(model) if line.startswith("invite")]

    model.own_host = OwnHost("http://localhost")

    assert [line for line in help_lines(model) if line.startswith("invite")]


def test_who_may_begin_without_being_the_host_has_the_commands_for_that() -> None:
    seating = evolve(DUEL, stage=Stage.SEATING)

    def commands(model: Model) -> tuple[str, ...]:
        return letters(model, asks_before_leaving=False).obey("x").lines

    first = commands(seated_model(seating, may_begin=True))
    assert [line for line in first if line.startswith("start")]
    assert not [line for line in first if line.startswith("kick")]
    assert not [line for line in commands(seated_model(seating)) if line.startswith("start")]


def test_x_numbers_what_can_be_done_with_the_table_and_asks_before_what_costs_something() -> None:
    asks, model = at(DUEL, is_host=True)
    lines = asks.obey("x").lines
    assert lines[:2] == ("Host:", "1: Pause the game.")
    assert "or s: Score sheet." in " ".join(lines)
    end = next(line.partition(":")[0] for line in lines if "End the match for everybody" in line)
    assert asks.obey(end).lines == ("End the match for everyone? Type y to confirm.",)
    asks.obey("y")
    assert sent(model) == [EndMatch()]


@pytest.mark.parametrize(
    ("label", "answer"), [("Who sits where", "Seat 1: You."), ("Keys", "3: play"), ("Rules of this table", "Points")]
)
def test_what_the_menu_leads_to_is_printed(label: str, answer: str) -> None:
    asks, _ = at(DUEL)
    number = next(line.partition(":")[0].split()[0] for line in asks.obey("x").lines if label in line)

    assert any(line.startswith(answer) for line in asks.obey(number).lines)


@pytest.mark.parametrize(
    ("clock", "answer"),
    [
        (TurnNotice(0, seconds=30.0), "Your turn. 3 tiles. You have 18 seconds."),
        (
            GraceNotice(1, seconds=30.0),
            "Your turn. 3 tiles. Unless Ben is back in 18 seconds, a bot takes over.",
        ),
    ],
)
def test_whose_turn_it_is_says_how_long_for(clock: Notice, answer: str) -> None:
    table, model = at(DUEL)
    model.receive(clock, now=100.0)

    assert table.obey("t", now=112.0).lines == (answer,)


# Leaving, settings, the table.


def test_leaving_a_match_must_be_confirmed_once() -> None:
    table, _ = at(DUEL)

    assert table.obey("q") == Reply(("Leave? The match goes on; you can come back. Type y to confirm.",))
    assert table.obey("q").leaves


@pytest.mark.parametrize("typed", ["y", "Yes"])
def test_y_means_yes_to_a_question_and_nothing_without_one(typed: str) -> None:
    table, _ = at(DUEL)

    assert table.obey(typed).lines[0].startswith(("Unknown command", "Nobody asks for a seat."))
    table.obey("q")
    assert table.obey(typed).leaves


def test_another_line_in_between_stays() -> None:
    table, _ = at(DUEL)
    table.obey("q")
    table.obey("c")

    assert not table.obey("q").leaves


def test_talk_in_between_leaves_the_question_open() -> None:
    table, _ = at(DUEL)
    table.obey("q")
    table.obey("/bye all")

    assert table.obey("y").leaves


def test_a_list_that_comes_after_a_question_is_not_chosen_from_and_y_still_means_yes() -> None:
    table, _ = at(DUEL)
    table.obey("q")

    assert table.show("tables").lines[0] == "Open a table."
    assert table.obey("y").leaves


def test_leaving_without_a_match_needs_no_confirmation() -> None:
    assert at(evolve(DUEL, stage=Stage.OVER))[0].obey("q").leaves
    assert at(DUEL, seat=None)[0].obey("q").leaves
    assert letters(seated_model(DUEL), asks_before_leaving=False).obey("q").leaves


def test_a_host_must_confirm_ending_the_match() -> None:
    table, model = at(DUEL, is_host=True)

    assert table.obey("end").lines == ("End the match for everyone? Type y to confirm.",)
    assert sent(model) == []
    table.obey("end")
    assert sent(model) == [EndMatch()]


def test_a_host_must_confirm_sending_a_player_away() -> None:
    for line in ("kick ben", "kick 2"):
        table, model = at(DUEL, is_host=True)

        assert table.obey(line).lines == ("Send Ben away? A bot takes the seat for good. Type y to confirm.",)
        assert sent(model) == []
        table.obey(line)
        assert sent(model) == [Kick(1)]


def test_joining_another_table_during_a_match_must_be_confirmed_and_repeats_no_password() -> None:
    table, model = at(DUEL)
    model.lobby.update(Tables((TableSummary("ash", "g2", "all-fives", (), Stage.SEATING),)))

    assert table.obey("join ash plum").lines == (
        "Leave this table? The match goes on; you can come back. Type y to confirm.",
    )
    assert model.session.game == "g1"
    table.obey("c")
    assert table.obey("join ash plum").lines
    table.obey("join ash plum")
    assert model.session.wanted_table == "ash"


def test_another_action_does_not_confirm() -> None:
    table, model = at(DUEL, is_host=True)
    table.obey("end")

    assert table.obey("q").lines
    assert table.obey("end").lines
    assert sent(model) == []


def test_a_pipe_confirms_nothing() -> None:
    model = seated_model(DUEL)
    model.lobby.update(Tables((TableSummary("ash", "g2", "all-fives", (), Stage.SEATING),)))
    letters(model, asks_before_leaving=False).obey("join ash")

    assert model.session.wanted_table == "ash"


def test_verbosity_is_kept_within_its_bounds() -> None:
    table, _ = at(DUEL)

    assert table.obey("verbosity 2").lines == ("Verbosity 2.",)
    assert table.obey("verbosity 3").lines == ("Verbosity is 2; it can be 0, 1, 2 or speech.",)
    assert table.habits.verbosity == 2


def test_the_verbosity_for_ears_is_a_word() -> None:
    table, _ = at(DUEL)

    assert table.obey("verbosity speech").lines == (say("lines.verbosity_speech"),)
    assert table.habits.verbosity == "speech"
    assert table.obey("verbosity silence").lines == ("Verbosity is speech; it can be 0, 1, 2 or speech.",)


def test_again_says_what_happened_since_my_last_move_in_few_words() -> None:
    table, model = at(round_of(rules="all-fives", hands="6-1 4-4 | ? ? | ? ?", line="3-3 3-6", turn=0))
    mine, bens = TilePlayed(0, tile_of("6-1"), Arm.RIGHT), TilePlayed(1, tile_of("5-1"), Arm.RIGHT)
    chos = TilePlayed(2, tile_of("3-0"), Arm.LEFT)
    ask_for(model, mine)

    table.note(receive(model, mine))
    assert table.obey("again").lines == ("Zero.", "Ben's turn.")

    table.note(receive(model, bens))
    table.note(receive(model, chos))
    assert table.obey("again").lines == ("Zero.", "Ben 5 1 right.", "Cho 3 0 left plus 5.", "Your turn: knock.")


def test_again_goes_back_past_an_answer_about_a_prepared_play() -> None:
    table, model = at(round_of(rules="all-fives", hands="6-1 4-4 | ? ? | ? ?", line="3-3 3-6", turn=1))

    table.note(receive(model, TilePlayed(1, tile_of("6-5"), Arm.RIGHT)))
    table.note([Announcement(Subject.OWN, "Your prepared 6-1 is dropped.")])

    assert table.obey("again").lines == ("Ben 6 5 right.", "Your prepared 6-1 is dropped.", "Cho's turn.")


def test_again_before_anything_has_happened() -> None:
    table, _ = at(round_of(rules="all-fives", hands="6-1 4-4 | ? ?", line="3-3 3-6", turn=0))

    assert table.obey("again").lines == ("Nothing has happened since your last move.",)


@pytest.mark.parametrize(("line", "is_on"), [("autoknock on", True), ("autoknock off", False)])
def test_autoknock_is_switched_on_and_off(line: str, is_on: bool) -> None:
    table, model = at(DUEL)
    model.settings.use("autoknock", not is_on)

    table.obey(line)

    assert model.settings.knocks == is_on


def test_autoknock_without_on_or_off_names_both() -> None:
    assert at(DUEL)[0].obey("autoknock").lines == ("Type autoknock on or autoknock off.",)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("start", Start()),
        ("pause", Pause()),
        ("resume", Resume()),
        ("bot 2", AddBot(1, "club")),
        ("bot Ben casual", AddBot(1, "casual")),
        ("unbot 2", RemoveBot(1)),
        ("sit", TakeSeat(None)),
        ("sit 1", TakeSeat(0)),
        ("stand", LeaveSeat()),
        ("tables", AskTables()),
    ],
)
def test_commands_about_the_table_are_sent(line: str, command: FromClient | object) -> None:
    table, model = at(DUEL, is_host=True)

    assert table.obey(line) == Reply()
    assert sent(model) == [command]


def test_opening_a_table_during_a_match_must_be_confirmed_because_the_player_goes_there() -> None:
    table, model = at(DUEL)

    asked = table.obey("open all-fives --seats 3 --set target=100").lines
    assert asked == ("Leave this table? The match goes on; you can come back. Type y to confirm.",)
    assert sent(model) == []
    assert table.obey("y") == Reply()
    assert sent(model) == [OpenTable("all-fives", {"target": "100"}, 3)]


def test_joining_the_table_where_the_player_is_changes_nothing() -> None:
    table, model = at(DUEL)

    assert table.obey("join oak").lines == ("You are at table oak already.",)
    assert model.session.game == "g1"


def test_a_rematch_is_possible_after_the_match() -> None:
    table, model = at(evolve(DUEL, stage=Stage.OVER))
    table.obey("rematch")
    assert sent(model) == [Rematch()]

    table, model = at(DUEL)
    assert table.obey("rematch").lines == ("The match is not over yet.",)


def test_only_a_match_that_is_over_can_be_analysed() -> None:
    table, _ = at(DUEL)

    assert table.obey("analyse") == Reply(("Only a match that is over can be analysed.",))


@pytest.mark.parametrize("line", ["kick", "bot", "unbot"])
def test_a_command_without_its_seat_asks_for_one(line: str) -> None:
    table, model = at(DUEL, is_host=True)

    assert table.obey(line).lines == ("Give a name or the number of a seat; n lists the seats.",)
    assert sent(model) == []


@pytest.mark.parametrize("line", ["kick nobody", "bot nobody", "unbot nobody"])
def test_an_unknown_name_is_answered(line: str) -> None:
    table, model = at(DUEL, is_host=True)

    assert table.obey(line).lines[0].startswith("Nobody here is called")
    assert sent(model) == []


@pytest.mark.parametrize("line", ["sit 0", "sit 3", "kick 0", "bot 12", "unbot 3"])
def test_seats_count_from_one_and_no_further_than_there_are(line: str) -> None:
    table, model = at(DUEL, is_host=True)

    assert table.obey(line).lines == ("There is no such seat: seats are numbered 1 to 2.",)
    assert sent(model) == []


@pytest.mark.parametrize(
    "typed",
    [
        *("chess", "--rules chess", "all-fives --seats 9", "--nonsense", "all-fives 'unclosed", "--think 3", "a b"),
        *("spectators=nope", "spectators=NO", "spectators=", "game="),
        *("all-fives --rules playroom", "all-fives game=playroom"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_before_it_is_sent(typed: str) -> None:
    with pytest.raises(MisusedError):
        table_to_open(typed, TableOptions())

    table, model = at(DUEL)
    assert table.obey(f"open {typed}").lines[0].startswith("No table was opened: ")
    assert sent(model) == []


@pytest.mark.parametrize("typed", ["@", "--@", "--set @", "@=1", "hand=@", "--seats @", "all-fives @", "a game=@"])
@pytest.mark.parametrize("hostile", ["\x1b[31mred\x07", "'a\x9b2J\u202eb'", "x" * 3000, "x y " * 1000])
def test_a_table_that_cannot_be_opened_is_explained_in_one_plain_line(typed: str, hostile: str) -> None:
    table, _ = at(DUEL)

    (line,) = table.obey(f"open {typed.replace('@', hostile)}").lines

    assert line.isprintable()
    assert len(line) < 450


@pytest.mark.parametrize("typed", ["@", "@=1", "=@", "hand=@"])
@pytest.mark.parametrize("hostile", ["\x1b[31mred\x07", "a\x9b2J\u202eb", "x" * 3000])
def test_hostile_answers_while_opening_a_table_are_quoted_short_and_plain(typed: str, hostile: str) -> None:
    table, _ = at(BETWEEN_MATCHES)
    table.obey("open")

    answers = [
        table.obey(each).lines for each in (typed.replace("@", hostile), "", "", "", typed.replace("@", hostile))
    ]

    lines = [line for each in answers for line in each]
    assert any("is no" in line or "is not valid" in line or "there is no such" in line for line in lines)
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) < 700


def test_help_about_a_topic_has_a_line_for_each_paragraph() -> None:
    table, _ = at(DUEL)

    assert any(line.startswith("The waiting room shows a link;") for line in table.obey("? hosting").lines)
    assert table.obey("help chess").lines[0].startswith("There is no help about 'chess'")


def test_a_table_is_opened_in_one_line_with_options_as_they_are_called() -> None:
    wanted = table_to_open("all-fives seats=3 target=121 bot_level=casual spectators=no", TableOptions())

    assert (wanted.rules, wanted.seats, wanted.set) == ("all-fives", 3, {"target": "121"})
    assert (wanted.options.bot_level, wanted.options.spectators) == ("casual", False)


@pytest.mark.parametrize("typed", ["playroom", "game=playroom", "--rules playroom", "playroom --rules playroom"])
def test_the_game_of_a_table_may_be_named_in_several_ways(typed: str) -> None:
    assert table_to_open(f"{typed} spectators=yes", TableOptions()).rules == "playroom"


def test_open_alone_asks_one_question_after_the_other() -> None:
    asks, model = at(BETWEEN_MATCHES)

    assert asks.obey("open").lines[0].startswith("Which game? 1 Fives and Threes, 2 Playroom's")
    assert asks.obey("4").lines == ("How many seats? From 2 to 4. An empty line: 2.",)
    assert asks.obey("9").lines == (
        "seats: '9' is not valid: it takes 2 to 4.",
        "How many seats? From 2 to 4. An empty line: 2.",
    )
    assert asks.obey("3").lines[0].startswith("How many computer players to start with? From 0 to 3.")
    assert asks.obey("").lines == ("Which score ends the match? From 1 to 10000. An empty line: 200.",)
    assert asks.obey("").lines == ("Who may join? Type a password, or an empty line: anyone.",)
    assert asks.obey("").lines[0].startswith("House rules, like partners=yes")
    assert "target: The score that ends the match. It takes 1 to 10000. Now 200." in asks.obey("options").lines
    assert asks.obey("target=121 assist=legal").lines[0] == "So far: game=all-fives, seats=3, target=121, assist=legal."
    assert asks.obey("hand=20").lines[0].startswith("hand: 3 hands of 20 are 60 tiles")
    asks.obey("hand=5")
    assert asks.obey("") == Reply()
    (wanted,) = sent(model)
    assert isinstance(wanted, OpenTable)
    assert wanted.set == {"target": "121", "hand": "5"}
    assert asks.obey("t").lines != (), "after that letters are letters again"


def test_questions_about_a_table_can_be_cancelled_and_skip_options_without_a_choice() -> None:
    asks, model = at(BETWEEN_MATCHES)
    asks.obey("open")

    assert asks.obey("cinq-et-trois").lines[0].startswith("How many computer players")
    assert asks.obey("q").lines == ("No table is opened.",)
    assert sent(model) == []


def test_the_level_of_bots_is_asked_for_only_if_there_are_some() -> None:
    asks, _ = at(BETWEEN_MATCHES)
    for typed in ("open", "all-fives", "3"):
        asks.obey(typed)

    assert asks.obey("2").lines[0].startswith("How well do they play? From learner")
    assert asks.obey("master").lines[0].startswith("Which score ends the match?")


def test_a_list_that_comes_between_the_questions_takes_no_answer_and_asks_for_none_later() -> None:
    asks, model = at(BETWEEN_MATCHES)
    asks.obey("open")

    assert asks.show("tables").lines[0] == "Open a table."
    for typed in ("4", "3", "", "", "", ""):
        asks.obey(typed)
    assert len(sent(model)) == 1
    assert asks.obey("1") == at(BETWEEN_MATCHES)[0].obey("1"), "a number is a tile again"


def test_no_means_that_anyone_may_join() -> None:
    asks, model = at(BETWEEN_MATCHES)
    for typed in ("open", "cinq-et-trois", "", "", "no", ""):
        asks.obey(typed)

    (wanted,) = sent(model)
    assert isinstance(wanted, OpenTable)
    assert wanted.password is None


def test_house_rules_are_saved_by_a_name_and_offered_next_time() -> None:
    asks, model = at(BETWEEN_MATCHES)
    for typed in ("open", "all-fives", "", "", "100", "plum", "hand=5"):
        asks.obey(typed)
    assert asks.obey("save Friday night").lines[0] == "Saved as Friday night: house=Friday night uses it."
    assert asks.obey("save ").lines[0].startswith("save: write it like")
    asks.obey("q")

    assert "Saved: house=Friday night." in asks.obey("open").lines[0]
    assert asks.obey("house=monday").lines[0] == "There are no house rules monday; there are Friday night."
    for typed in ("house=friday night", "", "", "", "", ""):
        asks.obey(typed)
    (wanted,) = sent(model)
    assert isinstance(wanted, OpenTable)
    assert (wanted.rules, wanted.set, wanted.password) == ("all-fives", {"target": "100", "hand": "5"}, None)


def test_announcements_can_be_repeated() -> None:
    asks, _ = at(DUEL)
    assert asks.obey("h").lines == ("Nothing has been announced yet.",)
    asks.announced.extend(f"fact {nth}" for nth in range(30))

    assert asks.obey("h").lines == tuple(f"fact {nth}" for nth in range(20, 30))
    assert len(asks.obey("h 25").lines) == 25


def test_a_locked_table_is_joined_with_its_password_behind_its_name() -> None:
    asks, model = at(evolve(DUEL, stage=Stage.OVER), seat=None)
    model.lobby.update(Tables((TableSummary("ash", "g2", "all-fives", (), Stage.SEATING),)))
    asks.obey("join ash plum")

    assert model.session.wanted_table == "ash"
    assert model.session.password == "plum"


def test_after_a_list_a_number_chooses_once_and_then_plays_a_tile_again() -> None:
    asks, model = at(evolve(DUEL, stage=Stage.OVER), seat=None)
    model.lobby.update(Tables((TableSummary("ash", "g2", "all-fives", (SeatSummary(),), Stage.SEATING),)))
    assert asks.show("tables").lines[0] == "1: ash: All Fives, waiting for players, 1 free seat."
    assert asks.obey("9").lines == ("The numbers go from 1 to 3.",)
    assert asks.obey("1 dance").lines == ("That is not possible with 1.",)
    assert asks.obey("").lines == ("Nothing is chosen.",)
    assert asks.obey("9").lines != ("The numbers go from 1 to 3.",), "a number is a tile again"

    asks.show("tables")
    asks.obey("1")
    assert model.session.wanted_table == "ash"


def test_a_list_is_not_chosen_from_by_what_comes_through_a_pipe() -> None:
    model = seated_model(DUEL)
    assert letters(model, asks_before_leaving=False).show("tables").lines == ("Open a table.", "My games.")


def test_join_alone_lists_the_tables() -> None:
    assert at(DUEL)[0].obey("join").lines == ("There are no tables.", "Give the name of a table, like join oak.")


def test_opening_a_table_keeps_its_password() -> None:
    asks, model = at(BETWEEN_MATCHES)
    asks.obey("open all-fives password=plum")

    assert model.session.password == "plum"
