"""The identity that all daemons of a club have: one certificate, kept in the database with a copy in each data folder.

Not here: what an identity is, and its file (`net.identity`).
"""

import os
from pathlib import Path

import trio

from daemon.club.interface import Club
from daemon.net.identity import CERTIFICATE, Identity, IdentityError, is_sound, new_pem, open_identity
from daemon.private_file import write_private


async def open_identity_of_club(club: Club, data: Path) -> Identity:
    """The identity that all daemons of a club have, with a copy in this data folder; as `open_identity`.

    The first daemon gives the club its own. Raises `IdentityError` in a data folder of another host, and `StoreError`.
    """
    path = data / CERTIFICATE
    own = None
    if await trio.to_thread.run_sync(os.path.lexists, path):
        await trio.to_thread.run_sync(open_identity, data)  # first, so that no club is given a damaged file
        own = await trio.Path(path).read_bytes()
    pem = await club.certificate(own or new_pem())
    if pem != own and not await trio.to_thread.run_sync(is_sound, pem):
        raise IdentityError(
            "the certificate in the club's database is damaged: restore it from a backup. `UPDATE fives SET certificate"
            " = NULL` has the next daemon that starts give the club its own, and players' programs warn them"
        )
    if own is None:
        await trio.to_thread.run_sync(write_private, path, pem)
    elif own != pem:
        raise IdentityError(f"{path} is not this club's; move it away, or give this daemon another folder with --data")
    return await trio.to_thread.run_sync(open_identity, data)
