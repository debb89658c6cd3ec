"""Opening a record and an analysis, from files that anybody may have written.

Here: every failure of such a file, and the audit of the game. A saved analysis that is damaged, older than its record
or of another release counts as none, and is made again. Not here: making one (`analyser`), the folder of records
(`store.saved_records`), showing a record (`replay_lines`, `replay_screen`).
"""

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import evolve

from client.store.saved_records import ANALYSIS_SUFFIX, analysis_path, read_file
from client.words.name_words import shown, shown_sentence
from client.words.say import say
from protocol.clean import shortened
from protocol.frozen import frozen
from protocol.log.audit import audit, open_part
from protocol.log.events import TilePlayed
from protocol.log.table import fold
from protocol.version import __version__
from protocol.wire.analysis import Analysis, decode_analysis
from protocol.wire.codec import MalformedError
from protocol.wire.record import Record, RecordError

LONGEST_PATH: Final = 200
"""Characters of a path in a message."""
LARGEST_ANALYSIS: Final = 64 * 1024 * 1024
"""Bytes: more than the analysis of any game has."""


class UnreadableError(Exception):
    """There is no record that can be shown; one line says why.

    `is_misuse`: the command line is wrong; otherwise the file is damaged.
    """

    def __init__(self, text: str, *, is_misuse: bool = False) -> None:
        super().__init__(text)
        self.is_misuse = is_misuse


@frozen
class OpenedRecord:
    """A record, read and audited. `doubt`: a sentence about the first entry that breaks the rules, or empty.

    `analysis` is the output of `fivesd analyse`, if it was given. `path` is the record's file, None if it has none.
    `seat`: on which the reader played, None if that is not known.
    """

    record: Record
    doubt: str = ""
    analysis: Analysis | None = None
    path: Path | None = None
    seat: int | None = None


def open_file(path: Path, seat: int | None = None) -> OpenedRecord:
    """The record in a file; `seat`: as in `OpenedRecord`. Raises `UnreadableError`."""
    try:
        record = read_file(path)
    except FileNotFoundError:
        raise UnreadableError(_no_file(path), is_misuse=True) from None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UnreadableError(_no_file(path), is_misuse=True) from None
        if path.is_dir():  # each system has another error for that
            raise UnreadableError(say("record.is_folder", path=str(path)), is_misuse=True) from None
        raise UnreadableError(_not_read(path, error)) from None
    except RecordError as error:
        if path.name.endswith(ANALYSIS_SUFFIX):
            raise UnreadableError(say("record.is_analysis", path=str(path)), is_misuse=True) from None
        raise UnreadableError(say("record.damaged", path=str(path), fault=shown(str(error)))) from None
    if not record.entries:
        raise UnreadableError(say("record.no_entries", path=str(path)))
    return evolve(audited(record), path=path, seat=seat if seat in range(seats_in(record)) else None)


def seats_in(record: Record) -> int:
    """How many seats its table has."""
    return len(fold(entry.event for entry in record.entries).seats)


def audited(record: Record) -> OpenedRecord:
    """The record, audited by the rules."""
    fault = audit(open_part(record.entries))
    if fault is None:
        return OpenedRecord(record)
    plays = [entry.seq for entry in record.entries[: fault.seq] if isinstance(entry.event, TilePlayed)]
    key = "record.breaks_rules_at" if fault.seq in plays else "record.breaks_rules_after"
    return OpenedRecord(record, say(key, play=len(plays), fault=shown_sentence(fault.text)))


def with_analysis(opened: OpenedRecord, path: Path) -> OpenedRecord:
    """The record with the analysis in this file. Raises `UnreadableError`."""
    return evolve(opened, analysis=read_analysis(path, opened.record))


def read_analysis(path: Path, record: Record) -> Analysis:
    """The analysis of this record, from a file. Raises `UnreadableError`."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_ANALYSIS + 1)
        if len(content) > LARGEST_ANALYSIS:
            raise UnreadableError(say("analysis.file_too_large", path=str(path)), is_misuse=True)
        analysis = _matching(decode_analysis(content), record)
    except FileNotFoundError:
        raise UnreadableError(_no_file(path), is_misuse=True) from None
    except OSError as error:
        raise UnreadableError(_not_read(path, error), is_misuse=True) from None
    except MalformedError as error:
        fault = shown(str(error))
        raise UnreadableError(say("analysis.file_damaged", path=str(path), fault=fault), is_misuse=True) from None
    if analysis is None:
        raise UnreadableError(say("analysis.of_another_game", path=str(path)), is_misuse=True)
    return analysis


def saved_analysis(path: Path | None, record: Record) -> Analysis | None:
    """The analysis saved beside the record in this file, or None if there is none that can be used."""
    if path is None:
        return None
    saved = analysis_path(path)
    try:
        if saved.stat().st_mtime_ns < path.stat().st_mtime_ns:
            return None
        analysis = read_analysis(saved, record)
    except (OSError, UnreadableError):
        return None
    return analysis if analysis.release == __version__ else None


def _matching(analysis: Analysis, record: Record) -> Analysis | None:
    """The analysis, or None if it is of another record."""
    made = {(seq, play.seat, play.tile) for seq, play in _plays(record)}
    is_match = analysis.game == record.header.game and all(
        (play.seq, play.seat, play.tile) in made for play in analysis.plays
    )
    return analysis if is_match else None


def _plays(record: Record) -> Iterator[tuple[int, TilePlayed]]:
    """The plays of a record, each with the number of its entry."""
    return ((entry.seq, entry.event) for entry in record.entries if isinstance(entry.event, TilePlayed))


def _no_file(path: Path) -> str:
    return say("record.no_file", path=shortened(str(path), LONGEST_PATH))


def _not_read(path: Path, error: OSError) -> str:
    return say("record.not_read", path=str(path), why=str(error.strerror or error))
