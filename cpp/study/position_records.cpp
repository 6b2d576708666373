#include "study/position_records.h"

#include <algorithm>

#include "rules/legality.h"
#include "rules/mix64.h"

namespace komadai::study {
namespace {

using Run = std::span<const PositionRecord>;

bool is_allowed(std::span<const uint8_t> allowed, uint32_t game) {
  return game / 8 < allowed.size() && (allowed[game / 8] >> game % 8 & 1);
}

// The first record that is not less than `value`. Keys are evenly distributed, so the search begins where the
// key is expected: it needs few pages of a file that is not in memory yet.
const PositionRecord* lower_bound(Run run, PositionRecord value) {
  const auto expected = slot_of(value.key, run.size());
  size_t low = expected, high = expected, step = 16;
  while (low > 0 && run[low - 1] >= value) {
    high = low;
    low -= std::min(low, step);
    step *= 4;
  }
  while (high < run.size() && run[high] < value) {
    low = high;
    high = std::min(run.size(), high + step);
    step *= 4;
  }
  return std::lower_bound(run.data() + low, run.data() + high, value);
}

MoveCounts& counts_of(std::vector<MoveCounts>& moves, Move move) {
  for (MoveCounts& each : moves)
    if (each.move == move) return each;
  return moves.emplace_back(MoveCounts{move, 0, {}});
}

// The size of the first group: the records with the same move, flag and result, which are sorted by game.
size_t group_size(Run found) {
  const uint64_t group = found.front().data >> 45;
  // The group of the highest number, which only a damaged file has, is the last one.
  if (group == UINT64_MAX >> 45) return found.size();
  const PositionRecord next{found.front().key, (group + 1) << 45};
  // At least the first record, also in a damaged file that is not sorted.
  return std::max(size_t(1), size_t(std::lower_bound(found.begin(), found.end(), next) - found.begin()));
}

}  // namespace

PositionRecord make_record(uint64_t key, Move move, bool is_repeated, Result result, uint32_t game, int ply) {
  return {key, uint64_t(move) << 48 | uint64_t(is_repeated) << 47 | uint64_t(result) << 45 |
                   uint64_t(game) << 16 | uint64_t(ply)};
}

bool append_game(std::vector<PositionRecord>& records, Position position, std::span<const Move> moves,
                 int max_ply, Result result, uint32_t game) {
  const size_t first = records.size();
  for (int ply = 0; ply <= max_ply && size_t(ply) <= moves.size(); ++ply) {
    const Move move = size_t(ply) < moves.size() ? moves[size_t(ply)] : NO_MOVE;
    bool is_repeated = false, is_new = true;
    for (size_t i = first; i < records.size(); ++i) {
      if (records[i].key != position.key()) continue;
      is_repeated = true;
      if (move == NO_MOVE || records[i].move() == move) is_new = false;
    }
    if (is_new) records.push_back(make_record(position.key(), move, is_repeated, result, game, ply));
    if (move == NO_MOVE) break;
    if (!is_possible(position, move)) {
      records.resize(first);
      return false;
    }
    Undo undo;
    position.do_move(move, undo);
  }
  return true;
}

Run find_records(Run sorted, uint64_t key) {
  const PositionRecord* const begin = lower_bound(sorted, {key, 0});
  const PositionRecord* const end =
      key == UINT64_MAX ? sorted.data() + sorted.size() : lower_bound(sorted, {key + 1, 0});
  return {begin, end};
}

void count_moves(Run found, std::optional<std::span<const uint8_t>> allowed, PositionCounts& counts) {
  while (!found.empty()) {
    const PositionRecord first = found.front();
    const Move move = first.move();
    const size_t size = group_size(found);
    uint32_t games = uint32_t(size);
    if (allowed)
      games = uint32_t(std::count_if(found.begin(), found.begin() + ptrdiff_t(size),
                                     [&](const auto& each) { return is_allowed(*allowed, each.game()); }));
    if (!first.is_repeated()) counts.games += games;
    if (games && move != NO_MOVE) {
      MoveCounts& of_move = counts_of(counts.moves, move);
      of_move.games += games;
      of_move.results[size_t(first.result())] += games;
    }
    found = found.subspan(size);
  }
}

void find_games(Run found, size_t limit, std::vector<uint64_t>& games) {
  while (!found.empty()) {
    const size_t size = group_size(found);
    // Later games of the group are not among the first `limit` of all.
    if (!found.front().is_repeated())
      for (const PositionRecord& each : found.first(std::min(size, limit)))
        games.push_back(uint64_t(each.game()) << 16 | uint64_t(each.ply()));
    found = found.subspan(size);
  }
}

namespace {

// For a heap whose front is the run with the smallest record.
bool comes_later(const Run& a, const Run& b) { return a.front() > b.front(); }

}  // namespace

RunMerger::RunMerger(std::vector<Run> runs) : heap_(std::move(runs)) {
  std::erase_if(heap_, [](const Run& run) { return run.empty(); });
  std::make_heap(heap_.begin(), heap_.end(), comes_later);
}

size_t RunMerger::read(std::span<PositionRecord> out) {
  size_t written = 0;
  while (written < out.size() && !heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    Run& run = heap_.back();
    // Copies records of this run as long as no other run has a smaller one.
    const size_t max_count = std::min(run.size(), out.size() - written);
    size_t count = 1;
    if (heap_.size() == 1)
      count = max_count;
    else
      while (count < max_count && run[count] <= heap_.front().front()) ++count;
    std::copy_n(run.begin(), count, out.begin() + ptrdiff_t(written));
    written += count;
    run = run.subspan(count);
    if (run.empty())
      heap_.pop_back();
    else
      std::push_heap(heap_.begin(), heap_.end(), comes_later);
  }
  return written;
}

}  // namespace komadai::study
