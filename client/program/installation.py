"""How this fives was installed, and how to update it.

Here: recognising a checkout, fives.pyz, uv, pipx and pip, each by what it leaves behind. Not here: which side
is older (`words.version_words`).
"""

import sys
from pathlib import Path
from typing import Final

from client.words.version_words import OlderSide, mismatch
from protocol.shared.quoting import quoted

_NAME: Final = "fives"
_FROM_A_FILE: Final = "get the new file from your host, then type `{}`"


def mismatch_here(older: OlderSide) -> str:
    """What the player of this fives has to do if the host or this fives is older than the other."""
    return mismatch(older, how_to_update())


def how_to_update(module: Path = Path(__file__), environment: Path = Path(sys.prefix)) -> str:
    """The middle of a sentence: `` `uv tool upgrade fives` updates it ``.

    `module`: this file, wherever it is installed; `environment`: Python's.
    """
    zipped = next((folder for folder in module.absolute().parents if folder.is_file()), None)
    if zipped is not None:
        return f"get the new {zipped.name} from your host"
    sources = module.absolute().parents[2]
    if (sources / "pyproject.toml").is_file():
        is_clone = (sources / ".git").exists()
        return f"`git -C {quoted(str(sources))} pull` updates it" if is_clone else "get the new sources"
    newest, from_a_file = _commands(environment)
    return _FROM_A_FILE.format(from_a_file) if _is_from_a_file(module) else f"`{newest}` updates it"


def _commands(environment: Path) -> tuple[str, str]:
    """The command that installs the newest release, and the one that installs a FILE."""
    if (environment / "uv-receipt.toml").is_file():
        return f"uv tool upgrade {_NAME}", "uv tool install --force FILE"
    if any(folder.name.startswith("archive-v") for folder in environment.resolve().parents):  # uv's cache: uvx
        return f"uvx {_NAME}@latest", f"uvx --from FILE {_NAME}"
    if (environment / "pipx_metadata.json").is_file():
        return f"pipx upgrade {_NAME}", "pipx install --force FILE"
    pip = f"{quoted(sys.executable)} -m pip install --upgrade"
    return f"{pip} {_NAME}", f"{pip} FILE"


def _is_from_a_file(module: Path) -> bool:
    """Whether the installer was given a file or its address, and not a name to look up (PEP 610)."""
    import importlib.metadata  # noqa: PLC0415 - slow, and only for a program that is too old

    inside = module.absolute().parents[4]  # the folder of installed packages: fives/inside/client/program/ is below it
    distributions = importlib.metadata.distributions(name=_NAME, path=[str(inside)])
    return any(distribution.read_text("direct_url.json") is not None for distribution in distributions)
