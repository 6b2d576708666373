"""How fast Komadai is, against whom: the same work in several libraries, in one run."""
