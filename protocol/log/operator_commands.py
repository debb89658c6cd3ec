"""The commands of the person who runs the daemon. They are sent like all others, and only an operator may send them.

Here: their classes. Not here: the commands for a table (`commands`), how somebody becomes an operator, and what the
daemon sends back (`wire.operator_messages`), carrying them out (`house.controls` of the daemon).
"""

from protocol.frozen import frozen


@frozen
class FollowReach:
    """Be sent where friends can join, now and whenever it changes."""


@frozen
class Invite:
    """Make an invitation with this name, if there is none."""

    name: str


@frozen
class Uninvite:
    """End the invitation with this name; None: all of them."""

    name: str | None = None


@frozen
class CloseTable:
    """Close a table where no match is running."""

    table: str


@frozen
class MakeHome:
    """Make a table the host's own, to which newcomers are led; None: a new one by the host's options."""

    table: str | None = None


@frozen
class Substitute:
    """Somebody plays in the place of a player: `by` is a name, or the level of a computer player."""

    player: str
    by: str


@frozen
class OpenFixture:
    """Open the boards of a fixture of the league, with these substitutes."""

    fixture: int
    substitutes: tuple[Substitute, ...] = ()


@frozen
class MakeHostCode:
    """Make a code with which a browser becomes the host's. Only for the person at the terminal."""


@frozen
class Revoke:
    """Take the host's controls back from the browser with this number; None: from all of them."""

    number: int | None = None


@frozen
class ReadLog:
    """Be sent the last lines of the log."""


@frozen
class NamePage:
    """Have browsers open the daemon's page under this name, too."""

    name: str


@frozen
class TakeMatchBack:
    """Go on here with the match that the host has left to another one, as long as nobody has played a round there.

    `table`: its table here; None: the only one whose match is elsewhere, or the host's own. `anyway`: also if the other
    host cannot be asked.
    """

    table: str | None = None
    anyway: bool = False


OfOperator = (
    FollowReach
    | Invite
    | Uninvite
    | CloseTable
    | MakeHome
    | OpenFixture
    | MakeHostCode
    | Revoke
    | ReadLog
    | NamePage
    | TakeMatchBack
)
