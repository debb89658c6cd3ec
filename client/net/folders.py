"""Where this client keeps things. Importing this costs nothing: `--help` is quick."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HOME_VARIABLE: Final = "FIVES_HOME"
SETTINGS: Final = "settings.toml"
RECORDS: Final = "records"
RESULTS: Final = "results.jsonl"
PLAY: Final = "play"
"""The folder of `fives play` in the data folder, unless another one is chosen."""


def data_folder(given: Path | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The client's data folder: the one given, else `FIVES_HOME`, else the platform's place for this user."""
    if given is not None:
        return given
    if environment.get(HOME_VARIABLE):
        return Path(environment[HOME_VARIABLE])
    import platformdirs

    return platformdirs.user_data_path("fives", appauthor=False)


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where this player's settings are kept: in `FIVES_HOME`, else in the platform's place for configuration."""
    if environment.get(HOME_VARIABLE):
        return Path(environment[HOME_VARIABLE]) / SETTINGS
    import platformdirs

    return platformdirs.user_config_path("fives", appauthor=False) / SETTINGS
