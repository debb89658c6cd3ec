"""The seats above the board: names, scores, tiles left, whose turn it is, who is away, and clocks.

A hand is a row of backs. After a round it is open, and beside the score is what the round brought; a box that takes the
pips left in the others' hands has a class, for the script. Here: that part, and the heading over it, with the boneyard.
Not here: seats before a match (`waiting_part`), the movement between seats, board and hand (`assets/motion.js`, which
finds a seat by its `data-seat`, and its hand by `data-hand`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from client.model.lookback import is_at_an_end
from client.model.status import Connecting, Ended, InLobby, Joined, Lost, NeedsAnswer
from client.picture.markup import SPACE, Markup, isolated, joined, tag
from client.view.score_sheet import RoundRow
from client.view.view import Standing, View
from client.web import page_words
from client.web.page_controls import button, colour, tile_picture, turn_mark, unseen
from client.web.state import State
from client.words.event_words import tiles_listed
from client.words.name_words import game_title, target_of, who
from client.words.say import cached_by_language, say
from client.words.title_words import PROGRAM
from protocol.game.rules import Draw
from protocol.game.tiles import known_tiles, pips_of
from protocol.log.table import Stage

_FEW: Final = 4
_SOME: Final = 6
"""The most boxes that have two lines, on a narrow page and on a wide one."""
MOST_BOXES: Final = 500
_EDGE: Final = 3
"""The thickness of a tile of the boneyard, in pixels."""
_BACK: Final = 6
"""The breadth of a tile in a hand face down, with the gap beside it; 12 is its height."""
_WIDEST_HAND: Final = 48
"""The most breadth of such a hand."""
_LONGEST_ROW: Final = 66
"""The most pixels of a row of the boneyard; if it has more tiles, they are thinner."""


def top(state: State) -> Markup:
    """The heading: the game and its progress."""
    if not state.is_at_table:
        return joined([tag("h1", PROGRAM), connection(state)])
    view = state.view_shown
    game = state.made_once("heading", (view, state.has_ended), lambda: joined(_game(state, view)))
    return joined([game, *_warning(state), connection(state)])


def _game(state: State, view: View) -> Iterator[Markup]:
    yield tag("h1", game_title(view.table.preset), SPACE, tag("span", target_of(view)))
    watching = [say("page.watching_briefly")] if view.seat is None and not state.has_ended else []
    yield tag("p", joined([*progress(view), *watching], Markup(" · ")), class_="progress")


def _warning(state: State) -> Iterator[Markup]:
    """A button that leads to what is wrong with the match, while anything is."""
    if state.model.deals.alarms:
        yield tag("p", button("show", "words", say("page.warning"), aria_haspopup="dialog"), class_="trouble")


def progress(view: View) -> Iterator[str]:
    """The round, the boneyard, and whether the match is paused."""
    if view.round is not None and view.table.stage is not Stage.SEATING:
        yield say("page.round", round=view.round.number)
        if view.table.rules.draw is not Draw.NONE:
            yield _boneyard(view.boneyard)
    if view.table.paused:
        yield say("page.paused_briefly")


@cached_by_language(MOST_BOXES)
def _boneyard(tiles: int) -> Markup:
    """The boneyard as a row of tiles face down, seen from the side, which gets shorter with each one that is drawn."""
    length = min(tiles * _EDGE, _LONGEST_ROW)
    edges = tag("path", class_="edges", d=f"M0 8h{length:g}", pathLength=tiles) if tiles else Markup()
    front = tag("rect", class_="front", x=length + 0.5, y=0.5, width=8, height=15, rx=1.5)
    width = length + 9
    row = tag("svg", edges, front, viewBox=f"0 0 {width:g} 16", width=width, height=16, aria_hidden="true")
    word = tag("span", say("page.boneyard"), class_="word")
    return tag("span", word, SPACE, row, str(tiles), class_="boneyard", data_tiles=tiles)


def connection(state: State) -> Markup:
    """The state of the connection to the host, unless it is well."""
    match state.model.status:
        case Connecting() if state.newcomer.named.is_set():
            return tag("p", say("page.connecting"), role="status")
        case Lost(why):
            return tag("p", page_words.lost(why), role="status", class_="trouble")
        case Ended(is_uninvited=True):
            return Markup()  # the part below says so
        case Ended(text, is_elsewhere=False):
            return tag("p", text or say("page.left"), role="status", class_="trouble")
        case Connecting() | InLobby() | NeedsAnswer() | Joined() | Ended():
            return Markup()  # the script says if the seat is used elsewhere


def seats(state: State, *, is_around: bool = False) -> Markup:
    """A box for each side; empty before a match. `is_around`: in two lists, for two edges of a screen."""
    view = state.view_shown
    if not state.is_at_table or view.table.stage is Stage.SEATING:
        return Markup()
    model = state.model
    if model.presence.clocks:
        return _boxes(state, view, is_around=is_around)
    made_of = (view, _last_row(state, view), state.has_ended, tuple(model.here.items()), model.is_host)
    return state.made_once("seats", made_of, lambda: _boxes(state, view, is_around=is_around))


def _boxes(state: State, view: View, *, is_around: bool) -> Markup:
    model, boxes = state.model, len(view.standings)
    who_sits = (view.table.seats, view.seat, tuple(model.here.items()), model.is_host)
    names = state.made_once("names", who_sits, lambda: tuple(_names(state, view)))
    classes = ["seats", "few" if boxes <= _FEW else "some" if boxes <= _SOME else "many"]
    row = _last_row(state, view)
    classes += ["quiet"] if state.has_ended else []
    classes += [] if row is None else ["open"]
    sides = [_side(state, view, standing, names, row) for standing in view.standings]
    if not is_around:
        return _list(sides, classes)
    near = boxes // 2
    return joined([_list(sides[:near], [*classes, "near"]), _list(sides[near:], [*classes, "far"])])


def _list(boxes: Sequence[Markup], classes: Sequence[str]) -> Markup:
    return tag("ul", *boxes, class_=" ".join(classes), aria_label=say("page.players"))


def _last_row(state: State, view: View) -> RoundRow | None:
    """The points of the round, if it has ended: then all hands are open."""
    if not is_at_an_end(view.table):
        return None
    end, rounds = state.ends.of_round, state.model.sheet.rounds
    return end.row if end is not None else rounds[-1] if rounds else None


_Mark = tuple[str, str | None]
"""A mark, and its CSS class, if a narrow page shows it as a sign, or not at all."""
_Name = tuple[int, str, tuple[_Mark, ...]]
"""A seat, its name, and the marks beside it."""


def _names(state: State, view: View) -> Iterator[_Name]:
    """The names of all seats."""
    for seat in range(len(view.table.seats)):
        yield seat, who(view, seat), tuple(_marks(state, view, seat))


def _side(state: State, view: View, standing: Standing, names: Sequence[_Name], row: RoundRow | None) -> Markup:
    classes = ["seat"]
    classes += ["turn"] if view.turn in standing.seats else []
    classes += ["mine"] if view.seat in standing.seats else []
    classes += ["won"] if standing.side in view.table.won_by else []
    classes += ["takes"] if row is not None and row.sides[standing.side].pips else []
    left = () if view.round is None or row is not None else tuple(view.tiles_left[seat] for seat in standing.seats)
    opened = () if row is None else tuple(open_hand(view, seat) for seat in standing.seats)
    gained = 0 if row is None else row.sides[standing.side].total
    of_side = tuple(names[seat] for seat in standing.seats)
    turn = view.turn if view.turn in standing.seats else None
    points = standing.score, gained
    return _box(of_side, turn, points, left, opened, " ".join(classes), tuple(_clocks(state, standing)))


@cached_by_language(MOST_BOXES)
def _box(
    names: tuple[_Name, ...],
    turn: int | None,
    points: tuple[int, int],
    left: tuple[int, ...],
    opened: tuple[Markup, ...],
    class_: str,
    clocks: tuple[str, ...],
) -> Markup:
    """Names, score and tiles: for most players at a table those of another side are the same.

    `points`: the score, and those of the round that has ended. `left`: the numbers of tiles; `opened`: the open hands.
    """
    score, gained = points
    called = joined((_name(*name, is_turn=turn == name[0]) for name in names), SPACE)
    held = [_left(names, left)] if left else []
    held += [tag("span", f"+{gained}", class_="gained")] if gained else []
    held += [tag("span", *opened, class_="opened")] if opened else []
    total = tag("b", str(score), SPACE, unseen(say("page.points_behind", n=score)), class_="score")
    return tag("li", tag("span", called, SPACE, class_="names"), total, *held, *clocks, class_=class_)


def _left(names: Sequence[_Name], left: Sequence[int]) -> Markup:
    """How many tiles each seat of a side has."""
    hands = [_backs(name[0], count) for name, count in zip(names, left, strict=True) if count]
    behind = unseen(say("page.tiles_behind", n=left[-1]))
    return tag("span", " · ".join(map(str, left)), SPACE, behind, *hands, class_="left")


def _backs(seat: int, tiles: int) -> Markup:
    """A hand face down: a back for each tile, closer together if there are many."""
    width = min(tiles * _BACK, _WIDEST_HAND)
    path = tag("path", class_="edges", d=f"M0 6h{width:g}", pathLength=tiles)
    box = {"viewBox": f"0 0 {width:g} 12", "preserveAspectRatio": "none", "aria_hidden": "true"}
    return tag("svg", path, class_="backs", data_hand=seat, data_tiles=tiles, **box)


def open_hand(view: View, seat: int) -> Markup:
    """The tiles that a hand had left, and their pips; the script lets points rise from there."""
    tiles = known_tiles(view.hand_of(seat))
    if not tiles:
        return tag("span", say("end.out"), class_="left-over")
    pips = pips_of(tiles)
    in_words = say("hand", player=who(view, seat), tiles=tiles_listed(tiles), pips=say("count.pips", n=pips))
    small = tag("small", str(pips))
    return tag("span", *map(tile_picture, tiles), small, class_="left-over", role="img", aria_label=in_words)


def _name(seat: int, name: str, marks: Sequence[_Mark], *, is_turn: bool) -> Markup:
    beside = [joined([SPACE, tag("small", mark, class_=class_)]) for mark, class_ in marks]
    pointer = turn_mark() if is_turn else []
    return tag("span", *pointer, isolated(name), *beside, class_=f"name {colour(seat)}", data_seat=seat)


def _marks(state: State, view: View, seat: int) -> Iterator[_Mark]:
    sits = view.seat_at(seat)
    if sits.is_free:
        yield say("page.free"), None
    elif sits.bot is not None:
        yield say("page.bot"), "bot"
    else:
        if not state.model.here.get(seat, True):
            yield say("page.away"), "away"
        if sits.stand_in is not None:
            yield say("page.stand_in"), "bot"
        if seat == state.model.seat and state.model.is_host:
            yield say("page.host"), "host"


def _clocks(state: State, standing: Standing) -> Iterator[Markup]:
    for clock in state.model.presence.clocks.values():
        if clock.seat in standing.seats:
            left = max(0, round(clock.until - state.services.now()))
            yield tag("span", f"{left // 60}:{left % 60:02}", class_="clock", role="timer", data_left=str(left))
