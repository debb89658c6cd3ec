"""The release, in the one place that the build and both programs read.

In a checkout it ends in `.dev0`; a build has the number of its commits there (`tools/build_number.py`).
"""

__version__ = "0.1.0.dev0"
