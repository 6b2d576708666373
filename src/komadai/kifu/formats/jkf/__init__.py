"""JKF (JSON Kifu Format): reader, writer, and JSON of any depth without recursion."""
