"""The waiting room: the seats of a table before its match, bots, and the start.

Here: that part, and the level of the next bot. Not here: what its other buttons do (`hand_part`), the host's tables
(`lobby_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.actions.action import OtherAddress, OtherGame
from client.actions.beginning import after_match
from client.actions.next_step import NextStep, next_step
from client.actions.panel import key_of
from client.actions.seats import seat_offers
from client.actions.typed_commands import command_for
from client.model.own_host import OwnHost
from client.picture.markup import SPACE, Markup, tag
from client.picture.qr_picture import qr_picture
from client.view.view import View
from client.web.course_windows import learn_offer
from client.web.initials import around, seat_mark
from client.web.links import invited
from client.web.page_controls import button, chat_button, connect_again, field, fields, menu_button, share_button
from client.web.page_messages import Value
from client.web.state import State
from client.words import reach_words, room_words
from client.words.answer_words import who_sits_at
from client.words.board_words import about_board
from client.words.deal_words import how_dealt
from client.words.name_words import partners, shown
from client.words.option_words import value_first
from client.words.say import say
from client.words.table_option_words import assist_sentence
from client.words.watcher_words import watching
from protocol.game.levels import LEVEL_NAMES
from protocol.log.commands import Rematch, TakeSeat
from protocol.log.table import Stage, Table
from protocol.shared.table_path import path_of


def waiting(state: State) -> Markup:
    """The waiting room; empty once the match has begun."""
    model = state.model
    if not state.is_at_table or model.table.stage is not Stage.SEATING:
        return Markup()
    view = model.view
    fills = model.may_begin and not state.has_ended and any(seat.is_free for seat in view.table.seats)
    dealt = how_dealt(view.table.options)
    is_between = model.session.is_between_matches
    about = [
        *((model.talk.evening, room_words.comes_next(view, model.session.after_match)) if is_between else ()),
        room_words.how_it_begins(view) if is_between else "",
        *about_board(view.table.board),
        partners(view),
        assist_sentence(view.assist),
        dealt,
        say("page.begin_with_bots") if fills and not is_between else "",
    ]
    many = len(view.table.seats)
    code = [qr_picture(invited(_link(state), state.store.invitation))] if _has_code(state, view) else []
    seats = tag("div", *code, tag("ol", *(_seat(state, view, seat) for seat in range(many))), class_=around(many))
    above = [
        *(tag("p", sentence, class_="about") for sentence in about if sentence),
        *_change_game(state),
        *([] if state.has_ended or view.table.board is not None else [_invitation(state)]),
    ]
    return tag(
        "section",
        tag("h2", say("page.table", table=shown(model.session.table_name or ""))),
        *([seats, *above] if is_between else [*above, seats]),  # between two matches all depends on who plays again
        *_room(state),
        *([_levels(state)] if fills else []),
        *([] if state.has_ended else learn_offer(state)),
        tag("div", *_notice(state), *_buttons(state), class_="row"),
        class_="waiting",
    )


def _room(state: State) -> Iterator[Markup]:
    """Who watches, and what was said last, with those who came and went. A screen reader has heard it."""
    watched = watching(state.model.presence.watchers)
    if watched:
        yield tag("p", watched, class_="about")
    if state.model.talk.room:
        yield tag("div", *(tag("p", shown(said)) for said in state.model.talk.room), class_="room")


def when_it_begins(table: Table) -> str:
    """When the match begins: a board of a league waits for its players."""
    return say("page.wait_for_start") if table.board is None else say("page.wait_for_players")


def _change_game(state: State) -> Iterator[Markup]:
    """The button of the host for another game or other rules."""
    if state.model.is_host and not state.has_ended:
        change = button("order", command_for(OtherGame()), say("lobby.change_game"), aria_haspopup="dialog")
        yield tag("p", change, class_="change")


def _invitation(state: State) -> Markup:
    """The link of this table, and a button that passes it on with what a friend from outside needs."""
    host = state.model.own_host
    link = tag("p", say("page.invite"), SPACE, tag("b", _link(state)))
    return tag(
        "div",
        link,
        *([] if host is None else _of_host(host)),
        *share_button(state, say("page.share")),
        class_="invite",
    )


def _link(state: State) -> str:
    """The link of this table as people read it."""
    table, host = state.model.session.table_name or "", state.model.own_host
    way = None if host is None else host.link(table)
    return state.links.shown(table) if way is None else f"{way.endpoints[0].link}{path_of(table)}"


def _has_code(state: State, view: View) -> bool:
    """Whether the link is a code for a phone, too: on a large screen, which has a panel, while somebody may come.

    It may have an invitation in it, as on a TV; this part is not compressed.
    """
    may_come = any(seat.is_free for seat in view.table.seats) and view.table.board is None
    return state.side is not None and may_come and not state.has_ended


def _of_host(host: OwnHost) -> Iterator[Markup]:
    """Whether the link works, and a button for another address in it."""
    opened = reach_words.about_opening(host.reach)
    if opened:
        yield tag("p", opened, class_="about")
    if len(host.ways_in) > 1:
        yield button("choose", f"invitations {key_of(OtherAddress())}", say("way.another_address"))


def _seat(state: State, view: View, seat: int) -> Markup:
    sits = view.seat_at(seat)
    mark = seat_mark(seat, sits.name, is_bot=sits.bot is not None)
    place = (seat - (view.seat or 0)) % len(view.table.seats)  # from the player's own, which is nearest
    who = who_sits_at(view, seat, state.model.here, state.model.presence.agreed, is_first=True)
    name = tag("span", who, class_="who")
    buttons = [] if state.has_ended else _about_seat(state, seat)
    kind = " mine" if seat == view.seat else " free" if sits.is_free else ""
    return tag("li", mark, name, *buttons, class_=f"at{place}{kind}")


def _about_seat(state: State, seat: int) -> Iterator[Markup]:
    sits = state.model.table.seats[seat]
    whom = say("name.seat", number=seat + 1) if sits.name is None else shown(sits.name)
    level = state.level or state.model.table.options.bot_level
    for offer in seat_offers(state.model, seat, level):
        label = None if seat == state.model.seat else f"{offer.label}{say('colon')}{whom}"
        yield button("order", command_for(offer.action), offer.label, aria_label=label)


def _levels(state: State) -> Markup:
    now = state.level or state.model.table.options.bot_level
    options = (
        tag("option", value_first("bot_level", level), value=level, selected="" if level == now else None)
        for level in LEVEL_NAMES
    )
    choice = tag("label", tag("span", say("page.level"), class_="label"), tag("select", *options, name="level"))
    return tag("form", choice, data_press="level", data_change="level", class_="line")


def _notice(state: State) -> Iterator[Markup]:
    """The notice, with the buttons, which are always in sight."""
    if state.sentences.notice:
        yield tag("p", state.sentences.notice.text, class_="notice")


def _buttons(state: State) -> Iterator[Markup]:
    if state.has_ended:
        yield from connect_again(state)
        return
    step = next_step(state.model)
    if state.model.session.is_between_matches:
        yield from _agreeing(state, step)
    elif step is not None:
        yield button("order", "start", say("next.begin"), class_="main")
    else:
        yield tag("p", when_it_begins(state.model.table), class_="about")
    yield chat_button(state)
    yield menu_button()


def _agreeing(state: State, step: NextStep | None) -> Iterator[Markup]:
    """Between two matches: who has agreed to the next one, and the button with which this player does."""
    text = after_match(state.model)
    if text:
        yield tag("p", text, class_="about")
    action = None if step is None else step.action
    if step is not None and isinstance(action, Rematch | TakeSeat):
        yield button("order", command_for(action), step.label, class_="main", data_waits="")


def _take_level(state: State, value: Value) -> None:
    level = fields(value).get("level", field(value))
    if level in LEVEL_NAMES:
        state.level = level


PRESSES: Final = {"level": _take_level}
