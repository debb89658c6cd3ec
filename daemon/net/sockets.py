"""The sockets of all connections: one task reads them, one task writes them.

Here: `Sockets`, which runs the two tasks, and `Socket`, the stream of one peer, which may be encrypted. Not here: the
meaning of the bytes (`connection`), what to send (`daemon.outbox`), TLS itself (`encryption`).

All sockets are registered with one selector, and trio waits only for that; a task per socket would register the socket
again for every line. All output for a socket in one turn of the event loop goes out in one write, which is tried
without waiting; only what the socket does not accept is left to a separate task. The two together make a host 2.2 times
as fast (docs/performance.md). Streams without a selectable socket (in memory, in tests; all of them on Windows) are
read and written by the tasks of their connections, and behave the same. Encryption is a step on the way in and on the
way out, for every kind of stream.
"""

import logging
import os
import selectors
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Final, Protocol

import trio

from daemon.net.encryption import Encryption
from protocol.wire.codec import ViewerLine

READ_AT_ONCE: Final = 100
"""How many sockets are read before other tasks have a turn."""
READS_OF_A_HANDSHAKE: Final = 20
"""As how many reads a step of a TLS handshake counts: it takes a third of a millisecond."""
WRITTEN_AT_ONCE: Final = 100
"""How many sockets are written to before other tasks have a turn."""
LAST_WRITTEN_AT_ONCE: Final = 3
"""The same for sockets whose output may go last: many spectators wait for each other, and nobody waits for them."""
MOST_BYTES_READ: Final = 16 * 1024
"""How many bytes are read from one socket in its turn."""
CHUNK: Final = 64 * 1024
"""About how many bytes one write has."""
TIME_TO_TAKE_A_CHUNK: Final = 30.0
"""Seconds after which a peer that accepts nothing is cut."""

Receiver = Callable[[bytes], bool]
"""Called with received bytes, or b"" at the end; returns whether to stop listening.

The end may follow the last bytes at once, even if they were enough.
"""

log = logging.getLogger("fivesd.connection")


class Output(Protocol):
    """The output for one socket."""

    @property
    def is_finished(self) -> bool:
        """Whether the last bytes have been taken."""

    def take_chunk(self) -> ViewerLine:
        """The next bytes to write, about `CHUNK` at most; empty if nothing is pending."""


class Sockets:
    """Reads and writes for every `Socket` that is opened here, while `run` runs."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._has_ended = False
        """Whether `run` has ended. A listener may end later: all of them are cancelled at once, in any order."""
        self._listening: dict[int, Socket] = {}
        self._pending: dict[Socket, None] = {}
        self._pending_last: dict[Socket, None] = {}
        self._something_pends = trio.Event()

    def open(self, stream: trio.abc.Stream, peer: str, output: Output, ended: Callable[[], None]) -> "Socket":
        """Read and write this stream from now on. `peer` is for the log.

        `ended` is called when writing ends: the last bytes are out, or the peer accepts no more.
        """
        return Socket(self, stream, peer, output, ended)

    async def run(self) -> None:
        """Read and write until cancelled."""
        async with trio.open_nursery() as nursery:
            if sys.platform != "win32":  # there trio cannot wait for a selector, and it has no sockets
                nursery.start_soon(self._read_all)
            nursery.start_soon(self._write_all, nursery)

    # Reading.

    def listen(self, descriptor: int, socket: "Socket") -> None:
        """Pass on received bytes for this socket, until `run` ends."""
        if not self._has_ended:
            self._listening[descriptor] = socket
            self._selector.register(descriptor, selectors.EVENT_READ)

    def stop_listening(self, descriptor: int) -> None:
        """Stop reading this socket."""
        if not self._has_ended:
            del self._listening[descriptor]
            self._selector.unregister(descriptor)

    async def _read_all(self) -> None:
        try:
            while True:
                await trio.lowlevel.wait_readable(self._selector.fileno())
                left = READ_AT_ONCE
                for key, _ in self._selector.select(0):
                    if left <= 0:
                        await trio.lowlevel.checkpoint()
                        left = READ_AT_ONCE
                    socket = self._listening.get(key.fd)
                    if socket is not None:  # it may have stopped listening a moment ago
                        socket.read_once(key.fd)
                        left -= READS_OF_A_HANDSHAKE if socket.is_shaking_hands else 1
        finally:
            self._has_ended = True
            self._selector.close()

    # Writing.

    def output_pending(self, socket: "Socket", *, last: bool) -> None:
        """Write to this socket in the next turn, or, if `last`, after all other output."""
        if not (self._pending or self._pending_last):
            self._something_pends.set()
        (self._pending_last if last else self._pending)[socket] = None

    async def _write_all(self, nursery: trio.Nursery) -> None:
        while True:
            await self._something_pends.wait()
            self._something_pends = trio.Event()
            turn = _take(self._pending, WRITTEN_AT_ONCE) or _take(self._pending_last, LAST_WRITTEN_AT_ONCE)
            for socket in turn:
                socket.write_once(nursery)
            if self._pending or self._pending_last:
                self._something_pends.set()


def _take(pending: dict["Socket", None], most: int) -> list["Socket"]:
    taken = list(islice(pending, most))
    for socket in taken:
        del pending[socket]
    return taken


def _descriptor_of(stream: trio.abc.Stream) -> int | None:
    """The descriptor of this stream's socket; None for a stream without one."""
    return stream.socket.fileno() if isinstance(stream, trio.SocketStream) and sys.platform != "win32" else None


class Socket:
    """One peer's stream, read and written by `Sockets`."""

    def __init__(
        self,
        sockets: Sockets,
        stream: trio.abc.Stream,
        peer: str,
        output: Output,
        ended: Callable[[], None],
    ) -> None:
        self._sockets = sockets
        self._stream = stream
        self._peer = peer
        self._output = output
        self._ended = ended
        self._descriptor = _descriptor_of(stream)
        self._encryption: Encryption | None = None
        self._receive: Receiver | None = None
        self._has_received_enough = trio.Event()
        self._writing: trio.CancelScope | None = None
        self._all_is_written = trio.Event()

    async def listen(self, receive: Receiver) -> None:
        """Pass on received bytes until `receive` says to stop. Raises `trio.BrokenResourceError`."""
        self._receive = receive
        try:
            if self._descriptor is None:
                while not self._pass_on(bytes(await self._stream.receive_some(MOST_BYTES_READ))):
                    pass
            else:
                await self._listen_with_others(self._descriptor)
        finally:
            self._receive = None

    async def _listen_with_others(self, descriptor: int) -> None:
        self._has_received_enough = trio.Event()
        self._sockets.listen(descriptor, self)
        try:
            await self._has_received_enough.wait()
        finally:
            self._sockets.stop_listening(descriptor)

    def read_once(self, descriptor: int) -> None:
        """Pass on the bytes that have arrived, without waiting."""
        if self._has_received_enough.is_set():
            return  # the listener has not had its turn yet: the bytes are for its next `listen`
        try:
            received = os.read(descriptor, MOST_BYTES_READ)
        except BlockingIOError:
            return
        except OSError:
            received = b""  # the peer has vanished
        if self._pass_on(received):
            self._has_received_enough.set()

    def _pass_on(self, received: bytes) -> bool:
        """Pass on received bytes, decrypted; returns whether to stop listening."""
        assert self._receive is not None
        if self._encryption is None or not received:
            return self._receive(received)
        plain, has_ended = self._encryption.decrypt(received)
        if self._encryption.has_answer:
            self.output_pending()
        is_enough = plain != b"" and self._receive(plain)
        return (has_ended and self._receive(b"")) or is_enough

    # Encryption.

    def encrypt(self, encryption: Encryption, received: bytes) -> bool:
        """Read and write everything through this from now on, these first bytes as well.

        For a receiver to call, with what it was called with; returns what it has to return.
        """
        self._encryption = encryption
        return self._pass_on(received)

    @property
    def is_shaking_hands(self) -> bool:
        """Whether it is encrypted, and the handshake is not complete."""
        return self._encryption is not None and not self._encryption.is_ready

    # Writing.

    def output_pending(self, *, last: bool = False) -> None:
        """Schedule a write of the pending output; `last`: after everybody else's."""
        self._sockets.output_pending(self, last=last)

    @property
    def is_writing(self) -> bool:
        """Whether a chunk is still being written."""
        return self._writing is not None

    async def until_all_is_written(self) -> None:
        """Wait until the last bytes are out, or the peer accepts no more."""
        await self._all_is_written.wait()

    def _end_writing(self) -> None:
        self._all_is_written.set()
        self._ended()

    def write_once(self, nursery: trio.Nursery) -> None:
        """Write as much as possible without waiting; a task of this nursery writes the rest."""
        if self._writing is not None or self._all_is_written.is_set():
            return  # that task will write it, or writing has ended
        chunk, sent = self._take_chunk(), 0
        if chunk and self._descriptor is not None:
            try:
                sent = os.write(self._descriptor, chunk)
            except OSError:
                sent = 0  # it is full, or the peer has gone: the task that writes the rest will notice
        if sent < len(chunk) or sent >= CHUNK or self._output.is_finished:
            self._writing = trio.CancelScope()
            nursery.start_soon(self._write, self._writing, chunk, sent)

    def _take_chunk(self) -> bytes:
        try:
            chunk = self._output.take_chunk()
            if self._encryption is None:
                return chunk
            return self._encryption.encrypt(chunk, is_last=self._output.is_finished)
        except Exception:
            # The boundary, for every error: this is a bug, and the writer serves everybody.
            log.exception("what is to be sent to %s cannot be made", self._peer)
            self._end_writing()
            return b""

    async def _write(self, writing: trio.CancelScope, chunk: bytes, sent: int) -> None:
        """Write the rest of a chunk, of which `sent` bytes are out, and then all further pending output.

        A peer that accepts nothing for long is cut.
        """
        try:
            with writing:
                rest = chunk[sent:]
                while rest := rest or self._take_chunk():
                    with trio.fail_after(TIME_TO_TAKE_A_CHUNK):
                        await self._stream.send_all(rest)
                    rest = b""
                if not self._output.is_finished and not self._all_is_written.is_set():
                    self._writing = None
                    return
                if isinstance(self._stream, trio.abc.HalfCloseableStream):
                    await self._stream.send_eof()
        except trio.TooSlowError:
            log.info("connection from %s was cut: it read nothing for %g s", self._peer, TIME_TO_TAKE_A_CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the peer has gone
        except Exception:
            # The boundary, as above.
            log.exception("connection from %s could not be written to", self._peer)
        self._end_writing()

    async def drain(self) -> None:
        """Read and discard until the peer ends.

        Closing a socket with unread bytes would discard the goodbye that is being sent.
        """
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while await self._stream.receive_some():
                pass

    def release(self) -> None:
        """Leave the stream to somebody else. Nothing may have been written; nothing is read or written any more."""
        self._all_is_written.set()
        self._descriptor = None

    async def aclose(self) -> None:
        """Close at once. Nothing is read or written any more."""
        if self._writing is not None:
            self._writing.cancel()
        self._all_is_written.set()
        self._descriptor = None  # the number may belong to another socket from now on
        await trio.aclose_forcefully(self._stream)
