"""`komadai db`: game databases."""
