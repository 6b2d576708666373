"""Which person a request comes from."""
