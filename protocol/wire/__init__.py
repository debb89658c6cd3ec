"""Messages and records as bytes."""
