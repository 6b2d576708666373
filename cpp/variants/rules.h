// The rules of a variant: a description (Spec), as komadai.variants.compilation writes it, compiled into
// tables.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "variants/move.h"

namespace komadai::variants {

constexpr int MAX_SIDE = 36;  // files and ranks
constexpr int MAX_STEP = 8;   // the size of a vector's components
constexpr int MAX_KINDS = 1000;
constexpr int MAX_LEAPS = 64;    // different vectors beyond the neighbouring squares
constexpr int MAX_PATHS = 4096;  // of one kind
constexpr int MAX_LEGS = 3;
constexpr int MAX_HAND_SLOTS = 64;
constexpr uint8_t ANY_DISTANCE = 255;

enum Color : uint8_t { BLACK, WHITE };
constexpr Color operator~(Color c) { return Color(c ^ 1); }

// A piece on the board: the kind (from 1) and the colour. Cells outside the board hold WALL.
using Piece = uint16_t;
constexpr Piece EMPTY = 0, WALL = 1;
constexpr Piece make_piece(int kind, Color c) { return Piece(kind << 1 | c); }
constexpr int kind_of(Piece p) { return p >> 1; }
constexpr Color color_of(Piece p) { return Color(p & 1); }

// What a leg of a move may do (a bit mask).
enum LegMode : uint8_t {
  MOVE = 1,          // end on an empty square
  CAPTURE = 2,       // end on an enemy piece and capture it
  OWN = 4,           // end on an own piece and capture it
  JUMP = 8,          // pass over pieces of lower jump rank
  TAKE = 16,         // capture what it passes
  UNPROTECTED = 32,  // capture only what no other enemy piece protects
  ANYWHERE = 64,     // go to any square
  LOWER = 128,       // capture only pieces of lower jump rank
};

struct Leg {
  int dx, dy;  // for Black: to the right, forward
  int max;     // how often the vector may be repeated; 0: any number of times
  uint8_t mode;
};

enum class Promotion : uint8_t { NONE, ZONE, ENTER, ENTER_LAST, CAPTURE, ALWAYS };
enum class Forced : uint8_t { STUCK, ALWAYS, NEVER, PROMOTED_CAPTURE };
enum class DropFaces : uint8_t { FRONT, EITHER };
// ANSWER: no move may leave the only own royal attacked. IGNORE: the game ends when the last royal is
// captured. MATE: the same, or when every move would leave them attacked.
enum class CheckRule : uint8_t { ANSWER, IGNORE, MATE };
enum class NoMoves : uint8_t { LOSS, DRAW };
enum class Try : uint8_t { NONE, SAFE, ANY };
enum class BareKing : uint8_t { NONE, LOSS, SHATRANJ, CHU_LISHOGI, CHU_JCSA };
enum class RepetitionResult : uint8_t { DRAW, FIRST_LOSES, SECOND_LOSES, MOVER_LOSES };
enum class PerpetualCheck : uint8_t { NONE, LOSS, LOSS_IF_ANY_CHECK };
enum class LionRule : uint8_t { NONE, LISHOGI, JCSA };

// A kind of piece as the definition describes it. Kinds are numbered from 1; 0 is no kind.
struct KindSpec {
  std::string id;
  std::string alias;  // another id that texts may have, as other programs write it
  std::vector<std::vector<Leg>> paths;
  int promotes_to = 0;
  int hand = 0;  // the kind that its captor gets
  bool royal = false;
  int jump_rank = 0;
  bool burns = false;
  int contagious = 0;  // the kind that its captor becomes
  bool lion = false;
  bool tsukegui = true;  // a lion that captures it on the way may capture a protected lion
  bool may_pass = true;  // a move of several steps may end where it began without a capture
  int max_per_file = 0;  // 0: any number
  bool drop_mate = true;
  int zone = -1;  // -1: that of the variant
  Promotion promotes_by = Promotion::NONE;
  Forced promotion_forced = Forced::STUCK;
  int value = 0;
};

struct Spec {
  std::string name;
  int files = 9, ranks = 9;
  int zone = 0;
  bool drops = false;
  bool drop_stuck = false;
  DropFaces drop_faces = DropFaces::FRONT;
  CheckRule check = CheckRule::ANSWER;
  NoMoves no_moves = NoMoves::LOSS;
  Try try_rule = Try::NONE;
  BareKing bare_king = BareKing::NONE;
  bool check_wins = false;
  int repetition_count = 4;
  RepetitionResult repetition_result = RepetitionResult::DRAW;
  PerpetualCheck perpetual_check = PerpetualCheck::NONE;
  LionRule lion = LionRule::NONE;
  std::string sfen;
  std::vector<KindSpec> kinds;  // kinds[0] is not used
};

// A move of one leg along a vector.
struct Ride {
  int16_t delta;
  uint8_t max;  // ANY_DISTANCE: to the edge
  uint8_t mode;
};

// The first square of a path of several legs, or of one that jumps, with all that can follow: paths with the
// same beginning share it.
struct PathNode {
  Ride ride;
  bool terminal;
  std::vector<PathNode> next;
};

// A kind's moves for one colour.
struct Moves {
  std::vector<Ride> steps;      // one square or leap, empty or capture
  std::vector<Ride> rides;      // all other moves of one leg
  std::vector<PathNode> paths;  // the rest
  bool overlapping = false;     // the same move may be found twice
};

class Rules {
 public:
  // Throws std::invalid_argument with the reason if the description is no variant.
  explicit Rules(Spec spec);

  const Spec& spec() const { return spec_; }
  int files() const { return spec_.files; }
  int ranks() const { return spec_.ranks; }
  int squares() const { return spec_.files * spec_.ranks; }
  int cells() const { return cells_; }  // of the padded board
  int stride() const { return stride_; }
  const KindSpec& kind(int kind) const { return spec_.kinds[size_t(kind)]; }
  int kinds() const { return int(spec_.kinds.size()); }  // with the unused kind 0

  // Squares are numbered file by file from Black's right (square number); cells are those of the padded
  // board.
  Square cell(int number) const { return cell_of_[size_t(number)]; }
  int number(Square cell) const { return number_of_[cell]; }
  int file(Square cell) const { return file_of_[cell]; }  // from 0, from Black's right
  int rank(Square cell) const { return rank_of_[cell]; }  // from 0, from the top
  const std::vector<Square>& all_cells() const { return cell_of_; }
  // The number of ranks between a cell and the last rank of a colour.
  int ranks_ahead(Color c, Square cell) const { return c == BLACK ? rank(cell) : ranks() - 1 - rank(cell); }

  const Moves& moves(Piece p) const { return moves_[p]; }
  // Its moves of several legs, or jumps, capture on squares that no move along a direction and no leap
  // reaches. A lion's do not: it leaps to every square of its double moves.
  bool attacks_by_paths(Piece p) const { return attacks_by_paths_[p]; }
  // No move from this cell ends on the board, even on an empty board.
  bool stuck(Piece p, Square cell) const { return stuck_[size_t(p) * size_t(cells_) + cell]; }
  bool in_zone(int kind, Color c, Square cell) const { return ranks_ahead(c, cell) < zone_of_[size_t(kind)]; }

  // How far a piece attacks along the opposite of a direction: a piece found by walking from a square in
  // direction w, n squares away, attacks that square if reach(piece, w) >= n.
  uint8_t reach(Piece p, int w) const { return reach_[p][size_t(w)]; }
  bool slides(Color c, int w) const { return slides_[c][size_t(w)]; }  // some kind of c has a reach above 1
  const std::array<int16_t, 8>& directions() const { return directions_; }
  const std::vector<int16_t>& leaps() const { return leaps_; }
  uint64_t leap_mask(Piece p) const { return leap_mask_[p]; }  // the leaps (as indices) with which p captures

  int hand_slot(int kind) const { return hand_slot_[size_t(kind)]; }  // -1: never in hand
  const std::vector<int>& hand_kinds() const { return hand_kinds_; }  // by slot
  const std::vector<int>& dropped_kinds(int slot) const { return dropped_kinds_[size_t(slot)]; }
  bool is_promoted(int kind) const { return kind_is_promoted_[size_t(kind)]; }
  bool any_royal_rule() const { return any_royal_; }
  bool any_burner() const { return any_burner_; }
  bool any_paths() const { return any_paths_; }
  int find_kind(const std::string& id) const;  // by id or alias; 0: none

 private:
  void lay_out_board();
  void compile_moves();
  void compile_attacks();
  void compile_hands();

  Spec spec_;
  int stride_ = 0, cells_ = 0, padding_ = 1;
  std::vector<Square> cell_of_;
  std::vector<int16_t> number_of_;
  std::vector<int8_t> file_of_, rank_of_;
  std::vector<Moves> moves_;
  std::vector<bool> stuck_;
  std::vector<int> zone_of_;
  std::vector<std::array<uint8_t, 8>> reach_;
  std::array<std::array<bool, 8>, 2> slides_{};
  std::array<int16_t, 8> directions_{};
  std::vector<int16_t> leaps_;
  std::vector<uint64_t> leap_mask_;
  std::vector<bool> attacks_by_paths_;
  std::vector<int> hand_slot_, hand_kinds_;
  std::vector<std::vector<int>> dropped_kinds_;
  std::vector<bool> kind_is_promoted_;
  bool any_royal_ = false, any_burner_ = false, any_paths_ = false;
};

}  // namespace komadai::variants
