"""`python -m client` is `fives`."""

import sys

from client.program.cli import main

sys.exit(main())
