"""A command line that cannot be read, told in one plain line.

Lives here: the parser of both programs, and of `open` in line mode. argparse repeats what was typed as it was typed;
here it is made safe to show and short. Not here: which options there are (`host_flags`, both `cli`). Importing this
costs no more than argparse: `--help` is quick.
"""

import argparse
from typing import NoReturn

from protocol.console.flags import HostFlagError


class Parser(argparse.ArgumentParser):
    """A parser that raises `HostFlagError` where argparse would print its usage and end the program."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong, each word of it cut where it is long."""
        from protocol.clean import LONGEST_QUOTE, one_line, shortened

        see = f"; see {self.prog} --help" if self.add_help else ""
        told = " ".join(shortened(word, LONGEST_QUOTE) for word in message.split())
        raise HostFlagError(one_line(f"{told}{see}"))
