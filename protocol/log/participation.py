"""Who has played in a match: the people who have laid a tile themselves.

A bot may stand in for somebody who has gone home, for a whole match. Such a match is none of theirs: it counts in none
of their totals. Not here: whose result it is at a table or for a team (`consequences`, `league.results`).
"""

from collections.abc import Iterable

from protocol.log.events import Event, PlayerReturned, SeatTaken, StandInSeated, TilePlayed


def seats_with_stand_ins(events: Iterable[Event]) -> frozenset[int]:
    """The seats of people for whom a bot has stood in. `events`: those of one game by which bots and people sit down.

    Only these can have been left to bots.
    """
    people, stand_ins = set[int](), set[int]()
    for event in events:
        match event:
            case StandInSeated():
                stand_ins.add(event.seat)
            case SeatTaken(seat, _, bot):
                (people if bot is None else stand_ins).add(seat)
            case _:
                pass
    return frozenset(people & stand_ins)


def seats_left_to_bots(events: Iterable[Event]) -> frozenset[int]:
    """The seats of people for whom bots laid every tile. `events`: those of one finished game, from its first."""
    events = tuple(events)
    stand_ins, played = set[int](), set[int]()
    for event in events:
        match event:
            case TilePlayed() if event.seat not in stand_ins:
                played.add(event.seat)
            case StandInSeated():
                stand_ins.add(event.seat)
            case SeatTaken(bot=str()):
                stand_ins.add(event.seat)
            case SeatTaken():  # in place of a bot
                stand_ins.discard(event.seat)
            case PlayerReturned():
                stand_ins.discard(event.seat)
            case _:
                pass
    return seats_with_stand_ins(events) - played
