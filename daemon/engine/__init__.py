"""Third-party players: programs that read lines on standard input and answer on standard output."""
