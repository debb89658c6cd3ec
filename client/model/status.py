"""How the connection to the daemon stands, as far as a player has to know."""

from attrs import frozen


@frozen
class Connecting:
    """The daemon has not answered yet."""


@frozen
class InLobby:
    """The daemon answers, and a table has still to be chosen."""


@frozen
class NeedsPassword:
    """A table lets nobody in without its password, which the player is to type now; nothing is connected meanwhile."""

    text: str


@frozen
class Joined:
    """At a table, or watching it."""


@frozen
class Lost:
    """The connection is gone; it is tried again in so many seconds. What is shown may be out of date."""

    why: str
    retry_in: float


@frozen
class Ended:
    """It is over: a line that says why, empty where the player left. `failed` where that is not what was asked for.

    `is_elsewhere`: the same player has this seat on another connection now.
    """

    text: str = ""
    failed: bool = True
    is_elsewhere: bool = False


Status = Connecting | InLobby | NeedsPassword | Joined | Lost | Ended
