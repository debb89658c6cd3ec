"""The programs `fives` and `fivesd`, as an installation starts them.

Here: finding the packages `daemon`, `client` and `protocol`. In a wheel they are in `inside/`, because another
distribution in the same environment may own a name as common as `daemon`. In the repository they are next to this
folder, and an editable install already has them on the path. Not here: the command lines (`client.program.command`,
`daemon.program.command`), the path of child processes (`protocol.shared.child_program`).

pip asks for a Python that is new enough, and a zip file is started by any. So the modules of this folder have no syntax
and no import that Python 3.6 lacks.
"""

import os
import sys
from typing import NoReturn

_OLDEST_PYTHON = (3, 11)
_INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inside")  # noqa: PTH100, PTH118, PTH120
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
    if sys.version_info < _OLDEST_PYTHON:
        _say_that_python_is_too_old()
    sys.path.insert(0, _INSIDE)


def _say_that_python_is_too_old() -> NoReturn:
    needed, this = (f"{version[0]}.{version[1]}" for version in (_OLDEST_PYTHON, sys.version_info))
    sys.stderr.write(
        f"fives needs Python {needed} or later; this is {this}. Start it with a newer one. Where there is none, uv"
        f" (https://docs.astral.sh/uv) brings one: uv run --python {needed} {' '.join(sys.argv)}\n"
    )
    sys.exit(2)
