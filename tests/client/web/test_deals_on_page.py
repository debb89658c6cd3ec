"""Mixed deals on the page: the waiting room, the wait for a deal, the end of a round, alarms."""

from client.words import deal_words
from client.words.deal_words import Alarm
from client.words.say import say
from protocol.log.events import Entry, RoundEnded, TilePlayed
from tests.client.at_table import AT
from tests.client.mixed_match import OPENING, first_of, mixed_match
from tests.client.web.at_page import at_page

MATCH = mixed_match()


def test_the_waiting_room_says_who_deals() -> None:
    assert say("deal.how_mixed") in at_page(*MATCH[:2]).sees("waiting")


def test_while_a_deal_waits_the_advice_says_for_whom() -> None:
    player = at_page(*MATCH[:OPENING], seat=None)
    assert "Waiting" not in player.sees("sum")

    player.page.services.now = lambda: 2.0

    assert "Waiting for a part of the deal, from Ann or Ben. In 10 s it goes on without." in player.sees("sum")


def test_the_end_of_a_round_says_that_its_deal_is_checked_and_then_has_its_words() -> None:
    end = first_of(MATCH, RoundEnded) + 1
    player = at_page(*MATCH[: OPENING + 1])

    player.receives(*MATCH[OPENING + 1 : end])
    assert "Deal checked." in player.sees("sum")
    assert "Words" not in player.sees("sum")
    player.page.model.deals.words.round, player.page.model.deals.words.words = 1, ("one", "two", "three", "four")
    player.receives(MATCH[end])
    assert "Deal checked. Words: one two three four." in player.sees("sum")


def test_an_alarm_opens_a_window_that_says_what_to_do_and_stays_in_the_heading() -> None:
    mine = next(at for at, event in enumerate(MATCH) if isinstance(event, TilePlayed) and event.seat == 0)
    player = at_page(*MATCH[:mine])
    assert player.buttons("status", "show") == []

    player.page.receive(player.page.model.receive(Entry(mine + 1, AT, MATCH[mine])))

    assert deal_words.own_alarm(Alarm.STRANGE_PLAY) in player.sees("window")
    player.press("close", "")
    assert player.buttons("status", "show") == ["words"]
    player.press("show", "words")
    assert deal_words.own_alarm(Alarm.STRANGE_PLAY) in player.sees("window")
