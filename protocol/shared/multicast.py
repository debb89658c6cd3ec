"""Multicast DNS, by the library zeroconf, which has threads of its own.

Here: opening it, quietly, and in one sentence why that is not possible. It is imported only then, because it is slow to
import; fives works without it. Not here: what is announced (`announced_host`), announcing and finding hosts
(`daemon.net.announcement`, `client.net.lan_hosts`).
"""

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf


class NoMulticastError(Exception):
    """Nothing can be announced or found in the network; its text is the reason, the middle of a sentence."""


def open_multicast() -> "Zeroconf":
    """Multicast DNS in all networks of this machine. It takes a moment. Raises `NoMulticastError`.

    Whatever the library raises, also one of another version, is such an error: no game may end for want of a list.
    """
    try:
        return _open()
    except ImportError:
        raise NoMulticastError("the library zeroconf is not installed") from None
    except NoMulticastError:
        raise
    except Exception as error:
        raise NoMulticastError(f"the library zeroconf fails ({type(error).__name__}: {error})") from error


def _open() -> "Zeroconf":
    from zeroconf import IPVersion, Zeroconf  # noqa: PLC0415 - slow, and it may be missing

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # anybody's broken packets; the screen is not for them
    why = ""
    for version in (IPVersion.All, IPVersion.V4Only):  # many machines have no IPv6
        try:
            opened = Zeroconf(ip_version=version, use_asyncio=False)
        except OSError as error:
            why = f"this machine does not allow multicast ({error.strerror or error})"
        except RuntimeError:
            why = "this machine is in no network"
        else:
            assert opened.loop is not None
            opened.loop.set_exception_handler(lambda _loop, _context: None)  # as for its log
            return opened
    raise NoMulticastError(why)


def close_multicast(multicast: "Zeroconf") -> None:
    """Take back what was announced, and close it. It takes a moment."""
    with suppress(Exception):  # whatever the library meets then, nobody needs it any more
        multicast.close()
