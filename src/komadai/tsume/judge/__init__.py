"""The judge of mate problems: alternative checks and defences, cooks, and the report."""
