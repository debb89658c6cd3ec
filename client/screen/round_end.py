"""The end of a round or a match in a table, drawn under the board.

Here: who held which tiles, what each side scored, the totals and the winners. Pure. Not here: how long it is shown
(`lookbacks`), the sheet of all rounds (`panels.scores`).
"""

from client.screen.paper import Fragment, KeyHit, Line, clip, columns
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words.name_words import sides_named, who
from client.words.say import say
from protocol.game.tiles import HIDDEN, Hand, known_tiles, pips_of
from protocol.log.table import Stage


def round_end(view: View, row: RoundRow | None, width: int, most: int) -> list[Line]:
    """A line per player: points of the round, total, pips and tiles left.

    `view` is the table after the round. After a match the best are first, and winners have a star. There are at most
    `most` lines: the winners and the viewer always have one, and the last line says how many players have none.
    """
    shown, left_out = _players_shown(view, most - 1)
    table = [["", say("end.head_round"), say("end.head_total"), say("end.head_pips"), say("end.head_left")]]
    styles = ["class:card.title"]
    for seat in shown:
        side = view.table.side_of(seat)
        has_won = side in view.table.won_by
        had = "" if row is None else f"+{row.sides[side].total}"
        name = f"{'*' if has_won else ''}{who(view, seat)}"
        table.append([name, had, str(view.table.scores[side]), *_left_over(view.hand_of(seat))])
        styles.append("class:winner" if has_won else "class:card")
    *columns_, held_column = list(zip(*table, strict=True))
    left = columns(zip(*columns_, strict=True))
    lines: list[Line] = [
        clip([Fragment(style, f"{text}  {held}")], width)
        for style, text, held in zip(styles, left, held_column, strict=True)
    ]
    if left_out:
        lines.append([Fragment("class:quiet", say("end.more", n=left_out), KeyHit("s"))])
    return lines[: max(0, most)]


def _players_shown(view: View, room: int) -> tuple[list[int], int]:
    """The seats in a table of so many rows, and how many have no row. If some have none, one row is used to say so."""
    table, seats = view.table, list(range(len(view.table.seats)))
    if table.stage is Stage.OVER:
        seats.sort(key=lambda seat: -table.score_of(seat))
    if len(seats) <= room:
        return seats, 0
    first = [seat for seat in seats if table.side_of(seat) in table.won_by or seat == view.seat]
    shown = [*first, *(seat for seat in seats if seat not in first)][: max(0, room - 1)]
    return [seat for seat in seats if seat in shown], len(seats) - len(shown)


def _left_over(hand: Hand) -> tuple[str, str]:
    """Pips and tiles. Hands that were never shown, as in an abandoned round, have only a number of tiles."""
    if HIDDEN in hand:
        return "", say("count.tiles", n=len(hand))
    return str(pips_of(hand)), " ".join(map(str, known_tiles(hand))) if hand else say("end.out")


def final_scores(view: View, width: int) -> list[Line]:
    """The sides by their final scores, winners with a star."""
    won_by = view.table.won_by
    ranked = sorted(view.standings, key=lambda standing: -standing.score)
    rows = [
        ["*" if standing.side in won_by else " ", sides_named(view, standing.side), str(standing.score)]
        for standing in ranked
    ]
    return [
        clip([Fragment("class:winner" if row[0].strip() else "class:card", text)], width)
        for row, text in zip(rows, columns(rows, left=2), strict=True)
    ]
