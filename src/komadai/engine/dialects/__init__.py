"""How engines of other authors write the positions and moves of variants."""
