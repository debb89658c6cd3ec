"""trio as a guest of asyncio: how an application ends, always with the terminal restored."""

import os
import signal
import sys
from collections.abc import Callable

import pytest
import trio
from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from client.screen import bridge
from tests.client.drawn_terminal import terminal

on_the_bridge = pytest.mark.trio(run=bridge.run)


def leave(event: KeyPressEvent) -> None:
    event.app.exit(result="left")


def application(
    keys: dict[str, Callable[[KeyPressEvent], None]], text: Callable[[], str] = lambda: "hello"
) -> Application[str]:
    bindings = KeyBindings()
    for key, handler in keys.items():
        bindings.add(key)(handler)
    return Application(
        layout=Layout(Window(FormattedTextControl(text))),
        key_bindings=bindings,
        full_screen=True,
        max_render_postpone_time=None,
    )


@on_the_bridge
async def test_an_application_returns_what_it_exits_with() -> None:
    with terminal() as screen:
        screen.press("q")

        assert await bridge.run_application(application({"q": leave})) == "left"
        assert screen.is_restored


@on_the_bridge
async def test_trio_tasks_run_beside_the_application_and_can_redraw_it() -> None:
    with terminal() as screen:
        shown = ["first"]
        app = application({"q": leave}, lambda: shown[0])

        async def change() -> None:
            await screen.shows("first")
            shown[0] = "second"
            app.invalidate()
            await screen.shows("second")
            screen.press("q")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(change)
            assert await bridge.run_application(app) == "left"


@on_the_bridge
async def test_key_handlers_reach_trio_tasks_through_a_channel() -> None:
    with terminal() as screen:
        send, receive = trio.open_memory_channel[str](1)
        app = application({"x": lambda _: send.send_nowait("pressed"), "q": leave})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bridge.run_application, app)
            screen.press("x")

            assert await receive.receive() == "pressed"
            screen.press("q")


@on_the_bridge
async def test_an_exception_in_a_key_handler_ends_the_application() -> None:
    def stumble(_: KeyPressEvent) -> None:
        raise LookupError("the key handler stumbled")

    with terminal() as screen:
        screen.press("x")

        with pytest.raises(LookupError, match="the key handler stumbled"):
            await bridge.run_application(application({"x": stumble}))
        assert screen.is_restored


@on_the_bridge
async def test_an_exception_in_drawing_ends_the_application() -> None:
    faults: list[str] = []

    def draw() -> str:
        if faults:
            raise LookupError(faults[0])
        return "fine"

    with terminal() as screen:
        screen.press("x")

        with pytest.raises(LookupError, match="no such tile"):
            await bridge.run_application(application({"x": lambda _: faults.append("no such tile")}, draw))
        assert screen.is_restored


@on_the_bridge
async def test_cancelling_waits_until_the_terminal_is_restored() -> None:
    with terminal() as screen:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bridge.run_application, application({}))
            await screen.shows("hello")
            assert not screen.is_restored
            nursery.cancel_scope.cancel()

        assert screen.is_restored


@on_the_bridge
async def test_a_result_survives_a_later_cancellation() -> None:
    with terminal() as screen, trio.CancelScope() as scope:

        def leave_and_cancel(event: KeyPressEvent) -> None:
            leave(event)
            scope.cancel()

        screen.press("q")

        assert await bridge.run_application(application({"q": leave_and_cancel})) == "left"


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
def test_sigint_reaches_trio_and_the_terminal_is_restored() -> None:
    with terminal() as screen:

        async def interrupted() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(bridge.run_application, application({}))
                await screen.shows("hello")
                os.kill(os.getpid(), signal.SIGINT)

        with pytest.raises(BaseExceptionGroup) as raised:
            bridge.run(interrupted)
        assert raised.group_contains(KeyboardInterrupt)
        assert screen.is_restored


def test_run_returns_the_result_or_raises_the_exception_of_the_main_task() -> None:
    async def double(number: int) -> int:
        await trio.lowlevel.checkpoint()
        if number > 12:
            raise ValueError("no such pip")
        return 2 * number

    assert bridge.run(double, 6) == 12
    with pytest.raises(ValueError, match="no such pip"):
        bridge.run(double, 13)
