"""How many deals follow from the numbers of the players and the host, as `fivesd verify` and `fives replay` say it."""

import pytest
from attrs import evolve

from protocol.log.deal_count import count_deals
from protocol.log.events import Event, MatchAbandoned, RoundDealt, RoundEnded
from protocol.log.table import fold
from tests.mixed import mixed_match
from tests.played import entered, played_match, seen_from

MIXED = mixed_match("all-fives", {"max_rounds": 4, "target": "300"}, 3, whims=False)


def said_of(events: list[Event]) -> str:
    return str(count_deals(entered(events)))


def test_all_deals_of_a_mixed_match_follow_from_its_numbers() -> None:
    assert said_of(MIXED) == "deals: 4 of 4 follow from the numbers of 3 players and the host"


def test_bots_give_no_numbers() -> None:
    match = mixed_match("all-fives", {"max_rounds": 2, "target": "300"}, 4, bots=(1, 2, 3), whims=False)

    assert said_of(match) == "deals: 2 of 2 follow from the numbers of 1 player and the host"


def test_a_player_for_whom_a_bot_stood_in_is_mentioned() -> None:
    match = mixed_match("all-fives", {"max_rounds": 7, "target": "200"}, 3, chance=0)

    assert said_of(match) == (
        "deals: 5 of 5 follow from the numbers of 3 players and the host, 1 of them without a player for whom a bot"
        " stood in"
    )


def test_the_deal_of_a_round_that_did_not_end_cannot_be_checked() -> None:
    deals = [at for at, event in enumerate(MIXED) if isinstance(event, RoundDealt)]
    events = MIXED[: deals[1] + 1]
    abandoned = [*events, MatchAbandoned(fold(events).scores)]

    assert said_of(abandoned) == (
        "deals: 1 of 2 follow from the numbers of 3 players and the host; the last round did not end, so its deal"
        " cannot be checked"
    )
    assert count_deals(seen_from(0, entered(abandoned))).dealt == 2


def bent_deal(event: RoundDealt) -> Event:
    return evolve(event, boneyard=event.boneyard[::-1])


def bent_end(event: Event) -> Event:
    assert isinstance(event, RoundEnded)
    return evolve(event, host_number="0" * 64)


@pytest.mark.parametrize("kind", [RoundDealt, RoundEnded])
def test_a_deal_that_does_not_follow_is_not_counted(kind: type[Event]) -> None:
    at, event = [(at, event) for at, event in enumerate(MIXED) if isinstance(event, kind)][-1]
    bent = bent_deal(event) if isinstance(event, RoundDealt) else bent_end(event)

    assert said_of([*MIXED[:at], bent, *MIXED[at + 1 :]]).startswith("deals: 3 of 4 follow")


def test_without_numbers_the_host_alone_dealt() -> None:
    assert said_of(played_match("cinq-et-trois")) == "deals: the host alone dealt"
    assert said_of(played_match("cinq-et-trois")[:3]) == ""
