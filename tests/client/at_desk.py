"""A player at a full screen without a terminal: events in, keys in, text out."""

from attrs import define

from client.model.announcements import Announcement
from client.model.model import Model
from client.picture.pinwheel import Size
from client.screen.card import Card
from client.screen.desk import Desk
from client.screen.form_window import FormWindow
from client.screen.panel_window import PanelWindow
from client.screen.paper import Line, Target
from client.screen.table_screen import TableScreen
from client.screen.windows import TableWindows
from protocol.game.tiles import set_of_tiles
from protocol.log.commands import Command
from protocol.log.events import Entry, Event, RoundDealt
from protocol.log.sight import Viewer, see
from protocol.log.table import Table
from tests.client.at_table import AT, ask_for, idle_link, new_model, welcome
from tests.client.frames import as_text
from tests.protocol.table_notation import hands_of

NORMAL, WIDE, SMALL, SMALLEST = Size(80, 24), Size(120, 40), Size(40, 20), Size(20, 8)


@define(eq=False)
class Player:
    """A player at a full screen. `now` is the time of received events and pressed keys."""

    model: Model
    desk: Desk
    screen: TableScreen
    now: float = 0.0

    def __attrs_post_init__(self) -> None:
        self.screen.clock = lambda: self.now

    def receives(self, *events: Event) -> None:
        """Receive these events together."""
        announcements: list[Announcement] = []
        for event in events:
            seen = see(event, Viewer(self.model.seat)).event
            ask_for(self.model, event)
            announcements += self.model.receive(Entry(self.model.session.head + 1, AT, seen), self.now)
        self.take(announcements + self.model.settle())

    def take(self, announcements: list[Announcement]) -> None:
        """Receive announcements from the link."""
        self.screen.take(announcements)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.press(key)

    def choose(self, label: str) -> None:
        """Go to the line with this label in the list in front, and press Enter."""
        front = self.windows.front
        assert isinstance(front, PanelWindow)
        at = front.labels().index(label)
        self.press(*["down"] * (at - front.rows.at), *["up"] * (front.rows.at - at), "enter")

    def click(self, target: Target) -> None:
        self.screen.hit(target)

    def type(self, key: str, text: str) -> None:
        """Open the input line with its key, type, and press Enter."""
        self.press(key)
        self.screen.type_in(text)

    @property
    def windows(self) -> TableWindows:
        return self.screen.windows

    @property
    def form(self) -> FormWindow:
        """The form for a new table, which is in front."""
        assert isinstance(self.windows.front, FormWindow)
        return self.windows.front

    @property
    def card(self) -> Card | None:
        """The text in front, if there is one."""
        front = self.windows.front
        return front.card(80) if front is not None and front.is_text else None

    @property
    def entry(self) -> str:
        """The prompt of the current input line; empty without one."""
        return "" if self.windows.line is None else self.windows.line.prompt

    @property
    def pending(self) -> tuple[Command, ...]:
        """The commands sent to the daemon and not answered yet."""
        return self.model.pending.waiting

    def frame(self, size: Size = NORMAL) -> list[Line]:
        """The lines of the screen."""
        self.screen.resize(size)
        return self.screen.frame()

    def sees(self, size: Size = NORMAL) -> str:
        """The screen as text."""
        return as_text(self.frame(size))

    def lines(self, size: Size = NORMAL) -> list[str]:
        return self.sees(size).splitlines()


def whole_deal(table: Table, hands: str, leader: int = 0) -> RoundDealt:
    """The next deal: these hands, and the rest of the set in the boneyard, lowest tiles first."""
    held = hands_of(hands)
    taken = {tile for hand in held for tile in hand}
    rest = tuple(tile for tile in set_of_tiles(table.rules.max_pip) if tile not in taken)
    number = 1 if table.round is None else table.round.number + 1
    return RoundDealt(number, held, rest, leader, None, None)


def newcomer() -> Player:
    """A player whom no daemon has answered yet."""
    model = new_model(is_drawn=True)
    desk = Desk(model, "oak.example:5533")
    return Player(model, desk, TableScreen(desk, idle_link(model)))


def at_table(*history: Event, seat: int | None = 0, host: bool = False, may_begin: bool = False) -> Player:
    """A player who joined after this history."""
    player = newcomer()
    announcements = player.model.receive(welcome(head=len(history), seat=seat, host=host, may_begin=may_begin))
    for seq, event in enumerate(history, start=1):
        announcements += player.model.receive(Entry(seq, AT, see(event, Viewer(seat)).event))
    player.take(announcements + player.model.settle())
    return player
