"""Programs of fives that tests start, forked from a process that has imported them: most of a start is imports.

Here: `FORKS`, after whose `install` `subprocess`, and so trio, forks `python -m client` and `python -m daemon`, and
these fork their own children in the same way; and the server from which they are forked. Not here: which tests start
their programs afresh (`conftest`). Programs behind a shell or in another network are started as ever.

`multiprocessing` has such a server, too. Its processes are children of the server, where tests and programs wait for
their own; they import the main module of the tests, and end without what an interpreter does at its end. A program from
here is a child of the process that starts it, is the main module, and ends as any other. Its arguments, folder,
environment, streams, session, signals, limits and random numbers are its own.

Only Linux can do this (`CLONE_PARENT`). Elsewhere, and when anything is unusual, a program is started as ever.
"""

import ctypes
import fcntl
import gc
import importlib
import io
import os
import pickle
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import termios
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = sys.executable
PROGRAMS: Final = (["client"], ["daemon"], ["tests.how_it_started"])
IMPORTED: Final = (
    "client.program.command",
    "client.program.play_command",
    "client.program.app",
    "client.program.start",
    "client.lines.line_mode",
    "client.screen.first_frame",
    "daemon.program.command",
    "daemon.program.hosting",
)
"""Modules with which, and with what they import, nearly every program begins."""
STARTS: Final = 3
"""Of so many programs with the same settings of Python, the last is the first that is forked."""
_READ_AT_START = re.compile("PYTHON|LC_|LANG|TZ$|FIVES_SHORT_TIMES$")
"""Names in the environment that Python, or `in_programs`, reads before a program's first line."""
_SERVER: Final = "import runpy, sys, tests.forks; runpy._run_module_as_main(tests.forks.serve(int(sys.argv[1])))"
_LONGEST: Final = 100_000
"""Bytes of a request."""
_SPACE: Final = "-" * 8000
"""A last word for servers, in place of which each program has its own words: `ps` shows them."""
_CLONE3, _CLONE_PARENT, _CLONE_CHILD_SETTID, _PR_GET_TID_ADDRESS = 435, 0x8000, 0x1000000, 40
_CALLED: Final = (
    "args", "executables", "close_fds", "kept", "folder", "environment", "p2cread", "p2cwrite", "c2pread", "c2pwrite",
    "errread", "errwrite", "errpipe_read", "errpipe_write", "restore_signals", "session", "group", "gid", "gids", "uid",
    "umask", "preexec",
)  # fmt: skip
"""The arguments of `subprocess`'s own way to start a program, in order."""


class Start(NamedTuple):
    """All that a new program gets, but for its streams. Its names may have another encoding than here."""

    command: list[bytes]
    folder: bytes
    environment: dict[bytes, bytes]
    has_session: bool
    has_terminal: bool
    umask: int
    limits: dict[int, tuple[int, int]]
    ignored: list[signal.Signals]
    blocked: list[int]


def take_terminal() -> None:
    """In a new program: make standard input the controlling terminal, the source of Ctrl-C and resizes."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Forks:
    """Starts programs for one process: forks them from a server if it has one for them."""

    def __init__(self, own: int | None = None) -> None:
        """`own`: the connection to the server of this program. Tests have servers, each for other settings.

        A connection is a descriptor here: Python warns of a socket that is still open when a program ends.
        """
        self._is_paused = False
        self._own = own
        self._own_settings = _read_at_start(os.environ, with_path=False)
        self._servers: dict[object, tuple[int, subprocess.Popen[bytes]]] = {}
        self._started = Counter[object]()
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._usual: Callable[..., int] | None = vars(subprocess).get("_fork_exec")

    def install(self) -> None:
        """Fork programs from here on, if this Python starts them in the way that is known here."""
        if self._usual is not None and sys.implementation.name == "cpython":
            vars(subprocess)["_fork_exec"] = self._fork_exec

    def remove(self) -> None:
        """Start programs as ever again, and end the servers."""
        if self._usual is not None:
            vars(subprocess)["_fork_exec"] = self._usual
        for server, process in self._servers.values():
            os.close(server)
            process.wait()
        self._servers.clear()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Meanwhile, start programs as ever."""
        self._is_paused = True
        try:
            yield
        finally:
            self._is_paused = False

    def _fork_exec(self, *given: Any) -> int:
        assert self._usual is not None
        called = dict(zip(_CALLED, given, strict=False))
        with self._lock:
            server = None if self._is_paused or os.getpid() != self._process else self._server(called)
            pid = None if server is None else _forked(server, called)
        return self._usual(*given) if pid is None else pid

    def _server(self, called: Mapping[str, Any]) -> int | None:
        """The server for this program; None if it is to be started as ever."""
        if not _can_be_forked(called):
            return None
        environment = _environment(called)
        if self._own is not None:
            return self._own if _read_at_start(environment, with_path=False) == self._own_settings else None
        settings = _read_at_start(environment)
        self._started[settings] += 1
        if settings not in self._servers and self._started[settings] >= STARTS:
            ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with its:
                command, null = [PYTHON, "-c", _SERVER, str(its.fileno()), _SPACE], subprocess.DEVNULL
                process = subprocess.Popen(
                    command, stdin=null, stdout=null, stderr=null, cwd=ROOT, env=environment, pass_fds=[its.fileno()]
                )
            self._servers[settings] = ours.detach(), process
        return self._servers[settings][0] if settings in self._servers else None


def _can_be_forked(called: Mapping[str, Any]) -> bool:
    """Whether this is one of our programs, started in a way that is known here."""
    program, *words = called["args"]
    is_safe = words[:1] == ["-P"]
    return (
        program == PYTHON
        and words[is_safe : is_safe + 1] == ["-m"]
        and words[is_safe + 1 : is_safe + 2] in PROGRAMS
        and (is_safe or _folder(called) == str(ROOT))  # otherwise its modules may be others
        and called["close_fds"]
        and len(called["kept"]) == 1  # the pipe for errors
        and called["restore_signals"]
        and called["preexec"] in (None, take_terminal)
        and [called[name] for name in ("group", "gid", "gids", "uid", "umask")] == [-1, None, None, None, -1]
    )


def _read_at_start(environment: Mapping[str, str], *, with_path: bool = True) -> frozenset[tuple[str, str]]:
    return frozenset(
        (name, value)
        for name, value in environment.items()
        if _READ_AT_START.match(name) and (with_path or name != "PYTHONPATH")
    )


def _folder(called: Mapping[str, Any]) -> str:
    return str(Path.cwd() if called["folder"] is None else Path(os.fsdecode(called["folder"])).absolute())


def _environment(called: Mapping[str, Any]) -> dict[str, str]:
    if called["environment"] is None:
        return dict(os.environ)
    pairs = (os.fsdecode(pair).partition("=") for pair in called["environment"])
    return {name: value for name, _, value in pairs}


def _forked(server: int, called: Mapping[str, Any]) -> int | None:
    """The number of the program's process; None if it was not forked."""
    limits = {getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")}
    umask = next(line for line in Path("/proc/thread-self/status").read_text().splitlines() if line.startswith("Umask"))
    start = Start(
        command=[os.fsencode(word) for word in called["args"]],
        folder=os.fsencode(_folder(called)),
        environment={os.fsencode(name): os.fsencode(value) for name, value in _environment(called).items()},
        has_session=bool(called["session"]),
        has_terminal=called["preexec"] is take_terminal,
        umask=int(umask.split()[1], 8),
        limits={limit: resource.getrlimit(limit) for limit in limits},
        ignored=[number for number in signal.Signals if signal.getsignal(number) is signal.SIG_IGN],
        blocked=[int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, ())],
    )
    message = pickle.dumps(tuple(start))
    given = called["p2cread"], called["c2pwrite"], called["errwrite"]
    streams = [number if stream == -1 else stream for number, stream in enumerate(given)]
    if len(message) > _LONGEST:
        return None
    connection = socket.socket(fileno=server)
    try:
        socket.send_fds(connection, [message], [*streams, called["errpipe_write"]])
        return int(connection.recv(32)) or None
    except (OSError, ValueError):  # it has ended, or a standard stream is closed
        return None
    finally:
        connection.detach()


def serve(descriptor: int) -> str:
    """Fork each program that is asked for. Returns in these programs alone: the package to run."""
    connection = socket.socket(fileno=descriptor)
    connection.set_inheritable(False)
    os.setpgid(0, 0)  # apart from its parent, for whom the terminal's signals are
    with redirect_stderr(io.StringIO()) as said:
        for module in IMPORTED:
            importlib.import_module(module)
    generators = [made for made in gc.get_objects() if isinstance(made, random.Random)]
    gc.freeze()
    while True:
        message, descriptors, _, _ = socket.recv_fds(connection, _LONGEST, 4)
        if not message:
            os._exit(0)  # the parent has ended
        pid = _fork_sibling()
        if pid != 0:
            connection.send(str(max(0, pid)).encode())
            _close(descriptors)
            continue
        connection.close()
        start = Start(*pickle.loads(message))
        os.setpgid(0, os.getpgid(os.getppid()))
        if start.has_session:
            os.setsid()
        own, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork() == 0:  # the server of this program
            own.close()
            _close(descriptors)
            os.setpgid(0, 0)
            connection = its
            continue
        its.close()
        try:
            package = _become(start, descriptors[:3])
        except OSError as error:
            os.write(descriptors[3], f"OSError:{error.errno}:".encode())
            os._exit(255)
        os.close(descriptors[3])  # it has started
        for generator in generators:
            generator.seed()
        Forks(own.detach()).install()
        sys.stderr.write(said.getvalue())
        return package


def _fork_sibling() -> int:
    """Fork, as a child of this process's parent; returns 0 in the child, and -1 if that is not possible."""
    python, tid = ctypes.PyDLL(None), ctypes.c_uint64()
    python.prctl(_PR_GET_TID_ADDRESS, ctypes.byref(tid), 0, 0, 0)  # where the C library keeps the number of its thread
    flags = _CLONE_PARENT | (_CLONE_CHILD_SETTID if tid.value else 0)
    arguments = (ctypes.c_uint64 * 8)(flags, 0, tid.value)
    python.PyOS_BeforeFork()
    pid: int = python.syscall(ctypes.c_long(_CLONE3), arguments, ctypes.c_size_t(ctypes.sizeof(arguments)))
    if pid == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid


def _become(start: Start, streams: Sequence[int]) -> str:
    """Give this process what its program has been given; returns the package to run."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    _close(streams)
    if start.has_terminal:
        take_terminal()
    command, folder = [os.fsdecode(word) for word in start.command], os.fsdecode(start.folder)
    os.chdir(folder)
    os.umask(start.umask)
    for limit, values in start.limits.items():
        if resource.getrlimit(limit) != values:
            resource.setrlimit(limit, values)
    for number in start.ignored:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, start.blocked)
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    os.environ.clear()
    os.environb.update(start.environment)
    words = command[command.index("-m") + 1 :]
    after = dict.fromkeys(map(os.path.abspath, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))))
    rest = [folder for folder in sys.path[1:] if folder not in before and folder not in after]
    sys.path[:] = [*([] if "-P" in command[1:2] else [folder]), *after, *rest]
    _show(start.command)
    sys.orig_argv[:] = command
    sys.argv[:] = ["-m", *words[1:]]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(number, "w" if number else "r", getattr(sys, name))
        vars(sys).update({name: stream, f"__{name}__": stream})
    return words[0]


def _show(command: Sequence[bytes]) -> None:
    """Have the system show these words for this process."""
    numbers = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = map(int, numbers[45:47])  # `arg_start` and `arg_end` of proc(5)
    words = b"".join(word + b"\0" for word in command)
    ctypes.memmove(begin, words[: end - begin - 1].ljust(end - begin, b"\0"), end - begin)


def _stream(descriptor: int, mode: str, like: Any) -> Any:
    size = -1 if hasattr(like.buffer, "raw") else 0
    buffer: Any = open(descriptor, f"{mode}b", size, closefd=False)  # noqa: SIM115 - while the program runs
    getattr(buffer, "raw", buffer).name = like.name
    stream: Any = io.TextIOWrapper(
        buffer,
        like.encoding,
        like.errors,
        newline="\n",
        line_buffering=not like.write_through and (descriptor == 2 or buffer.isatty()),
        write_through=like.write_through,
    )
    stream.mode = mode
    return stream


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


FORKS: Final = Forks()
"""Of the process that runs the tests."""
