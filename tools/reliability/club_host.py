"""`fivesd` in a club with a shorter lease: the first argument, in seconds. The rest is as for `fivesd`."""

import sys

from daemon.club import interface


def main(lease: str, *arguments: str) -> int:
    """Run it with these arguments; returns the exit status."""
    interface.TIME_OF_LEASE = float(lease)  # type: ignore[misc]  # Final, and read when the journal is imported

    from daemon.program import command

    return command.main(arguments)


if __name__ == "__main__":  # the bots' processes import this module, too
    sys.exit(main(*sys.argv[1:]))
