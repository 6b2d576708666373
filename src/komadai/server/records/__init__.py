"""Game records on the page: import, export, trees to and from wire types, positions, names, calls."""
