"""Title matches."""
