"""A QR code on the screen, dark on light whatever the terminal's colours.

Not here: its blocks (`protocol.shared.qr_lines`), where it is drawn (`centred`, `panel_window`), the link
(`OwnHost.link_for_browsers`).
"""

from client.screen.paper import Fragment, Line
from protocol.shared.qr_lines import qr_lines


def qr_code(link: str) -> tuple[Line, ...]:
    """The lines of the code."""
    return tuple(
        [Fragment("class:qr.dark" if run.is_dark else "class:qr", run.text) for run in line] for line in qr_lines(link)
    )
