"""The connection to a daemon, and choosing a table there."""
