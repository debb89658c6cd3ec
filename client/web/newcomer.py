"""A visitor of the page who has given no name yet.

Not here: asking for the tables meanwhile (`first_look`), the fields and what is shown (`lobby_part`).
"""

import trio
from attrs import field

from protocol.frozen import define


@define(eq=False)
class Newcomer:
    """`named`: set once there is a name, so that the link may run. `fault`: why a name was not accepted.

    `no_tables`: why the host has sent no tables, "" if it has, None if it was not asked.
    """

    named: trio.Event = field(factory=trio.Event)
    fault: str = ""
    no_tables: str | None = None
