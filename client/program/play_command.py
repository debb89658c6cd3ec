"""`fives play`, from the command line to the app.

The order is for the player, who waits for the table. The player's daemon takes as long to start as the rest of the
client takes to import, so it starts first, and needs only the options for that. Then comes the first frame, which
needs only prompt_toolkit; and then the rest is imported. So this module and all that it imports at the top import
neither trio nor cattrs. Not here: the table that the player goes to (`play`), the run of the client (`app`).
"""

import argparse
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from attrs import evolve

from client.program.daemon_start import PrivateDaemonError, start_private
from client.program.hosting import hosting_of
from client.program.naming import player_name
from client.program.play_options import PlayOptions
from client.program.questions import IfUnfinished
from client.terminal.look import can_draw
from client.terminal.printed_lines import print_error
from client.words.say import say, spoken
from protocol.shared.exit_status import FAILED
from protocol.shared.flags import host_options_given


def play(given: argparse.Namespace, main: Callable[[Sequence[str]], int]) -> int:
    """Play as these options say; returns the exit status. Raises `MisusedError`, and then nothing is started.

    `main` carries out the command that the player chooses on the start screen instead, such as `join`.
    """
    options = options_of(given)
    if given.list:
        return _list_unfinished(given, options)
    try:
        process = start_private(options.flags, options.data)
    except PrivateDaemonError as error:
        print_error(str(error))
        return FAILED
    given.lines = given.lines or not can_draw()
    has_start_screen = options.is_open and not given.lines
    with nullcontext() if given.lines else _first_frame(has_start_screen=has_start_screen):
        from client.program.app import App  # noqa: PLC0415 - slow; meanwhile the daemon starts

        app = App.from_arguments(given, main, is_alone=True)
        if has_start_screen:
            from client.program.start import StartOfPlay  # noqa: PLC0415 - it imports prompt_toolkit: not for line mode

    return StartOfPlay(app, given, options).play(process, main) if has_start_screen else app.play(options, process)


def options_of(given: argparse.Namespace) -> PlayOptions:
    """The options on the command line. Raises `MisusedError`."""
    if_unfinished = IfUnfinished.CONTINUE if given.resume else IfUnfinished.END if given.new else IfUnfinished.ASK
    name = player_name(given.name, is_alone=True)
    if given.play_on is None:
        options = PlayOptions.from_arguments(hosting_of(given), host_options_given(given), given.data, if_unfinished)
    else:
        from client.program.playing_on import options_to_play_on  # noqa: PLC0415 - slow, and rare

        options = options_to_play_on(given, hosting_of(given), name)
    return evolve(options, comments=given.comments)


def _first_frame(*, has_start_screen: bool) -> AbstractContextManager[None]:
    from client.screen import first_frame  # noqa: PLC0415 - it imports prompt_toolkit: not for line mode

    if spoken() is None:  # in English it does not wait for the catalogue
        return first_frame.first_frame(first_frame.STARTING if has_start_screen else first_frame.SETTING_UP)
    return first_frame.first_frame(say("connecting.starting" if has_start_screen else "connecting.setting_up"))


def _list_unfinished(given: argparse.Namespace, options: PlayOptions) -> int:
    from client.program.app import App  # noqa: PLC0415 - slow, and wrong options are reported at once

    return App.from_arguments(given).list_unfinished(options)
