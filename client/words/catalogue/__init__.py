"""The messages that players read, in English: a module for each topic, a row for each message."""
