"""The invitation with which a browser comes: shown on each connection to the daemon, and forgotten once it has ended.

Here: also what is tried without one. Not here: where it comes from (`client.store.browser_store`), what somebody sees
who has none (`lobby_part`).
"""

import trio
from attrs import define

from client.model.status import Connecting
from client.net.host_connection import Dial
from client.store.browser_store import BrowserStore
from client.web.state import State
from protocol.console.address import Address
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Invited


@define(eq=False)
class InvitedDial:
    """Reaches the daemon as `dial` does, and shows the invitation first, if there is one."""

    dial: Dial
    store: BrowserStore

    async def __call__(self, address: Address) -> trio.abc.Stream:
        """A connection on which the invitation has been shown. Raises `OSError`."""
        stream = await self.dial(address)
        if self.store.invitation is not None:
            try:
                await stream.send_all(encode_from_client(Invited(self.store.invitation)))
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass  # whoever reads hears why
            except BaseException:
                await trio.aclose_forcefully(stream)
                raise
        return stream


def tries_again(state: State) -> bool:
    """Whether there is another way in, once the daemon has said that this player is not invited: the key to a seat.

    Prepares it. An invitation that has ended is forgotten.
    """
    state.has_lost_invitation |= state.store.invitation is not None
    state.store.invitation = None
    seats = [seat for seat in state.store.seats.all() if not seat.is_over]
    if state.has_shown_seat or not seats:
        return False
    state.has_shown_seat = True
    linked = None if state.link is None else state.link.linked_table
    tables = [seat.table for seat in seats]
    session = state.model.session
    session.wanted_table = session.wanted_table or (linked if linked in tables else tables[0])
    state.model.status = Connecting()
    return True
