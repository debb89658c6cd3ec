"""The command line of `fivesd`, and the daemon as a process."""
