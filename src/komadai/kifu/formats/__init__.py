"""The record formats, one module or folder each; `registry` is the table of all of them."""
