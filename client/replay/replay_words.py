"""The sentences of a replay: its heading, each entry, the alternatives to a move, the analysis of a game.

Here: sentences that only a replay has. They name every player, because in a replay nobody is "you". Not here:
sentences of live play (`words.event_words`), which of these answers a question (`answers`).
"""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo

from client.model.announcements import Announcer
from client.replay.cursor import Alternative, Alternatives, Replay, SeenEntry
from client.view.view import View
from client.words.english import capital, count, listed
from client.words.event_words import scores, tiles_listed
from client.words.name_words import does, game_title, name_of, shown, sides_named, target_of, who
from client.words.rule_words import house_rules
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Hand
from protocol.log.events import RoundDealt, Scored, TileDrawn
from protocol.log.table import Stage, Table
from protocol.wire.analysis import Analysis, BetterPlay, JudgedPlay, JudgedPlayer
from protocol.wire.record import Record


def sentences(seen: SeenEntry) -> Iterator[str]:
    """The sentences of one entry; none for points, which the sentence of the play includes."""
    before, event = seen.before, seen.entry.event
    match event:
        case Scored():
            return
        case TileDrawn():
            tile = "a tile" if event.tile is HIDDEN else str(event.tile)
            yield f"{does(before, event.seat, 'draw')} {tile}, {seen.after.boneyard} left in the boneyard."
        case RoundDealt() if event.round > 1:
            yield scores(before, before.table.scores)
            yield from (each.text for each in Announcer().announce(before, event, seen.after))
        case _:
            yield from (each.text for each in Announcer().announce(before, event, seen.after))


def sentences_and_cost(replay: Replay, seen: SeenEntry) -> Iterator[str]:
    """The sentences of one entry, and the cost of a play if the game was analysed."""
    yield from sentences(seen)
    judged = replay.judged.get(seen.entry.seq)
    if judged is not None:
        yield cost(seen.before, judged)


def all_sentences(replay: Replay, first: int, last: int) -> Iterator[str]:
    """The sentences of entries `first` to `last`."""
    for seen in replay.seen(first, last):
        yield from sentences_and_cost(replay, seen)


def step_sentences(replay: Replay) -> list[str]:
    """The sentences of the step that ends at the entry shown."""
    first = replay.position
    while first > 1 and not any(True for _ in all_sentences(replay, first, first)):
        first -= 1
    return list(all_sentences(replay, first, replay.position))


def heading(record: Record, table: Table) -> str:
    """`Fives and Threes to exactly 61: Ann, Ben (bot) and Cho (bot). Table oak, 2026-01-02 03:00.`."""
    view = View(table)
    played = f"{game_title(table.preset)} {target_of(view)}"
    return f"{played}: {players(table)}. Table {shown(record.header.table)}, {moment(record.header.at)}."


def house_rule_sentences(table: Table) -> Iterator[str]:
    """`House rules: knock_bonus=1, target=121.`, or nothing if there are none."""
    changed = house_rules(table.rules, len(table.seats), table.preset)
    if changed:
        spelled = (f"{name}={option.spell(table.rules)}" for name, option in OPTIONS.items() if name in changed)
        yield f"House rules: {', '.join(spelled)}."


def players(table: Table) -> str:
    """The players by side: `Ann, Ben (bot) and Cho`; `Ann and Cho against Ben and Dai`."""
    view = View(table)
    names = [_player(view, seat) for seat in range(len(table.seats))]
    if not table.rules.partners:
        return listed(names)
    sides = [listed(names[seat] for seat in standing.seats) for standing in view.standings]
    return " against ".join(sides)


def _player(view: View, seat: int) -> str:
    return f"{name_of(view, seat)}{' (bot)' if view.seat_at(seat).bot else ''}"


def moment(at: str) -> str:
    """A time of the log in this machine's time zone: `2026-01-02 04:04`. A text that is not a time is unchanged."""
    return _by_clock(at, None) or shown(at)[:16]


def moment_anywhere(at: str) -> str:
    """A time of the log for readers anywhere: `2026-01-02 03:04 UTC`."""
    moment = _by_clock(at, UTC)
    return shown(at)[:16] if moment is None else f"{moment} UTC"


def _by_clock(at: str, zone: tzinfo | None) -> str | None:
    try:
        return f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return None  # text from a stranger, or a year that the calendar does not have


def outcome(table: Table) -> str:
    """The outcome of a game: `Ann won 61 to 40 to 12`, `not finished`."""
    view = View(table)
    if table.stage is not Stage.OVER:
        return "not finished"
    if not table.won_by:
        return "ended by the host"
    winners = sides_named(view, *table.won_by)
    others = [str(score) for side, score in enumerate(table.scores) if side not in table.won_by]
    return f"{winners} won {' to '.join([str(table.scores[table.won_by[0]]), *sorted(others, key=int, reverse=True)])}"


def record_ends(table: Table) -> Iterator[str]:
    """A sentence after the last entry of an unfinished game."""
    if table.stage is not Stage.OVER:
        yield f"The record ends here, before the match was over. {scores(View(table), table.scores)}"


def place(replay: Replay) -> str:
    """`Entry 12 of 304, round 2, all tiles open.`."""
    round_ = replay.table.round
    where = "" if round_ is None else f", round {round_.number}"
    return f"Entry {replay.position} of {replay.head}{where}, {eyes(replay)}."


def eyes(replay: Replay) -> str:
    """The view: `all tiles open`, `as Ann saw it`."""
    if replay.viewed is None:
        return "all tiles open"
    return f"as {name_of(View(replay.table), replay.viewed)} saw it"


def hands(view: View) -> Iterator[str]:
    """The hands in this view, one line for each seat, then the boneyard."""
    for seat in range(len(view.table.seats)):
        yield f"{who(view, seat)}: {_held(view.hand_of(seat))}."
    if view.round is not None:
        yield f"Boneyard: {_held(view.round.boneyard)}."


def _held(tiles: Hand) -> str:
    if not tiles:
        return "no tiles"
    if HIDDEN in tiles:
        return f"{count(len(tiles), 'tile')}, not seen"
    return tiles_listed(tiles)


def alternatives(view: View, found: Alternatives | None) -> Iterator[str]:
    """The alternatives to a move, best first."""
    if found is None:
        yield "There is no move to compare, or this view hides the hand."
        return
    if found.may.may_draw:
        yield f"Nothing fitted: {name_of(view, found.seat)} had to draw."
    elif found.may.may_knock:
        yield f"Nothing fitted: {name_of(view, found.seat)} had to knock."
    elif len(found.plays) == 1:
        yield f"{who(view, found.seat)} had no other play. {capital(_play(found, found.plays[0]))}."
    else:
        yield f"{who(view, found.seat)} could play:"
        yield from (f"{_play(found, each)}{', played' if each.was_made else ''}." for each in found.plays)


def _play(found: Alternatives, each: Alternative) -> str:
    where = "" if each.play.arm is Arm.START else f" {at_end(found.before, each.play.arm)}"
    award = each.award
    points = count(award.awarded, "point")
    if award.awarded < award.offered:
        points = f"{count(award.offered, 'point')} of which {award.awarded or 'none'} would count"
    return f"{each.play.tile}{where}: sum {award.end_sum}, {points}"


# A game that was analysed.


def how_each_played(analysis: Analysis) -> Iterator[str]:
    """A line for each player: accuracy, losses, luck, hints."""
    yield from map(_judged, analysis.players)


def _judged(player: JudgedPlayer) -> str:
    name = shown(player.name)
    luck = f"{'good' if player.luck >= 0 else 'bad'} luck {_percent(abs(player.luck))}"
    hints = f", {count(player.hints, 'hint')} taken" if player.hints else ""
    if player.accuracy is None:
        return f"{name}: nothing to decide, {luck}{hints}."
    lost = f"{_percent(player.lost)} lost in {count(player.decisions, 'decision')}"
    return f"{name}: accuracy {player.accuracy:.0f} %, {lost}, {luck}{hints}."


def cost(before: View, play: JudgedPlay) -> str:
    """`That cost 7.2 %: 5-3 on the left wins 23.7 %, this 16.5 %.`"""
    if play.better is None:
        return f"Nothing was better: it wins {_percent(play.win)}."
    return (
        f"That cost {_percent(play.lost)}: {_laid(before, play.better)} wins {_percent(play.better.win)}, "
        f"this {_percent(play.win)}."
    )


def _laid(before: View, play: BetterPlay) -> str:
    return capital(f"{play.tile} {at_end(before, play.arm)}")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
