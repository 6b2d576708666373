"""Moves of variants as people write them."""
