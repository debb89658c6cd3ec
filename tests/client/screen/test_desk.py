"""The full screen as text, in each state of a player."""

import pytest
import trio
from attrs import evolve

from client.model.absent_host import Continuing
from client.model.premove import Premove
from client.model.status import Ended
from client.picture.pinwheel import Size
from client.screen.paper import RowHit, TileHit, text_of
from client.words.languages.by_name import language_named
from client.words.leaving_words import HostedBy
from client.words.say import say, speaking
from protocol.game.layout import Arm
from protocol.game.table_options import Assist, Away
from protocol.game.tiles import parse_tile
from protocol.log.commands import AddBot, DrawTile, Knock, PlayTile, Rematch, Say, Start
from protocol.log.events import (
    Board,
    Event,
    MatchAbandoned,
    MatchStarted,
    Paused,
    RoundEnded,
    Said,
    SeatTaken,
    TableOpened,
    TableOptions,
)
from protocol.log.table import Stage, fold
from protocol.shared.offered_languages import OWN_NAMES
from protocol.wire.messages import Accepted, SeatSummary, Tables, TableSummary
from protocol.wire.notices import (
    Notice,
    PresenceNotice,
    RematchNotice,
    ThinkingNotice,
    TroubleNotice,
    TroubleOverNotice,
    TurnNotice,
)
from tests.client.at_desk import NORMAL, SMALL, SMALLEST, WIDE, Player, at_table, newcomer, whole_deal
from tests.client.at_table import welcome
from tests.client.states import marks_of_chosen
from tests.client.three_handed import DEAL, OPENING, game, one_round, played
from tests.played import played_match
from tests.protocol.table_notation import opened_match


def test_before_the_first_answer_the_screen_shows_the_address() -> None:
    player = newcomer()

    assert "Connecting to oak.example:5533 ..." in player.sees()
    assert player.lines()[-1] == "q leave"


def test_the_lobby_lists_the_tables_and_selects_one() -> None:
    player = newcomer()
    summary = TableSummary("oak", "g1", "all-fives", (SeatSummary("Ben", here=True), SeatSummary()), Stage.SEATING)
    player.take(player.model.receive(Tables((summary, evolve(summary, table="ash")))))

    assert "> oak: All Fives, waiting for players, Ben, 1 free seat" in player.sees()
    player.press("down")
    assert "> ash: All Fives" in player.sees()
    player.press("down")
    assert "> Open a table" in player.sees()


def test_before_a_match_the_seats_are_shown_and_the_host_can_begin() -> None:
    host = at_table(OPENING[0], OPENING[1], host=True)
    guest = at_table(OPENING[0], OPENING[1], OPENING[2], seat=1)

    assert "Table oak: All Fives to 200, 3 seats" in host.sees()
    assert "Seat 1: You." in host.sees()
    assert "Seat 3: free." in host.sees()
    assert host.lines()[-1].startswith("Enter begin")
    host.press("enter", "y")
    assert host.pending == (Start(),)
    assert "Seat 1: Ann." in guest.sees()
    assert "Enter begin" not in guest.sees()


@pytest.mark.parametrize("is_home", [True, False])
def test_at_a_table_that_is_not_the_hosts_own_friends_must_name_it(is_home: bool) -> None:
    player = at_table(OPENING[0], OPENING[1], host=True)
    summary = TableSummary("oak", "g1", "all-fives", (SeatSummary("Ann", here=True),), Stage.SEATING, home=is_home)
    player.model.lobby.update(Tables((summary,)))

    assert ("Friends come to this table with `--table oak`" in player.sees()) == (not is_home)
    player.press("n")
    assert ("with `--table oak`" in player.sees()) == (not is_home)


def test_a_player_who_is_alone_sees_nothing_about_hosts_and_other_people() -> None:
    alone, guest = at_table(*game()), at_table(*game())
    alone.model.hosted_by = HostedBy.PROGRAM
    for player in (alone, guest):
        player.model.lobby.update(Tables((TableSummary("oak", "g1", "all-fives", (), Stage.PLAYING),)))

    assert "oak" in guest.lines()[0]
    assert "oak" not in alone.lines()[0], "the only table needs no name"
    alone.press("x")
    assert "Your other matches" in alone.sees()
    alone.press("escape", "r", "r")
    tall = Size(80, 200)
    assert "There is no time limit." in alone.sees(tall)
    assert "away" not in alone.sees(tall)
    assert "Spectators" not in alone.sees(tall)
    guest.press("r", "r")
    assert "stands in" in guest.sees(tall)


def test_the_first_player_of_a_table_without_a_host_begins_and_seats_bots_and_no_more() -> None:
    first = at_table(*OPENING[:3], may_begin=True)

    assert "Enter begins now, with bots on the free seats." in first.sees()
    assert first.lines()[-1].startswith("Enter begin")
    first.press("down", "down", "b", "enter", "y")
    assert first.pending == (AddBot(2, "club"), Start())
    first.press("x")
    menu = first.sees()
    assert "Begin the match, with bots on the free seats" in menu
    assert "Send Ben away" not in menu
    first.press("escape")
    first.type(":", "kick Ben")
    assert "Only the host of the table can do that." in first.sees()


def test_the_first_player_of_a_table_without_a_host_has_no_other_rights_in_the_match() -> None:
    first = at_table(*game(), may_begin=True)

    first.press("x")
    assert "Pause the game" not in first.sees()
    assert "End the match" not in first.sees()
    first.press("escape")
    for typed in ("pause", "end", "kick Ben", "bot 2", "start"):
        first.type(":", typed)
        assert "Only the host of the table can do that." in first.sees()
    assert first.pending == ()


@pytest.mark.parametrize("size", [NORMAL, SMALL])
def test_before_a_match_partners_are_shown(size: Size) -> None:
    opened, *seated, _ = opened_match("fives-and-threes", {"partners": "yes"})
    host = at_table(opened, *seated[:-1], host=True)

    assert "Partners: you and Cho, Ben and seat 4." in host.sees(size)
    host.press("n")
    assert "Partners: you and Cho, Ben and seat" in host.sees(size)


def test_both_lines_of_a_wrapped_seat_can_be_clicked() -> None:
    seats = (SeatTaken(0, "Ann"), SeatTaken(1, "W" * 24, "expert"))
    host = at_table(OPENING[0], *seats, host=True)
    lines = host.frame(Size(40, 20))

    of_the_bot = [text_of(line).strip() for line in lines if any(fragment.target == RowHit(1) for fragment in line)]
    assert len(of_the_bot) == 2
    assert of_the_bot[1].endswith("expert-level bot.")


def test_in_a_long_list_of_seats_the_selected_one_is_visible() -> None:
    opened, *_ = opened_match("playroom", {"max_pip": 12}, 12)
    host = at_table(opened, SeatTaken(0, "Ann"), host=True)
    small = Size(40, 20)
    host.frame(small)
    for seat in range(1, 13):
        shown = [text_of(line) for line in host.frame(small)]
        assert len(shown) == 20
        assert any(f"> Seat {seat}:" in line for line in shown)
        host.press("down")


def test_my_turn_shows_hand_ends_scores_and_possible_moves() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))

    assert player.lines()[0] == f"{'All Fives to 200 · round 1 · boneyard 19':<77}oak"
    assert player.lines()[1] == "▶you 0   Ben 0, 2 tiles   Cho 0, 2 tiles"
    assert player.lines()[-8:-3] == [
        "Ends  1  5 [6a×0] 6b×0    sum 6: no points",
        " ┏━━━┳━━━┓ ┌───┬───┐",
        ">┃ 6 ┃ 4 ┃<│ 2 │ 1 │",
        " ┗━━━┻━━━┛ └───┴───┘",
        "  1: +10    2: +0",
    ]
    assert player.lines()[-3] == "Your turn: 6-4  [on 6a +10] on 6b +10"


def test_out_of_turn_the_pointer_is_elsewhere_and_enter_prepares() -> None:
    player = at_table(*game(*played("6-6")))

    assert "▶Ben" in player.sees()
    assert "Ben's turn." in player.sees()
    assert "Enter prepare" in player.lines()[-1]


@pytest.mark.parametrize("key", ["k", "enter"])
def test_without_a_play_and_a_boneyard_only_knocking_is_offered(key: str) -> None:
    opening = opened_match("cinq-et-trois", {"hand": "2"}, 2)
    deal = whole_deal(fold(opening), "2-1 5-4 | 6-6 3-3", leader=1)
    player = at_table(*opening, deal, *played("6-6", game=(*opening, deal)))

    assert "Nothing fits: knock." in player.sees()
    assert player.lines()[-1].startswith("k knock")
    player.press(key)
    assert player.pending == (Knock(),)


def test_without_a_play_but_with_a_boneyard_only_drawing_is_offered() -> None:
    deal = whole_deal(fold(OPENING), "2-1 5-4 3-2 | 6-6 3-3 4-3 | 6-5 5-5 4-4", leader=2)
    player = at_table(*OPENING, deal, *played("6-5", game=(*OPENING, deal)))
    player.press("z")
    assert player.lines()[-1].startswith("←→ tile"), "5-4 fits"

    deal = whole_deal(fold(OPENING), "2-1 4-1 3-2 | 6-6 3-3 4-3 | 6-5 5-5 4-4", leader=2)
    player = at_table(*OPENING, deal, *played("6-5", game=(*OPENING, deal)))
    assert "Nothing fits: draw, 19 left." in player.sees()
    assert player.lines()[-1].startswith("Space draw")
    player.press("space")
    assert player.pending == (DrawTile(),)


def test_the_end_of_a_round_stays_until_a_key_even_after_the_next_deal() -> None:
    history = one_round()
    player = at_table(*history[:-3])
    player.receives(*history[-3:])

    text = player.sees()
    assert "round  total  pips  left over" in text
    assert "round 1" in text.splitlines()[0]
    assert "goes out." in text
    assert player.lines()[-1].startswith("Space continue")
    player.press("x")
    assert "round 2" in player.lines()[0]
    assert player.pending == (), "the key that goes on does nothing else"


@pytest.mark.parametrize(("seat", "has_won"), [(1, True), (0, False), (None, False)])
def test_a_player_who_has_won_reads_so_first(seat: int | None, has_won: bool) -> None:
    opening = opened_match("cinq-et-trois", {"hand": "2", "target": "3", "chip_bonus": "0"}, 2)
    dealt = (*opening, whole_deal(fold(opening), "6-6 5-5 | 6-3 4-4", leader=1))
    player = at_table(*dealt, *played("6-3", game=dealt), seat=seat)

    verdict = next(line for line in player.frame(NORMAL) if "class:verdict" in line[0].style)
    assert text_of(verdict).startswith("You won! ") == has_won
    assert ("class:winner" in verdict[0].style) == has_won


def test_a_match_won_by_a_lead_ends_on_screen_after_the_round_before() -> None:
    opening = opened_match("cinq-et-trois", {"hand": "2", "target": "3", "chip_bonus": "0"}, 2)
    first = (*opening, whole_deal(fold(opening), "1-0 2-0 | 6-5 1-1", leader=0))
    round_one = (*first, *played("1-0", "1-1", game=first))
    last_play = (*round_one, *played("2-0", game=round_one))
    second = (*last_play, whole_deal(fold(last_play), "6-6 5-5 | 6-3 4-4", leader=1))
    player = at_table(*round_one)

    player.receives(*second[len(round_one) :])
    player.receives(*played("6-3", game=second))
    assert "You go out." in player.sees()
    assert player.lines()[-2] == "The match has ended. Space shows it."
    player.press("enter")
    assert "Ben wins the match with 3 points." in player.sees()
    assert not player.pending, "the key that goes on begins no other match"
    player.press("enter")
    assert player.pending == (Rematch(),)


def test_a_spectator_sees_the_end_of_a_round_for_some_seconds() -> None:
    history = one_round()
    player = at_table(*history[:-3], seat=None)
    player.receives(*history[-3:])
    assert "left over" in player.sees()

    player.now = 60.0

    assert player.desk.changes_with_time
    assert player.desk.tick(player.now)
    assert "left over" not in player.sees()


def test_a_finished_match_shows_scores_winner_and_the_key_for_another() -> None:
    events = played_match("all-fives", {"target": "30"}, seats=3, chance=2)
    player = at_table(*events[:-2])
    player.receives(*events[-2:])

    text = player.sees()
    assert " wins" in text
    assert "left over" in text
    assert player.lines()[-1].startswith("Enter play again")
    player.press("enter")
    assert player.pending == (Rematch(),)


def test_a_player_who_joins_after_a_match_sees_its_end() -> None:
    player = at_table(*played_match("all-fives", {"target": "30"}, seats=3, chance=2))

    assert " wins" in player.sees()


def test_after_a_game_of_a_league_a_player_is_told_the_way_to_the_next_one() -> None:
    opened, *events = played_match("all-fives", {"target": "30"}, seats=2, chance=2)
    assert isinstance(opened, TableOpened)
    player = at_table(evolve(opened, board=Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann", "Ben"))), *events)

    player.press("space")

    assert "The match has ended. Enter leads to your next board, if one waits." in player.sees()


@pytest.mark.parametrize("language", OWN_NAMES)
def test_what_enter_does_after_a_match_is_whole_on_a_small_screen(language: str) -> None:
    with speaking(language_named(language)):
        player = at_table(*played_match("all-fives", {"target": "30"}, seats=3, chance=2))
        asked = [say("prompt.enter_another") in player.sees(size) for size in (NORMAL, SMALL)]

    assert asked == [True, True]


def test_between_two_matches_players_who_want_a_rematch_are_shown() -> None:
    asked, agreed = (at_table(*played_match("all-fives", {"target": "30"}, seats=3, chance=2)) for _ in range(2))
    notices(asked, RematchNotice(2, 30.0))
    assert "Cho wants to play again. The next match begins within 30 seconds. Enter agrees." in asked.sees()

    notices(agreed, RematchNotice(0, 30.0))
    assert "You want to play again." in agreed.sees()
    agreed.press("enter")
    assert agreed.pending == ()


def notices(player: Player, *received: Notice) -> None:
    """Receive these notices; their announcements are not shown."""
    for notice in received:
        player.model.receive(notice)


def test_a_rematch_by_another_player_waits_until_the_scores_are_closed() -> None:
    events = played_match("all-fives", {"target": "30"}, seats=3, chance=2)
    player = at_table(*events[:-2])
    player.receives(*events[-2:])
    another = at_table(*events[:-2])
    another.receives(*events[-2:])
    another.press("enter")

    for desk in (player, another):
        desk.take(desk.model.receive(welcome(head=0, game="g2")))
        desk.receives(*OPENING, DEAL)

    assert " wins" in player.sees()
    assert " wins" not in another.sees()


def test_a_lost_connection_shows_the_time_of_the_next_attempt() -> None:
    player = at_table(*game())
    player.take(player.model.connection_lost("the host closed the connection", 8.0))
    assert "NO CONNECTION" in player.lines()[0]
    assert "Trying again in 8 s;" in player.sees()

    player.now = 3.0
    assert player.desk.changes_with_time
    assert player.desk.tick(player.now)
    assert "Trying again in 5 s;" in player.sees()
    assert "┃ 6 ┃ 6 ┃" in player.sees(), "the table stays in sight"


def test_trouble_at_the_host_stays_on_the_screen_until_it_ends() -> None:
    player = at_table(*game())
    player.take(player.model.receive(TroubleNotice("the disk is full")))
    assert "Trouble at the host: the disk is full" in player.sees()
    player.press("right")
    for size in (NORMAL, SMALL):
        assert "HOST IN TROUBLE" in player.lines(size)[0]

    player.take(player.model.receive(TroubleOverNotice()))

    assert "The host has recovered: play continues." in player.sees()
    assert "HOST IN TROUBLE" not in player.sees()


def test_a_new_entry_ends_the_trouble_at_the_host() -> None:
    player = at_table(*game())
    player.take(player.model.receive(TroubleNotice("the disk is full")))

    player.receives(Said(1, "Ben", "hello"))

    assert "HOST IN TROUBLE" not in player.sees()


def test_without_a_connection_moves_and_chat_wait_but_hints_are_refused() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.take(player.model.connection_lost("the host closed the connection", 8.0))

    for size in (NORMAL, SMALL):
        player.press("i")
        assert "You are not connected to the host." in " ".join(player.sees(size).split())
        player.type("/", "hello")
        assert "It is sent when the connection is back." in player.sees(size)
        assert "No connection. Trying again in 8 s." in player.sees(size)
    player.press("escape")
    player.click(TileHit(parse_tile("6-4")))
    assert "It is sent when the connection is back." in player.sees()
    assert player.pending == (Say("hello"), Say("hello"), PlayTile(parse_tile("6-4"), Arm.UP))


def test_a_player_without_a_host_can_agree_to_host_while_the_end_of_a_round_is_shown() -> None:
    player = at_table(*one_round()[:-2])
    player.receives(*one_round()[-2:])
    player.take(player.model.connection_lost("the host closed the connection", 8.0))
    player.model.absent_host.state = Continuing.ASKED
    assert player.lines()[-1].startswith("T continue here  Space continue")

    player.press("T")

    assert not player.desk.lookbacks.is_behind_play
    assert say("take_over.not_now") in player.sees(), "this player's link cannot host"


@pytest.mark.parametrize("history", [game(), game(*played("6-6")), OPENING])
def test_without_a_connection_enter_connects_at_once(history: list[Event]) -> None:
    player = at_table(*history)
    player.take(player.model.connection_lost("the host closed the connection", 8.0))
    player.screen.link.pauses._waiting = waiting = trio.CancelScope()
    assert "Enter try now" in player.lines()[-1]

    player.press("enter")

    assert waiting.cancel_called
    assert player.pending == ()


@pytest.mark.parametrize("is_host", [True, False])
def test_while_the_match_waits_for_a_player_who_is_away_the_prompt_says_what_to_do(is_host: bool) -> None:
    opened, *seats = OPENING
    assert isinstance(opened, TableOpened)
    opening = [evolve(opened, options=TableOptions(away=Away.WAIT)), *seats]
    player = at_table(*opening, DEAL, *played("6-6"), host=is_host)

    player.take(player.model.receive(PresenceNotice(1, here=False)))

    assert "Ben is away, and the match waits. The host can let a bot play." in player.sees()
    player.press("escape")
    assert "Ben's turn: away, so everyone waits." in player.sees()
    assert ("x lets a bot play meanwhile." in player.sees()) is is_host


def test_a_late_answer_is_mentioned_after_a_second() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.press("enter")
    assert player.desk.changes_with_time
    assert not player.desk.tick(10.0)
    assert "On its way" not in player.sees()

    assert player.desk.tick(11.0)
    assert "On its way: no answer yet." in player.sees()
    player.take(player.model.receive(Accepted("r-1", 12)))
    assert "On its way" not in player.sees()


def test_announcements_in_one_batch_keep_their_order() -> None:
    player = at_table(OPENING[0], OPENING[1])
    player.receives(*OPENING[2:], DEAL)

    feed = [remark.text for remark in player.desk.feed]
    assert feed[-3:] == ["Ben takes seat 2.", "Cho takes seat 3.", "Round 1: You lead, chosen at random."]
    assert player.desk.notice is None, "the first turn replaces the notice of who has sat down"


def test_a_prepared_play_that_a_new_round_drops_is_mentioned_after_the_end_of_the_round_before() -> None:
    history = one_round()
    player = at_table(*history[:-3])
    player.model.premoves.play = Premove(parse_tile("6-6"))

    player.receives(*history[-3:])
    player.press("enter")

    assert "Your prepared 6-6 is dropped." in player.sees()


def test_a_goodbye_stays_until_a_key() -> None:
    player = at_table(*game())
    player.model.status = Ended("The host has been shut down.")
    player.take([])

    assert "The host has been shut down. Any key leaves." in player.sees()
    player.press("x")
    assert player.screen.is_left


def test_a_pause_is_shown_and_the_host_can_end_it() -> None:
    player = at_table(*game(Paused(0)), host=True)

    assert "paused" in player.lines()[0]
    assert player.lines()[-1].startswith("Enter resume")


def test_a_running_clock_counts_down_in_the_header() -> None:
    player = at_table(*game())
    player.take(player.model.receive(TurnNotice(0, seconds=90.0), player.now))
    player.now = 48.0

    assert "0:42" in player.lines()[0]


def test_absent_players_are_marked() -> None:
    player = at_table(*game())
    player.take(player.model.receive(PresenceNotice(1, here=False)))

    assert "Ben(away)" in player.lines()[1]


def test_a_bot_that_thinks_for_long_is_mentioned_until_it_plays() -> None:
    player = at_table(*game(*played("6-6")))
    player.take(player.model.receive(ThinkingNotice(1)))
    assert player.lines()[-3] == "Ben is still thinking; computer players sometimes take a few seconds."

    player.receives(*played("6-1", game=game(*played("6-6"))))

    assert "still thinking" not in player.sees()


def test_from_a_hundred_columns_plays_and_chat_are_beside_the_board() -> None:
    player = at_table(*game(*played("6-6", "6-1")), Said(1, "Ben", "nice one"))

    assert "│ Plays ─" in player.sees(WIDE)
    assert "│ Chat ─" in player.sees(WIDE)
    assert "Ben: nice one" in player.sees(WIDE)
    assert "│ Plays ─" not in player.sees(NORMAL)


def test_chat_of_others_is_a_notice_and_my_own_only_in_the_feed() -> None:
    player = at_table(*game())
    player.receives(Said(1, "Ben", "hello"))
    assert player.lines()[-3] == "Ben: hello"

    player.press("escape")
    player.receives(Said(0, "Ann", "hi"))

    assert player.lines()[4:7] == ["Ben: hello", "You: hi", ""]
    assert "You: hi" not in player.lines()[-4:]


@pytest.mark.parametrize("size", [NORMAL, SMALL, Size(40, 15)], ids=str)
@pytest.mark.parametrize("key", ["r", "s", "h", "?", "x", "q"])
@pytest.mark.parametrize("tiles", [("6-6",), ("6-6", "6-1", "6-5")], ids=["their turn", "my turn"])
def test_nothing_over_the_board_hides_new_chat(tiles: tuple[str, ...], key: str, size: Size) -> None:
    player = at_table(*game(*played(*tiles)), host=True)
    player.sees(size)
    player.press(key)
    player.receives(Said(1, "Ben", "hello"))
    assert "Ben: hello" in player.sees(size)

    player.receives(Said(1, "Ben", "I have to answer the door, so please wait for me, which takes a minute at most"))
    assert "Ben: I have to" in player.sees(size)


@pytest.mark.parametrize("size", [NORMAL, SMALL], ids=str)
def test_the_end_of_a_round_does_not_hide_new_chat(size: Size) -> None:
    history = one_round()
    player = at_table(*history[:-3])
    player.receives(*history[-3:], Said(1, "Ben", "well played"))

    assert "Space shows" in player.sees(size)
    assert "Ben: well played" in player.sees(size)


def newcomer_at_table(*history: Event) -> Player:
    """A player who has not been introduced to this game."""
    player = newcomer()
    player.model.introduction.known = set()
    player.take(player.model.receive(welcome(head=len(OPENING))))
    player.receives(*OPENING)
    player.receives(*history)
    return player


@pytest.mark.parametrize("size", [NORMAL, SMALL, WIDE, Size(40, 16)], ids=str)
def test_a_new_game_is_introduced_without_hiding_the_hand(size: Size) -> None:
    player = newcomer_at_table(DEAL)
    text = player.sees(size)
    shown = " ".join(text.replace("│", " ").split())

    for line in player.model.introduction.lines:
        assert line in shown
    assert any(mark in text for mark in marks_of_chosen(parse_tile("6-6")))
    assert "Your turn." in shown
    player.press("escape")
    assert "Add up the open ends" not in player.sees(size)


def test_the_introduction_stays_beside_the_board_until_my_first_play() -> None:
    player = newcomer_at_table(DEAL)
    player.press("right", "left", "s", "escape")
    assert "Add up the open ends" in player.sees()

    player.receives(*played("6-6"))
    assert "Add up the open ends" not in player.sees()


def test_the_footer_offers_the_rules_early_in_the_first_match_of_a_game() -> None:
    player, veteran = newcomer_at_table(DEAL), at_table(*game())
    assert "Esc close  r rules" in player.lines()[-1]
    assert "r rules" in veteran.lines(WIDE)[-1]
    assert "r rules" not in veteran.lines()[-1]

    player.press("escape")
    assert "Esc close" not in player.lines()[-1]
    assert "r rules" in player.lines()[-1]


@pytest.mark.parametrize("size", [NORMAL, SMALL, WIDE], ids=str)
def test_r_shows_the_rules_in_brief_beside_the_board_and_pressed_again_all_of_them(size: Size) -> None:
    player = at_table(*game())
    board = [line for line in player.lines(size) if "Ends" in line or "The table is empty" in line]
    player.press("r")
    shown = player.sees(size)
    assert "Add up the open ends" in shown
    assert "Playing" not in shown
    assert set(board) <= set(player.lines(size))
    assert "Esc close  r rules" in player.lines(WIDE)[-1]

    player.press("r")
    assert "┌─ Rules of this table" in player.sees(size)
    player.press("escape", "escape")
    assert "Add up the open ends" not in player.sees(size)


def test_before_a_match_there_is_no_board_and_r_shows_all_rules_at_once() -> None:
    player = newcomer()
    player.take(player.model.receive(welcome(head=1)))
    player.receives(OPENING[0])
    player.press("r")
    assert "┌─ Rules of this table" in player.sees()


def test_the_rules_in_brief_close_at_the_end_of_the_round() -> None:
    player = at_table(*game(), seat=None)
    player.press("r")
    assert "Add up the open ends" in player.sees()

    player.receives(MatchAbandoned((0, 0, 0)))
    assert "Add up the open ends" not in player.sees()


def test_plays_of_others_do_not_replace_an_answer() -> None:
    player = at_table(*game(*played("6-6")))
    player.press("c")
    answer = player.desk.notice

    player.receives(*played("6-1", game=game(*played("6-6"))))

    assert answer is not None
    assert "sum 12" in answer.text
    assert player.desk.notice == answer


@pytest.mark.slow("draws every frame of a match")
@pytest.mark.parametrize("size", [NORMAL, WIDE, SMALL, Size(30, 10), Size(200, 60), Size(15, 5), Size(100, 4)])
@pytest.mark.parametrize("seat", [0, None])
def test_every_frame_of_a_match_fills_the_screen_exactly(size: Size, seat: int | None) -> None:
    events = played_match("all-fives", {"target": "60"}, seats=3, chance=5)
    player = at_table(*events[:2], seat=seat)
    for event in events[2:]:
        player.receives(event)
        frame = player.frame(size)
        assert len(frame) == size.height
        for line in frame:
            assert sum(len(fragment.text) for fragment in line) == size.width


def test_names_cannot_bring_escape_sequences_onto_the_screen() -> None:
    seats = (SeatTaken(0, "Ann"), SeatTaken(1, "\x1b[31mBen\x07"), SeatTaken(2, "Cho"))
    player = at_table(OPENING[0], *seats, MatchStarted(1))
    player.receives(DEAL, Said(1, "\x1b]0;x\x07Ben", "\x1b[2Jboo"))

    assert "\x1b" not in player.sees()
    assert "boo" in player.sees()


def test_no_clock_runs_while_a_player_thinks() -> None:
    player = at_table(*game())

    assert not player.desk.changes_with_time
    assert not player.desk.tick(60.0)


def test_at_a_table_without_help_the_screen_does_not_reveal_which_tiles_fit() -> None:
    opened, *seats = OPENING
    assert isinstance(opened, TableOpened)
    opening = [evolve(opened, options=TableOptions(assist=Assist.NONE)), *seats]

    def shown_for(hand: str) -> tuple[str, str]:
        deal = whole_deal(fold(opening), f"{hand} | 6-6 3-3 4-3 | 6-5 5-5 4-4", leader=2)
        player = at_table(*opening, deal, *played("6-5", game=(*opening, deal)))
        player.press("escape", "1")
        prompt = next(line for line in player.lines() if line.startswith("Your turn"))
        return player.lines()[-1], prompt.replace(str(player.model.selection.tile), "it")

    assert shown_for("6-1 5-4 3-2") == shown_for("2-1 4-1 3-2")
    assert shown_for("2-1 4-1 3-2")[0].startswith("←→ tile  ↑↓ end  Enter play  Space draw  k knock")


def test_the_help_of_a_table_is_described_before_the_match_and_in_the_rules() -> None:
    player = at_table(OPENING[0], OPENING[1])

    assert "This table shows every player which tiles fit, and what they would score." in player.sees()
    player.press("r")
    player.sees()
    player.press("end")
    assert "This table" in player.sees()
    assert "There is no time limit." in player.sees()


def test_a_long_arrival_is_announced_once() -> None:
    player = at_table(*game())

    assert player.sees(SMALL).count("You sit at table oak") == 1
    assert player.lines(SMALL)[-3] == "Your turn. You lead."


def test_an_arrival_does_not_repeat_the_line_that_says_who_leads() -> None:
    player = at_table(*game())

    arrival = next(remark.text for remark in player.desk.feed if "You sit at table oak" in remark.text)
    assert "lead" not in arrival
    assert player.sees().count("Round 1: You lead") == 1


@pytest.mark.parametrize("size", [SMALL, Size(80, 17)])
def test_answers_and_refusals_are_visible_when_nothing_fits(size: Size) -> None:
    deal = whole_deal(fold(OPENING), "2-1 4-1 3-2 | 6-6 3-3 4-3 | 6-5 5-5 4-4", leader=2)
    player = at_table(*OPENING, deal, *played("6-5", game=(*OPENING, deal)))
    player.press("escape")
    assert "Your turn. Nothing fits: draw" in player.sees(size)

    for key, text in (
        ("c", "sum 11"),
        ("k", "there are tiles to draw"),
        ("m", "Nobody has said"),
        ("o", "Tiles with numbers"),
    ):
        player.press(key)
        assert text in " ".join(player.sees(size).split()), key
        if player.card is not None:
            player.press("escape")


@pytest.mark.parametrize("size", [SMALLEST, SMALL, NORMAL, WIDE], ids=str)
@pytest.mark.parametrize(("tiles", "turn"), [((), "Your turn"), (("6-6",), "Ben's turn")])
def test_the_welcome_never_hides_whose_turn_it_is(size: Size, tiles: tuple[str, ...], turn: str) -> None:
    player = at_table(*game(*played(*tiles)))

    assert any(line.startswith(turn) for line in player.lines(size)), player.sees(size)


@pytest.mark.parametrize("size", [SMALL, NORMAL, WIDE], ids=str)
def test_the_welcome_is_shown_once(size: Size) -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))

    assert player.sees(size).count("You sit at table oak") == 1


def test_the_smallest_screen_shows_the_last_play_even_on_a_full_board() -> None:
    player = at_table(*game())
    player.receives(*played("6-6", "6-1", "6-5"))
    assert "Cho 6-5 on 6" in player.lines(SMALL)

    match = played_match("playroom", {"hand": "14"}, seats=2, chance=3)
    end = next(at for at, event in enumerate(match) if isinstance(event, RoundEnded))
    mine = [at for at in range(10, end) if fold(match[:at]).turn == 0]
    assert len(mine) > 5
    for at in mine:
        player = at_table(*match[: at - 2])
        player.press("escape")
        player.receives(*match[at - 2 : at])
        last = player.model.sheet.log[-1]
        assert (last.brief or last.text) in player.sees(SMALL)


def test_a_verdict_that_is_cut_ends_in_an_ellipsis() -> None:
    events = played_match("playroom", {"max_pip": "12"}, 12, chance=1)
    player = at_table(*events[:-2])
    player.receives(*events[-2:])

    lines = player.lines(SMALL)
    heading = next(at for at, line in enumerate(lines) if "left over" in line)
    assert lines[heading - 3].startswith("The target is reached.")
    assert lines[heading - 1].endswith("…")
