"""A player's first match of a game begins with its rules in three lines."""

from collections.abc import Iterable

from attrs import evolve

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from protocol.game.table_options import Assist
from protocol.log.events import Event, MatchAbandoned, TableOpened, TableOptions
from tests.client.at_table import new_model, receive, welcome
from tests.client.three_handed import DEAL, OPENING, played

HISTORY = (*OPENING, DEAL)
ANNS_LEAD, BENS_PLAY = played("6-6"), played("6-6", "6-1")[-1:]


def newcomer(*known: str, seat: int | None = 0, history: Iterable[Event] = OPENING) -> Model:
    """A player who has been introduced to these games and joins after this history."""
    model = new_model(is_drawn=True)
    model.introduction.known = set(known)
    events = tuple(history)
    model.receive(welcome(head=len(events), seat=seat))
    receive(model, *events)
    return model


def rules_in(announcements: Iterable[Announcement]) -> list[str]:
    return [announcement.text for announcement in announcements if announcement.subject is Subject.RULES]


def test_the_lines_are_announced_once_and_before_the_turn() -> None:
    model = newcomer()
    announcements = receive(model, DEAL)

    assert rules_in(announcements) == list(model.introduction.lines)
    assert len(model.introduction.lines) == 3
    assert announcements[-1].subject is Subject.TURN
    assert model.introduction.known == {"all-fives"}
    assert not rules_in(model.settle())


def test_they_are_shown_until_the_players_own_first_move() -> None:
    model = newcomer(seat=1)
    receive(model, DEAL)
    receive(model, *ANNS_LEAD)
    assert len(model.introduction.lines) == 3

    receive(model, *BENS_PLAY)
    is_open = bool(model.introduction.lines)
    assert not is_open
    assert model.introduction.is_about(model.session)


def test_a_player_who_joins_before_their_first_move_gets_them() -> None:
    model = newcomer(seat=1, history=(*HISTORY, *ANNS_LEAD))

    assert len(model.introduction.lines) == 3


def test_a_player_who_comes_back_to_a_running_match_does_not_get_them() -> None:
    model = newcomer(history=(*HISTORY, *ANNS_LEAD))

    assert not model.introduction.lines
    assert not model.introduction.known


def test_they_are_closed_at_the_end_of_the_match() -> None:
    model = newcomer(history=HISTORY)
    assert model.introduction.lines

    receive(model, MatchAbandoned((0, 0, 0)))
    assert not model.introduction.lines


def test_a_game_that_the_player_knows_has_no_introduction() -> None:
    model = newcomer("all-fives")

    assert not rules_in(receive(model, DEAL))
    assert not model.introduction.lines
    assert not model.introduction.is_about(model.session)


def test_a_spectator_gets_no_introduction() -> None:
    model = newcomer(seat=None)

    assert not rules_in(receive(model, DEAL))
    assert not model.introduction.known


def test_a_table_that_shows_no_help_gives_two_lines() -> None:
    opened, *rest = HISTORY
    assert isinstance(opened, TableOpened)
    model = newcomer(history=(evolve(opened, options=TableOptions(assist=Assist.NONE)), *rest))

    assert len(model.introduction.lines) == 2


def test_another_match_of_the_same_game_has_no_introduction() -> None:
    model = newcomer(history=HISTORY)
    model.receive(welcome(head=len(HISTORY), game="g2"))
    receive(model, *HISTORY)

    assert not model.introduction.lines
    assert not model.introduction.is_about(model.session)
