"""The seat of a bot in a running match, asked for and answered in every front end."""

import pytest
from attrs import evolve

from client.model.model import Model
from client.replay.cursor import Replay
from client.store.my_games import totals_of
from client.store.saved_games import FinishedGame, result_of
from client.view.view import View
from client.words.name_words import name_of
from protocol.log.commands import AnswerRequest, RequestSeat, TakeSeat
from protocol.log.events import (
    Entry,
    Event,
    MatchAbandoned,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    TableOpened,
    TableOptions,
)
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, fold
from protocol.wire.notices import RequestState, SeatRequestNotice
from protocol.wire.record import Header, Record
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player
from tests.client.at_desk import at_table as at_desk
from tests.client.at_lines import letters
from tests.client.at_table import AT, new_model, welcome
from tests.client.states import before, has_turn, match_of
from tests.client.web.at_page import PagePlayer
from tests.client.web.at_page import at_page as on_page
from tests.client.web.at_site import Site, plays_until, pressed, site
from tests.client.web.page_client import PageClient
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.protocol.table_notation import rules_of

GAME = "all-fives"
BOT = 1
NAME = fold(match_of(GAME)).seats[BOT].name or ""
RUNNING: tuple[Event, ...] = tuple(
    SeatTaken(BOT, NAME, "club") if isinstance(event, SeatTaken) and event.seat == BOT else event
    for event in before(GAME, lambda table: has_turn(table, 2))
)
ASKED = SeatRequestNotice(BOT, True, RequestState.ASKED, "Cho")
MINE = evolve(ASKED, yours=True)
WITH_TWO_BOTS = (
    TableOpened(GAME, rules_of(GAME), 3, TableOptions()),
    *(SeatTaken(0, "Max", "club"), SeatTaken(1, "Uma", "club"), SeatTaken(2, "Ann"), MatchStarted(1)),
)
PLAYERS_ANSWER = evolve(ASKED, here=False, awaits=(0,))


def told(player: Player | PagePlayer, *notices: SeatRequestNotice) -> None:
    """The player receives these."""
    for notice in notices:
        if isinstance(player, Player):
            player.take(player.model.receive(notice))
        else:
            player.page.receive(player.page.model.receive(notice))


def in_lines(*history: Event, seat: int | None = 0, host: bool = False) -> tuple[Model, list[str]]:
    """A player in line mode who joined after this history, and what was announced then."""
    model = new_model()
    said = model.receive(welcome(head=len(history), seat=seat, host=host))
    for seq, event in enumerate(history, start=1):
        said += model.receive(Entry(seq, AT, see(event, Viewer(seat)).event))
    return model, [announcement.text for announcement in said]


# Asking.


def test_a_spectator_asks_with_one_key_that_the_footer_names() -> None:
    player = at_desk(*RUNNING, seat=None)
    assert "Enter ask for a seat" in player.sees(NORMAL)
    assert "Enter ask for a seat" in player.sees(SMALL)

    player.press("enter")

    assert player.pending == (RequestSeat(BOT),)


def test_a_spectator_asks_on_the_page_with_the_large_button() -> None:
    player = on_page(*RUNNING, seat=None)
    assert f"Ask for {NAME}'s seat" in player.sees("actions")

    player.press("order", player.buttons("actions", "order")[0])

    assert player.pending == (RequestSeat(BOT),)


@pytest.mark.parametrize("typed", ["sit", "sit 2", "ask", "ask 2", f"ask {NAME}"])
def test_a_spectator_asks_in_line_mode(typed: str) -> None:
    player = at_desk(*RUNNING, seat=None)

    letters(player.model).obey(typed)

    assert player.pending == (RequestSeat(BOT),)


def test_enter_alone_asks_for_nothing_in_line_mode() -> None:
    player = at_desk(*RUNNING, seat=None)

    letters(player.model).obey("")

    assert player.pending == ()


def test_line_mode_says_at_the_arrival_what_can_be_typed() -> None:
    _, said = in_lines(*RUNNING, seat=None)

    assert f"Type sit to ask for {NAME}'s seat, a bot's, from the next round on." in said


def test_every_seat_that_can_be_asked_for_is_in_the_menu() -> None:
    player = on_page(*RUNNING, seat=None)
    player.press("show", "menu")

    assert f"Ask for {NAME}'s seat" in player.sees("window")


def test_who_has_asked_waits_and_can_take_it_back() -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, MINE)
    assert f"You have asked for {NAME}'s seat" in player.sees()
    assert "Enter ask" not in player.sees()

    letters(player.model).obey("stand")

    assert player.pending == (RequestSeat(None),)


def test_who_has_asked_on_the_page_takes_it_back_with_a_button() -> None:
    player = on_page(*RUNNING, seat=None)
    told(player, MINE)

    player.press("order", "ask off")

    assert player.pending == (RequestSeat(None),)
    assert "ask off" in player.buttons("actions", "order")


def test_who_is_let_in_reads_when_they_sit_down() -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, MINE, evolve(MINE, text=RequestState.ADMITTED))

    assert "You sit down when this round is over." in player.sees()


def test_who_is_named_like_another_until_the_host_knows_the_claim_reads_that_it_is_their_seat() -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, evolve(ASKED, text=RequestState.ADMITTED), evolve(MINE, text=RequestState.ADMITTED))

    assert f"You take {NAME}'s seat when this round is over." in player.sees()


@pytest.mark.parametrize("state", [RequestState.REFUSED, RequestState.TAKEN_BACK])
def test_who_is_not_let_in_can_ask_again(state: RequestState) -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, MINE, evolve(MINE, text=state))

    assert "Enter ask for a seat" in player.sees()


@pytest.mark.parametrize(
    ("is_hosts", "reason"), [(True, "the host does not agree."), (False, "not everybody agrees who has to.")]
)
def test_who_is_not_let_in_reads_who_did_not_agree(is_hosts: bool, reason: str) -> None:
    page, desk = on_page(*RUNNING, seat=None), at_desk(*RUNNING, seat=None)
    for player in (page, desk):
        told(player, MINE, evolve(MINE, text=RequestState.REFUSED, here=is_hosts))

    assert f"You do not get {NAME}'s seat: {reason}" in page.said
    assert reason in desk.sees()


@pytest.mark.parametrize("typed", ["sit", "ask"])
def test_who_asks_for_a_seat_that_another_has_asked_for_reads_who(typed: str) -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, ASKED)

    assert f"Cho has already asked for {NAME}'s seat." in letters(player.model).obey(typed).lines
    assert player.pending == ()


def test_a_seat_that_another_asks_for_is_not_offered() -> None:
    player = at_desk(*RUNNING, seat=None)
    told(player, ASKED)

    assert BOT not in player.model.seats_to_ask_for


def test_a_player_is_offered_no_seat_in_a_match() -> None:
    assert at_desk(*RUNNING, seat=0).model.seats_to_ask_for == ()


def test_before_and_after_a_match_sit_means_a_free_seat() -> None:
    over = at_desk(*RUNNING, MatchAbandoned((0,) * len(fold(RUNNING).scores)), seat=None)
    assert over.model.table.stage is Stage.OVER

    letters(over.model).obey("sit 2")

    assert over.pending == (TakeSeat(BOT),)


# Answering.


def test_the_host_is_asked_and_answers_with_one_key() -> None:
    player = at_desk(*RUNNING, seat=0, host=True)
    told(player, ASKED)
    for size in (NORMAL, SMALL):
        assert "y agree" in player.sees(size)
    assert f"Cho asks for {NAME}'s seat" in player.sees()

    player.press("y")

    assert player.pending == (AnswerRequest(BOT, "Cho", admits=True),)


def test_the_host_refuses_with_one_key() -> None:
    player = at_desk(*RUNNING, seat=0, host=True)
    told(player, ASKED)

    player.press("N")

    assert player.pending == (AnswerRequest(BOT, "Cho", admits=False),)


def test_a_player_is_not_asked_where_the_host_answers() -> None:
    player = at_desk(*RUNNING, seat=0)
    told(player, ASKED)
    assert "y agree" not in player.sees()

    player.press("y")

    assert player.pending == ()
    assert "Nobody asks for a seat." in player.sees()


def test_without_a_host_every_player_who_is_named_is_asked() -> None:
    player = at_desk(*RUNNING, seat=0)
    told(player, PLAYERS_ANSWER)

    player.press("y")

    assert player.pending == (AnswerRequest(BOT, "Cho", admits=True),)


def test_who_has_agreed_is_not_asked_again() -> None:
    player = at_desk(*RUNNING, seat=0)
    told(player, PLAYERS_ANSWER, evolve(PLAYERS_ANSWER, awaits=(2,)))

    assert player.model.request_to_answer is None


@pytest.mark.parametrize(
    ("typed", "admits"), [("y", True), ("N", False), ("admit", True), ("admit cho", True), ("admit Cho no", False)]
)
def test_the_host_answers_in_line_mode(typed: str, admits: bool) -> None:
    player = at_desk(*RUNNING, seat=0, host=True)
    told(player, ASKED)

    letters(player.model).obey(typed)

    assert player.pending == (AnswerRequest(BOT, "Cho", admits),)


def test_line_mode_says_what_to_type() -> None:
    model, _ = in_lines(*RUNNING, host=True)

    (said,) = model.receive(ASKED)

    assert said.text == f"Cho asks for {NAME}'s seat from the next round on. Type y to agree, N if not."


def test_the_host_answers_on_the_page_with_a_button() -> None:
    player = on_page(*RUNNING, seat=0, host=True)
    told(player, ASKED)
    assert f"Cho asks for {NAME}'s seat from the next round on." in player.said
    assert "Agree No" in player.sees("actions")
    assert {"admit Cho", "admit Cho no"} <= set(player.buttons("actions", "order"))

    player.press("order", "admit Cho no")

    assert player.pending == (AnswerRequest(BOT, "Cho", admits=False),)


def test_nobody_is_asked_once_the_match_is_over() -> None:
    player = at_desk(*RUNNING, seat=0, host=True)
    told(player, ASKED)

    player.receives(MatchAbandoned((0,) * len(fold(RUNNING).scores)))

    assert player.model.request_to_answer is None


def test_the_keys_are_said_beside_the_request_that_they_answer() -> None:
    player = at_desk(*WITH_TWO_BOTS, seat=2, host=True)
    first, second = evolve(ASKED, seat=0), evolve(ASKED, seat=1, name="Eve")
    by_eve, keys = "Eve asks for Uma's seat from the next round on.", "y agrees, N does not."
    told(player, first)
    told(player, second)
    assert by_eve in player.sees(WIDE)
    assert f"{by_eve} {keys}" not in player.sees(WIDE)
    player.press("y")
    assert player.pending == (AnswerRequest(0, "Cho", admits=True),)

    told(player, evolve(first, text=RequestState.ADMITTED))

    assert f"{by_eve} {keys}" in player.sees(WIDE)


@pytest.mark.parametrize("seat", [-1, 0, 99])
def test_a_request_for_no_bots_seat_is_ignored(seat: int) -> None:
    player = at_desk(*RUNNING, seat=0, host=True)

    told(player, evolve(ASKED, seat=seat))

    assert player.model.request_to_answer is None
    assert player.sees()


# Sitting down.


def joined_match() -> tuple[Event, ...]:
    """The match with Cho on the bot's seat from the second round on."""
    events = list(match_of(GAME))
    ended = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    bot = next(at for at, event in enumerate(events) if isinstance(event, SeatTaken) and event.seat == BOT)
    events[bot] = SeatTaken(BOT, NAME, "club")
    return (*events[: ended + 1], SeatTaken(BOT, "Cho"), *events[ended + 1 :])


JOINED = joined_match()
AT_JOINING = next(at for at, event in enumerate(JOINED) if event == SeatTaken(BOT, "Cho"))
IN_SECOND_ROUND = next(at for at, event in enumerate(JOINED) if isinstance(event, RoundDealt) and event.round == 2)


def test_everybody_reads_who_takes_whose_seat() -> None:
    player = at_desk(*JOINED[:AT_JOINING], seat=0)
    model = player.model

    entry = Entry(model.session.head + 1, AT, JOINED[AT_JOINING])

    said = [announcement.text for announcement in model.receive(entry)]

    assert said == [f"Cho takes {NAME}'s seat, which is seat 2."]


def test_a_request_ends_with_sitting_down() -> None:
    player = at_desk(*JOINED[:AT_JOINING], seat=0, host=True)
    told(player, ASKED)

    player.receives(JOINED[AT_JOINING])

    assert player.model.request_to_answer is None


def test_the_score_sheet_names_who_played_which_round() -> None:
    model, _ = in_lines(*JOINED[: IN_SECOND_ROUND + 1])

    said = " ".join(letters(model).obey("s").lines)

    first = said[said.index("Round 1") :]
    assert f"{NAME} played in Cho's place." in first
    assert f"{NAME} played" not in said[: said.index("Round 1")]


def test_a_match_counts_for_those_who_began_it() -> None:
    table = fold(JOINED)

    for seat, counts in ((0, True), (BOT, False)):
        totals = totals_of([FinishedGame(result_of("host", "oak", "g1", seat, table))])
        assert bool(totals.games) == counts
        assert "Cho" not in totals.friends


def test_who_has_sat_down_plays_on_the_page_and_on_the_full_screen() -> None:
    history = JOINED[: IN_SECOND_ROUND + 1]
    page, desk = on_page(*JOINED[: AT_JOINING - 1], seat=None), at_desk(*JOINED[: AT_JOINING - 1], seat=None)
    for player in (page, desk):
        told(player, MINE, evolve(MINE, text=RequestState.ADMITTED))
        model = player.page.model if isinstance(player, PagePlayer) else player.model
        said = model.receive(welcome(head=len(history), seat=BOT))
        for seq, event in enumerate(history, start=1):
            said += model.receive(Entry(seq, AT, see(event, Viewer(BOT)).event))
        player.page.receive(said + model.settle()) if isinstance(player, PagePlayer) else player.take(said)

        assert model.view.my_hand()
        assert model.presence.seat_requests.mine is None
        assert not model.deals.alarms
    assert f"{NAME} bot 10 points" in page.sees("seats"), "who has played the round whose end is shown"
    page.press("go-on", "1")
    assert page.buttons("hand", "tile")
    assert "you" in desk.sees()


def test_who_comes_back_after_sitting_down_reads_that_the_bot_played_until_then() -> None:
    table = fold(JOINED[:AT_JOINING])
    view = View(table, BOT)
    model, _ = in_lines(*JOINED[:AT_JOINING], seat=BOT)

    assert (view.is_yours(BOT), view.is_you(BOT)) == (True, False)
    assert name_of(view, BOT) == NAME
    (said,) = model.receive(Entry(AT_JOINING + 1, AT, JOINED[AT_JOINING]))
    assert said.text == f"You take {NAME}'s seat, which is seat 2."
    assert name_of(model.view, BOT) == "you"


def test_a_replay_calls_who_sat_down_you_from_then_on_and_not_the_bot_before() -> None:
    entries = tuple(Entry(seq, AT, event) for seq, event in enumerate(JOINED, start=1))
    cursor = Replay(Record(Header("g1", "oak", AT), entries), own=BOT)

    for at, name in ((AT_JOINING, NAME), (IN_SECOND_ROUND + 1, "you")):
        cursor.go_to_entry(at)
        assert name_of(cursor.view, BOT) == name


# A lost connection.


def reconnects(player: Player, *history: Event, seat: int | None = None) -> None:
    """The player's program connects again, and is welcomed as one who watches, or on this seat."""
    player.model.connection_lost("the network", 1.0)
    player.model.connection_opened()
    player.take(player.model.receive(welcome(head=len(history), seat=seat, start=len(history) + 1)))
    player.take(player.model.settle())


@pytest.mark.parametrize("text", [RequestState.ASKED, RequestState.ADMITTED])
def test_on_the_next_connection_the_program_asks_again_by_itself_with_the_claim(text: RequestState) -> None:
    cho = at_desk(*RUNNING, seat=None)
    told(cho, evolve(MINE, text=text, claim="a secret"))

    reconnects(cho, *RUNNING)

    assert cho.pending == (RequestSeat(BOT, "a secret"),)


@pytest.mark.parametrize("text", [RequestState.REFUSED, RequestState.TAKEN_BACK])
def test_what_is_over_is_not_asked_again(text: RequestState) -> None:
    cho = at_desk(*RUNNING, seat=None)
    told(cho, evolve(MINE, claim="a secret"), evolve(MINE, text=text))

    reconnects(cho, *RUNNING)

    assert cho.pending == ()


async def asks_on_page(page: Site) -> tuple[PageClient, PageClient]:
    """Ann, who plays against a bot, and Cho, who asks for its seat."""
    ann = await page.seated()
    cho = await page.tab({"name": "Cho"}, path=ann.path)
    await cho.until(lambda tab: pressed(tab.parts["lobby"], "choose"))
    await cho.press("choose", pressed(cho.parts["lobby"], "choose")[0])
    await cho.shows("actions", "Ask for")
    await cho.press("order", pressed(cho.parts["actions"], "order")[0])
    await cho.until(lambda tab: tab.kept.get("asks"))
    await ann.until(lambda tab: "admit Cho" in tab.parts["actions"])
    return ann, cho


async def admitted_on_page(page: Site) -> tuple[PageClient, PageClient]:
    """The same; Ann has agreed."""
    ann, cho = await asks_on_page(page)
    await ann.press("order", "admit Cho")
    await cho.says("when this round is over")
    return ann, cho


async def test_a_page_that_is_loaded_again_goes_on_with_the_request_and_with_what_was_agreed_to_it() -> None:
    async with site(bots=1, target=250) as page:
        ann, cho = await admitted_on_page(page)
        await cho.leave()

        again = await page.tab(cho.kept, path=ann.path)
        await again.says("when this round is over")
        await again.until(lambda tab: "ask off" in pressed(tab.parts["actions"], "order"))
        await plays_until(ann, lambda tab: any("Round 1 is over" in said for said in tab.said))
        await again.until(lambda tab: tab.seats and "asks" not in tab.kept)


async def test_a_page_goes_on_with_what_was_agreed_to_its_request_at_a_host_that_was_started_again() -> None:
    journal = MemoryJournal()
    async with site(bots=1, target=250, journal=journal) as page:
        before = await admitted_on_page(page)
    async with site(bots=1, target=250, journal=journal) as page:
        ann, cho = [await page.tab(tab.kept, path="/oak") for tab in before]

        await cho.says("when this round is over")
        assert "admit Cho" not in ann.parts["actions"]
        await plays_until(ann, lambda tab: any("Round 1 is over" in said for said in tab.said))
        await cho.until(lambda tab: tab.seats and "asks" not in tab.kept)


async def test_a_host_that_was_started_again_is_asked_anew_by_the_page_itself_and_the_spectator_reads_so() -> None:
    journal = MemoryJournal()
    async with site(bots=1, target=250, journal=journal) as page:
        before = await asks_on_page(page)
    async with site(bots=1, target=250, journal=journal) as page:
        ann, cho = [await page.tab(tab.kept, path="/oak") for tab in before]

        await cho.says("You ask for")
        await ann.until(lambda tab: "admit Cho" in tab.parts["actions"])
        await ann.press("order", "admit Cho")
        await cho.says("when this round is over")
