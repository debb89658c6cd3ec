"""Mixed deals on the full screen: the waiting room, the wait for a deal, the end of a round, alarms."""

from client.words.say import say
from protocol.log.events import Entry, RoundEnded, TilePlayed
from tests.client.at_desk import at_table
from tests.client.at_table import AT
from tests.client.mixed_match import OPENING, first_of, mixed_match

MATCH = mixed_match()


def test_the_waiting_room_says_who_deals() -> None:
    assert say("deal.how_mixed") in at_table(*MATCH[:2]).sees()


def test_while_a_deal_waits_the_prompt_says_for_whom_after_a_while() -> None:
    player = at_table(*MATCH[:OPENING], seat=None)
    assert say("deal.the_match_begins") in player.sees()
    assert player.desk.changes_with_time
    player.desk.tick(1.0)
    assert "Waiting" not in player.sees()

    assert player.desk.tick(2.0)

    assert "Waiting for a part of the deal, from Ann or Ben. In 10 s it goes on without." in player.sees()


def test_the_end_of_a_round_says_that_its_deal_is_checked_and_the_history_who_mixed_it() -> None:
    end = first_of(MATCH, RoundEnded) + 1
    player = at_table(*MATCH[: OPENING + 1])

    player.receives(*MATCH[OPENING + 1 : end + 1])

    assert "Deal checked." in player.sees()
    player.press("space", "h")
    assert "Deal checked: mixed by you, Ben and the host." in player.sees()


def test_an_alarm_is_a_notice_and_stays_in_the_corner() -> None:
    mine = next(at for at, event in enumerate(MATCH) if isinstance(event, TilePlayed) and event.seat == 0)
    player = at_table(*MATCH[:mine])

    player.take(player.model.receive(Entry(mine + 1, AT, MATCH[mine])))

    assert "a tile was played from your hand that you did not play" in player.sees()
    player.press("W")
    assert "Stop playing" in player.sees()
    player.press("escape")
    assert "WARNING: W" in player.sees()
