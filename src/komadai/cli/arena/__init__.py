"""`komadai match` and `komadai tournament`: engines against each other."""
