"""The parser of both programs, and of `open` in line mode: each error is one plain line.

argparse repeats typed text unchanged in its errors; this parser makes it short and safe to show. Not here: the options
(`flags`, both `command`). Importing this costs no more than argparse, so that `--help` is quick.
"""

import argparse
from collections.abc import Collection, Iterable
from typing import NoReturn

from protocol.console.exit_status import MisusedError


def no_such_command(program: str, typed: str, commands: Iterable[str]) -> MisusedError:
    """The error about a command that does not exist, with the one that was probably meant."""
    from protocol.clean import brief
    from protocol.closest import closest

    meant = closest(typed, commands)
    guess = "" if meant is None else f" did you mean {meant}?"
    return MisusedError(f"there is no command {brief(typed)}:{guess} {program} --help lists them")


class Parser(argparse.ArgumentParser):
    """A parser that raises `MisusedError` where argparse would print its usage and end the program.

    `commands`: the names of its commands, if it has any.
    """

    commands: Collection[str] = ()

    def error(self, message: str) -> NoReturn:
        """Raise the error as `MisusedError`, with long words cut short."""
        from protocol.clean import LONGEST_QUOTE, one_line, shortened

        see = f"; see {self.prog} --help" if self.add_help else ""
        line = " ".join(shortened(word, LONGEST_QUOTE) for word in message.split())
        raise MisusedError(one_line(f"{line}{see}"))
