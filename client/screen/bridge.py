"""trio as a guest of the asyncio loop that prompt_toolkit runs on: the one file that knows asyncio.

Lives here: `run`, which stands in for `trio.run`, and `run_application`, which makes an application one call of trio's.
Both programs' halves share one thread, so trio tasks may call `app.invalidate()` and key handlers `send_nowait`.
Not here: anything about dominoes, or about what the application shows.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import outcome
import trio
from prompt_toolkit.application import Application

T = TypeVar("T")


def run(async_fn: Callable[..., Awaitable[T]], *args: object, **options: Any) -> T:
    """What `async_fn(*args)` returns, run by trio while asyncio turns the crank; takes the options of `trio.run`."""
    with asyncio.Runner() as runner:
        # Not `runner.run`: that would take Ctrl-C away from trio.
        loop = runner.get_loop()
        return loop.run_until_complete(_host(loop, async_fn, args, options))


async def _host(
    loop: asyncio.AbstractEventLoop, async_fn: Callable[..., Awaitable[T]], args: tuple[object, ...], options: Any
) -> T:
    finished: asyncio.Future[outcome.Outcome[T]] = loop.create_future()
    trio.lowlevel.start_guest_run(
        async_fn,
        *args,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=finished.set_result,
        host_uses_signal_set_wakeup_fd=True,
        **options,
    )
    return (await finished).unwrap()


async def run_application(app: Application[T]) -> T:
    """What the application exits with. Cancelling waits until it has given the terminal back.

    An exception in a key handler or a drawing function ends the application and is raised here.
    """
    loop = asyncio.get_running_loop()
    waiting = trio.lowlevel.current_task()
    # Ctrl-C from outside stays trio's; inside the application it is a key like any other.
    application = loop.create_task(app.run_async(set_exception_handler=False, handle_sigint=False))
    raise_cancel: trio.lowlevel.RaiseCancelT | None = None

    def wake(ended: asyncio.Task[T]) -> None:
        if ended.cancelled() and raise_cancel is not None:
            trio.lowlevel.reschedule(waiting, outcome.capture(raise_cancel))
        else:
            trio.lowlevel.reschedule(waiting, outcome.capture(ended.result))

    def abort(raising: trio.lowlevel.RaiseCancelT) -> trio.lowlevel.Abort:
        nonlocal raise_cancel
        raise_cancel = raising
        application.cancel()
        return trio.lowlevel.Abort.FAILED

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        # asyncio would only log what a key handler raises, and play on.
        exception = context.get("exception")
        if exception is None or app.future is None or app.future.done():
            loop.default_exception_handler(context)
        else:
            app.exit(exception=exception)

    application.add_done_callback(wake)
    previous = loop.get_exception_handler()
    loop.set_exception_handler(fail)
    try:
        result: T = await trio.lowlevel.wait_task_rescheduled(abort)
    finally:
        loop.set_exception_handler(previous)
    return result
