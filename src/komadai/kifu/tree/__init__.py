"""Game trees: the tree itself, its main line, its variations in file order, and an editor with undo."""
