"""`komadai tsume`: mate problems."""
