"""What accounts may be called, and what people are shown as."""
