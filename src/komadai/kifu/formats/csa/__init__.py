"""CSA: readers (one for any text, a fast one for usual files), writer, positions, endings."""
