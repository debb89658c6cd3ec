"""The parser of both programs, and of `open` in line mode: an error is one plain line.

argparse repeats what was typed as it was typed; here it is made safe to show and short. Not here: which options there
are (`flags`, both `cli`). Costs no more to import than argparse, so that `--help` is quick.
"""

import argparse
from typing import NoReturn

from protocol.console.exit_status import MisusedError


class Parser(argparse.ArgumentParser):
    """A parser that raises `MisusedError` where argparse would print its usage and end the program."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, with long words in it cut short."""
        from protocol.clean import LONGEST_QUOTE, one_line, shortened

        see = f"; see {self.prog} --help" if self.add_help else ""
        line = " ".join(shortened(word, LONGEST_QUOTE) for word in message.split())
        raise MisusedError(one_line(f"{line}{see}"))
