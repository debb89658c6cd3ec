"""What a daemon says to the player who hosts, in some of its states."""

from client.model.own_host import OwnHost
from protocol.wire.operator_messages import Invitation, Reach, TunnelState

KEY = "vbnm5-a7z33-34ywp-emt4v"
FRIENDS = Invitation("friends", "mjqxgzjtgiydcmrtgqzdgnbrge")
BEN = Invitation("Ben", "aaaaaaaabbbbbbbbccccccccdd")
INSIDE = "http://192.168.1.20:5533"
AT_HOME = Reach(key=KEY, inside=(INSIDE,))
STARTING = Reach(key=KEY, inside=(INSIDE,), share=TunnelState.STARTING, invitations=(FRIENDS,))
OPEN = Reach(KEY, ("https://quick-fox.example",), (INSIDE,), TunnelState.OPEN, invitations=(FRIENDS,))
LINK = f"https://quick-fox.example/oak#k={KEY},i={FRIENDS.invitation},also=192.168.1.20:5533"


def hosting(reach: Reach, *, has_page: bool = True) -> OwnHost:
    """A player's own daemon that has said this."""
    host = OwnHost("http://localhost", has_page=has_page, reach=reach)
    host.receive(reach, "oak")
    return host
