// Counts the legal moves without generating them: drops from the number of empty squares, moves on the board
// in the fastest way for this processor. In check there are few moves, which are generated.
#include "rules/movegen.h"
#include "rules/pawn_drops.h"
#include "rules/promotion_choices.h"
#if defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)
#include "rules/count_sets.h"
#else
#include "rules/count_pieces.h"
#endif

namespace komadai {
namespace {

template <Color Us>
int count_drops(const Position& p) {
  const Hand hand = p.hand(Us);
  if (hand.empty()) return 0;
  const Bitboard empty = BOARD.without(p.occupied());
  const int squares = empty.count();
  constexpr uint64_t ANYWHERE = uint64_t(0xff) << 8 * SILVER | uint64_t(0xff) << 8 * BISHOP |
                                uint64_t(0xff) << 8 * ROOK | uint64_t(0xff) << 8 * GOLD;
  // A count of 1-127 plus 127 sets the top bit of its byte.
  constexpr uint64_t TOP = 0x8080808080808080;
  int drops = squares * std::popcount(((hand.counts & ANYWHERE) + ~TOP) & TOP);
  if (hand[LANCE]) drops += squares - (empty & LAST_RANK[Us]).count();
  if (hand[KNIGHT]) drops += squares - (empty & LAST_TWO_RANKS[Us]).count();
  if (hand[PAWN]) drops += pawn_drops<Us>(p, empty).count();
  return drops;
}

template <Color Us>
int count(const Position& p) {
  const Bitboard targets = BOARD.without(p.of(Us) | p.movers(KING));
  const Square king = p.king(Us);
  if (king == NO_SQUARE) return count_free_pieces<Us>(p, p.of(Us), targets) + count_drops<Us>(p);

  int moves = count_king_moves<Us>(p, targets);
  if (moves < 0) {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> evasions(p);
    return evasions.size();
  }
  const Bitboard pinned = p.pinned(Us);
  moves += count_free_pieces<Us>(p, p.of(Us).without(pinned), targets);
  for (Square from : Each{pinned.without(p.movers(KING))}) {
    const PieceType t = type_of(p.at(from));
    moves += count_choices<Us>(t, from,
                               piece_attacks<Us>(t, from, p.occupied()) & targets & line_beyond(king, from));
  }
  return moves + count_drops<Us>(p);
}

}  // namespace

int count_legal(const Position& p) { return p.turn() == BLACK ? count<BLACK>(p) : count<WHITE>(p); }

}  // namespace komadai
