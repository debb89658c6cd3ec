"""The windows of the page: a row for each.

Here: which windows there are, and what they share. To add one, write its class and add a row; a panel with a row in
`panels.by_name` has its window already. Not here: the windows (the modules named `..._window`), which one is in front
(`state`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from client.panels import play_on
from client.panels.by_name import BY_NAME, OF_REPLAY
from client.web.analysis_window import AnalysisWindow
from client.web.chat_window import ChatWindow
from client.web.confirm_window import ConfirmWindow
from client.web.course_windows import LearnWindow, OverCourseWindow, PractiseWindow, rules_of
from client.web.end_window import EndWindow
from client.web.form_window import FormWindow
from client.web.games_windows import GamesWindow, HistoryWindow
from client.web.host_windows import BecomeHostWindow, InviteWindow, NamesWindow
from client.web.keys_window import KeysWindow, all_keys
from client.web.panel_windows import (
    ComparisonWindow,
    EveningWindow,
    MenuWindow,
    PanelWindow,
    RemindersWindow,
    SettingsWindow,
    SheetWindow,
    TablesWindow,
    WayBackWindow,
    WordsWindow,
)
from client.web.pupil import Pupil
from client.web.replay_windows import ReplayKeysWindow, ReplayPanelWindow, ReplayWindow
from client.web.replayed import Replayed
from client.web.state import State
from client.web.window import Needs, PageWindow
from client.words.say import say

_OWN_PANELS: Final[dict[str, type[PanelWindow]]] = {
    "scores": SheetWindow,
    "rules": SheetWindow,
    "menu": MenuWindow,
    "settings": SettingsWindow,
    "tables": TablesWindow,
    "words": WordsWindow,
    "evening": EveningWindow,
    "comparison": ComparisonWindow,
    "reminders": RemindersWindow,
    "names": NamesWindow,
}
"""The windows of panels that have something of their own."""
_NEEDS: Final[dict[str, Needs]] = {
    **dict.fromkeys(("settings", "tables", "league"), Needs.NOTHING),
    **dict.fromkeys(("host", "invitations", "phone", "log", "names", "fixtures"), Needs.HOST),
}
"""What the panels need that do not need a table."""


def windows_of(state: State) -> Iterator[PageWindow]:
    """The windows of this page, in the order in which they see what has happened."""
    replayed, pupil, nothing = Replayed(state), Pupil(), Needs.NOTHING
    yield ChatWindow("chat", say("page.chat"), state=state)
    yield from _panel_windows(state)
    yield WayBackWindow("way-back", say("page.way_back_title"), over="menu", state=state)
    yield EndWindow("end", say("page.how_it_ended"), state=state)
    yield ConfirmWindow("confirm", say("page.sure"), nothing, state=state)
    yield FormWindow("form", say("page.open_table"), nothing, state=state)
    yield BecomeHostWindow("become-host", say("page.host_here"), nothing, state=state)
    yield InviteWindow("invite", say("invite.new"), Needs.HOST, state=state)
    yield GamesWindow("games", say("panel.my_games"), nothing, state=state, replayed=replayed)
    yield HistoryWindow("history", say("panel.history"), state=state)
    yield KeysWindow("keys", say("panel.keys"), nothing, state=state)
    yield ReplayWindow("replay", say("panel.replay"), nothing, state=state, replayed=replayed)
    yield from _over_replay(replayed)
    yield AnalysisWindow("analysis", say("page.analysis"), nothing, state=state, replayed=replayed)
    yield LearnWindow("learn", say("lesson.learn"), nothing, state=state, pupil=pupil)
    yield PractiseWindow("practise", say("lesson.practise"), nothing, state=state, pupil=pupil, replayed=replayed)
    yield OverCourseWindow("course-rules", say("panel.rules"), nothing, pupil=pupil, read=rules_of)
    yield OverCourseWindow("course-keys", say("panel.keys"), nothing, pupil=pupil, read=lambda _: all_keys())


def _panel_windows(state: State) -> Iterator[PageWindow]:
    for name in BY_NAME:
        if name != "way-back":  # whose window is `WayBackWindow`
            yield _OWN_PANELS.get(name, PanelWindow)(name, needs=_NEEDS.get(name, Needs.TABLE), state=state)


def _over_replay(replayed: Replayed) -> Iterator[PageWindow]:
    titles = {"scores": say("panel.scores"), "rules": say("panel.rules"), "play-on": str(play_on.TITLE)}
    for name, make in OF_REPLAY.items():
        yield ReplayPanelWindow(
            f"replay-{name}", titles[name], Needs.NOTHING, over="replay", replayed=replayed, make=make
        )
    yield ReplayKeysWindow("replay-keys", say("panel.keys"), Needs.NOTHING, over="replay", replayed=replayed)


def by_name(windows: Iterable[PageWindow]) -> dict[str, PageWindow]:
    """These windows by their names."""
    return {window.name: window for window in windows}
