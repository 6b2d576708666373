"""``komadai train``: training data and networks."""
