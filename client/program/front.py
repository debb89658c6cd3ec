"""What a front end is to the rest of the client: somebody to tell, and a way to play.

`lines.LineMode` is one and the full screen another. Both own a `Model`, put what the player wants into it, and tell the
link when there is something to send.
"""

from typing import Protocol

from client.model.announcements import Announcement
from client.model.model import Model
from client.model.status import Ended
from client.net.link import Link


class FrontEnd(Protocol):
    """A front end for one game; made with its model, run with its link."""

    model: Model

    def tell(self, news: list[Announcement]) -> None:
        """Show what has happened; called with an empty list where only the state may have changed."""

    async def run(self, link: Link) -> Ended:
        """Run the link and the front end together until the player leaves or the connection ends for good.

        Returns how it ended: `Ended(failed=False)` where the player left.
        """
