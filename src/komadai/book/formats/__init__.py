"""The formats of opening books, one module each; `registry` is the table of all of them."""
