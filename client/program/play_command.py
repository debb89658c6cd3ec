"""`fives play`, from the command line to the app.

The order is for the player, who waits for the table. The player's daemon takes as long to start as the rest of the
client takes to import, so it starts first, and needs only the options for that. Then comes the first frame, which
needs only prompt_toolkit; and then the rest is imported. So this module and all that it imports at the top import
neither trio nor cattrs. Not here: the table that the player goes to (`play`), the run of the client (`app`).
"""

import argparse
from contextlib import AbstractContextManager, nullcontext

from client.program.daemon_start import PrivateDaemonError, start_private
from client.program.hosted import hosting_of
from client.program.naming import player_name
from client.program.private import IfUnfinished, Private
from client.terminal.look import can_draw
from client.terminal.printed_lines import print_error
from protocol.console.exit_status import FAILED
from protocol.console.flags import host_options_given


def play(given: argparse.Namespace) -> int:
    """Play alone as these options say; returns the exit status. Raises `MisusedError`, and then nothing is started."""
    if_unfinished = IfUnfinished.CONTINUE if given.resume else IfUnfinished.END if given.new else IfUnfinished.ASK
    private = Private.asked_for(hosting_of(given), host_options_given(given), given.data, if_unfinished)
    player_name(given.name)
    if given.list:
        return _list_unfinished(given, private)
    try:
        process = start_private(private.flags, private.data)
    except PrivateDaemonError as error:
        print_error(str(error))
        return FAILED
    given.lines = given.lines or not can_draw()
    with nullcontext() if given.lines else _first_frame():
        from client.program.app import App  # noqa: PLC0415 - slow; meanwhile the daemon starts

        app = App.asked_for(given, is_alone=True)
    return app.play(private, process)


def _first_frame() -> AbstractContextManager[None]:
    from client.screen.first_frame import first_frame  # noqa: PLC0415 - it imports prompt_toolkit: not for line mode

    return first_frame()


def _list_unfinished(given: argparse.Namespace, private: Private) -> int:
    from client.program.app import App  # noqa: PLC0415 - slow, and wrong options are reported at once

    return App.asked_for(given).list_unfinished(private)
