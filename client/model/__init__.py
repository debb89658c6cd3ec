"""The client's state: session, announcements, presence, pending commands, premoves. Pure."""
