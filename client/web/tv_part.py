"""What a TV shows to a room: the table large, the scores, the last play in words, and how to join.

Here: the parts that only a TV has. Nothing in them can be pressed. Not here: the parts that it shares with the page
(`seats_part`, `table_part`), which of them are shown when (`tv`), how large (`assets/tv.css`).
"""

from collections.abc import Iterator
from typing import Final

from client.model.lookback import Lookback
from client.model.sheet import LogLine
from client.model.status import Ended, InLobby, Joined
from client.picture.markup import SPACE, Markup, joined, tag
from client.picture.qr_picture import qr_picture
from client.view.view import View
from client.web import page_words
from client.web.curve_part import curve
from client.web.end_window import results, victory
from client.web.initials import around, seat_mark
from client.web.lobby_part import mark
from client.web.next_hosts import ways_to_try
from client.web.page_controls import colour, tile_picture
from client.web.seats_part import connection, progress
from client.web.state import State
from client.web.table_part import sum_line, why_nobody_plays
from client.web.waiting_part import when_it_begins
from client.words import lobby_words
from client.words.answer_words import who_sits_at
from client.words.event_words import turn
from client.words.highlight_words import highlight_sentences
from client.words.name_words import game_title, partners, player, shown, target_of, who
from client.words.say import say
from client.words.title_words import PROGRAM
from protocol.game.layout import Arm
from protocol.log.events import TilePlayed
from protocol.log.table import Stage
from protocol.shared.join_link import JoinLink
from protocol.shared.table_path import TV, path_of
from protocol.wire.messages import TableSummary

_TILE: Final = "\0"
"""Stands in a message where the picture of a tile comes: no name has it, for names are cleaned."""


def top(state: State) -> Markup:
    """The heading: the game and its progress, and what is wrong with the connection or the match."""
    if not state.is_at_table:
        return joined([tag("h1", PROGRAM), *([] if state.has_ended else [connection(state)])])
    view = state.model.view
    game = tag("h1", game_title(view.table.preset), SPACE, tag("span", target_of(view)))
    where = [say("page.at_table", table=shown(state.model.session.table_name or ""))]
    steps = tag("p", joined([*where, *progress(view)], Markup(" · ")), class_="progress")
    warning = [tag("p", say("page.warning"), class_="trouble")] if state.model.deals.alarms else []
    return joined([game, steps, *warning, connection(state)])


# Without a table.


def lobby(state: State, linked: str | None) -> Markup:
    """Why no table is shown, and what can be done about it; empty at a table. `linked`: the table in the address."""
    return Markup() if state.is_at_table else joined([mark(), *_why_no_table(state, linked)])


def _why_no_table(state: State, linked: str | None) -> Iterator[Markup]:
    match state.model.status:
        case Ended(is_uninvited=True):
            yield tag("h2", say("page.by_invitation"))
            yield tag("p", say("page.tv_needs_link"))
        case Ended(moved_to=JoinLink() as there):
            yield tag("h2", say("page.tv_moved"))
            yield _way_there(state, there)
        case Ended(text):
            yield tag("h2", text)
            yield tag("p", say("page.tv_tries_again"))
        case InLobby():
            yield from _tables(state, linked)
        case _:
            yield tag("p", say("page.connecting"))


def _address_there(there: JoinLink) -> str:
    """The address of the page for a TV at another host, where the game goes on. Its own table has the game."""
    invitation = "" if there.invitation is None else f"#i={there.invitation}"
    return f"{there.endpoints[0].link}{TV}{invitation}"


def _way_there(state: State, there: JoinLink) -> Markup:
    """The address of the TV's page there, and the QR code of the link, for phones that watch."""
    address = _address_there(there).partition("#")[0]
    code = qr_picture(str(JoinLink(there.endpoints[:1], invitation=there.invitation)))
    goes = say("page.tv_goes_there") if ways_to_try(there, state.links) else say("page.tv_cannot_go")
    return joined([code, tag("p", goes, SPACE, tag("b", address))])


def _tables(state: State, linked: str | None) -> Iterator[Markup]:
    tables = state.model.lobby.tables
    if linked is not None and linked not in state.model.lobby.names:
        yield tag("h2", page_words.gone(linked))
        yield tag("p", say("page.tv_waits"))
    elif state.sentences.notice is not None:
        yield tag("p", state.sentences.notice.text, class_="notice")
    elif not tables:
        yield tag("h2", say("page.tv_no_table"))
        yield tag("p", say("page.tv_waits"))
    if tables:
        yield tag("h2", say("page.tv_choose"))
        yield tag("ul", *(_table(summary) for summary in tables), class_="tables")


def _table(summary: TableSummary) -> Markup:
    path = f"{TV}{path_of(summary.table)}"
    return tag("li", tag("a", path, href=path), tag("span", lobby_words.about_table(summary)))


# Before a match.


def waiting(state: State) -> Markup:
    """The seats of a table before its match; empty once it has begun."""
    model = state.model
    if not state.is_at_table or model.table.stage is not Stage.SEATING:
        return Markup()
    view = model.view
    many = len(view.table.seats)
    seats = (_seat(state, view, seat) for seat in range(many))
    about = (tag("p", sentence) for sentence in (partners(view), when_it_begins(model.table)) if sentence)
    return joined([tag("ol", *seats, class_=around(many)), tag("div", *about, class_="about")])


def _seat(state: State, view: View, seat: int) -> Markup:
    sits = view.seat_at(seat)
    mark = seat_mark(seat, sits.name, is_bot=sits.bot is not None)
    is_bot = sits.bot is not None  # as its mark says
    name = who(view, seat) if is_bot else who_sits_at(view, seat, state.model.here, is_first=True)
    free = " free" if sits.is_free else ""
    return tag("li", mark, tag("span", name, class_="who"), class_=f"at{seat} {colour(seat)}{free}")


def invitation(state: State) -> Markup:
    """The QR code of this table and its link, while a seat is free. It may have an invitation in it.

    Once the game goes on at another host, the way there.
    """
    status = state.model.status
    if state.is_at_table and isinstance(status, Ended) and status.moved_to is not None:
        return _way_there(state, status.moved_to)
    if not state.is_at_table or state.has_ended or state.model.table.stage is Stage.OVER:
        return Markup()
    if not any(seat.is_free for seat in state.model.table.seats):
        return Markup()
    table = state.model.session.table_name or ""
    code = qr_picture(state.links.for_phones(table, state.store.invitation))
    return joined([code, tag("p", say("page.tv_join"), SPACE, tag("b", state.links.shown(table)))])


# During a match.


def last_play(state: State) -> Markup:
    """The last play in words, the sum of the ends and what it scored, and whose turn it is; empty before a match."""
    model, view = state.model, state.model.view
    if not state.is_at_table or view.table.stage is Stage.SEATING or not model.sheet.log:
        return Markup()
    lookback = _ended(state)
    if lookback is not None:
        return tag("p", lookback.verdict, class_="verdict")
    played = [tag("p", *_in_words(state, view, model.sheet.log[-1]), class_="last-play")]
    if view.layout.lead is not None:
        played.append(sum_line(state, view))
    return joined([*played, tag("p", why_nobody_plays(state) or turn(view), class_="whose-turn")])


def _in_words(state: State, view: View, line: LogLine) -> Iterator[Markup | str]:
    event = state.model.session.entries[line.seq - 1].event
    if isinstance(event, TilePlayed):
        says = "log.led" if event.arm is Arm.START else "log.plays"
        before, after = say(says, who=player(view, event.seat), tile=_TILE).split(_TILE)
        yield from (before, tile_picture(event.tile), tag("b", str(event.tile)), after)
    else:
        yield line.text


def final_scores(state: State) -> Markup:
    """The results of a match that has ended; empty otherwise."""
    lookback = _ended(state)
    return Markup() if lookback is None or lookback.highlights is None else results(lookback)


def ended_match(state: State) -> Markup:
    """The winner, and how the scores went; empty unless a match has ended."""
    lookback = _ended(state)
    if lookback is None or lookback.highlights is None:
        return Markup()
    view = lookback.view
    winner = [victory(view)] if view.table.won_by else []
    told = (tag("p", sentence) for sentence in highlight_sentences(view, lookback.highlights))
    evening = [tag("p", state.model.talk.evening)] if state.model.talk.evening else []
    return joined([*winner, curve(view, lookback.highlights), *told, *evening])


def _ended(state: State) -> Lookback | None:
    return state.ends.of_round or state.ends.of_match if state.is_at_table else None


# For the script.


def signal(state: State) -> Markup:
    """What the room looks at, whether the screen has to stay on for it, and the address to go to, if any."""
    status, stage = state.model.status, state.model.table.stage if state.is_at_table else None
    is_awake = isinstance(status, Joined) and stage is not Stage.OVER
    there = status.moved_to if isinstance(status, Ended) else None
    return tag(
        "b",
        data_scene=_scene(state, stage),
        data_awake="" if is_awake else None,
        data_go=None if there is None else _address_there(there),
        data_ways=None if there is None else " ".join(ways_to_try(there, state.links)),
    )


def _scene(state: State, stage: Stage | None) -> str:
    if stage is None:
        return "lobby"
    if stage is Stage.SEATING:
        return "waiting"
    lookback = _ended(state)
    if lookback is None:
        return "play"
    return "round" if lookback.highlights is None else "match"
