"""`fivesd engine`: run an engine at a table, or check it.

Here: the command's options, output and exit status. Not here: the lines that engines read and write (`language`).
"""

from argparse import ArgumentParser, Namespace
from typing import Final

from daemon.engine.conformance import ConformanceCheck
from daemon.engine.engine_client import JoinError, join
from daemon.engine.engine_program import EngineProgram
from daemon.engine.language import EngineError
from protocol.clean import echoed
from protocol.names import LONGEST_NAME
from protocol.shared.address import AddressError, parse_address
from protocol.shared.exit_status import DONE, FAILED, FailedError, MisusedError

DEFAULT_TIME: Final = 5.0
LONGEST_TIME: Final = 3600.0


def add_engine_arguments(parser: ArgumentParser) -> None:
    """The options of `fivesd engine`."""
    parser.add_argument("--conformance", action="store_true", help="only check that it follows the language")
    parser.add_argument("--join", metavar="HOST", default="localhost", help="HOST or HOST:PORT (default: localhost)")
    parser.add_argument("--table", metavar="TABLE", help="the table's name, if the host has more than one table")
    parser.add_argument("--name", metavar="NAME", help="its name at the table (default: the name it gives itself)")
    parser.add_argument("--password", metavar="WORD", help="the table's password, if it has one")
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        default=f"{DEFAULT_TIME:g}",
        help="how many seconds it has for each answer (default: 5)",
    )
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="your program and its arguments")


def engine_command(given: Namespace) -> int:
    """The exit status of running an engine. Raises `FailedError` and `MisusedError`."""
    time = _seconds(given.time)
    if time is None:
        takes = f"it takes seconds above 0 and up to {LONGEST_TIME:g}, like 0.5"
        raise MisusedError(f"--time {echoed(given.time)}: {takes}")
    if given.conformance:
        return _check(given.command, time)
    if "://" in given.join:
        raise MisusedError("--join takes HOST or HOST:PORT: an engine joins its host directly, and not through a link")
    try:
        at = parse_address(given.join)
    except AddressError as error:
        raise MisusedError(f"--join {error}") from error
    try:
        program = EngineProgram(given.command, time)
    except EngineError as error:
        raise FailedError(f"the engine {error}") from error
    try:
        program.greet()
        print(join(program, at, (given.name or program.name)[:LONGEST_NAME], given.table, given.password))
        program.end()
    except EngineError as error:
        raise FailedError(f"the engine {error}") from error
    except JoinError as error:
        raise FailedError(str(error)) from error
    finally:
        program.kill()
    return DONE


def _check(command: list[str], time: float) -> int:
    check = ConformanceCheck(command, time, lambda line: print(line, flush=True))
    if check.run():
        print("the engine follows the language")
        return DONE
    print(f"the engine does not follow the language: {check.faults} fault{'' if check.faults == 1 else 's'}")
    return FAILED


def _seconds(spelled: str) -> float | None:
    try:
        seconds = float(spelled)
    except ValueError:
        return None
    return seconds if 0 < seconds <= LONGEST_TIME else None
