"""The windows of the page: the menu and those it opens, chat, a question to confirm, the end of a round.

Here: the list of windows, their frames, and opening and closing them. Not here: the sheets in them
(`sheets_part`), the form (`form_part`), the replay and the analysis (`replay_part`, `analysis_part`).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from attrs import evolve

from client.actions.action import AnalyseMatch, ChangeSetting, CopyLink, OtherAddress, PlayOnAs, ReadLog, Show
from client.actions.panel import Menu, Panel, choice
from client.model import asking
from client.panels import play_on as play_on_panel
from client.panels import rules, scores
from client.panels.by_name import BY_NAME, OF_REPLAY
from client.picture.markup import SPACE, Markup, joined, tag
from client.store.browser_seats import way_back
from client.web import host_part, page_words, reminders_part
from client.web.analysis_part import analyse, analysis
from client.web.course_part import back_to_course, course, rules_of_course
from client.web.form_part import form
from client.web.games_part import games, history
from client.web.icons import icon
from client.web.page_controls import button, field, one_field, share_button
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.replay_part import panel_of_replay, play_on, replay, replay_of
from client.web.shared_parts import own
from client.web.sheets_part import end, keys
from client.web.state import COURSES, OF_A_REPLAY, OVER_A_COURSE, OVER_A_REPLAY, State, chat_line
from client.words import host_words, lesson_words, lobby_words, presence_words, reach_words, reaction_words
from protocol.log.commands import Kick
from protocol.log.table import Stage

_CHAT_SHOWN: Final = 50


def window(state: State) -> Markup:
    """The open window, with its title and a button to close it; empty if none is open."""
    shown = _shown(state)
    if shown is None:
        return Markup()
    title, content = shown
    close = button("close", state.window, "✕", class_="close", aria_label=page_words.CLOSE)
    head = tag("div", tag("h2", title, id="window-title", tabindex="-1"), close, class_="head")
    is_shared = state.window == "end"  # everybody at the table sees the same one then
    heard = tag("p", own(state.heard) if is_shared else state.heard, class_="heard", role="status")
    shown_window = tag("div", head, content, heard, class_=f"window window-{state.window}")
    return shown_window if is_shared else own(shown_window)


def _shown(state: State) -> tuple[str, Markup] | None:
    """The title and the inside of the open window; None if none is open. Long ones are made once for each new entry."""
    name = state.window
    if not state.is_at_table and name not in _ANYWHERE:
        return None
    if name in _OF_HOST and state.model.own_host is None:
        return None
    if name not in _SHEETS:
        return _made(state)
    return state.made_once("window", (name, *state.entries_read), lambda: _made(state))


def _made(state: State) -> tuple[str, Markup] | None:
    name = state.window
    if name in BY_NAME:
        panel = _panel(state, name)
        return panel.title, joined([*panel_html(panel, name, partial(_link, state)), *_below(state, name)])
    if name not in _WINDOWS:
        return None
    title, inside = _WINDOWS[name]
    if name == "form" and state.form.is_change:
        title = lobby_words.CHANGE_GAME
    if name == "confirm" and state.confirmation is not None:
        title = page_words.to_confirm(state.model.view, state.confirmation.action)
    return title, joined(inside(state))


def _panel(state: State, name: str) -> Panel:
    """The panel of this name. The menu of a match that has ended leads to its replay, too, which only the page has."""
    panel = BY_NAME[name](state.model)
    first = panel.blocks[0]
    if name != "menu" or not isinstance(first, Menu) or state.model.table.stage is not Stage.OVER:
        return panel
    with_replay = (*first.choices[:1], choice(page_words.REPLAY, Show("replay")), *first.choices[1:])
    return evolve(panel, blocks=(evolve(first, choices=with_replay), *panel.blocks[1:]))


# The menu.


def _below(state: State, name: str) -> Iterator[Markup]:
    """What the page has below a panel."""
    if name == "menu":
        yield from _below_menu(state)
    elif name == "settings":
        yield from _below_settings(state)
    elif name == "reminders":
        yield from reminders_part.fields(state)
    elif name == "names" and state.model.own_host is not None:
        yield one_field("page-name", host_words.NEW_NAME, host_words.ADD_NAME, has_focus=False)


def _link(state: State, action: CopyLink) -> str | None:
    """The link that this action copies."""
    host = state.model.own_host
    link = None if host is None else host.link(state.model.session.table_name, action.name)
    return None if link is None else str(link)


def _below_menu(state: State) -> Iterator[Markup]:
    """What the page has below the menu of the table: its link, and the player's way back."""
    items = [tag("li", *share_button(state, page_words.SHARE_TABLE))]
    mine = next((seat for seat in state.store.seats.all() if seat.game == state.model.session.game), None)
    if mine is not None and state.model.seat is not None:
        fragment = state.links.way_back(way_back(mine), state.store.invitation)
        items.append(tag("li", tag("a", icon("link"), tag("span", page_words.WAY_BACK), href=f"#{fragment}")))
        if state.forgets:
            yield tag("p", page_words.FORGETS, class_="about")
    yield tag("ul", *items, class_="choices")


def _below_settings(state: State) -> Iterator[Markup]:
    """The setting that is only for this table, for as long as the player stays."""
    if state.model.seat is None:
        return
    is_on = "true" if state.is_on_tv else "false"
    switch = button("on-tv", "", page_words.ON_TV, role="switch", aria_checked=is_on)
    yield tag("h3", page_words.TV)
    yield tag("ul", tag("li", switch), class_="choices")
    yield tag("p", page_words.OPEN_ON_TV, SPACE, tag("b", state.links.for_tv), class_="about")


# Other windows.


def _chat(state: State) -> Iterator[Markup]:
    sayings = [presence_words.saying(state.model.view, said) for said in list(state.model.talk.chat)[-_CHAT_SHOWN:]]
    lines = [tag("li", chat_line(saying)) for saying in sayings] or [tag("li", page_words.NOTHING_SAID)]
    yield tag("ol", *lines, class_="said")
    yield from _reactions(state)
    yield one_field("chat", page_words.SAY, page_words.SEND)


def _reactions(state: State) -> Iterator[Markup]:
    """The six reactions, or why there are none now; nothing for a spectator."""
    if state.model.seat is None:
        return
    why_none = reaction_words.why_none(state.model.view)
    if why_none is not None:
        yield tag("p", why_none, class_="about")
        return
    buttons = (button("order", f"react {reaction}", label) for reaction, label in reaction_words.LABELS.items())
    yield tag("div", *buttons, class_="row", role="group", aria_label=reaction_words.TITLE)


def _confirm(state: State) -> Iterator[Markup]:
    yield tag("p", "" if state.confirmation is None else state.confirmation.text)
    yield tag(
        "div",
        button("confirm", "", page_words.YES, class_="main", data_waits=""),
        button("close", state.window, page_words.NO),
        class_="row",
    )


_Inside = Callable[[State], Iterator[Markup]]
_WINDOWS: Final[dict[str, tuple[str, _Inside]]] = {
    "chat": (page_words.CHAT, _chat),
    "confirm": (page_words.SURE, _confirm),
    "become-host": (page_words.HOST_HERE, host_part.become_host),
    "invite": (reach_words.INVITE, host_part.invite),
    "form": (page_words.OPEN_TABLE, form),
    "games": (page_words.MY_GAMES, games),
    "history": (page_words.HISTORY, history),
    "keys": (page_words.KEYS, keys),
    "end": (page_words.HOW_IT_ENDED, end),
    "replay": (page_words.REPLAY, replay),
    "replay-scores": (scores.TITLE, panel_of_replay("scores")),
    "replay-rules": (rules.TITLE, panel_of_replay("rules")),
    "replay-keys": (page_words.KEYS, keys),
    "replay-play-on": (play_on_panel.TITLE, panel_of_replay("play-on")),
    "analysis": (page_words.ANALYSIS, analysis),
    "learn": (lesson_words.LEARN, course),
    "practise": (lesson_words.PRACTISE, course),
    "course-rules": (rules.TITLE, rules_of_course),
    "course-keys": (page_words.KEYS, keys),
}
_NOT_SHOWN: Final = ("confirm", "form", "end", "become-host", *COURSES)
"""Windows that a press of their own opens."""
_SHEETS: Final = ("scores", "rules", "history")
"""Windows that nothing changes but the game's entries."""
_OF_HOST: Final = ("host", "invitations", "phone", "log", "names", "fixtures", "invite")
"""Windows for a browser with the host's controls."""
_ANYWHERE: Final = (
    *("confirm", "form", "games", "league", "settings", "tables", "keys", "become-host"),
    *_OF_HOST,
    *COURSES,
    *OVER_A_COURSE,
    *OF_A_REPLAY,
)
"""Windows that need no table."""


# The presses.


def _show(state: State, value: Value) -> None:
    which = field(value)
    if which in (*_WINDOWS, *BY_NAME) and which not in _NOT_SHOWN:
        state.show(which)


def _choose(state: State, value: Value) -> None:
    """Do what was chosen in a panel, if it is still offered."""
    name, _, key = field(value).partition(" ")
    if name in OF_REPLAY:
        found = replay_of(state)
        action = None if found is None else OF_REPLAY[name](found).offered(key)
        if isinstance(action, PlayOnAs):
            play_on(state, action.seat)
        return
    if name in BY_NAME and state.named.is_set():
        action = _panel(state, name).offered(key)
        if action is not None:
            if not isinstance(action, ChangeSetting | ReadLog | OtherAddress):
                state.show("")
            if isinstance(action, AnalyseMatch):
                analyse(state)
            else:
                state.wish(action)


def _close(state: State, value: Value) -> None:
    """Close the window; its name is the value, so that no other one is closed that the player has not yet seen."""
    if value not in ("", state.window):
        return
    if state.window in OVER_A_COURSE:
        back_to_course(state)
    else:
        state.show("replay" if state.window in OVER_A_REPLAY else "")


def _do_confirmed(state: State, _: Value) -> None:
    confirmation, state.confirmation = state.confirmation, None
    state.show("")
    if confirmation is not None:
        state.act(confirmation.action)


def _say(state: State, value: Value) -> None:
    state.done(asking.say(state.model, field(value)))


def _turn_tv(state: State, _: Value) -> None:
    session = state.model.session
    state.store.on_tv = None if state.is_on_tv else (session.table_name or "", session.game or "")


def _kick(state: State, value: Value) -> None:
    seat = field(value)
    if seat.isascii() and seat.isdecimal() and len(seat) < 3 and int(seat) < len(state.model.table.seats):
        state.show("")
        state.wish(Kick(int(seat)))


PRESSES: Final = {
    "show": _show,
    "choose": _choose,
    "close": _close,
    "confirm": _do_confirmed,
    "chat": _say,
    "kick": _kick,
    "on-tv": _turn_tv,
}
