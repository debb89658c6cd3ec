"""`python -m daemon` is `fivesd`."""

import sys

from daemon.program.command import main

sys.exit(main())
