"""Finding exercises on the full screen: the progress, until it is done or the player begins with what was found.

Not here: the search (`practice.finding`), the exercises (`course_screen`).
"""

from collections.abc import Awaitable, Callable, Iterator

from client.practice.finding import Report, Search
from client.replay.analyser import AnalysisError
from client.screen.card import Card
from client.screen.list_screen import ListScreen
from client.screen.window import Key, Window
from client.terminal.look import Look
from client.words.say import say
from protocol.frozen import define


@define(eq=False)
class _ProgressWindow(Window):
    """The progress, and the two ways to end it."""

    owner: "SearchScreen"
    text: str = ""

    def card(self, _width: int) -> Card:
        """What goes on."""
        return Card(say("lesson.practise"), (say("lesson.searching"), "", self.text), foot="")

    def keys(self) -> Iterator[Key]:
        """Begin with what was found, or leave."""
        yield Key(("enter", "space"), lambda _: self.owner.leave(), say("footer.begin_with_found"))
        yield Key(("q", "escape"), lambda _: self.owner.give_up(), say("key.leave"))


class SearchScreen(ListScreen):
    """Shows the progress of `search`. `is_given_up`: the player has left, and wants no exercises."""

    def __init__(self, search: Callable[[Report], Awaitable[None]], look: Look | None = None) -> None:
        super().__init__(look)
        self.is_given_up = False
        self._search = search
        self._window = _ProgressWindow(self)
        self.open(self._window)

    async def while_shown(self) -> None:
        """Search, and leave the screen when that is done. If it fails, the screen stays and says why."""
        try:
            await self._search(self._report)
        except AnalysisError as error:
            self._window.text = str(error)
        else:
            self.leave()
        self.redraw()

    def _report(self, progress: Search) -> None:
        self._window.text = progress.text
        self.redraw()

    def give_up(self) -> None:
        """Leave without exercises."""
        self.is_given_up = True
        self.leave()

    def interrupt(self) -> None:
        """Ctrl-C leaves."""
        self.give_up()
