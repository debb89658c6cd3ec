"""What a link does after a connection has ended: one remedy for each reason for which it may have ended."""
