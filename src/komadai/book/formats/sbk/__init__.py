"""ShogiGUI's SBK: its protocol buffers, the file without loss, its moves, the book."""
