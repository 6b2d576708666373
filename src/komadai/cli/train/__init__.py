"""`komadai train`: networks for the evaluation of positions."""
