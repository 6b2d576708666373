"""Rating systems."""
