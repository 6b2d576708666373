"""The variants of shogi for the page: a list, and all that the page shows and draws of one."""
