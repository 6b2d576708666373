"""What all readers of records share.

Encodings, blocks, zip archives, visitors, the reading state and its warnings.
"""
