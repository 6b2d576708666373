"""What people do with each other: follows, blocks, reports, and their profiles."""
