"""The message: what is said in the lines under the board.

Here: `Message`, how a notice and the prompt share these lines, and their drawing. Pure. Not here: which notice there is
(`desk`), the sentences of the prompt (`prompts`), how many lines there are (`frame_layout`).
"""

from typing import Final

from client.model.announcements import Subject
from client.model.notice import Notice
from client.screen.paper import Fragment, Line, clip_lines, fill, line_cells, text_of
from client.words.wrapping import wrap
from protocol.frozen import frozen

REFUSED: Final = "class:notice.refused"
"""The style of a refusal."""
_STYLES: Final = {Subject.CHAT: "class:notice.chat", Subject.REFUSED: REFUSED, Subject.ALARM: "class:notice.alarm"}


@frozen
class Message:
    """A notice, and the prompt under it.

    `is_urgent`: a notice leaves a line for the prompt, if there are two lines. `is_pinned`: even if there is only one.
    Any other prompt gives way to a long notice.
    """

    notice: Notice | None = None
    prompt: Line = ()
    is_urgent: bool = False
    is_pinned: bool = False

    @property
    def has_chat(self) -> bool:
        """Whether the notice is a line of chat, which nothing over the board may hide."""
        return self.notice is not None and self.notice.subject is Subject.CHAT

    def room_for_notice(self, height: int) -> int:
        """Lines that a notice may take of so many for both."""
        keeps_a_line = self.prompt and (self.is_pinned or (self.is_urgent and height > 1))
        return height - 1 if keeps_a_line else height

    def lines(self, width: int, height: int) -> list[Line]:
        """The notice, and the prompt in the lines that it leaves."""
        said, room = self.notice, self.room_for_notice(height)
        lines: list[Line] = []
        if said is not None and said.text and room > 0:
            style = _STYLES.get(said.subject, "class:notice")
            lines = [[Fragment(style, line)] for line in clip_lines(wrap(said.text, width), width, room)]
        lines += _prompt_lines(self.prompt, width, height - len(lines))
        return [fill(line, width) for line in [*lines, *[[]] * (height - len(lines))]]


def _prompt_lines(prompt: Line, width: int, height: int) -> list[Line]:
    if not prompt or not height:
        return []
    if line_cells(prompt) <= width:
        return [prompt]
    return [[Fragment(prompt[0].style, line)] for line in clip_lines(wrap(text_of(prompt), width), width, height)]
