"""Whether the tests run under Wine, which lacks a few things that Windows has.

`tests/windows/python` runs them there (CONTRIBUTING.md, "Windows without Windows").
"""

import ctypes
from typing import Final

import pytest

_NTDLL: Final = getattr(getattr(ctypes, "windll", None), "ntdll", None)
IS_WINE: Final = hasattr(_NTDLL, "wine_get_version")


def needs_real_windows(lacking: str) -> pytest.MarkDecorator:
    """Skip a test under Wine, but not on Windows. `lacking`: what Wine lacks."""
    return pytest.mark.skipif(IS_WINE, reason=f"Wine: {lacking}")
