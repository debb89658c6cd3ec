"""A seated model in the middle of a game, and the messages it receives."""

from collections.abc import Sequence
from pathlib import Path

from client.model.announcements import Announcement
from client.model.model import Model
from client.model.pending import Pending
from client.model.status import Joined
from client.net.link import Link
from client.net.remedies.common import remedies
from client.store.autosave import Autosave
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.host_seats import HostSeats
from client.words.version_words import mismatch_of_page
from protocol.game.options import Spelling
from protocol.log.commands import PlayTile
from protocol.log.events import Entry, Event, TilePlayed
from protocol.log.refusals import Reason
from protocol.log.sight import Viewer, see
from protocol.log.table import Table
from protocol.shared.address import Address
from protocol.wire.messages import Accepted, Do, NotAccepted, Welcome
from protocol.wire.session import Session
from tests.protocol.table_notation import round_of

AT = "2026-01-02T03:04:05.000Z"


def new_model(name: str = "Ann", *, is_drawn: bool = False) -> Model:
    """A model that has received nothing yet."""
    return Model(Session("fives test", name), Pending("r"), is_drawn=is_drawn)


def seated_model(table: Table, seat: int | None = 0, *, is_host: bool = False, may_begin: bool = False) -> Model:
    """A model seated at this table that has announced the turn."""
    model = new_model()
    session = model.session
    session.table, session.seat, session.is_host, session.may_begin = table, seat, is_host, may_begin
    session.table_name, session.game, session.token = "oak", "g1", "t1"
    session.head = session.goal = 10
    model.status = Joined()
    model.settle()
    return model


def idle_link(model: Model) -> Link:
    """A link that never runs, and so delivers nothing."""
    return Link(model, Address("host", 5533), autosave_in(Path("nowhere")), lambda _: None, remedies(mismatch_of_page))


def autosave_in(folder: Path, address: str = "host", name: str = "Ann") -> Autosave:
    """An autosave of a session's records and results in this folder."""
    return Autosave(HostSeats(FileSeats(folder), address, name), FileGames(folder))


def receive(model: Model, *events: Event) -> list[Announcement]:
    """The model's announcements for these events, in its seat's view, received together."""
    announcements: list[Announcement] = []
    for event in events:
        seen = see(event, Viewer(model.seat)).event
        announcements += model.receive(Entry(model.session.head + 1, AT, seen))
    return announcements + model.settle()


def ask_for(model: Model, event: Event) -> None:
    """Have the player of the model ask for this event, if it is a play of their seat."""
    if isinstance(event, TilePlayed) and event.seat == model.seat:
        model.pending.add_command(PlayTile(event.tile, event.arm), model.session.head, is_connected=True)


def texts(announcements: Sequence[Announcement]) -> list[str]:
    """The sentences."""
    return [announcement.text for announcement in announcements]


def accepted(model: Model, do: Do) -> list[Announcement]:
    """The daemon accepts the command."""
    return model.receive(Accepted(do.id, model.session.head)) + model.settle()


def refused(model: Model, do: Do, reason: Reason, detail: str = "") -> list[Announcement]:
    """The daemon refuses the command."""
    return model.receive(NotAccepted(do.id, reason.value, detail)) + model.settle()


def welcome(
    *,
    start: int = 1,
    head: int = 0,
    seat: int | None = 0,
    game: str = "g1",
    host: bool = False,
    may_begin: bool = False,
    after_match: int = 0,
) -> Welcome:
    """A welcome to table oak."""
    return Welcome(1, "fivesd test", "oak", game, seat, "t1", start, head, host, may_begin, after_match=after_match)


def duel(hands: str, line: str = "3-1", turn: int = 0, **more: object) -> Table:
    """A round of Cinq et Trois for two."""
    return round_of(rules="cinq-et-trois", hands=hands, line=line, turn=turn, **more)  # type: ignore[arg-type]  # as given


def draw_game(hands: str, boneyard: str, line: str = "3-1", set: dict[str, Spelling] | None = None) -> Table:  # noqa: A002 - as --set
    """A round of All Fives for two, with this boneyard."""
    return round_of(rules="all-fives", set=set, hands=hands, line=line, boneyard=boneyard)


def last_command(model: Model) -> object:
    """The newest command in the outbox."""
    last = model.pending.outbox[-1]
    assert isinstance(last, Do)
    return last.command


def do_of(outcome: object) -> Do:
    """The command that this outcome sent."""
    assert isinstance(outcome, Do)
    return outcome
