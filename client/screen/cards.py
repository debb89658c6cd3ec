"""Cards: what is laid over the board to be read, and put away with a key.

Lives here: a card's frame and its scrolling, and the cards' contents that are more than sentences: help, the sheet of
rounds, the end of a round and of a match. Pure. Not here: when a card is shown (`overlay`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from client.screen.paper import Fragment, KeyHit, Line, clip, clip_text, fill, paragraph
from client.screen.screen_words import more_players
from client.screen.sheet_words import how_scored, round_told
from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words import table_option_words as words_keeping
from client.words.english import count
from client.words.event_words import scores
from client.words.name_words import sides_named, who
from client.words.rule_words import explain, wrapped
from client.words.wrapping import cells, wrap
from protocol.game.tiles import HIDDEN, Hand, known_tiles, pips_of
from protocol.log.events import HowRoundEnded
from protocol.log.table import Stage, Table

_HOW: Final = {
    None: "on",
    HowRoundEnded.OUT: "out",
    HowRoundEnded.BLOCKED: "blocked",
    HowRoundEnded.WON: "target",
}


_ARROWS: Final = "←→↑↓"
MOST_READABLE: Final = 100
"""Columns that a text is set to at most."""


@frozen
class Card:
    """A card: its title, its text as lines or as paragraphs to be wrapped, and how far it has been scrolled.

    `paragraphs` are wrapped to the card's width, an empty one is an empty line; `lines` stay as they are. `foot` stands
    at the bottom where all of it can be seen. `shows` is a line that is always seen, whatever `top` says.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    top: int = 0
    foot: str = "any key: back"
    shows: int | None = None

    @classmethod
    def of_text(cls, title: str, text: Iterable[str]) -> "Card":
        """A card whose lines are set already."""
        return cls(title, lines=tuple([Fragment("class:card", line)] for line in text))

    def scrolled(self, step: int) -> "Card":
        """The card, so many lines further down; drawing it stops it at its ends."""
        return evolve(self, top=max(0, self.top + step))

    def draw(self, width: int, height: int) -> tuple[list[Line], int]:
        """The card in exactly this space, and how far down it can be scrolled at most."""
        inner = width - 4
        text: list[Line] = [*self.lines]
        for each in self.paragraphs:
            text += paragraph("class:card", each, inner) if each else [[]]
        room = height - 2
        furthest = max(0, len(text) - room)
        top = min(self.top if self.shows is None else max(0, self.shows - room // 2), furthest)
        shown = text[top : top + room]
        lines = [_edge("┌", self.title, "┐", width)]
        lines += [_inside(line, width) for line in [*shown, *[[]] * (room - len(shown))]]
        more = f"↑↓ {top + len(shown)} of {len(text)}" if furthest else self.foot
        lines.append(_edge("└", more, "┘", width))
        return lines[:height], furthest


def _edge(left: str, text: str, right: str, width: int) -> Line:
    text = clip_text(f" {text} ", max(0, width - 4)) if text else ""
    return [Fragment("class:frame", f"{left}─{text}{'─' * (width - 3 - cells(text))}{right}")]


def _inside(line: Line, width: int) -> Line:
    return [
        Fragment("class:frame", "│ "),
        *fill(line, width - 4, "class:card"),
        Fragment("class:frame", " │"),
    ]


def columns(rows: Iterable[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows of cells as aligned text: the first `left` columns to the left, the rest to the right."""
    table = [list(row) for row in rows]
    widths = [max(cells(row[at]) for row in table) for at in range(len(table[0]))]
    return ["  ".join(_aligned(cell, widths[at], at < left) for at, cell in enumerate(row)).rstrip() for row in table]


def _aligned(cell: str, width: int, to_left: bool) -> str:
    blank = " " * (width - cells(cell))
    return f"{cell}{blank}" if to_left else f"{blank}{cell}"


def keys_card(rows: Sequence[tuple[str, str]], width: int) -> Card:
    """Keys and what they do, side by side; a long meaning goes on under itself. A click presses the key."""
    label = max(cells(key) for key, _ in rows)
    lines: list[Line] = []
    for key, meaning in rows:
        hit = _key_hit(key)
        for at, part in enumerate(wrap(meaning, max(20, width - 6 - label))):
            shown = key if at == 0 else ""
            blank = " " * (label - cells(shown) + 2)
            said = f"{blank}{part}".rstrip()
            lines.append([Fragment("class:card.title", shown, hit), Fragment("class:card", said, hit)])
    return Card("Keys", lines=tuple(lines))


def _key_hit(label: str) -> KeyHit | None:
    """The first key that a label names, where that is one key and not a sign on the board."""
    first = label.split(" ", maxsplit=1)[0].rstrip(",") if label else ""
    name = {"Enter": "enter", "Escape": "escape", "Space": "space"}.get(first, first)
    return KeyHit(name) if name and (len(name) == 1 or name != first) and name not in _ARROWS else None


def rules_card(table: Table, width: int, kept: Sequence[str] = ()) -> Card:
    """The rules of a table, and under them the sentences on how it is kept, where there are any."""
    width = max(30, min(width, MOST_READABLE) - 4)
    lines = list(explain(table.rules, len(table.seats), table.preset, width=width))
    if kept:
        lines += ["", words_keeping.HEADING, *(line for each in kept for line in wrapped(each, width))]
    return Card.of_text("Rules", lines)


def rounds_card(view: View, rounds: Sequence[RoundRow], width: int) -> Card:
    """The sheet: a line a round with what each side had of it, newest first, how they had it, and the totals."""
    names = [sides_named(view, standing.side) for standing in view.standings]
    room = max(4, (width - 24) // max(1, len(names)) - 2)
    table = [["Round", *(clip_text(name, room) for name in names), "led", "ended"]]
    table.append(["Total", *(str(standing.score) for standing in view.standings), "", ""])
    newest_first = list(reversed(rounds))
    for row in newest_first:
        points = [_points(side) for side in row.sides]
        table.append([str(row.number), *points, clip_text(who(view, row.leader), 8), _HOW[row.how]])
    head, total, *rows = columns(table)
    if cells(head) > width - 4:
        told = [round_told(view, row) for row in newest_first]
        return Card("Rounds", paragraphs=(scores(view, view.table.scores), *told))
    lines: list[Line] = [[Fragment("class:card.title", head)], [Fragment("class:card.total", total)]]
    for row, text in zip(newest_first, rows, strict=True):
        lines.append([Fragment("class:card", text)])
        lines += [[Fragment("class:quiet", f"  {part}")] for part in wrap(how_scored(view, row), max(10, width - 6))]
    return Card("Rounds", lines=tuple(lines))


def _points(side: SideRow) -> str:
    return str(side.total)


def round_end(view: View, row: RoundRow | None, width: int, most: int) -> list[Line]:
    """A finished round in a table: what each player still held, what each side had of the round, and the totals.

    `view` stands after the end of the round. Once the match is over the best come first, and winners have a star. In
    no more lines than `most`: the winners and whoever looks always stay, and how many do not is said.
    """
    shown, left_out = _players_shown(view, most - 1)
    table = [["", "round", "total", "pips", "left over"]]
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
        lines.append([Fragment("class:quiet", more_players(left_out), KeyHit("s"))])
    return lines[: max(0, most)]


def _players_shown(view: View, room: int) -> tuple[list[int], int]:
    """The seats in a table of so many rows, and how many are left out of it; where some are, a row has to say so."""
    table, seats = view.table, list(range(len(view.table.seats)))
    if table.stage is Stage.OVER:
        seats.sort(key=lambda seat: -table.score_of(seat))
    if len(seats) <= room:
        return seats, 0
    first = [seat for seat in seats if table.side_of(seat) in table.won_by or seat == view.seat]
    kept = [*first, *(seat for seat in seats if seat not in first)][: max(0, room - 1)]
    return [seat for seat in seats if seat in kept], len(seats) - len(kept)


def _left_over(hand: Hand) -> tuple[str, str]:
    """Pips and tiles; of an abandoned round, strangers' hands stay closed."""
    if HIDDEN in hand:
        return "", count(len(hand), "tile")
    return str(pips_of(hand)), " ".join(map(str, known_tiles(hand))) if hand else "out"


def final_scores(view: View, width: int) -> list[Line]:
    """The sides by their final scores, the winners marked."""
    won_by = view.table.won_by
    ranked = sorted(view.standings, key=lambda each: -each.score)
    rows = [["*" if each.side in won_by else " ", sides_named(view, each.side), str(each.score)] for each in ranked]
    return [
        clip([Fragment("class:winner" if row[0].strip() else "class:card", text)], width)
        for row, text in zip(rows, columns(rows, left=2), strict=True)
    ]
