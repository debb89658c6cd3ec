"""A machine is ready once its page answers, too."""

import trio

from client.net.page_probe import until_page_answers
from protocol.shared.address import Address

ANSWERS = (b"", b"HTTP/1.1 503 Service Unavailable\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


async def test_a_page_that_is_being_started_is_waited_for() -> None:
    left, requests = [*ANSWERS], list[bytes]()

    async def answer(stream: trio.SocketStream) -> None:
        async with stream:
            requests.append(bytes(await stream.receive_some()))
            if answered := left.pop(0):
                await stream.send_all(answered)

    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, answer, listeners)
        address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])

        await until_page_answers(address)

        assert left == []
        assert all(request.startswith(b"GET / HTTP/1.1\r\n") for request in requests)
        nursery.cancel_scope.cancel()
