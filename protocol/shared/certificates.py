"""The certificates of authorities by which a web server is believed, for the client and for a host's reminders.

Not here: the certificate of a host, which no authority has signed (`host_key`).
"""

import os
import ssl
from typing import Final

try:
    import truststore
except ImportError:  # a system that it cannot ask for its certificates
    truststore = None  # type: ignore[assignment]

AUTHORITIES_FILE: Final = "SSL_CERT_FILE"
AUTHORITIES_FOLDER: Final = "SSL_CERT_DIR"
"""The environment variables that name other authorities than those of the system."""


def certificates() -> ssl.SSLContext:
    """The certificates of this system, or those that the environment names: truststore looks there on Linux alone.

    A context for one connection alone: truststore changes it while it connects, and others may do so in other threads.
    """
    if truststore is None or any(map(os.environ.get, (AUTHORITIES_FILE, AUTHORITIES_FOLDER))):
        return ssl.create_default_context()
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
