"""Relations of people: follows, blocks, reports, and their profiles."""
