"""`komadai usi` and `komadai engine`."""
