"""What the three front ends show in the states that the tests know.

Here: screens at four sizes with their styles, every part of the page, and the answers of line mode with what it sends.
Not here: the states (`tests.client.states`, `tests.client.every_screen`).
"""

import html
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from random import Random
from typing import Final

from client.model.own_host import OwnHost
from client.picture.pinwheel import Size
from client.screen.paper import Line
from client.store.browser_store import BrowserStore
from client.web.page import Page
from client.web.services import Services
from protocol.log.table import Table, fold
from protocol.wire.codec import encode_from_client
from protocol.wire.operator_messages import Invitation, Reach
from tests.client.at_desk import NORMAL, SMALL, SMALLEST, WIDE, Player
from tests.client.at_lines import letters
from tests.client.at_table import idle_link, seated_model
from tests.client.every_screen import KINDS, replay
from tests.client.frames import as_text, painted
from tests.client.states import before, is_my_turn, match_of, states
from tests.client.web.at_page import PagePlayer
from tools.gate.recording import Texts

_SIZES: Final = {"smallest": SMALLEST, "small": SMALL, "normal": NORMAL, "wide": WIDE}
_WINDOWS: Final = (
    *("scores", "tables", "league", "fixtures", "rules", "who", "words", "settings", "menu", "reactions", "comparison"),
    *(
        "hand",
        "invitations",
        "host",
        "phone",
        "log",
        "names",
        "reminders",
        "chat",
        "invite",
        "games",
        "history",
        "keys",
    ),
)
"""The windows of the page that a button opens at any time; `show` ignores a name that a tree does not know."""
_MORE_WINDOWS: Final = (
    *("replay", "replay-scores", "replay-rules", "replay-keys", "replay-play-on", "analysis", "course-rules"),
    *("course-keys", "confirm", "form", "end", "become-host", "learn", "practise", "nonsense"),
)
"""Those that are about a finished match or a lesson, and those that have a press of their own."""
_STEPS: Final = 80
_LATE: Final = (
    *("advise", "analyse", "become-host", "better", "chat", "choose", "close", "confirm", "costly"),
    *("course-end", "course-move", "course-on", "course-play", "course-tile", "delete-rules", "end", "fill", "go-on"),
    *("introduced", "invite", "key", "kick", "learn", "level", "lift", "name", "older-games", "on-tv", "open"),
    *("order", "page-name", "password", "past", "play", "practise", "remind-at", "remind-code", "replay"),
    *("replay-shape", "replay-speed", "replay-view", "round", "run", "save-record", "save-rules", "shape"),
    *("show", "side", "slide", "step", "stop-analysis", "stop-finding", "tick", "tile", "use-rules"),
)
"""Presses that may come when nothing offers them any more."""
_OFFERED: Final = re.compile(r'data-press="([^"]*)" data-value="([^"]*)"')
_KEYS: Final = "0123456789abcdefhijklmnoprstvwxzADGPRTWZ,?/+- "
_TYPED: Final = (
    *("t", "w", "z", "c", "v", "e", "s", "l", "n", "m", "h 3", "?", "o", "i", "j", "x", "who", "menu", "settings"),
    *("1", "2 right", "6-4", "b", "k", "hint", "", "y", "nonsense", "/hello", "autoknock", "name Bo", "language"),
    *("sit", "sit 2", "stand", "start", "rematch", "rematch same", "pause", "resume", "end", "drop", "change", "q"),
    *("kick Ben", "kick 2", "kick Zoe", "readmit Ben", "readmit 2", "bot 2 club", "bot 2", "unbot 2", "react well"),
    *(
        "invite Dan",
        "uninvite Dan",
        "invite",
        "uninvite",
        "link",
        "link Dan",
        "phone",
        "host",
        "log",
        "names",
        "league",
    ),
    *("fixture 1", "fixture 1 Ben=club", "fixture x", "remind", "remind off", "remind https://ntfy.sh/abc", "words"),
    *("handover Ben", "handover 2", "handover 2 everything", "decline", "take over", "go there", "try", "open"),
    *("open all-fives", "open all-fives seats=2", "join oak", "j", "tables", "help", "help hosting", "help kick"),
)
"""What is typed in line mode, one line at a time, each in a new game."""


def screens(game: str) -> Texts:
    """The states of a game on the full screen."""
    for state, player, _ in states(game):
        yield from _drawn(f"screens/{game}/{state}", player.frame)


def pages(game: str) -> Texts:
    """The states of a game on the page, with all windows of the page."""
    for state, player, _ in states(game):
        page = _page_of(player)
        yield f"pages/{game}/{state}", _parts(page)
        for window in _WINDOWS:
            page.press("show", window)
            yield f"pages/{game}/{state}/{window}", page.parts()["window"]
            page.press("close", "")
        yield f"pages/{game}/{state}/walk", "\n".join(_walk(page, _dice(f"{game}, {state}")))


def _dice(name: str) -> Random:
    """Dice that fall the same way in each run."""
    return Random(name)  # noqa: S311 - nothing is secret here


def _walk(page: PagePlayer, dice: Random) -> Iterator[str]:
    """What the page shows and says after each of many presses: on what is offered, of keys, and of late taps."""
    seen = dict.fromkeys(page.parts(), "")
    for _ in range(_STEPS):
        name, value = _some_press(page, dice)
        page.press(name, value)
        yield f"== {name} {value}"
        parts = {place: str(part).replace("><", ">\n<") for place, part in page.parts().items()}
        yield from (f"= {place}\n{part}" for place, part in parts.items() if part != seen[place])
        seen = parts
        yield page.said


def _some_press(page: PagePlayer, dice: Random) -> tuple[str, str]:
    """The name and the value of a press."""
    kind = dice.random()
    offered = [
        found for part in ("window", "hand", "actions", "sheet") for found in _OFFERED.findall(page.parts()[part])
    ]
    if kind < 0.6 and offered:
        name, value = dice.choice(offered)
        return name, html.unescape(value)
    if kind < 0.75:
        return "key", dice.choice([*_KEYS, "Enter", "ArrowLeft", "ArrowRight", "Home", "Escape"])
    if kind < 0.9:
        return "show", dice.choice(sorted({*_WINDOWS, *_MORE_WINDOWS}))
    return dice.choice(_LATE), dice.choice(["", "", "1", "300x200", "0", "rules", "no"])


def more_screens() -> Texts:
    """The lobby, the seats, the windows and a match event by event, on the full screen and on the page."""
    for kind in KINDS:
        for nth, player in enumerate(kind()):
            name = f"{kind.__name__}/{nth:03}"
            yield from _drawn(f"screens/{name}", player.frame)
            yield f"pages/{name}", _parts(_page_of(player))
    for nth, screen in enumerate(replay()):
        yield from _drawn(f"screens/replay/{nth:03}", partial(painted, screen))


def _drawn(name: str, frame: Callable[[Size], list[Line]]) -> Texts:
    for size_name, size in _SIZES.items():
        lines = frame(size)
        yield f"{name}, {size_name}", "\n".join([as_text(lines), "", "styles:", *map(_styles, lines)])


def _styles(line: Line) -> str:
    """The style of each run of characters of a line: `12 class:tile, 3 class:end`."""
    runs = groupby(line, key=lambda fragment: fragment.style)
    return ", ".join(f"{sum(len(fragment.text) for fragment in run)} {style}" for style, run in runs)


def _page_of(player: Player) -> PagePlayer:
    """A page of the player at this screen."""
    model = player.model
    store = BrowserStore.read("host:5533", {"name": "Ann"}, "")
    model.house_rules, model.settings = store.house_rules, store.settings
    page = Page(model, store, lambda: None, Services(now=lambda: 0.0))
    page.link = idle_link(model)
    page.newcomer.named.set()
    page.receive([])
    return PagePlayer(page)


def _parts(page: PagePlayer) -> str:
    """All parts, a line for each element."""
    parts = {name: str(part).replace("><", ">\n<") for name, part in page.parts().items()}
    return "\n".join(f"== {name}\n{part}" for name, part in parts.items())


def lines(game: str) -> Texts:
    """What line mode answers and sends, for a host and for a guest, before a match, in it and after it."""
    history = match_of(game)
    tables = {"seats": fold(history[:2]), "turn": fold(before(game, is_my_turn)), "end": fold(history)}
    for stage, table in tables.items():
        for is_host in (True, False):
            answers = [answer for typed in _TYPED for answer in _answers(table, typed, is_host=is_host)]
            yield f"lines/{game}, {stage}, {'host' if is_host else 'guest'}", "\n".join(answers)


def _answers(table: Table, typed: str, *, is_host: bool) -> Iterator[str]:
    model = seated_model(table, 0, is_host=is_host)
    if is_host:
        invitations = (Invitation("Dan", "aaaa-bbbb"),)
        model.own_host = OwnHost("http://localhost", reach=Reach(invitations=invitations))
    player = letters(model)
    yield f"== {typed}"
    for line in (typed, "y"):
        answer = player.obey(line)
        yield from answer.lines
        yield from (f"> {encode_from_client(message).decode().rstrip()}" for message in model.pending.outbox)
        model.pending.outbox.clear()
        if "Type y" not in " ".join(answer.lines):
            break
