"""PSN: reader, writer, names of pieces and results."""
