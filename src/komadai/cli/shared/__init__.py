"""Code that the commands share: errors, signals, messages, input and output."""
