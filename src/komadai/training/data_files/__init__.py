"""Files of training positions: their formats, and tools for files that are larger than the memory."""
