"""Which certificates are believed: a web server's by its authorities, a host's whatever it is.

Here: the contexts of TLS for both, for the client and for a host that asks another machine. Not here: the key of a
host, by which its certificate is recognized (`host_key`).
"""

import os
import ssl
from functools import cache
from typing import Final

AUTHORITIES_FILE: Final = "SSL_CERT_FILE"
AUTHORITIES_FOLDER: Final = "SSL_CERT_DIR"
"""The environment variables that name other authorities than those of the system."""


def certificates() -> ssl.SSLContext:
    """The certificates of this system, or those that the environment names: truststore looks there on Linux alone.

    A context for one connection alone: truststore changes it while it connects, and others may do so in other threads.
    """
    try:
        import truststore  # noqa: PLC0415 - slow to import, and rarely needed
    except ImportError:  # a system that it cannot ask for its certificates
        return ssl.create_default_context()
    if any(map(os.environ.get, (AUTHORITIES_FILE, AUTHORITIES_FOLDER))):
        return ssl.create_default_context()
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@cache
def any_certificate() -> ssl.SSLContext:
    """TLS 1.3 with whatever certificate: its key is compared, and nothing else in it counts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
