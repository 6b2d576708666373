"""`komadai book`: opening books."""
