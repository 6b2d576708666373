"""Game trees: the tree, its main line, its variations in the order of files, and an editor with undo."""
