"""`python -m client` is `fives`."""

import sys

from client.program.command import main

sys.exit(main())
