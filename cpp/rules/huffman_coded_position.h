// Packs a position into 32 bytes, the HuffmanCodedPos ("HCP") of Apery, dlshogi and cshogi.
#pragma once

#include "rules/packed_sfen.h"

namespace komadai {

// Nothing unless each side has one king and no type has more pieces than a set.
std::optional<PackedPosition> pack_hcp(const Position& position);

Unpacked unpack_hcp(const PackedPosition& bytes);

}  // namespace komadai
