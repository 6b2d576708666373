"""A folder of jobs that run one after the other and go on where they were interrupted."""
