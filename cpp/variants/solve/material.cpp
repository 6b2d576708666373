#include "variants/solve/material.h"

#include <algorithm>

namespace komadai::variants::solve {
namespace {

bool is_simple(const std::vector<Leg>& path) {
  return path.size() == 1 && !(path[0].mode & ~(MOVE | CAPTURE));
}

bool has_mirror_image(const KindSpec& kind) {
  const auto has = [&](const std::vector<Leg>& path) {
    return std::any_of(kind.paths.begin(), kind.paths.end(), [&](const std::vector<Leg>& each) {
      return std::equal(path.begin(), path.end(), each.begin(), each.end(), [](const Leg& a, const Leg& b) {
        return a.dx == -b.dx && a.dy == b.dy && a.max == b.max && a.mode == b.mode;
      });
    });
  };
  return std::all_of(kind.paths.begin(), kind.paths.end(), has);
}

// The kinds that are one piece in different states, the first face first.
std::vector<std::vector<int>> groups_of(const Rules& rules) {
  std::vector<std::vector<int>> groups;
  std::vector<bool> is_second(size_t(rules.kinds()), false);
  for (int k = 1; k < rules.kinds(); ++k)
    if (rules.kind(k).promotes_to != k) is_second[size_t(rules.kind(k).promotes_to)] = true;
  for (int first = 1; first < rules.kinds(); ++first) {
    if (rules.kind(first).royal) continue;
    std::vector<int> group = {first};
    if (rules.spec().drops) {
      if (rules.kind(first).hand != first) continue;
      for (int k = 1; k < rules.kinds(); ++k)
        if (k != first && rules.kind(k).hand == first) group.push_back(k);
    } else {
      if (is_second[size_t(first)]) continue;
      for (int k = rules.kind(first).promotes_to;
           k && std::find(group.begin(), group.end(), k) == group.end(); k = rules.kind(k).promotes_to)
        group.push_back(k);
    }
    groups.push_back(group);
  }
  return groups;
}

int count_pieces(const Board& b, int kind) {
  int count = 0;
  for (const Color c : {BLACK, WHITE}) {
    for (const Square s : b.pieces(c)) count += kind_of(b.at(s)) == kind;
    if (const int slot = b.rules().hand_slot(kind); slot >= 0) count += b.hand(c, slot);
  }
  return count;
}

void add_problems_of_rules(const Spec& spec, std::vector<Problem>& problems) {
  if (spec.lion != LionRule::NONE) problems.push_back({"solve-lion-rule", ""});
  if (spec.bare_king != BareKing::NONE) problems.push_back({"solve-bare-king", ""});
  if (spec.check_wins) problems.push_back({"solve-check-wins", ""});
  if (spec.repetition_count && spec.repetition_result != RepetitionResult::DRAW)
    problems.push_back({"solve-repetition", ""});
  if (spec.repetition_count && spec.perpetual_check != PerpetualCheck::NONE)
    problems.push_back({"solve-perpetual-check", ""});
}

void add_problems_of_kind(const KindSpec& kind, bool drops, std::vector<Problem>& problems) {
  if (!std::all_of(kind.paths.begin(), kind.paths.end(), is_simple))
    problems.push_back({"solve-paths", kind.id});
  if (kind.burns) problems.push_back({"solve-burns", kind.id});
  if (kind.contagious) problems.push_back({"solve-contagious", kind.id});
  if (drops && !kind.drop_mate) problems.push_back({"solve-drop-mate", kind.id});
}

}  // namespace

Material material_of(const Board& setup) {
  const Rules& rules = setup.rules();
  Material all;
  add_problems_of_rules(rules.spec(), all.problems);
  std::vector<bool> in_use(size_t(rules.kinds()), false);
  for (int k = 1; k < rules.kinds(); ++k) {
    if (!rules.kind(k).royal || !count_pieces(setup, k)) continue;
    if (!all.royal_kind) all.royal_kind = k;
    if (k != all.royal_kind || rules.kind(k).promotes_to) all.problems.push_back({"solve-royals", ""});
    in_use[size_t(k)] = true;
  }
  if (setup.royals(BLACK).size() != 1 || setup.royals(WHITE).size() != 1)
    all.problems.push_back({"solve-royals", ""});
  for (const std::vector<int>& group : groups_of(rules)) {
    int pieces = 0;
    for (const int k : group) pieces += count_pieces(setup, k);
    if (!pieces) continue;
    all.families.push_back({pieces, group});
    bool two_faces = group.size() <= 2;
    for (const int k : group) {
      const int promoted = rules.kind(k).promotes_to;
      if (rules.kind(k).royal) all.problems.push_back({"solve-royals", ""});
      if (in_use[size_t(k)] || (promoted && std::find(group.begin(), group.end(), promoted) == group.end()))
        two_faces = false;
      in_use[size_t(k)] = true;
    }
    if (!two_faces) all.problems.push_back({"solve-faces", rules.kind(group[0]).id});
  }
  const bool many_pieces = std::any_of(all.families.begin(), all.families.end(),
                                       [](const Family& each) { return each.pieces > MAX_PIECES; });
  if (many_pieces || all.families.size() > MAX_FAMILIES) all.problems.push_back({"solve-many-kinds", ""});
  for (int k = 1; k < rules.kinds(); ++k) {
    if (in_use[size_t(k)]) {
      add_problems_of_kind(rules.kind(k), rules.spec().drops, all.problems);
      all.is_mirror_symmetric &= has_mirror_image(rules.kind(k));
    } else if (count_pieces(setup, k)) {
      all.problems.push_back({"solve-faces", rules.kind(k).id});
    }
  }
  return all;
}

double count_arrangements(const Rules& rules, const Material& material) {
  const int squares = rules.squares();
  if (squares < 2) return 0;
  double royals = double(squares) * (squares - 1);
  if (material.is_mirror_symmetric) {
    const double middle = rules.files() % 2 ? rules.ranks() : 0;
    royals = (royals + middle * (middle - 1)) / 2;
  }
  std::vector<double> by_free(size_t(squares), 0);  // arrangements by the number of free squares
  by_free[size_t(squares - 2)] = royals;
  for (const auto& [pieces, kinds] : material.families) {
    std::vector<double> next(by_free.size(), 0);
    for (int free = 0; free < squares; ++free) {
      double sets = by_free[size_t(free)];
      for (int on_board = 0; on_board <= pieces && on_board <= free; ++on_board) {
        const double hands = rules.spec().drops ? pieces - on_board + 1 : 1;
        next[size_t(free - on_board)] += sets * hands;
        sets *= double(free - on_board) / (on_board + 1) * 2 * double(kinds.size());
      }
    }
    by_free = next;
  }
  double all = 0;
  for (const double each : by_free) all += each;
  return all;
}

}  // namespace komadai::variants::solve
