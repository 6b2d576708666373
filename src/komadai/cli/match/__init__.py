"""``komadai match``: engines against each other."""
