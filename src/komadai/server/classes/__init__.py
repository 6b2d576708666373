"""Classes: a teacher sees what the pupils have done in lessons and in the course of mate problems."""
