"""The programs `fives` and `fivesd`, as an installation starts them.

Here: finding the packages `daemon`, `client` and `protocol`. In a wheel they are in `inside/`, because another
distribution in the same environment may own a name as common as `daemon`. In the repository they are next to this
folder, and an editable install already has them on the path. Not here: the command lines (`client.program.command`,
`daemon.program.command`), the path of child processes (`client.program.private_daemon`; `multiprocessing` passes it on
by itself).
"""

import sys
from pathlib import Path
from typing import Final, NoReturn

_INSIDE: Final = Path(__file__).absolute().parent / "inside"
"""It may be in a zip file or not exist; the import path allows both."""


def fives() -> NoReturn:
    """Run `fives`. Raises `SystemExit` with its exit status."""
    _find_packages()
    from client.program.command import main  # noqa: PLC0415 - found only now

    sys.exit(main())


def fivesd() -> NoReturn:
    """Run `fivesd`. Raises `SystemExit` with its exit status."""
    _find_packages()
    from daemon.program.command import main  # noqa: PLC0415 - found only now

    sys.exit(main())


def _find_packages() -> None:
    sys.path.insert(0, str(_INSIDE))
