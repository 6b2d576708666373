#include "variants/rules.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace komadai::variants {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

constexpr int UNIT[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

int unit_direction(int dx, int dy) {
  for (int w = 0; w < 8; ++w)
    if (UNIT[w][0] == dx && UNIT[w][1] == dy) return w;
  return -1;
}

void add_path(std::vector<PathNode>& nodes, const std::vector<Ride>& rides, size_t i) {
  const Ride& ride = rides[i];
  auto found = std::find_if(nodes.begin(), nodes.end(), [&](const PathNode& n) {
    return n.ride.delta == ride.delta && n.ride.max == ride.max && n.ride.mode == ride.mode;
  });
  if (found == nodes.end()) found = nodes.insert(nodes.end(), PathNode{ride, false, {}});
  if (i + 1 == rides.size())
    found->terminal = true;
  else
    add_path(found->next, rides, i + 1);
}

// Whether paths that begin with these nodes capture on squares outside `near`, the squares that the piece
// attacks whatever stands between.
bool attack_beyond(const std::vector<PathNode>& nodes, int from, const std::vector<int>& near) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const PathNode& n) {
    if (n.ride.max != 1 || (n.ride.mode & ~(MOVE | CAPTURE))) return true;
    const int to = from + n.ride.delta;
    if ((n.ride.mode & CAPTURE) && to && std::find(near.begin(), near.end(), to) == near.end()) return true;
    return attack_beyond(n.next, to, near);
  });
}

// Whether two legs of one-leg paths reach the same square.
bool overlap(const Leg& a, const Leg& b) {
  const auto reaches = [](const Leg& leg, int n) { return leg.max == 0 || n <= leg.max; };
  for (int i = 1; i <= MAX_SIDE && reaches(a, i); ++i)
    for (int j = 1; j <= MAX_SIDE && reaches(b, j); ++j)
      if (a.dx * i == b.dx * j && a.dy * i == b.dy * j) return true;
  return false;
}

}  // namespace

Rules::Rules(Spec spec) : spec_(std::move(spec)) {
  if (spec_.files < 1 || spec_.files > MAX_SIDE || spec_.ranks < 1 || spec_.ranks > MAX_SIDE)
    refuse("the board must have 1 to 36 files and ranks");
  if (spec_.kinds.size() < 2 || spec_.kinds.size() > MAX_KINDS) refuse("expected 1 to 999 kinds of pieces");
  for (size_t k = 1; k < spec_.kinds.size(); ++k) {
    const KindSpec& kind = spec_.kinds[k];
    if (kind.promotes_to < 0 || kind.promotes_to >= kinds() || kind.hand < 0 || kind.hand >= kinds())
      refuse(kind.id + ": a kind that does not exist");
    if (kind.paths.size() > MAX_PATHS) refuse(kind.id + ": too many paths");
    for (const std::vector<Leg>& path : kind.paths) {
      if (path.empty() || path.size() > MAX_LEGS) refuse(kind.id + ": a path must have 1 to 3 legs");
      for (const Leg& leg : path) {
        if (std::abs(leg.dx) > MAX_STEP || std::abs(leg.dy) > MAX_STEP)
          refuse(kind.id + ": a vector is too long");
        if (!leg.dx && !leg.dy && !(leg.mode & ANYWHERE)) refuse(kind.id + ": a vector is zero");
        if (leg.max < 0 || leg.max > MAX_SIDE) refuse(kind.id + ": a range is not from 0 to 36");
        if (!(leg.mode & (MOVE | CAPTURE | OWN))) refuse(kind.id + ": a leg that can end nowhere");
      }
    }
    any_royal_ |= kind.royal;
    any_burner_ |= kind.burns;
    zone_of_.resize(spec_.kinds.size());
    zone_of_[k] = kind.zone < 0 ? spec_.zone : kind.zone;
  }
  lay_out_board();
  compile_moves();
  compile_attacks();
  compile_hands();
}

void Rules::lay_out_board() {
  for (const KindSpec& kind : spec_.kinds)
    for (const std::vector<Leg>& path : kind.paths)
      for (const Leg& leg : path) padding_ = std::max({padding_, std::abs(leg.dx), std::abs(leg.dy)});
  // Wide enough that different vectors are different distances.
  stride_ = std::max(spec_.files + padding_, 2 * padding_ + 1);
  cells_ = (spec_.ranks + 2 * padding_) * stride_ + padding_;
  number_of_.assign(size_t(cells_), -1);
  file_of_.assign(size_t(cells_), 0);
  rank_of_.assign(size_t(cells_), 0);
  cell_of_.resize(size_t(squares()));
  for (int file = 0; file < spec_.files; ++file)
    for (int rank = 0; rank < spec_.ranks; ++rank) {
      const int cell = (rank + padding_) * stride_ + padding_ + (spec_.files - 1 - file);
      const int number = file * spec_.ranks + rank;
      cell_of_[size_t(number)] = Square(cell);
      number_of_[size_t(cell)] = int16_t(number);
      file_of_[size_t(cell)] = int8_t(file);
      rank_of_[size_t(cell)] = int8_t(rank);
    }
  for (int w = 0; w < 8; ++w) directions_[size_t(w)] = int16_t(UNIT[w][0] - UNIT[w][1] * stride_);
}

void Rules::compile_moves() {
  const size_t pieces = spec_.kinds.size() * 2;
  moves_.resize(pieces);
  stuck_.assign(pieces * size_t(cells_), false);
  kind_is_promoted_.assign(spec_.kinds.size(), false);
  for (int k = 1; k < kinds(); ++k) {
    kind_is_promoted_[size_t(k)] = kind(k).id.starts_with('+');
    for (Color c : {BLACK, WHITE}) {
      const int sign = c == BLACK ? 1 : -1;
      const Piece piece = make_piece(k, c);
      Moves& moves = moves_[piece];
      std::vector<std::pair<int, int>> first_steps;
      bool anywhere = false;
      for (const std::vector<Leg>& path : kind(k).paths) {
        std::vector<Ride> rides;
        bool plain = path.size() == 1;
        for (const Leg& leg : path) {
          const int delta = sign * (leg.dx - leg.dy * stride_);
          const uint8_t max = leg.max == 0 ? ANY_DISTANCE : uint8_t(leg.max);
          rides.push_back({int16_t(delta), max, leg.mode});
          if (leg.mode & (OWN | JUMP | TAKE | UNPROTECTED | ANYWHERE | LOWER)) plain = false;
          // Attacks are found along the eight directions and the leaps only.
          if (max != 1 && unit_direction(leg.dx, leg.dy) < 0) plain = false;
        }
        first_steps.emplace_back(sign * path[0].dx, -sign * path[0].dy);
        anywhere |= (path[0].mode & ANYWHERE) != 0;
        if (!plain)
          add_path(moves.paths, rides, 0);
        else if (rides[0].max == 1 && rides[0].mode == (MOVE | CAPTURE))
          moves.steps.push_back(rides[0]);
        else
          moves.rides.push_back(rides[0]);
      }
      any_paths_ |= !moves.paths.empty();
      moves.overlapping = !moves.paths.empty();
      const auto& paths = kind(k).paths;
      for (size_t i = 0; i < paths.size() && !moves.overlapping; ++i)
        for (size_t j = i + 1; j < paths.size() && !moves.overlapping; ++j)
          moves.overlapping = overlap(paths[i][0], paths[j][0]);
      for (Square s : cell_of_) {
        const int x = spec_.files - 1 - file(s), y = rank(s);
        const bool can_move = anywhere || std::any_of(first_steps.begin(), first_steps.end(), [&](auto step) {
                                const int to_x = x + step.first, to_y = y + step.second;
                                return to_x >= 0 && to_x < spec_.files && to_y >= 0 && to_y < spec_.ranks;
                              });
        stuck_[size_t(piece) * size_t(cells_) + s] = !can_move;
      }
    }
  }
}

void Rules::compile_attacks() {
  reach_.assign(moves_.size(), {});
  leap_mask_.assign(moves_.size(), 0);
  attacks_by_paths_.assign(moves_.size(), false);
  for (int k = 1; k < kinds(); ++k)
    for (Color c : {BLACK, WHITE}) {
      const Piece piece = make_piece(k, c);
      const auto add = [&](const Ride& ride) {
        if (!(ride.mode & CAPTURE)) return;
        const auto found = std::find(directions_.begin(), directions_.end(), ride.delta);
        if (found != directions_.end()) {
          const size_t w = size_t(found - directions_.begin() + 4) % 8;  // walked from the target
          reach_[piece][w] = std::max(reach_[piece][w], ride.max);
          if (ride.max > 1) slides_[c][w] = true;
          return;
        }
        auto leap = std::find(leaps_.begin(), leaps_.end(), ride.delta);
        if (leap == leaps_.end()) leap = leaps_.insert(leap, ride.delta);
        const auto index = leap - leaps_.begin();
        if (index >= MAX_LEAPS) refuse(kind(k).id + ": too many different leaps");
        leap_mask_[piece] |= uint64_t(1) << index;
      };
      for (const Ride& ride : moves_[piece].steps) add(ride);
      for (const Ride& ride : moves_[piece].rides) add(ride);
      std::vector<int> near;
      for (const auto* list : {&moves_[piece].steps, &moves_[piece].rides})
        for (const Ride& ride : *list)
          if (ride.mode & CAPTURE) near.push_back(ride.delta);
      attacks_by_paths_[piece] = attack_beyond(moves_[piece].paths, 0, near);
    }
}

void Rules::compile_hands() {
  hand_slot_.assign(spec_.kinds.size(), -1);
  if (!spec_.drops) return;
  for (int k = 1; k < kinds(); ++k) {
    const int in_hand = kind(k).hand;
    if (!in_hand) continue;
    auto found = std::find(hand_kinds_.begin(), hand_kinds_.end(), in_hand);
    if (found == hand_kinds_.end()) found = hand_kinds_.insert(found, in_hand);
  }
  std::sort(hand_kinds_.begin(), hand_kinds_.end());
  if (hand_kinds_.size() > MAX_HAND_SLOTS) refuse("too many kinds of pieces in hand");
  for (size_t slot = 0; slot < hand_kinds_.size(); ++slot) {
    const int k = hand_kinds_[slot];
    hand_slot_[size_t(k)] = int(slot);
    std::vector<int> faces = {k};
    if (spec_.drop_faces == DropFaces::EITHER && kind(k).promotes_to) faces.push_back(kind(k).promotes_to);
    dropped_kinds_.push_back(faces);
  }
}

int Rules::find_kind(const std::string& id) const {
  for (int k = 1; k < kinds(); ++k)
    if (kind(k).id == id || kind(k).alias == id) return k;
  return 0;
}

}  // namespace komadai::variants
