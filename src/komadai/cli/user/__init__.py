"""``komadai user``: the accounts of a server."""
