"""The programs `fives` and `fivesd`, as an installation starts them.

Here: finding the packages `daemon`, `client` and `protocol`. In a wheel they are in `inside/`, because another
distribution in the same environment may own a name as common as `daemon`; in the repository they are beside this
folder, and an editable install has them on the path already. Not here: the command lines (`client.program.cli`,
`daemon.program.cli`), the path of child processes (`client.program.private_daemon`; `multiprocessing` hands it on by
itself).
"""

import sys
from pathlib import Path
from typing import Final, NoReturn

_INSIDE: Final = Path(__file__).absolute().parent / "inside"
"""May be in a zip file, or missing: as an entry of the path, either is fine."""


def fives() -> NoReturn:
    """Run `fives`. Raises `SystemExit` with its exit status."""
    _find_packages()
    from client.program.cli import main

    sys.exit(main())


def fivesd() -> NoReturn:
    """Run `fivesd`. Raises `SystemExit` with its exit status."""
    _find_packages()
    from daemon.program.cli import main

    sys.exit(main())


def _find_packages() -> None:
    sys.path.insert(0, str(_INSIDE))
