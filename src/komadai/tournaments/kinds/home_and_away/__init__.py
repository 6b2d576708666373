"""Home and away."""
