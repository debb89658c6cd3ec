"""How this fives was installed, and how to update it.

Here: recognising a checkout, fives.pyz, uv, pipx and pip, each by what it leaves behind. Not here: which side
is older (`words.version_words`).
"""

import sys
from pathlib import Path
from typing import Final

from client.words.say import say
from client.words.version_words import OlderSide, mismatch
from protocol.shared.quoting import command_of

_NAME: Final = "fives"
_FILE: Final = "FILE"
"""What a player replaces by the name of the new file."""


def mismatch_here(older: OlderSide) -> str:
    """What the player of this fives has to do if the host or this fives is older than the other."""
    return mismatch(older, how_to_update())


def how_to_update(module: Path = Path(__file__), environment: Path = Path(sys.prefix)) -> str:
    """The middle of a sentence: `` `uv tool upgrade fives` updates it ``.

    `module`: this file, wherever it is installed; `environment`: Python's.
    """
    zipped = next((folder for folder in module.absolute().parents if folder.is_file()), None)
    if zipped is not None:
        return say("update.from_host", file=zipped.name)
    sources = module.absolute().parents[2]
    if (sources / "pyproject.toml").is_file():
        is_clone = (sources / ".git").exists()
        pull = command_of(("git", "-C", str(sources), "pull"))
        return say("update.by_command", command=pull) if is_clone else say("update.sources")
    newest, from_a_file = map(command_of, _commands(environment))
    if _is_from_a_file(module):
        return say("update.by_file", command=from_a_file)
    return say("update.by_command", command=newest)


def _commands(environment: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The command that installs the newest release, and the one that installs a file."""
    if (environment / "uv-receipt.toml").is_file():
        return ("uv", "tool", "upgrade", _NAME), ("uv", "tool", "install", "--force", _FILE)
    if any(folder.name.startswith("archive-v") for folder in environment.resolve().parents):  # uv's cache: uvx
        return ("uvx", f"{_NAME}@latest"), ("uvx", "--from", _FILE, _NAME)
    if (environment / "pipx_metadata.json").is_file():
        return ("pipx", "upgrade", _NAME), ("pipx", "install", "--force", _FILE)
    pip = (sys.executable, "-m", "pip", "install", "--upgrade")
    return (*pip, _NAME), (*pip, _FILE)


def _is_from_a_file(module: Path) -> bool:
    """Whether the installer was given a file or its address, and not a name to look up (PEP 610)."""
    import importlib.metadata  # noqa: PLC0415 - slow, and only for a program that is too old

    inside = module.absolute().parents[4]  # the folder of installed packages: fives/inside/client/program/ is below it
    distributions = importlib.metadata.distributions(name=_NAME, path=[str(inside)])
    return any(distribution.read_text("direct_url.json") is not None for distribution in distributions)
