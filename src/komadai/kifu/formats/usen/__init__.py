"""USEN (URL-safe notation): reader, writer, links."""
