"""A position as a picture: text as books, terminals and plain ASCII print it, and SVG.

``f"{board:japanese}"`` comes from :mod:`komadai.diagram.text`, ``board.svg()`` and the picture in a
notebook from :mod:`komadai.diagram.svg`. The piece faces they share with the page lie in ``faces/``.
"""
