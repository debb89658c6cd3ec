"""`python -m tools.gate record FOLDER`, and `python -m tools.gate compare FOLDER` after a change of layout.

Here: the environment in which texts are the same in every run. Not here: the command line (`command`).
"""

import os
import subprocess
import sys
from typing import Final

_ENVIRONMENT: Final = {"PYTHONHASHSEED": "0", "COLUMNS": "80", "LINES": "24", "TZ": "UTC", "LC_ALL": "C.UTF-8"}

if __name__ == "__main__":
    if not _ENVIRONMENT.items() <= os.environ.items():
        again = [sys.executable, "-m", "tools.gate", *sys.argv[1:]]
        sys.exit(subprocess.run(again, env={**os.environ, **_ENVIRONMENT}, check=False).returncode)  # noqa: S603 - itself
    from tools.gate.command import main

    sys.exit(main())
