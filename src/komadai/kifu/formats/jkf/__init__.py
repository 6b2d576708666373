"""JKF (JSON Kifu Format): reader, writer, and JSON with deeply nested forks."""
