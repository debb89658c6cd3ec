"""The table as one viewer sees it, and the figures of the score sheet. No sentences."""
