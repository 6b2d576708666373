"""Who plays against a person gets no help: what help is, and about which positions."""
