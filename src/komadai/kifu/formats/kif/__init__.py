"""KIF and KI2: readers (one for any text, a fast one for usual files), writers, headers, endings."""
