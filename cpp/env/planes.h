// A position as 119 planes of 9x9 cells, from the side to move: the input of dlshogi's and pgx's networks.
// docs/how-to/research.md lists the planes.
#pragma once

#include "rules/position.h"

namespace komadai::env {

// Planes that differ from cell to cell: for each side 14 of pieces, 14 of the squares that they attack, and 3
// of the squares attacked by at least one, two and three pieces.
constexpr int BOARD_PLANES = 62;
// Planes of which all cells are equal: 28 of each side's pieces in hand, and one of check.
constexpr int CONSTANT_PLANES = 57;
constexpr int PLANES = BOARD_PLANES + CONSTANT_PLANES;

// pgx: [rank][file from 9 to 1][plane], one byte for each, 0 or 1.
void write_pgx_planes(const Position& position, uint8_t* out);
// dlshogi: [plane][file from 1 to 9][rank], 62 planes into the first array and 57 into the second.
void write_dlshogi_planes(const Position& position, float* board_planes, float* constant_planes);

}  // namespace komadai::env
