"""trio as a guest of the asyncio loop that prompt_toolkit runs on: the one module that knows asyncio.

Here: `run`, which replaces `trio.run`, and `run_application`, which awaits an application from trio. Both loops share a
thread, so trio tasks may call `app.invalidate()` and key handlers may call `send_nowait`. Not here: what the
application shows.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import outcome
import trio
from prompt_toolkit.application import Application

T = TypeVar("T")


def run(async_fn: Callable[..., Awaitable[T]], *args: object, **options: Any) -> T:
    """Run `async_fn(*args)` in trio, as a guest of asyncio, and return its result; takes the options of `trio.run`."""
    with asyncio.Runner() as runner:
        # Not `runner.run`, which would handle Ctrl-C before trio can.
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
    """Run the application and return its result. Cancelling waits until the terminal is restored.

    An exception in a key handler or a drawing function ends the application and is raised here.
    """
    loop = asyncio.get_running_loop()
    waiting = trio.lowlevel.current_task()
    # trio handles SIGINT; the application sees Ctrl-C as a key.
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
        # asyncio would only log an exception from a key handler, and go on.
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
