"""``komadai lessons``: the course for learners."""
