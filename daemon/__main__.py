"""`python -m daemon` is `fivesd`."""

import sys

from daemon.program.cli import main

sys.exit(main())
