"""A host that knows every number that was given, and shows Ann's client whatever it likes.

Ann's client is honest, on seat 0; the player on seat 1 is the host's own.
"""

from random import Random

from attrs import define, evolve, field

from client.model.model import Model
from client.model.pending import Pending
from protocol.game.presets import PRESETS, make_rules
from protocol.log import table as tables
from protocol.log.commands import Command, DrawTile, Knock, PlayTile, Reveal
from protocol.log.consequences import consequences
from protocol.log.dealing import mixed_deal, next_round
from protocol.log.events import (
    Event,
    Knocked,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    Seals,
    SeatTaken,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.mixing import Chain
from protocol.log.sight import Viewer, see
from protocol.log.statements import SeatKey
from protocol.log.table import Table, empty_table
from protocol.wire.codec import decode_from_daemon, encode_sight
from protocol.wire.messages import PROTOCOL, Accepted, Do, Welcome
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.played import move

AT = "2026-01-02T03:04:05.000Z"
RULES, _ = make_rules(PRESETS["all-fives"], {"target": "500"}, 2)
OPENED = (TableOpened("all-fives", RULES, 2, TableOptions(deals="mixed")), SeatTaken(0, "Ann"), SeatTaken(1, "Ben"))
Numbers = tuple[str | None, ...]


@define
class DishonestHost:
    """A host with its own chain and player. `given`: by round, the number that Ann's client has given."""

    secret: str = "ann 1"
    own: Chain = field(factory=lambda: Chain("of the host"))
    player: Chain = field(factory=lambda: Chain("of the host's own player"))
    given: dict[int, str] = field(factory=dict)
    events: list[Event] = field(factory=list)
    table: Table = field(factory=empty_table)
    ann: Model = field(init=False)
    ann_seal: str = field(init=False)
    ann_key: SeatKey | None = field(init=False)
    _random: Random = field(factory=lambda: Random(1))

    def __attrs_post_init__(self) -> None:
        secrets = iter((self.secret, f"{self.secret}, once more"))
        self.ann = Model(Session("tests", "Ann", sealer=Sealer(lambda: next(secrets))), Pending("r"))
        hello = self.ann.session.hello()
        self.ann_seal, self.ann_key = hello.seal or "", hello.seat_key

    def begin(self, game: str = "g1", own: Chain | None = None, seals: Numbers = ()) -> None:
        """Show Ann a match from its beginning; `seals`: others than those of Ann and the host's player."""
        self.own = own or self.own
        self.events, self.table = [], empty_table()
        self.ann.receive(Welcome(PROTOCOL, "fivesd", "oak", game, 0, "t", 1, 0))
        self.show(*OPENED)
        sealed = Seals(self.own.seal, seals or (self.ann_seal, self.player.seal))
        self.show(MatchStarted(1, sealed, (self.ann_key, None)))

    def show(self, *events: Event) -> None:
        """Show Ann these entries, and take what her client gives."""
        for event in events:
            self.events.append(event)
            self.table = tables.evolve(self.table, event)
            line = encode_sight(len(self.events), AT, see(event, Viewer(0)))
            message = decode_from_daemon(line)
            assert message is not None
            self.ann.receive(message, 0.0, line)
            for owed in self.ann.session.owed():
                self.ann.pending.add_own(owed, len(self.events))
                if isinstance(owed, Reveal):
                    self.given[owed.round] = owed.number
                do = self.ann.pending.outbox[-1]
                assert isinstance(do, Do)
                self.ann.receive(Accepted(do.id, len(self.events)))

    def numbers(self) -> tuple[str | None, str | None]:
        """What everybody has given for the next deal."""
        round_ = next_round(self.table)
        return self.given.get(round_), self.player.link(round_)

    def right_deal(self, numbers: Numbers = (), own: Chain | None = None) -> RoundDealt:
        """The next deal as it follows from these numbers."""
        round_ = next_round(self.table)
        return mixed_deal(self.table, round_, (own or self.own).link(round_), numbers or self.numbers())

    def play_round(self, host_number: str | None = None, seals: Numbers | None = None) -> None:
        """Play the round to its end, where the host reveals its number, or another, and shows new seals."""
        while self.table.turn is not None:
            made = move(self.table, self._random)
            if made.seat == 0:
                self.ann.pending.add_command(command_of(made), len(self.events), is_connected=True)
            for event in consequences(self.table, made)[0]:
                self.show(self._end(event, host_number, seals) if isinstance(event, RoundEnded) else event)

    def _end(self, ended: RoundEnded, host_number: str | None, seals: Numbers | None) -> RoundEnded:
        assert self.table.round is not None
        return evolve(ended, host_number=host_number or self.own.link(self.table.round.number), seals=seals)


def command_of(made: TilePlayed | TileDrawn | Knocked) -> Command:
    match made:
        case TilePlayed():
            return PlayTile(made.tile, made.arm)
        case TileDrawn():
            return DrawTile()
        case Knocked():
            return Knock()
