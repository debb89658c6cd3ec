"""The connection to a daemon, and the client's files: saved seats, records, results."""
