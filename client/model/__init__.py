"""What this client knows: the session, the news, who is present, what was asked, the premove. Pure."""
