"""Leaving when the system ends the program."""

import signal

import pytest
import trio
import trio.testing

from client.actions.signals import ANY_END, leave_at_signal


@pytest.mark.parametrize("name", [name for name in ANY_END if hasattr(signal, name)])
async def test_each_signal_that_ends_a_program_here_cancels_what_runs(name: str) -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            await trio.testing.wait_all_tasks_blocked()
            signal.raise_signal(getattr(signal, name))
