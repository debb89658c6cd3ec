"""What a program does differently with this folder in PYTHONPATH.

Every name that ends in `.localhost` is this machine. Browsers, and many systems, take such names for it without DNS
(RFC 6761); others ask DNS, which a test may not have.

With `FIVES_SHORT_TIMES` in its environment, it waits seconds for what players and hosts wait a minute for elsewhere.
How long that minute is, tests of the modules say, with trio's autojump clock.
"""

import os
import socket
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

SHORT_TIMES = {
    "client.net.absence": {"TIME_TO_SEARCH": 4.0, "TIME_TO_ASK": 8.0},
    "client.net.former_hosts": {"TIME_BETWEEN": 4.0},
    "client.net.held_match": {"TIME_TO_DECIDE": 30.0},
    "daemon.table.next_host": {"TIME_TO_ARRIVE": 25.0},
    "protocol.wire.notices": {"LONGEST_VOTE": 15.0},
}
"""Seconds, by module. Something has to happen before the last three are over, on a busy machine, too."""

_getaddrinfo = socket.getaddrinfo


def _with_names_of_this_machine(host, *more, **named):  # type: ignore[no-untyped-def]
    name = host.decode() if isinstance(host, bytes) else host
    is_this_machine = isinstance(name, str) and name.endswith(".localhost")
    return _getaddrinfo("127.0.0.1" if is_this_machine else host, *more, **named)


class _Loader(SourceFileLoader):
    """Loads a module, and sets its times."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        times = SHORT_TIMES[module.__name__]
        assert times.keys() <= vars(module).keys(), f"{module.__name__} has no {times}"
        vars(module).update(times)


class _ShortTimes(MetaPathFinder):
    """Finds the modules whose times are short."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname in SHORT_TIMES else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin)
        return spec


socket.getaddrinfo = _with_names_of_this_machine
if "FIVES_SHORT_TIMES" in os.environ:
    sys.meta_path.insert(0, _ShortTimes())
