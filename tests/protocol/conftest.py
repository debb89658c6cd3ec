"""How thorough the property tests are: quick, with the same examples each time; long and random with FIVES_LONG=1."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "every run",
    deadline=None,
    max_examples=60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("long" if os.environ.get("FIVES_LONG") == "1" else "every run")
