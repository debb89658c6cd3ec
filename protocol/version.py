"""The release, in the one place that the build and both programs read."""

__version__ = "0.1.0"
