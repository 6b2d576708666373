"""ShogiGUI's SBK format: protocol buffers, the complete file, its moves, the book."""
