"""Pictures of variants as SVG: boards, pieces, and how each piece moves."""
