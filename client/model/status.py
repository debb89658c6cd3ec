"""The state of the connection, as far as a player needs to know."""

from protocol.frozen import frozen
from protocol.shared.join_link import JoinLink


@frozen
class Connecting:
    """The daemon has not answered yet."""


@frozen
class InLobby:
    """Connected, and choosing a table."""


@frozen
class NeedsAnswer:
    """Waiting for the player to type the answer to a question; not connected meanwhile.

    `text`: the question, in one or more lines. `is_secret`: the answer is a password.
    """

    text: str
    is_secret: bool = False


@frozen
class Joined:
    """At a table, as a player or spectator."""


@frozen
class Lost:
    """The connection is lost; `retry_in` is in seconds. The table shown may be out of date."""

    why: str
    retry_in: float


@frozen
class Ended:
    """The link has ended. `text`: a line that says why, empty if the player left. `failed` decides the exit status.

    `is_elsewhere`: the same player has this seat on another connection now. `host_is_gone`: nobody can play on.
    `is_uninvited`: the host takes people from outside only with an invitation. `moved_to`: where the game goes on.
    `then`: the words after `fives` of what the player does next.
    """

    text: str = ""
    failed: bool = True
    is_elsewhere: bool = False
    host_is_gone: bool = False
    is_uninvited: bool = False
    moved_to: JoinLink | None = None
    then: tuple[str, ...] = ()


Status = Connecting | InLobby | NeedsAnswer | Joined | Lost | Ended
