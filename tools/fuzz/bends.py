"""The ways to bend the record of a mixed match in one place, and where the fault has to be found.

What shows in nothing else is not bent: times, names, chat, hints, pauses, levels of bots, the number of the match, a
rule that made no difference, another end where a play would have had the same result, a seal that was never used, and
who was away while nothing was dealt.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

from attrs import frozen

from protocol.game.layout import Arm
from protocol.game.tiles import parse_tile, set_of_tiles
from protocol.log.table import fold
from protocol.wire.codec import event_of

TILES: Final = [str(tile) for tile in set_of_tiles(6)]
OF_THE_GAME: Final = ("round_dealt", "tile_played", "tile_drawn", "knocked", "scored", "round_ended", "match_won")

Entries = list[dict[str, Any]]


@frozen
class Bent:
    """A record with a change, and the entries from `first` to `last`, in one of which the fault has to be found."""

    entries: Entries
    first: int
    last: int


Bend = Callable[[Entries, Random], Bent | None]
"""Changes a record, which it may keep, in one place; None if this one has no such place."""


# Finding places.


def _events(entries: Entries, *kinds: str) -> list[tuple[int, dict[str, Any]]]:
    """The events of these kinds, each with the number of its entry."""
    return [(entry["seq"], entry["event"]) for entry in entries if entry["event"]["type"] in kinds]


def _end_of_round(entries: Entries, seq: int) -> int:
    """The number of the end of the round that this entry is in or before."""
    return next((end for end, _ in _events(entries, "round_ended") if end >= seq), len(entries))


def _use_of_seal(entries: Entries, seq: int, seat: int) -> int | None:
    """The number of the deal for which the seal of this entry was used first, or None."""
    for later, event in _events(entries, "round_dealt", "round_ended", "seat_taken"):
        if later > seq and event["type"] == "round_dealt" and event["numbers"][seat] is not None:
            return later
        is_other = event.get("seals") is not None and event["seals"][seat] is not None
        if later > seq and (is_other or event.get("seat") == seat):
            return None
    return None


def _lists_of_tiles(event: dict[str, Any]) -> list[list[str]]:
    return [*event["hands"], *(event[pile] for pile in ("boneyard", "drawn") if pile in event)]


def _another(value: str, chance: Random) -> str:
    """A number with one digit changed, or another one."""
    at = chance.randrange(64)
    changed = (
        value[:at] + chance.choice([digit for digit in "0123456789abcdef" if digit != value[at]]) + value[at + 1 :]
    )
    return chance.choice((changed, changed, chance.randbytes(32).hex(), value.upper(), value[:-1], ""))


# The ways to bend a record.


def _a_tile(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "round_dealt", "tile_played", "tile_drawn", "round_ended"))
    if "tile" in event:
        event["tile"] = chance.choice([tile for tile in TILES if tile != event["tile"]])
    else:
        tiles = chance.choice([tiles for tiles in _lists_of_tiles(event) if tiles])
        at = chance.randrange(len(tiles))
        tiles[at] = chance.choice([tile for tile in TILES if tile != tiles[at]])
    return Bent(entries, seq, _end_of_round(entries, seq))


def _an_order(entries: Entries, chance: Random) -> Bent | None:
    """Two tiles of a deal change places: two of the boneyard, or of two hands. The order of a hand means nothing."""
    seq, event = chance.choice(_events(entries, "round_dealt"))
    places = [(tiles, at) for tiles in _lists_of_tiles(event) for at in range(len(tiles))]
    (here, at), (there, to) = chance.sample(places, 2)
    if here is there and here is not event["boneyard"]:
        return None
    here[at], there[to] = there[to], here[at]
    return Bent(entries, seq, _end_of_round(entries, seq))


def _another_deal(entries: Entries, chance: Random) -> Bent | None:
    """Two tiles, not of the same hand, change places in everything that happens in a round."""
    seq, event = chance.choice(_events(entries, "round_dealt"))
    one, other = chance.sample(TILES, 2)
    if any(one in hand and other in hand for hand in event["hands"]):
        return None
    exchange = {one: other, other: one}
    last = _end_of_round(entries, seq)

    def exchanged(value: Any) -> Any:
        if isinstance(value, list):
            return [exchanged(element) for element in value]
        return exchange.get(value, value) if isinstance(value, str) else value

    for entry in entries[seq - 1 : last]:
        entry["event"] = {name: exchanged(value) for name, value in entry["event"].items()}
    return Bent(entries, seq, last)


def _another_leader(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "round_dealt"))
    event["leader"] = (event["leader"] + chance.randrange(1, len(event["hands"]))) % len(event["hands"])
    return Bent(entries, seq, _end_of_round(entries, seq))


def _a_number(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "round_dealt"))
    numbers = event["numbers"]
    seat = chance.randrange(len(numbers))
    if numbers[seat] is None:
        numbers[seat] = chance.choice([number for number in (*numbers, chance.randbytes(32).hex()) if number])
    else:
        numbers[seat] = chance.choice((None, _another(numbers[seat], chance), _another(numbers[seat], chance)))
    return Bent(entries, seq, seq)


def _exchanged_numbers(entries: Entries, chance: Random) -> Bent | None:
    """The numbers of two seats, or of two rounds, change places."""
    deals = _events(entries, "round_dealt")
    if chance.random() < 0.5 and len(deals) > 1:
        (seq, one), (_, other) = sorted(chance.sample(deals, 2), key=lambda deal: deal[0])
        one["numbers"], other["numbers"] = other["numbers"], one["numbers"]
        return Bent(entries, seq, seq) if one["numbers"] != other["numbers"] else None
    seq, event = chance.choice(deals)
    numbers = event["numbers"]
    shifted = [*numbers[1:], numbers[0]]
    event["numbers"] = shifted
    return Bent(entries, seq, seq) if shifted != numbers else None


def _a_number_of_the_host(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "round_ended"))
    number = event["host_number"]
    event["host_number"] = chance.choice((None, _another(number, chance), _another(number, chance)))
    return Bent(entries, seq, seq)


def _a_seal(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice([row for row in _events(entries, "match_started", "round_ended") if row[1].get("seals")])
    seals = event["seals"] if isinstance(event["seals"], list) else event["seals"]["seats"]
    seat = chance.randrange(len(seals))
    used = None if seals[seat] is None else _use_of_seal(entries, seq, seat)
    if used is None:
        return None
    others = [other for other in seals if other not in (None, seals[seat])]
    seals[seat] = chance.choice((None, _another(seals[seat], chance), _another(seals[seat], chance), *others))
    return Bent(entries, seq, used)


def _the_seal_of_the_host(entries: Entries, chance: Random) -> Bent | None:
    ((seq, event),) = _events(entries, "match_started")
    event["seals"]["host"] = _another(event["seals"]["host"], chance)
    return Bent(entries, seq, _end_of_round(entries, seq))


def _a_field_is_missing(entries: Entries, chance: Random) -> Bent | None:
    kind, name = chance.choice((("match_started", "seals"), ("round_dealt", "numbers"), ("round_ended", "host_number")))
    seq, event = chance.choice(_events(entries, kind))
    del event[name]
    return Bent(entries, seq, _events([*entries[seq - 1 :]], "round_dealt", "round_ended")[0][0])


def _a_seat(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "tile_played", "tile_drawn", "knocked", "scored", "seat_taken"))
    seats = entries[0]["event"]["seats"]
    event["seat"] = (event["seat"] + chance.randrange(1, seats)) % seats
    return Bent(entries, seq, _end_of_round(entries, seq))


def _points(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries, "scored", "round_ended", "match_won"))
    by = chance.choice((-1, 1, 5))
    match event["type"]:
        case "scored":
            event[chance.choice(("sum", "play", "knocks", "chip_out", "awarded"))] += by
        case "round_ended":
            event["pips"] += by
        case _:
            event["scores"][chance.randrange(len(event["scores"]))] += by
    return Bent(entries, seq, seq)


def _an_end(entries: Entries, chance: Random) -> Bent | None:
    """How a round or the match ended, or who won it."""
    seq, event = chance.choice(_events(entries, "round_ended", "match_won"))
    name = chance.choice(("how", "winner" if event["type"] == "round_ended" else "sides"))
    ways = {"round_ended": ("out", "blocked", "won"), "match_won": ("target", "round_cap")}[event["type"]]
    sides = range(entries[0]["event"]["seats"])
    values: list[Any] = {"how": [*ways], "winner": [None, *sides], "sides": [[side] for side in sides]}[name]
    event[name] = chance.choice([value for value in values if value != event[name]])
    return Bent(entries, seq, seq)


def _an_arm(entries: Entries, chance: Random) -> Bent | None:
    """A play at an end that it does not fit."""
    seq, event = chance.choice(_events(entries, "tile_played"))
    before = fold(event_of(entry["event"]) for entry in entries[: seq - 1])
    assert before.round is not None
    fitting = before.round.layout.arms_for(parse_tile(event["tile"]))
    others = [arm for arm in Arm if arm not in fitting]
    event["arm"] = chance.choice(others).value
    return Bent(entries, seq, seq)


def _a_stand_in(entries: Entries, chance: Random) -> Bent | None:
    """A bot is said to have been there at a deal, or not to have been."""
    seq, event = chance.choice(_events(entries, "round_dealt"))
    away = [entry for entry in entries if entry["event"]["type"] == "stand_in_seated"]
    if away and chance.random() < 0.5:
        return _without(entries, chance.choice(away)["seq"])
    givers = [seat for seat, number in enumerate(event["numbers"]) if number is not None]
    if not givers:
        return None
    there = {"type": "stand_in_seated", "seat": chance.choice(givers), "level": "club"}
    bent = [*entries[: seq - 1], {**entries[seq - 1], "event": there}, *entries[seq - 1 :]]
    return Bent(_numbered(bent), seq, seq + 1)


def _an_entry_is_missing(entries: Entries, chance: Random) -> Bent | None:
    seq, _ = chance.choice(_events(entries, "match_started", *OF_THE_GAME))
    return _without(entries, seq)


def _without(entries: Entries, seq: int) -> Bent:
    bent = [*entries[: seq - 1], *entries[seq:]]
    return Bent(_numbered(bent), min(seq, len(bent)), _end_of_round(bent, seq))


def _an_entry_is_repeated(entries: Entries, chance: Random) -> Bent | None:
    seq, _ = chance.choice(_events(entries, "table_opened", "seat_taken", "match_started", *OF_THE_GAME))
    bent = [*entries[:seq], deepcopy(entries[seq - 1]), *entries[seq:]]
    return Bent(_numbered(bent), seq + 1, seq + 1)


def _entries_are_exchanged(entries: Entries, chance: Random) -> Bent | None:
    seq, event = chance.choice(_events(entries[:-1], "match_started", *OF_THE_GAME))
    following = entries[seq]["event"]
    if following["type"] not in OF_THE_GAME or following == event:
        return None
    entries[seq - 1]["event"], entries[seq]["event"] = following, event
    return Bent(entries, seq, seq + 1)


BENDS: Final[tuple[Bend, ...]] = (
    _a_tile,
    _an_order,
    _another_deal,
    _another_leader,
    _a_number,
    _exchanged_numbers,
    _a_number_of_the_host,
    _a_seal,
    _the_seal_of_the_host,
    _a_field_is_missing,
    _a_seat,
    _points,
    _an_end,
    _an_arm,
    _a_stand_in,
    _an_entry_is_missing,
    _an_entry_is_repeated,
    _entries_are_exchanged,
)


def _numbered(entries: Entries) -> Entries:
    return [{**entry, "seq": seq} for seq, entry in enumerate(entries, start=1)]
