"""The icons of the page as PNG files, drawn by Chromium from `icon.svg`: `python -m tests.icons`.

A phone that puts the page on its home screen takes PNG files only. Run this after a change of the drawing.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.client.browser import browser

ASSETS: Final = Path(__file__).parents[1] / "client" / "web" / "assets"
SIZES: Final = (180, 192, 512)
"""What iOS takes, and what Android takes."""


def main() -> None:
    """Write the files."""
    with TemporaryDirectory() as folder, browser(Path(folder)) as tab:
        tab.open(ASSETS / "icon.svg")
        for size in SIZES:
            tab.resize(size, size)
            (ASSETS / f"icon-{size}.png").write_bytes(tab.picture())


if __name__ == "__main__":
    main()
