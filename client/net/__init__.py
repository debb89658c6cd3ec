"""The connection to a daemon, and what is kept on this machine: seats, records, results."""
