"""`python -m daemon` is `fivesd`."""

import sys

from daemon.cli import main

sys.exit(main())
