"""Lessons on the page: the course, each person's progress, repetition of missed steps."""
