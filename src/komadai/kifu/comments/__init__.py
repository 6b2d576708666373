"""Comments that hold more than text: what engines thought of a position."""
