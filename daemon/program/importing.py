"""`fivesd import`: bring the games of a house into the database of a club, while no daemon runs on them.

Here: which games, and what the operator is told. It may be stopped and run again. Not here: a game's rows
(`club.postgres_import`).
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Final

from daemon.club.postgres_import import Arrival, Import, open_import
from daemon.journal.interface import StoreError, UnusableError, wrong_with
from daemon.journal.reading import JournalReader
from daemon.net.identity import CERTIFICATE, IdentityError, open_identity
from daemon.program.folder_lock import InUseError
from daemon.program.game_places import GamesInFolder
from daemon.program.output import print_error
from protocol.clean import clean
from protocol.shared.exit_status import DONE, FAILED, FailedError, MisusedError

_PROGRESS: Final = 100
"""Games between two reports of progress."""
_WHY_NOT: Final = {
    Arrival.DIFFERENT: "the club has another game with this id, or it went on differently there",
    Arrival.OWNED: "a daemon of the club has it",
}


def import_games(folder: Path, url: str) -> int:
    """Bring all undamaged games of a data folder into a database; returns the exit status. Raises `FailedError`."""
    place = GamesInFolder(folder)
    try:
        with place.reading() as journal, place.alone(), open_import(url) as database:
            arrivals = _import(journal, database)
            has_key = _import_key(folder, database)
    except (InUseError, UnusableError) as error:
        raise MisusedError(str(error)) from error
    except IdentityError as error:
        raise FailedError(str(error)) from error
    except StoreError as error:
        raise FailedError(f"{error}; start it again, and it brings in the rest") from error
    except OSError as error:
        raise FailedError(f"{error.filename}: {error.strerror or error}") from error
    print(f"imported {_games(arrivals[Arrival.IMPORTED])}; {_games(arrivals[Arrival.KNOWN])} had been imported before")
    if not has_key:
        print_error("the club has another key than this host: players who knew this host are asked about that")
    return DONE if arrivals.keys() <= {Arrival.IMPORTED, Arrival.KNOWN} and not journal.damage else FAILED


def _import(journal: JournalReader, database: Import) -> Counter[Arrival]:
    arrivals = Counter[Arrival]()
    journal.verify()
    infos = journal.games()
    for nth, info in enumerate(infos, start=1):
        arrival = database.add(info, journal.rows_of(info.game))
        arrivals[arrival] += 1
        if arrival in _WHY_NOT:
            print_error(f"game {info.game} is not imported: {_WHY_NOT[arrival]}")
        if sys.stderr.isatty() and (nth % _PROGRESS == 0 or nth == len(infos) > _PROGRESS):
            print(f"\r{nth} of {len(infos)} games", end="\n" if nth == len(infos) else "", file=sys.stderr, flush=True)
    for game, damage in sorted(journal.damage.items()):
        print_error(f"game {clean(game)} is not imported, as it {wrong_with(damage)}")
    return arrivals


def _import_key(folder: Path, database: Import) -> bool:
    """Give the club this host's key, by which players know it, if it has none. Whether it has this key now.

    Raises `IdentityError`: a club would keep a damaged certificate for all its daemons.
    """
    path = folder / CERTIFICATE
    if not path.is_file():
        return True
    open_identity(folder)
    own = path.read_bytes()
    return database.certificate(own) == own


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
