"""Who takes part in a match: who has agreed to it, who was sent away, and who has laid a tile themselves.

A bot may stand in for somebody who has gone home, for a whole match. Such a match is none of theirs: it counts in none
of their totals. Not here: whose result it is at a table or for a team (`consequences`, `league.results`).
"""

from collections.abc import Iterable

from protocol.log.events import (
    Event,
    Knocked,
    MatchStarted,
    PlayedOn,
    PlayerReturned,
    SeatTaken,
    StandInSeated,
    TileDrawn,
    TilePlayed,
)


def still_undecided(undecided: frozenset[int], event: Event) -> frozenset[int]:
    """The seats of people who have not agreed to the match, after this event; `undecided` are those before it.

    They agree with their first move, whether they play, draw or knock.
    """
    match event:
        case MatchStarted():
            return frozenset(event.undecided)
        case TilePlayed() | TileDrawn() | Knocked() | SeatTaken() if event.seat in undecided:
            return undecided - {event.seat}
        case PlayedOn():
            return frozenset()
        case _:
            return undecided


def sends_away(name: str | None, taken: SeatTaken) -> bool:
    """Whether a bot has the seat of this person in a match because the host sends them away: it has their name, too."""
    return taken.bot is not None and taken.name == name


def removed_from_match(events: Iterable[Event]) -> frozenset[str]:
    """The names of the people who were sent away from the match. `events`: those of one game, from its first.

    The bot in place of somebody who had not agreed to it has a name of its own.
    """
    names, removed = dict[int, str](), set[str]()
    has_begun = False
    for event in events:
        match event:
            case MatchStarted():
                has_begun = True
            case SeatTaken():
                if has_begun and sends_away(names.get(event.seat), event):
                    removed.add(event.name)
                names[event.seat] = event.name
            case _:
                pass
    return frozenset(removed)


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
