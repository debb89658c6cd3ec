"""What is sent and stored, as bytes."""
