"""The table as one viewer sees it: what can be asked of it, and the figures of the score sheet. No sentences."""
