"""In a program with this folder in PYTHONPATH, every name that ends in `.localhost` is this machine.

Browsers, and many systems, take such names for it without DNS (RFC 6761); others ask DNS, which a test may not have.
"""

import socket

_getaddrinfo = socket.getaddrinfo


def _with_names_of_this_machine(host, *more, **named):  # type: ignore[no-untyped-def]
    name = host.decode() if isinstance(host, bytes) else host
    is_this_machine = isinstance(name, str) and name.endswith(".localhost")
    return _getaddrinfo("127.0.0.1" if is_this_machine else host, *more, **named)


socket.getaddrinfo = _with_names_of_this_machine
