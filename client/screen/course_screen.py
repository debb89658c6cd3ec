"""A course on the full screen: the frame of live play, with something to read before and after each position.

Here: its keys and its scene. What there is to read is between the board and the hand if there is room, else in place of
the board. Not here: the course (`practice.course`), the layout of a frame (`frame_layout`), the terminal (`display`).
"""

from collections.abc import Callable
from typing import Final

import trio
from attrs import evolve

from client.actions.action import Action, Ask, KeyAction, Leave, Select, Show, Simple
from client.actions.choosing import select
from client.actions.key_row import SCREEN, actions_of
from client.actions.keys import COURSE
from client.actions.panel import Panel
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.model.notice import Notice
from client.model.recent import Recent
from client.model.selection import Selection, select_tile
from client.panels import rules
from client.practice.course import Course, Phase
from client.practice.questions import answer
from client.screen.boards import Boards
from client.screen.card import SCROLLS, Card, PlacedCard, answer_title, to_scroll
from client.screen.draw import turn_prompt
from client.screen.frame import compose
from client.screen.frame_layout import LEAST_BOARD, lay_out_frame, message_height
from client.screen.frame_lines import KeyHint, Remark
from client.screen.help_window import keys_card
from client.screen.key_hints import hint, hints_for
from client.screen.message import Message
from client.screen.panel_window import PanelWindow
from client.screen.paper import EndHit, Fragment, KeyHit, Line, Target, TileHit
from client.screen.scene import NARROW, Scene
from client.screen.screen import Screen
from client.screen.window import CardWindow
from client.terminal.look import Look
from client.view.view import View
from client.words.say import say
from client.words.wrapping import wrap
from protocol.game.layout import Arm
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.table import empty_table

_KEYS: Final = actions_of(COURSE, SCREEN)
_GOING_ON: Final = {Phase.BEFORE: "footer.try_it", Phase.AFTER: "footer.next", Phase.ENDED: "footer.done"}
"""What Enter leads to from what is read."""


class CourseScreen(Screen):
    """A course on the full screen. `clock` returns seconds on trio's clock."""

    def __init__(
        self, course: Course, look: Look | None = None, clock: Callable[[], float] = trio.current_time
    ) -> None:
        super().__init__(look)
        self.course = course
        self.selection = Selection()
        self._boards = Boards()
        self._notice: Notice | None = None
        self._sheet = PanelWindow(self, self._panel)
        self.goes_on = False
        """Whether the player went on at the end, and did not leave."""
        self._clock = clock

    def _panel(self) -> Panel:
        panel = self.course.panel
        assert panel is not None, "there is something to read"
        return panel

    # What is shown.

    def frame(self) -> list[Line]:
        """The position, and what there is to read about it."""
        return compose(self.scene(), self.size, self._boards)

    def placed_card(self) -> PlacedCard | None:
        """The card of the window in front, or what there is to read in place of the board."""
        return lay_out_frame(self.scene(), self.size, self._boards).card

    def scene(self) -> Scene:
        """The current position as a scene."""
        scene, front = self._bare_scene(), self.windows.front
        if front is not None:
            card = self.windows.card(self.size.width)
            return evolve(scene, card=card, hints=front.hints(), scroll_hints=front.scroll_hints())
        if self.course.panel is None:
            return scene
        sheet = self._sheet.card(self.size.width).with_foot(say("foot.enter", leads_to=self._going_on))
        beside = evolve(scene, introduction=evolve(sheet, top=0))
        is_beside = self.course.view is not None and self._has_room(beside, sheet)
        return beside if is_beside else evolve(scene, card=sheet, scroll_hints=to_scroll())

    def _has_room(self, scene: Scene, sheet: Card) -> bool:
        """Whether the board is still visible beside what there is to read."""
        layout = lay_out_frame(scene, self.size, self._boards)
        return layout.middle - sheet.whole(self.size.width).size.height >= LEAST_BOARD

    def _bare_scene(self) -> Scene:
        course, view = self.course, self.course.view
        if course.task is None or view is None:
            return Scene(view=View(empty_table()), has_table=False, hints=self._hints())
        plays = tuple(Remark(Subject.PLAY, line) for line in course.task.moves)
        is_asked = course.phase is Phase.PLAYING
        selection = self.selection.settled(view) if is_asked else Selection()
        return Scene(
            view=view,
            selection=selection,
            chosen=None if selection.play is None else selection.play.arm,
            recent=Recent(course.recent),
            corner=f"{course.at + 1}/{len(course.tasks)}",
            feed=plays,
            plays=plays,
            message=self._message(view, selection, is_asked=is_asked),
            hints=self._hints(),
        )

    def _message(self, view: View, selection: Selection, *, is_asked: bool) -> Message:
        if not is_asked or self.course.task is None:
            return Message(self._notice)
        # That nothing fits is for the player to find.
        finds = self.course.only_move is not None
        prompt = [Fragment("class:prompt.mine", say("turn.yours"))] if finds else turn_prompt(view, selection)
        return Message(self._notice or Notice(Subject.ANSWER, self.course.task.question), prompt)

    def _hints(self) -> tuple[KeyHint, ...]:
        """The keys, the most useful ones first: a narrow screen has no room for the rest."""
        view = self.course.view
        if view is None or self.course.phase is not Phase.PLAYING:
            return hint("enter", self._going_on), *_hints("q ?" if view is None else "l r q ?")
        choosing = (*_hints("right down"), hint("enter", say("footer.play")))
        passing = [key for move in self.course.passing for key in _hints("space" if move == DrawTile() else "k")]
        # On a narrow screen, which has no room for all, those come first that are needed.
        is_first = self.size.width < NARROW and not view.my_plays()
        moves = (*passing, *choosing) if is_first else (*choosing, *passing)
        return *moves, *_hints("l r q ?")

    @property
    def _going_on(self) -> str:
        leads_to = self.course.leads_to if self.course.phase is Phase.ENDED else ""
        return leads_to or say(_GOING_ON[self.course.phase])

    # Keys and clicks.

    def press_under_windows(self, key: str) -> None:
        """Do what a key asks for."""
        self._notice = None
        if key in SCROLLS and self.course.panel is not None and self.placed_card() is not None:
            self._sheet.press(key) if self.furthest() else None
            return
        action = _KEYS.get(key)
        if action is not None:
            self._do(action)

    def _do(self, action: KeyAction) -> None:
        match action:
            case Leave():
                self.leave()
            case Ask(letter):
                self._tell(answer_title(letter), answer(self.course, letter))
            case Show("keys"):
                self.open(CardWindow(self, keys_card(self.size.width, COURSE)))
            case Show("rules") if self.course.view is not None:
                table = self.course.view.table
                self.open(PanelWindow(self, lambda: rules.panel(table)))
            case Simple.NEXT_STEP:
                self._go_on()
            case Simple.ZOOM:
                self._say(self._boards.next_zoom())
            case Simple.MOUSE:
                self._say(self.toggle_mouse())
            case DrawTile() | Knock():
                self._move(action)
            case _ if isinstance(action, Select):
                self._select(action)
            case _:
                pass

    def _go_on(self) -> None:
        """Go on from what was read, or make the chosen move."""
        if self.course.phase is not Phase.PLAYING:
            self._sheet.top = 0
            self.selection = Selection()
            if not self.course.go_on():
                self.goes_on = True
                self.leave()
            return
        chosen = self._settled()
        if self.course.only_move is not None:
            self._move(self.course.only_move)
        elif chosen.tile is not None:
            self._move(PlayTile(chosen.tile, chosen.arm))

    def _move(self, move: PlayTile | DrawTile | Knock) -> None:
        self._tell(self.course.heading, tuple(filter(None, (self.course.answer(move),))), Subject.REFUSED)

    def _settled(self) -> Selection:
        view = self.course.view
        return Selection() if view is None else self.selection.settled(view)

    def _select(self, action: Select) -> None:
        view = self.course.view
        if view is None or self.course.phase is not Phase.PLAYING:
            return
        selected = select(action, view, self._settled(), self._clock())
        if isinstance(selected, WhyNot):
            self._say(selected.text, Subject.REFUSED)
        else:
            self.selection = selected

    def hit(self, target: Target) -> None:
        """Select the tile or the end that was clicked; a second click plays."""
        view = self.course.view
        is_of_board = isinstance(target, TileHit | EndHit) and self.windows.front is None
        if isinstance(target, KeyHit) or not is_of_board or view is None or self.course.phase is not Phase.PLAYING:
            super().hit(target)
            return
        self._notice = None
        chosen = self._settled()
        match target:
            case TileHit(tile) if tile != chosen.tile:
                self.selection = select_tile(view, tile)
            case EndHit(arm) if arm is not chosen.arm:
                self._select_end(view, chosen, arm)
            case _:
                self._go_on()

    def _select_end(self, view: View, chosen: Selection, arm: Arm) -> None:
        if chosen.tile is None:
            return
        if arm in view.arms_to_choose(chosen.tile):
            self.selection = Selection(chosen.tile, arm)
        else:
            self._move(PlayTile(chosen.tile, arm))

    def scroll(self, by: int) -> None:
        """The wheel scrolls what is longer than the screen."""
        if self.windows.front is not None:
            super().scroll(by)
        elif self.course.panel is not None and self.placed_card() is not None:
            self._sheet.top = self._sheet.card(self.size.width).scrolled(by, self.furthest()).top

    def request(self, action: Action) -> None:
        """Nothing can be chosen in the windows over a course."""

    def _say(self, text: str, subject: Subject = Subject.ANSWER) -> None:
        self._notice = Notice(subject, text)

    def _tell(self, title: str, lines: tuple[str, ...], subject: Subject = Subject.ANSWER) -> None:
        """Show a short text as a notice and a long one on a card; nothing if there are no lines."""
        room = message_height(self.size, None, is_at_an_end=False)
        if len(lines) > 1 or (lines and len(wrap(lines[0], self.size.width)) > room):
            self.open(CardWindow(self, Card(title, lines)))
        elif lines:
            self._say(lines[0], subject)


def _hints(keys: str) -> tuple[KeyHint, ...]:
    return hints_for(COURSE, keys)
